use super::*;
use crate::domain::facts::{ContentStanding, StepFacts, Told};
use crate::domain::report::{Observation, StepClaim};
use crate::domain::report_parse::parse;
use crate::domain::testing::case_report;
use crate::domain::time::Timestamp;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

fn arrival(second: i64) -> Arrival {
    Arrival {
        at: Timestamp(1_800_000_000_000_000 + second * 1_000_000),
        clock_ahead: 0,
    }
}

fn report(document: Value) -> StopReport {
    parse(document, None).expect("a good report")
}

/// A report of one operation with one step, into which a test writes what it needs.
fn document() -> Value {
    json!({
        "report_id": "r1", "stopped_at": "2026-11-29T12:00:00Z", "stop": {"kind": "result_unknown"},
        "operation": {"key": "op", "type": "shipment", "amount": {"value": "10.10", "currency": "EUR"},
                      "payload": {"lines": [{"qty": 2}]}},
        "steps": [{"name": "pack", "system": "wms", "state": "unknown", "idempotency_key": "k1"}],
        "attempts": [], "observations": []
    })
}

fn changed(change: impl FnOnce(&mut Value)) -> StopReport {
    let mut document = document();
    document["report_id"] = json!("r2");
    change(&mut document);
    report(document)
}

/// What a second report with this change adds to the first.
fn add(change: impl FnOnce(&mut Value)) -> (Facts, Added) {
    let mut facts = open(&report(document()), arrival(1));
    let added = merge(&mut facts, &changed(change), arrival(2));
    (facts, added)
}

#[test]
fn a_delayed_older_report_takes_nothing_away() {
    let newer = changed(|d| {
        d["stopped_at"] = json!("2026-11-29T13:00:00Z");
        d["steps"][0]["state"] = json!("completed");
        d["steps"][0]["results"] = json!([{"type": "task", "id": "T-1"}]);
        d["steps"][0]["does"] = json!("packs the shipment");
    });
    let older = changed(|d| {
        d["report_id"] = json!("r0");
        d["stop"]["kind"] = json!("next_step_pending");
        d["steps"][0]["state"] = json!("pending");
        d["steps"][0]["does"] = json!("does something");
    });
    let mut facts = open(&newer, arrival(1));
    let before = facts.clone();
    let added = merge(&mut facts, &older, arrival(2));
    assert!(!added.adds_facts(), "the older report is late");
    assert_eq!(facts.steps[0].results, before.steps[0].results);
    assert_eq!(facts.steps[0].does, before.steps[0].does);
    assert_eq!(facts.stop, before.stop);
    assert_eq!(facts.stopped_at, newer.stopped_at);
    assert_eq!(facts.first_stopped_at, older.stopped_at);
    let claims: Vec<_> = facts.steps[0].claims.iter().map(|c| c.fact.state).collect();
    assert_eq!(claims, [StepClaim::Pending, StepClaim::Completed]);
}

#[test]
fn equal_rows_of_one_look_up_stay_two_rows_and_deliveries_of_one_event_two_deliveries() {
    let rows = open(&case_report("15"), arrival(1));
    let debited = |told: &&Told<Observation>| told.fact.detail["state"] == "SUCCEEDED";
    assert_eq!(rows.observations.iter().filter(debited).count(), 2);
    let deliveries = open(&case_report("30"), arrival(1));
    let ids: Vec<_> = deliveries
        .events
        .iter()
        .map(|e| e.fact.id.as_deref())
        .collect();
    assert_eq!(ids, [Some("evt_r1"), Some("evt_r2"), Some("evt_r1")]);
}

