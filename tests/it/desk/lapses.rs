//! What the policy lets be: once, only what nobody has answered, and never as a decision.

use super::world::*;
use crate::age::history::Dice;
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use holdpoint::domain::check::Saw;
use holdpoint::domain::draft::DraftForm;
use holdpoint::domain::gate::Gate;
use holdpoint::domain::history::{ActorKind, EntryKind};
use holdpoint::domain::ids::{CaseId, Team};
use holdpoint::domain::people::Role;
use holdpoint::domain::policy::Risk;
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::{CaseState, OperationStanding, Resolution};
use holdpoint::domain::time::Timestamp;
use holdpoint::on;
use holdpoint::policy::Policy;
use holdpoint::service::claim::claim;
use holdpoint::service::drafts::keep;
use holdpoint::service::gate::ask;
use holdpoint::service::note::note;
use holdpoint::service::record_check::record_check;
use holdpoint::service::release::release;
use holdpoint::service::set_owner::set_owner;
use holdpoint::service::sweep::{Stuck, Swept, sweep};
use holdpoint::service::wait::wait;
use holdpoint::service::{ServiceError, Services, see_case::see_case};
use holdpoint::store::history;
use holdpoint::worker::sweeper::drain;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A mail of which nobody knows whether it was accepted.
fn mail(of_type: &str, name: &str, number: u32) -> Value {
    let key = format!("mail:{name}");
    json!({
        "report_id": format!("mail:{name}:{number}"),
        "stopped_at": "2026-11-29T12:20:31Z",
        "stop": {"kind": "result_unknown", "step": "hand_over_mail", "code": "timeout"},
        "operation": {"key": key, "type": of_type, "references": {"mail_id": name},
            "payload": {"subject": "Hello"}},
        "steps": [{"name": "hand_over_mail", "system": "mail", "state": "unknown"}],
        "attempts": [{"step": "hand_over_mail", "number": 1, "started_at": "2026-11-29T12:20:01Z",
            "finished_at": "2026-11-29T12:20:31Z", "outcome": "timeout", "worker": "mailer-1"}],
    })
}

fn offer(name: &str) -> Value {
    mail("marketing_offer", name, 1)
}

/// What was seen at the mail provider.
fn seen_at(mut report: Value, seen: &str, object: Value) -> Value {
    report["observations"] = json!([{
        "system": "mail", "step": "hand_over_mail", "how": "callback", "seen": seen,
        "observed_at": "2026-11-29T12:24:00Z", "object": object, "matches": true,
    }]);
    report
}

async fn gate(world: &World, name: &str) -> Gate {
    let key = format!("mail:{name}").as_str().into();
    let asked = ask(&world.services, &world.source, &key, &[]).await;
    asked.expect("an answer").gate
}

async fn state(world: &World, case: CaseId) -> (CaseState, Option<Resolution>) {
    let details = world.case(case).await.details;
    (details.state, details.resolution)
}

const LET_BE: (CaseState, Option<Resolution>) = (CaseState::Resolved, Some(Resolution::Lapsed));

on_both!(
    s28_an_offer_is_let_be_by_the_recorded_rule_once,
    async |database: &Database| {
        let world = World::on(database).await;
        let report = offer("1");
        let first_answer = world.report(&report).await;
        let case = CaseId(first_answer["case"].as_i64().expect("a case"));
        let notice = world.stop(mail("service_notice", "2", 1)).await;
        let due = time("2026-12-02T12:20:31Z");
        assert_eq!(world.case(case).await.details.lapses_at, Some(due));
        assert_eq!(world.case(notice).await.details.lapses_at, None);

        world.pass(due.since(world.services.now()) - Duration::from_secs(1));
        assert_eq!(world.sweep().await, Swept::Nothing);
        assert_eq!(gate(&world, "1").await, Gate::Held);
        world.pass(Duration::from_secs(1));
        let swept = join_all((0..4).map(|_| world.sweep())).await;
        let let_be = |s: &&Swept| **s == Swept::LetBe(case);
        assert_eq!(swept.iter().filter(let_be).count(), 1, "{swept:?}");
        assert_eq!(world.sweep().await, Swept::Nothing);

        assert_eq!(state(&world, case).await, LET_BE);
        assert_eq!(state(&world, notice).await, (CaseState::Waiting, None));
        let told = world.told(case).await;
        assert_eq!(told, [EntryKind::Lapsed, EntryKind::Resolved]);
        must_quote(&world, case).await;
        // Nothing is ordered; the source learns it where it asks, and where it reports.
        assert_eq!(world.on_offer().await, 0);
        assert_eq!(gate(&world, "1").await, Gate::Closed);
        assert_eq!(gate(&world, "2").await, Gate::Held);
        assert_eq!(world.report(&report).await, first_answer, "a repeat");
        let late = world.report(&mail("marketing_offer", "1", 2)).await;
        assert_eq!(
            (&late["effect"], &late["state"]),
            (&json!("late"), &json!("resolved"))
        );
        let decision = &late["decision"];
        assert_eq!(decision["resolution"], "lapsed");
        assert!(decision["action"].is_null() && decision["decided_at"].is_null());
        world.must_verify().await;
    }
);

