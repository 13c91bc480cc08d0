use super::*;
use crate::domain::merge::open;
use crate::domain::report_parse::parse;
use crate::domain::testing::case_report;
use serde_json::{Value, json};

fn arrived(time: &str) -> Arrival {
    Arrival {
        at: Timestamp::parse(time).expect("a time"),
        clock_ahead: 0,
    }
}

/// What is odd in a real situation, missing descriptions left out: almost every one lacks them.
fn odd_in(number: &str) -> Vec<Odd> {
    let facts = open(&case_report(number), arrived("2027-01-01T00:00:00Z"));
    let mut odd = oddities(&facts);
    odd.retain(|odd| !matches!(odd, Odd::NoDescription { .. }));
    odd
}

fn attempt(number: i64, started_at: &str, worker: Option<&str>) -> AttemptName {
    AttemptName {
        number: Some(number),
        started_at: Timestamp::parse(started_at),
        worker: worker.map(str::to_owned),
    }
}

/// What is odd in a report with one described step, into which a test writes what it needs.
fn odd_after(change: impl FnOnce(&mut Value)) -> Vec<Odd> {
    let mut document = json!({
        "report_id": "r", "stopped_at": "2026-11-29T12:00:00Z", "stop": {"kind": "result_unknown", "step": "a"},
        "operation": {"key": "op", "type": "t", "payload": {}},
        "steps": [{"name": "a", "system": "s", "state": "refused", "does": "x", "idempotency_key": "k"},
                  {"name": "b", "system": "s", "state": "pending", "does": "y"}],
        "attempts": [{"step": "a", "number": 1, "started_at": "2026-11-29T11:00:00Z",
                      "finished_at": "2026-11-29T11:00:10Z", "outcome": "refused", "idempotency_key": "k"}],
        "events": [], "observations": []
    });
    change(&mut document);
    let report = parse(document, None).expect("a good report");
    oddities(&open(&report, arrived("2026-11-29T12:01:00Z")))
}

#[test]
fn nothing_is_odd_in_an_ordinary_report() {
    assert_eq!(odd_after(|_| {}), []);
    for ordinary in ["01", "06", "22", "24", "42"] {
        assert_eq!(odd_in(ordinary), [], "{ordinary}");
    }
}

#[test]
fn one_key_on_two_steps_is_told_with_both() {
    for (number, key, steps) in [
        (
            "32",
            "K7XNVQ2M_45990",
            ["create payment intent", "attach customer"],
        ),
        (
            "37",
            "inc-2026-10/klant 12",
            ["create invoice", "pay invoice"],
        ),
    ] {
        let steps = steps.map(Into::into).to_vec();
        assert_eq!(
            odd_in(number),
            [Odd::KeyShared {
                key: key.into(),
                steps
            }]
        );
    }
    let sent_under_anothers = odd_after(|d| {
        d["steps"][1]["idempotency_key"] = json!("k2");
        d["attempts"][0]["idempotency_key"] = json!("k2");
    });
    assert_eq!(
        sent_under_anothers,
        [
            Odd::KeyShared {
                key: "k2".into(),
                steps: vec!["a".into(), "b".into()],
            },
            Odd::OtherKey {
                step: "a".into(),
                own: Some("k".into()),
                sent: Some("k2".into()),
                attempts: vec![attempt(1, "2026-11-29T11:00:00Z", None)],
            },
        ]
    );
}

#[test]
fn an_attempt_without_the_steps_key_and_an_empty_key_are_told() {
    let without = odd_in("12");
    let expected = Odd::OtherKey {
        step: "close receipt".into(),
        own: Some("ФН 9999000000001234 / ожид. ФД 48213".into()),
        sent: None,
        attempts: vec![attempt(1, "2026-12-02T11:20:03Z", Some("планшет-4"))],
    };
    assert_eq!(without, [expected]);
    assert_eq!(
        odd_in("05"),
        [Odd::EmptyKey {
            step: "send document".into()
        }]
    );
    assert_eq!(odd_in("13"), [], "no key at all is not odd");
}

#[test]
fn attempts_that_ran_at_the_same_time_are_told_with_their_workers() {
    let overlap = |step: &str, first, second| Odd::Overlap {
        step: step.into(),
        first,
        second,
    };
    let two_instances = overlap(
        "send reminder",
        attempt(1, "2026-03-11T06:36:12.400Z", Some("app-1")),
        attempt(2, "2026-03-11T06:36:13.163Z", Some("app-2")),
    );
    assert_eq!(odd_in("16"), [two_instances]);
    let two_people = overlap(
        "buy label",
        attempt(1, "2026-07-29T06:01:00Z", Some("op-anna")),
        attempt(2, "2026-07-29T06:01:58Z", Some("op-jan")),
    );
    assert_eq!(odd_in("10"), [two_people]);
}

#[test]
fn rows_of_one_look_with_one_id_are_counted() {
    let odd = odd_in("15");
    let two_rows = |odd: &Odd| matches!(odd, Odd::SeveralRows { rows: 2, .. });
    assert!(
        odd.iter().any(two_rows),
        "the third row is still in progress"
    );
    let counted = odd_after(|d| {
        d["observations"] = json!([{"system": "s", "how": "look_up", "seen": "found", "object": {"id": "1", "count": 3}}]);
    });
    assert!(matches!(counted[..], [Odd::SeveralRows { rows: 3, .. }]));
}