#[test]
fn a_report_is_late_exactly_if_it_adds_no_attempt_result_observation_or_content() {
    let attempt = json!([{"step": "pack", "outcome": "timeout"}]);
    let seen = json!([{"system": "wms", "how": "callback", "seen": "inconclusive"}]);
    let adding: [fn(&mut Value, Value); 4] = [
        |d, attempt| d["attempts"] = attempt,
        |d, _| d["steps"][0]["results"] = json!([{"id": "T-1"}]),
        |d, _| d["operation"]["payload"]["lines"][0]["qty"] = json!(3),
        |d, _| d["message"] = json!({"digest": "sha256:1"}),
    ];
    for change in adding {
        assert!(add(|d| change(d, attempt.clone())).1.adds_facts());
    }
    assert!(add(|d| d["observations"] = seen).1.adds_facts());
    let (_, late) = add(|d| {
        d["stopped_at"] = json!("2026-11-29T14:00:00Z");
        d["operation"]["references"] = json!({"order": 1});
        d["events"] = json!([{"id": "e"}]);
        d["steps"][0]["state"] = json!("pending");
    });
    assert!(!late.adds_facts());
    assert_eq!((late.events, late.claims), (1, 1));
    assert!(
        late.bears_on_knowledge(),
        "a step of which nobody said pending before"
    );
}

#[test]
fn the_same_content_in_another_spelling_is_no_conflict() {
    let (facts, added) = add(|d| {
        d["operation"]["amount"] = json!({"currency": "EUR", "value": "10.1"});
        d["operation"]["payload"] =
            serde_json::from_str("{\"lines\":[{\"qty\":2.0}]}").expect("JSON");
        d["message"] = json!({"payload": {"lines": [{"qty": 2}]}, "event_id": "again"});
    });
    assert_eq!(added.contents, 0);
    assert_eq!(facts.contents.len(), 1);
}

#[test]
fn other_content_is_contested_whether_payload_amount_or_type_differ() {
    let changes: [fn(&mut Value); 5] = [
        |d| d["operation"]["payload"]["lines"][0]["qty"] = json!(3),
        |d| d["operation"]["amount"]["value"] = json!("10.11"),
        |d| d["operation"]["amount"]["currency"] = json!("USD"),
        |d| d["operation"]["amount"] = Value::Null,
        |d| d["operation"]["type"] = json!("return"),
    ];
    for change in changes {
        let (facts, added) = add(change);
        assert_eq!(added.contents, 1);
        assert_eq!(facts.contents[0].standing, ContentStanding::Agreed);
        assert_eq!(facts.contents[1].standing, ContentStanding::Contested);
        assert_ne!(facts.contents[0].digest, facts.contents[1].digest);
        let stored = contents_to_store(&facts, &changed(change));
        assert_eq!(Some(&stored[0].0), facts.contents[1].digest.as_ref());
    }
}

#[test]
fn a_version_known_by_its_digest_alone_is_recognised_when_its_payload_comes() {
    let conflict = case_report("42");
    let mut only_digest = conflict.clone();
    let message = only_digest.message.as_mut().expect("a message");
    let payload = message.payload.take().expect("a payload");
    let mut facts = open(&only_digest, arrival(1));
    assert_eq!(facts.contents.len(), 2);
    assert!(!facts.contents[1].payload_known);
    assert_eq!(merge(&mut facts, &conflict, arrival(2)).contents, 0);
    assert!(facts.contents[1].payload_known);
    let stored = contents_to_store(&facts, &conflict);
    assert_eq!(
        stored[1],
        (
            facts.contents[1].digest.clone().expect("known"),
            payload.text()
        )
    );
}

#[test]
fn a_message_of_which_nothing_is_known_is_a_version_told_apart_by_its_time() {
    let conflict = case_report("35");
    let mut facts = open(&conflict, arrival(1));
    assert_eq!(
        (facts.contents.len(), &facts.contents[1].digest),
        (2, &None)
    );
    assert_eq!(merge(&mut facts, &conflict, arrival(2)).contents, 0);
    let mut another = conflict;
    another.message.as_mut().expect("a message").received_at = Some(Timestamp(1));
    assert_eq!(merge(&mut facts, &another, arrival(2)).contents, 1);
}