async fn must_quote(world: &World, case: CaseId) {
    let seen = see_case(&world.services, &world.olga, case, None).await;
    let seen = seen.expect("a case");
    let entry = seen.lapsed.as_ref().expect("its entry");
    let rule = "types.marketing_offer.lapse = { after = \"3 d\" }";
    assert_eq!(entry.actor_kind, ActorKind::Policy.as_str());
    assert_eq!(entry.actor, rule);
    let document: Value = serde_json::from_str(&entry.document).expect("JSON");
    assert_eq!(document["rule"], rule);
    assert_eq!(document["type"], "marketing_offer");
    assert_eq!(document["after_seconds"], 259_200);
    assert_eq!(document["since"], "2026-11-29T12:20:31Z");
    assert_eq!(
        document["because"]["en"],
        "Nobody misses an offer that never came"
    );
    assert_eq!(document["stays_uncertain"], json!(["hand_over_mail"]));
    assert!(seen.decisions.is_empty() && seen.instructions.is_empty());
    assert_eq!(seen.operation, OperationStanding::Closed);
}

on_both!(
    what_comes_after_a_lapse_is_a_new_case_for_a_person,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(offer("1")).await;
        world.pass(3 * DAY);
        assert_eq!(world.sweep().await, Swept::LetBe(case));
        let unclear = seen_at(mail("marketing_offer", "1", 2), "inconclusive", Value::Null);
        let late = world.report(&unclear).await;
        assert_eq!(late["effect"], "case_opened");
        assert_eq!(late["previous_case"], case.0);
        let another = CaseId(late["case"].as_i64().expect("a case"));
        let details = world.case(another).await.details;
        assert_eq!(
            (details.kind, details.lapses_at),
            (StopKind::ResultUnknown, None)
        );
        assert_eq!(gate(&world, "1").await, Gate::Held);
        world.pass(30 * DAY);
        assert_eq!(world.sweep().await, Swept::Nothing);
        world.must_verify().await;
    }
);