#[test]
fn what_was_pending_at_the_stop_may_be_tried_after_it() {
    let tried_at = |start: &str| {
        let attempt =
            json!({"step": "b", "number": 1, "started_at": start, "outcome": "acknowledged"});
        odd_after(|d| d["attempts"].as_array_mut().expect("a list").push(attempt))
    };
    let at_pending = |odd: &[Odd]| matches!(odd, [Odd::AttemptsAtPending { attempts: 1, .. }]);
    assert!(at_pending(&tried_at("2026-11-29T11:30:00Z")));
    assert!(!at_pending(&tried_at("2026-11-29T12:00:30Z")));
}

#[test]
fn attempts_at_a_step_called_pending_are_told() {
    let expected = Odd::AttemptsAtPending {
        step: "send to recipients".into(),
        attempts: 5,
    };
    assert_eq!(odd_in("28"), [expected]);
    assert!(matches!(
        odd_in("30")[..],
        [Odd::AttemptsAtPending { attempts: 1, .. }]
    ));
}

#[test]
fn events_that_came_in_another_order_than_they_happened_are_told() {
    for (number, received_first, happened_first) in [
        ("26", "n-2", "n-1"),
        ("39", "PSP-OK/CAPTURE", "PSP-REF/AUTH"),
    ] {
        let expected = Odd::EventsOutOfOrder {
            received_first: received_first.to_owned(),
            happened_first: happened_first.to_owned(),
        };
        assert_eq!(odd_in(number), [expected]);
    }
}

#[test]
fn events_without_an_id_or_with_an_id_used_twice_are_told() {
    let odd = odd_after(|d| {
        d["events"] = json!([
            {"id": null}, {"id": ""},
            {"id": "e", "payload": 1, "delivery": 1}, {"id": "e", "payload": 1, "delivery": 2},
            {"id": "f", "payload": 1}, {"id": "f", "payload": 2},
        ]);
    });
    let reused = Odd::EventIdReused {
        id: "f".to_owned(),
        bodies: 2,
    };
    assert_eq!(odd, [reused, Odd::EventsWithoutId { events: 2 }]);
}

#[test]
fn times_from_the_future_are_told_unless_the_sources_clock_is_known_to_run_ahead() {
    let report = case_report("04");
    let at = arrived("2026-11-20T07:50:02Z");
    let of_event = Odd::InTheFuture {
        what: Dated::Event {
            id: Some("till-17/9".to_owned()),
        },
        at: Timestamp::parse("2026-11-20T10:46:10Z").expect("a time"),
        told_at: at.at,
    };
    let odd = |arrival| oddities(&open(&report, arrival));
    assert!(odd(at).contains(&of_event));
    let ahead = Arrival {
        clock_ahead: 10_740_000_000,
        ..at
    };
    assert!(!odd(ahead).contains(&of_event));
    let slightly = odd_after(|d| d["stopped_at"] = json!("2026-11-29T12:01:04Z"));
    assert_eq!(slightly, []);
}

#[test]
fn odd_numbers_and_times_of_attempts_are_told() {
    let more = |second: Value| {
        odd_after(|d| {
            let mut attempt = d["attempts"][0].clone();
            for (name, value) in second.as_object().expect("members") {
                attempt[name] = value.clone();
            }
            d["attempts"].as_array_mut().expect("a list").push(attempt);
        })
    };
    let later = "2026-11-29T11:05:00Z";
    let repeated = more(json!({"started_at": later, "finished_at": later}));
    assert!(matches!(
        repeated[..],
        [Odd::NumberRepeated {
            number: 1,
            attempts: 2,
            ..
        }]
    ));
    let missing = more(json!({"number": 4, "started_at": later, "finished_at": null}));
    assert_eq!(missing, [Odd::NumbersMissing { first: 2, last: 3 }]);
    let out_of_order =
        more(json!({"number": 2, "started_at": "2026-11-29T10:00:00Z", "finished_at": null}));
    assert!(matches!(out_of_order[..], [Odd::NumbersOutOfOrder { .. }]));
    let no_start = more(json!({"number": 2, "started_at": null, "finished_at": null}));
    assert!(matches!(no_start[..], [Odd::NoStart { .. }]));
    let backwards =
        more(json!({"number": 2, "started_at": later, "finished_at": "2026-11-29T11:04:00Z"}));
    assert!(matches!(backwards[..], [Odd::FinishedBeforeStarted { .. }]));
    let told_twice = more(json!({"outcome": "timeout", "finished_at": null}));
    assert_eq!(told_twice, [], "two records of one attempt");
}

#[test]
fn odd_claims_are_told() {
    let unknown = odd_after(|d| {
        d["steps"][0]["state"] = json!("unknown");
        d["attempts"] = json!([]);
        d["stop"]["step"] = json!("c");
    });
    let expected = [
        Odd::NoAttempts { step: "a".into() },
        Odd::StopAtUnlistedStep { step: "c".into() },
    ];
    assert_eq!(unknown, expected);
    let completed = |first: &str| {
        odd_after(|d| {
            d["steps"][0]["state"] = json!(first);
            d["steps"][1]["state"] = json!("completed");
            d["steps"][1]["results"] = json!([{"id": "1"}]);
            d["attempts"] = json!([]);
        })
    };
    let after_pending = Odd::CompletedAfterPending {
        completed: "b".into(),
        pending: "a".into(),
    };
    assert_eq!(completed("pending"), [after_pending]);
    assert!(matches!(
        completed("refused")[..],
        [Odd::CompletedAfterRefused { .. }]
    ));
    let undescribed = odd_after(|d| d["steps"][1]["does"] = Value::Null);
    assert_eq!(
        undescribed,
        [Odd::NoDescription {
            steps: vec!["b".into()]
        }]
    );
}