#[test]
fn a_claim_repeated_for_ever_is_kept_from_when_to_when_it_was_made() {
    let mut facts = open(&report(document()), arrival(1));
    for hour in [15, 13, 14] {
        let again = changed(|d| d["stopped_at"] = json!(format!("2026-11-29T{hour}:00:00Z")));
        assert!(!merge(&mut facts, &again, arrival(hour)).bears_on_knowledge());
    }
    let claims = facts.steps[0].claims.iter();
    let stops: Vec<_> = claims.map(|c| c.fact.stopped_at.to_string()).collect();
    assert_eq!(stops, ["2026-11-29T12:00:00Z", "2026-11-29T15:00:00Z"]);
}

#[test]
fn several_keys_are_kept_and_the_earliest_stop_names_the_steps_own() {
    let (facts, added) = add(|d| {
        d["stopped_at"] = json!("2026-11-29T11:00:00Z");
        d["steps"][0]["idempotency_key"] = json!("k0");
    });
    assert_eq!(added.keys, 1);
    assert_eq!(facts.steps[0].key, Some("k0".into()));
    assert_eq!(facts.steps[0].other_keys, ["k1".into()]);
}

#[test]
fn the_first_stop_is_counted_by_a_clock_that_runs_right() {
    let ahead = Arrival {
        at: Timestamp::parse("2026-11-29T11:00:00Z").expect("a time"),
        clock_ahead: 7_200_000_000,
    };
    let facts = open(&report(document()), ahead);
    assert_eq!(facts.first_stopped_at.to_string(), "2026-11-29T10:00:00Z");
    let unaware = Arrival {
        clock_ahead: 0,
        ..ahead
    };
    let facts = open(&report(document()), unaware);
    assert_eq!(
        facts.first_stopped_at, ahead.at,
        "a stop is not later than its report"
    );
}

#[test]
fn what_an_outcome_tells_is_added_once() {
    let mut facts = open(&report(document()), arrival(1));
    let told = changed(|d| {
        d["steps"][0]["results"] = json!([{"id": "T-1"}]);
        d["attempts"] = json!([{"step": "pack", "outcome": "acknowledged"}]);
    });
    let done = |step: &str| DoneStep {
        step: step.into(),
        result: told.steps[0].results[0].clone(),
    };
    let results = [done("pack"), done("unheard of")];
    let stamp = Stamp(Timestamp(0), "outcome".into());
    let mut tell = |second| {
        learn(
            &mut facts,
            &told.attempts,
            &results,
            &stamp,
            arrival(second),
        )
    };
    let added = tell(2);
    assert_eq!((added.attempts, added.results), (1, 1));
    assert_eq!(tell(3), Added::default());
}

/// A report with this many attempts at `pack`, numbered from `first`, and one at `mail`.
fn with_attempts(id: &str, first: usize, count: usize) -> StopReport {
    changed(|d| {
        d["report_id"] = json!(id);
        d["steps"] = json!([
            {"name": "pack", "system": "wms", "state": "unknown"},
            {"name": "mail", "system": "mail", "state": "unknown"}
        ]);
        let attempt = |n: usize| json!({"step": "pack", "number": n, "outcome": "timeout"});
        let mut attempts: Vec<_> = (first..first + count).map(attempt).collect();
        attempts.push(json!({"step": "mail", "number": 250, "outcome": "timeout"}));
        d["attempts"] = json!(attempts);
    })
}