on_both!(
    whoever_begins_an_answer_is_not_overtaken,
    async |database: &Database| {
        let world = World::on(database).await;
        let (services, irina, olga) = (&world.services, &world.irina, &world.olga);
        let oleg = person(services, "oleg", Role::Auditor).await;
        let stop = async |name: &str| world.stop(offer(name)).await;
        let [
            noted,
            checked,
            put_off,
            routed,
            drafted,
            closed,
            found,
            given_back,
            held,
        ] = join_all(["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(stop))
            .await
            .try_into()
            .expect("nine");
        note(services, &world.boris, noted, "The customer has called.")
            .await
            .expect("a note");
        world.claim(irina, checked).await;
        let mut look = look("mail:2", Saw::Inconclusive);
        look.step = "hand_over_mail".into();
        record_check(services, irina, checked, &look)
            .await
            .expect("a check");
        release(services, irina, checked).await.expect("released");
        world.claim(irina, put_off).await;
        let until = services.now().plus(HOUR);
        wait(services, irina, put_off, until, WORDS)
            .await
            .expect("a wait");
        set_owner(services, olga, routed, &Team::from("Fulfilment"))
            .await
            .expect("an owner");
        let fields = vec![("note".to_owned(), "Perhaps".to_owned())];
        let waits = async || world.case(drafted).await.details.lapses_at.is_none();
        let refused = keep(services, &oleg, drafted, DraftForm::Note, &fields).await;
        assert!(matches!(refused, Err(ServiceError::NotAllowed)));
        assert!(!waits().await, "who only reads begins no answer");
        for _ in 0..2 {
            keep(services, irina, drafted, DraftForm::Note, &fields)
                .await
                .expect("kept");
            assert!(waits().await);
        }
        let told = world.told(drafted).await;
        assert_eq!(told.last(), Some(&EntryKind::LapseMoved));
        assert_eq!(of_kind(&told, EntryKind::LapseMoved), 1);
        world.claim(irina, closed).await;
        world
            .try_close(irina, closed, "no_longer_wanted", "")
            .await
            .expect("a decision");
        let object = json!({"type": "mail", "id": "M-7"});
        world
            .report(&seen_at(mail("marketing_offer", "7", 2), "found", object))
            .await;
        world.claim(irina, given_back).await;
        release(services, irina, given_back)
            .await
            .expect("released");

        for (case, lapses) in [
            (noted, false),
            (checked, false),
            (put_off, false),
            (routed, false),
            (drafted, false),
            (closed, false),
            (found, false),
            (given_back, true),
            (held, true),
        ] {
            let at = world.case(case).await.details.lapses_at;
            assert_eq!(at.is_some(), lapses, "case {case}");
        }
        world.pass(3 * DAY - HOUR / 2);
        world.claim(irina, held).await;
        world.pass(28 * MINUTE);
        drain(services).await;
        assert_eq!(state(&world, given_back).await, LET_BE);
        assert_eq!(state(&world, held).await.0, CaseState::InReview);
        for case in [noted, checked, put_off, routed, drafted, found] {
            assert_eq!(
                state(&world, case).await,
                (CaseState::Waiting, None),
                "case {case}"
            );
        }
        // The claim ran out, and nothing came of it.
        world.pass(HOUR);
        drain(services).await;
        assert_eq!(state(&world, held).await, LET_BE);
        assert_ne!(state(&world, closed).await, LET_BE);
        world.must_verify().await;
    }
);

on_both!(
    the_policy_of_today_has_to_agree,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(offer("1")).await;
        let text = include_str!("../support/policy.toml");
        let with = |from: &str, to: &str| Services {
            policy: std::sync::Arc::new(Policy::read(&text.replace(from, to)).expect("a policy")),
            ..world.services.clone()
        };
        let later = with("after = \"3 d\"", "after = \"5 d\"");
        world.pass(3 * DAY);
        let swept = async |services: &Services| {
            sweep(services, &mut Stuck::default())
                .await
                .expect("an answer")
        };
        assert_eq!(swept(&later).await, Swept::NotLetBe(case));
        assert_eq!(swept(&later).await, Swept::Nothing);
        let due = world.case(case).await.details.lapses_at;
        assert_eq!(due, Some(time("2026-12-04T12:20:31Z")));
        world.pass(2 * DAY);
        let gone = with("\nlapse = {", "\n# lapse = {");
        assert_eq!(swept(&gone).await, Swept::NotLetBe(case));
        assert_eq!(world.case(case).await.details.lapses_at, None);
        assert_eq!(world.sweep().await, Swept::Nothing);
        assert_eq!(state(&world, case).await, (CaseState::Waiting, None));
        let told = world.told(case).await;
        assert_eq!(of_kind(&told, EntryKind::LapseMoved), 2, "{told:?}");
        world.must_verify().await;
    }
);

fn of_kind(told: &[EntryKind], kind: EntryKind) -> usize {
    told.iter().filter(|one| **one == kind).count()
}

on_both!(
    what_cannot_be_read_keeps_no_other_case_from_being_let_be,
    async |database: &Database| {
        let world = World::on(database).await;
        let broken = world.stop(offer("1")).await;
        let other = world.stop(offer("2")).await;
        let mut connection = world.services.db.write().await.expect("a connection");
        let sql =
            "UPDATE operations SET facts = '{' WHERE id IN (SELECT min(operation_id) FROM cases)";
        on!((&mut connection).into(), |c| sqlx::query(sql)
            .execute(c)
            .await
            .map(|_| ()))
        .expect("forged");
        drop(connection);
        world.pass(3 * DAY);
        drain(&world.services).await;
        assert_eq!(state(&world, other).await, LET_BE);
        assert_eq!(state(&world, broken).await, (CaseState::Waiting, None));
        assert!(matches!(world.sweep().await, Swept::Stuck(case, _) if case == broken));
    }
);

/// What may have been done with a case before the policy lets it be, read from the history alone.
async fn may_be_let_be(world: &World, case: CaseId, at: Timestamp) {
    let mut connection = world.services.db.read().await.expect("a connection");
    let entries = history::of_case(&mut connection, case, None, 1_000)
        .await
        .expect("read");
    let row = world.case(case).await;
    let mut held = false;
    for entry in entries.iter().rev() {
        let kind = entry.kind.as_str();
        match kind {
            "claimed" => held = true,
            "released" | "claim_lapsed" => held = false,
            "lapsed" => assert!(!held, "case {case} was held"),
            "turned_away" => {}
            _ => assert_ne!(
                entry.actor_kind, "person",
                "case {case} was answered: {kind}"
            ),
        }
    }
    let (details, origin) = (row.details, row.origin);
    assert_eq!(origin.operation_type.as_str(), "marketing_offer");
    assert_eq!(
        (details.risk, details.kind),
        (Risk::Low, StopKind::ResultUnknown)
    );
    assert!(
        at.since(details.stopped_at) >= 3 * DAY,
        "case {case} was let be too early"
    );
    assert_eq!(origin.previous_case_id, None);
    let facts = world.facts(case).await;
    let unknown = world.reviewed(&facts, |review| review.kind == StopKind::ResultUnknown);
    assert!(unknown, "case {case} was known");
}

/// Something that people, the source or the time do.
async fn act(world: &World, dice: &mut Dice, cases: &[CaseId], turn: i64) {
    let (services, irina) = (&world.services, &world.irina);
    let n = i64::try_from(cases.len()).expect("few");
    let case = cases[usize::try_from(dice.below(n)).expect("small")];
    let row = world.case(case).await;
    let name = row
        .origin
        .operation_key
        .as_str()
        .trim_start_matches("mail:")
        .to_owned();
    let of_type = row.origin.operation_type.as_str().to_owned();
    let report = mail(&of_type, &name, u32::try_from(turn + 2).expect("small"));
    // What is not possible now is refused, and changes nothing.
    match dice.below(14) {
        0..=2 => drop(claim(services, irina, case).await),
        3 | 4 => drop(release(services, irina, case).await),
        5 => drop(note(services, &world.boris, case, "Something to know.").await),
        6 => drop(wait(services, irina, case, services.now().plus(HOUR * 5), WORDS).await),
        7 => drop(world.try_close(irina, case, "no_longer_wanted", "").await),
        8 => drop(
            world
                .report(&seen_at(report, "inconclusive", Value::Null))
                .await,
        ),
        9 => {
            let object = json!({"type": "mail", "id": format!("M-{name}")});
            drop(world.report(&seen_at(report, "found", object)).await);
        }
        _ => {
            let minutes = u64::try_from(dice.below(9 * 60)).expect("small");
            world.pass(Duration::from_secs(minutes * 60));
        }
    }
}

on_both!(
    no_story_lets_a_case_be_that_is_held_answered_or_of_another_sort,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut let_be = BTreeMap::new();
        for seed in 1..=4 {
            let mut dice = Dice::new(seed);
            let mut cases = Vec::new();
            for nth in 0..8 {
                let of_type = [
                    "marketing_offer",
                    "marketing_offer",
                    "service_notice",
                    "warehouse_shipment",
                ];
                let of_type = of_type[usize::try_from(dice.below(4)).expect("small")];
                let mut report = mail(of_type, &format!("{seed}-{nth}"), 1);
                report["stopped_at"] = world.services.now().to_string().into();
                if dice.below(4) == 0 {
                    report["attempts"] = json!([]);
                    report["steps"][0]["state"] = "pending".into();
                }
                cases.push(world.stop(report).await);
            }
            for turn in 0..70 {
                act(&world, &mut dice, &cases, turn).await;
                drain(&world.services).await;
                for case in &cases {
                    if state(&world, *case).await == LET_BE && !let_be.contains_key(case) {
                        let at = world.services.now();
                        may_be_let_be(&world, *case, at).await;
                        let_be.insert(*case, at);
                    }
                }
            }
        }
        assert!(let_be.len() >= 3, "too few to prove anything: {let_be:?}");
        world.must_verify().await;
    }
);