#[test]
fn beyond_the_limit_the_first_and_last_attempts_of_each_step_stay_whatever_comes_first() {
    let reports = [
        with_attempts("a", 1, 300),
        with_attempts("b", 200, 300),
        with_attempts("c", 400, 300),
    ];
    let merged = |order: [usize; 3]| {
        let mut facts = open(&reports[order[0]], arrival(1));
        for next in &order[1..] {
            merge(&mut facts, &reports[*next], arrival(1));
        }
        facts
    };
    let mut facts = merged([0, 1, 2]);
    assert_eq!(facts.attempts_omitted, 699 - 250);
    assert_eq!(facts.attempts.len(), 251);
    assert!(facts.attempts.iter().any(|a| a.fact.step == "mail".into()));
    let numbers = |told: &Told<Attempt>| told.fact.number;
    assert_eq!(facts.attempts.first().map(numbers), Some(Some(1)));
    assert_eq!(facts.attempts.last().map(numbers), Some(Some(699)));
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(merged(order).attempts, facts.attempts);
        assert_eq!(merged(order).attempts_omitted, facts.attempts_omitted);
    }
    assert_eq!(merge(&mut facts, &reports[1], arrival(2)), Added::default());
}

/// Steps with every member that has a rule of its own.
fn any_steps() -> impl Strategy<Value = Value> {
    let step = (
        select(vec!["pending", "unknown", "refused"]),
        select(vec![None, Some("k1"), Some("k2"), Some("")]),
        select(vec![
            json!([]),
            json!([{"id": "A"}]),
            json!([{"id": "A", "status": "open"}, {"type": "t", "id": "A"}]),
        ]),
        select(vec![None, Some("packs"), Some("ships")]),
        select(vec![
            None,
            Some("2026-11-30T00:00:00Z"),
            Some("2026-12-01T00:00:00Z"),
        ]),
        select(vec!["wms", "erp"]),
    );
    let names = subsequence(vec!["a", "b", "c", "d"], 1..=4).prop_shuffle();
    (names, prop::collection::vec(step, 4)).prop_map(|(names, steps)| {
        let named = names.into_iter().zip(steps);
        named
            .map(|(name, (state, key, results, does, until, system))| {
                json!({"name": name, "state": state, "idempotency_key": key, "results": results, "does": does,
                       "key_valid_until": until, "system": system, "compensable": state == "refused",
                       "parts": does.map(|does| json!({"done": does})), "note": until})
            })
            .collect()
    })
}

/// Some items of a list, some of them several times.
fn some_of(pool: Vec<Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec(select(pool), 0..4).prop_map(Value::from)
}

fn any_report() -> impl Strategy<Value = Value> {
    let attempts = vec![
        json!({"outcome": "timeout"}),
        json!({"outcome": "timeout", "started_at": "2026-11-29T12:00:00Z", "number": 2}),
        json!({"outcome": "refused", "started_at": "2026-11-29T12:00:00Z", "number": 1}),
    ];
    let observations = vec![
        json!({"system": "wms", "how": "look_up", "seen": "found", "object": {"id": "A"}}),
        json!({"system": "wms", "how": "callback", "seen": "absent", "observed_at": "2026-11-29T12:00:00Z"}),
    ];
    let events = vec![
        json!({"id": "e1", "delivery": 1}),
        json!({"id": "e1", "delivery": 2, "payload": [1]}),
    ];
    let messages = vec![
        Value::Null,
        json!({"payload": {"qty": 1}}),
        json!({"payload": {"qty": 2}, "received_at": "2026-11-29T12:00:00Z", "event_id": "m"}),
        json!({"payload": {"qty": 2}, "received_at": "2026-11-29T11:00:00Z"}),
        json!({"digest": "sha256:other"}),
        json!({"event_id": "nothing known"}),
    ];
    let references = vec![
        json!({}),
        json!({"order": 1}),
        json!({"order": "2", "shipment": "S"}),
    ];
    let told = (
        any_steps(),
        some_of(attempts),
        some_of(observations),
        some_of(events),
    );
    let rest = (
        select(messages),
        select(references),
        0..3_u8,
        0..3_u8,
        select(vec![None, Some("x"), Some("y")]),
    );
    (told, rest).prop_map(|((steps, mut attempts, observations, events), (message, references, hour, omitted, by))| {
        let first_step = steps[0]["name"].clone();
        for attempt in attempts.as_array_mut().expect("a list") {
            attempt["step"] = first_step.clone();
        }
        json!({
            "stopped_at": format!("2026-11-29T1{hour}:00:00Z"),
            "stop": {"kind": "result_unknown", "code": by},
            "operation": {"key": "op", "type": "t", "payload": {"qty": 1}, "references": references,
                          "holds": by.into_iter().collect::<Vec<_>>(), "authorised_by": by,
                          "authorised_at": by.map(|_| format!("2026-11-29T0{omitted}:00:00Z"))},
            "steps": steps, "attempts": attempts, "attempts_omitted": omitted,
            "observations": observations, "events": events, "message": message, "seen_in": hour,
        })
    })
}

/// Several reports of one operation, each with the time of its arrival.
fn any_reports() -> impl Strategy<Value = Vec<(StopReport, Arrival)>> {
    prop::collection::vec(any_report(), 1..5).prop_map(|documents| {
        let numbered = documents.into_iter().zip(0_i64..);
        let told = |(mut document, number): (Value, i64)| {
            document["report_id"] = json!(format!("r{number}"));
            (report(document), arrival(number))
        };
        numbered.map(told).collect()
    })
}

fn merge_all<'a>(reports: impl IntoIterator<Item = &'a (StopReport, Arrival)>) -> Facts {
    let mut reports = reports.into_iter();
    let (first, arrived) = reports.next().expect("a report");
    let mut facts = open(first, *arrived);
    for (report, arrived) in reports {
        merge(&mut facts, report, *arrived);
    }
    facts
}

fn holds_all<T: PartialEq>(after: &[Told<T>], before: &[Told<T>]) -> bool {
    let count =
        |facts: &[Told<T>], fact: &T| facts.iter().filter(|told| told.fact == *fact).count();
    before
        .iter()
        .all(|told| count(after, &told.fact) >= count(before, &told.fact))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn reports_give_the_same_facts_in_any_order_and_however_often(
        (reports, shuffled) in any_reports().prop_flat_map(|reports| {
            let twice: Vec<_> = reports.iter().chain(&reports).cloned().collect();
            (Just(reports), Just(twice).prop_shuffle())
        })
    ) {
        prop_assert_eq!(merge_all(&shuffled), merge_all(&reports));
    }

    #[test]
    fn a_report_told_again_adds_nothing(reports in any_reports()) {
        let mut facts = merge_all(&reports);
        let before = facts.clone();
        for (report, arrived) in &reports {
            prop_assert_eq!(merge(&mut facts, report, *arrived), Added::default());
        }
        prop_assert_eq!(facts, before);
    }

    #[test]
    fn nothing_that_is_known_is_ever_taken_away(reports in any_reports()) {
        let mut facts = merge_all(&reports[..1]);
        for (report, arrived) in &reports[1..] {
            let before = facts.clone();
            let added = merge(&mut facts, report, *arrived);
            prop_assert!(holds_all(&facts.attempts, &before.attempts));
            prop_assert!(holds_all(&facts.observations, &before.observations));
            prop_assert!(holds_all(&facts.events, &before.events));
            prop_assert_eq!(facts.attempts.len(), before.attempts.len() + added.attempts);
            prop_assert_eq!(facts.contents.len(), before.contents.len() + added.contents);
            for step in &before.steps {
                let after = facts.steps.iter().find(|s| s.name == step.name).expect("the step stays");
                let states = |s: &StepFacts| s.claims.iter().map(|c| c.fact.state).collect::<Vec<_>>();
                prop_assert!(states(step).iter().all(|state| states(after).contains(state)));
                prop_assert!(after.results.len() >= step.results.len());
                let keys = |s: &StepFacts| s.key.iter().chain(&s.other_keys).cloned().collect::<Vec<_>>();
                prop_assert!(keys(step).iter().all(|key| keys(after).contains(key)));
            }
        }
    }

    #[test]
    fn facts_are_the_same_after_being_stored(reports in any_reports()) {
        let facts = merge_all(&reports);
        let text = serde_json::to_string(&facts).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Facts>(&text).expect("facts"), facts);
    }
}
