//! What a report does to its operation's cases, in each of their states (`domain.md` §6).

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::facts::ContentStanding;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, Version};
use holdpoint::domain::knowledge::{Knowledge, WhyUnknown};
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::{CaseState, OperationStanding};
use holdpoint::service::report_stop::Received;
use holdpoint::store::operations::OperationRow;
use holdpoint::store::{contents, identifiers, operations, reports};
use serde_json::{Value, json};

const ORDER: &str = "8817";

/// A later report, with one more attempt that nobody answered.
fn tried_again() -> Value {
    let mut report = named(":2", "2026-11-29T12:23:00Z");
    let mut attempt = report["attempts"][0].clone();
    attempt["number"] = 2.into();
    attempt["started_at"] = "2026-11-29T12:22:10Z".into();
    attempt["finished_at"] = "2026-11-29T12:22:40Z".into();
    report["attempts"]
        .as_array_mut()
        .expect("a list")
        .push(attempt);
    report
}

/// A later report that tells nothing new.
fn nothing_new() -> Value {
    named(":same", "2026-11-29T12:23:30Z")
}

/// A late callback: the warehouse has the task.
fn task_was_found() -> Value {
    let mut report = named(":found", "2026-11-29T12:24:00Z");
    report["observations"] = json!([{
        "system": "wms", "step": TASK, "how": "callback", "seen": "found", "matches": true,
        "observed_at": "2026-11-29T12:23:50Z", "object": {"type": "task", "id": "WT-771"},
    }]);
    report
}

/// The same operation key with another quantity.
fn other_content() -> Value {
    let mut report = named(":other", "2026-11-29T12:24:10Z");
    report["message"] = json!({
        "event_id": "evt_9", "received_at": "2026-11-29T12:24:00Z",
        "payload": {"lines": [{"sku": "TEA-01", "qty": 3}]},
    });
    report
}

fn named(suffix: &str, stopped_at: &str) -> Value {
    let mut report = stopped_shipment(ORDER);
    report["report_id"] = format!("shop-wms:{ORDER}{suffix}").into();
    report["stopped_at"] = stopped_at.into();
    report
}

async fn operation(world: &World, case: CaseId) -> OperationRow {
    let id = world.case(case).await.origin.operation_id;
    let mut connection = world.services.db.read().await.expect("a connection");
    let row = operations::get(&mut connection, id).await.expect("read");
    row.expect("an operation")
}

on_both!(
    the_first_report_opens_a_case_that_is_due_after_the_stop,
    async |database: &Database| {
        let world = World::on(database).await;
        let answer = world.report(&stopped_shipment(ORDER)).await;
        let case = CaseId(answer["case"].as_i64().expect("a case"));
        assert_eq!(
            answer,
            json!({
                "report_id": "shop-wms:8817:1", "operation_key": "ship:8817:S-104",
                "case": case, "case_url": format!("/cases/{case}"), "effect": "case_opened",
                "kind": "result_unknown", "state": "waiting", "version": 1,
                "previous_case": null, "decision": null,
            })
        );
        let row = world.case(case).await;
        let stopped = time("2026-11-29T12:20:31Z");
        let policy = &world.services.policy;
        let (of_type, _) = policy.operation_type(&row.origin.operation_type);
        assert_eq!(row.details.stopped_at, stopped);
        assert_eq!(row.details.due_at, stopped.plus(of_type.resolve_within));
        let entries = world.entries(case).await;
        let told: Vec<_> = entries.into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(told, [EntryKind::ReportReceived, EntryKind::CaseOpened]);
        world.must_verify().await;
    }
);

on_both!(
    a_report_can_be_found_by_whatever_it_names_and_its_payload_is_kept,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        let mut connection = world.services.db.read().await.expect("a connection");
        for term in [
            "SHIP:8817:S-104",
            "8817",
            "s-104/8817",
            "SO-8817",
            "ship:8817:S-104#wms",
        ] {
            let hits = identifiers::search(&mut connection, term, 10)
                .await
                .expect("read")
                .hits;
            assert_eq!(
                hits.first().and_then(|hit| hit.case_id),
                Some(case),
                "{term}"
            );
        }
        let operation = operation(&world, case).await.id;
        let kept = contents::of_operation(&mut connection, operation)
            .await
            .expect("read");
        let [content] = &kept[..] else {
            panic!("one content: {kept:?}")
        };
        let payload: Value = serde_json::from_str(&content.payload).expect("JSON");
        assert_eq!(payload, stopped_shipment(ORDER)["operation"]["payload"]);
    }
);

on_both!(
    a_report_that_changes_what_is_known_moves_the_version_on_and_another_does_not,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;

        let joined = world.report(&tried_again()).await;
        assert_eq!(
            (&joined["case"], &joined["effect"]),
            (&json!(case), &json!("case_joined"))
        );
        assert_eq!(world.case(case).await.version, Version(2));
        assert_eq!(world.case(case).await.details.attempts, 2);

        let same = world.report(&nothing_new()).await;
        assert_eq!(same["version"], 2);
        assert_eq!(world.case(case).await.version, Version(2));
        let told = [
            EntryKind::ReportReceived,
            EntryKind::FactsAdded,
            EntryKind::ReportReceived,
        ];
        assert_eq!(world.told(case).await, told);
    }
);

on_both!(
    a_character_that_no_database_keeps_is_no_news_the_second_time,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment(ORDER);
        report["stop"]["reason"] = "nothing\0".into();
        let case = world.stop(report.clone()).await;
        report["report_id"] = "another".into();
        assert_eq!(world.report(&report).await["version"], 1);
        assert_eq!(world.case(case).await.version, Version(1));
    }
);

on_both!(
    the_same_report_is_answered_as_the_first_time_and_counted,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        let first = world.try_report(&stopped_shipment(ORDER)).await;
        world.report(&tried_again()).await;
        let again = world.try_report(&stopped_shipment(ORDER)).await;
        assert_eq!(again, first);
        let Received::Kept(receipt) = again else {
            panic!("kept")
        };
        assert!(receipt.repeated);

        let operation = operation(&world, case).await.id;
        let mut connection = world.services.db.read().await.expect("a connection");
        let counts = reports::counts_of_operation(&mut connection, operation).await;
        assert_eq!(counts.expect("read"), (2, 4));
        assert_eq!(world.told(case).await.len(), 2);
    }
);

on_both!(
    other_content_under_a_known_id_is_refused_and_changes_nothing,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        let before = operation(&world, case).await;
        let mut other = stopped_shipment(ORDER);
        other["operation"]["key"] = "ship:another".into();
        for _ in 0..3 {
            let Received::Conflict(conflict) = world.try_report(&other).await else {
                panic!("a conflict")
            };
            assert_ne!(conflict.first_digest, conflict.digest);
            assert_eq!(conflict.case, Some(case));
        }
        assert_eq!(operation(&world, case).await, before);
        let told = world.told(case).await;
        let conflicts = told
            .iter()
            .filter(|kind| **kind == EntryKind::ReportConflicted);
        assert_eq!(conflicts.count(), 1);

        let mut connection = world.services.db.read().await.expect("a connection");
        let key = "ship:another".into();
        let made = operations::by_key(&mut connection, world.source.id, &key).await;
        assert_eq!(made.expect("read"), None);
        let id = "shop-wms:8817:1".into();
        let kept = reports::find(&mut connection, world.source.id, &id)
            .await
            .expect("read");
        assert_eq!(
            kept.map(|report| (report.deliveries, report.refused_repeats)),
            Some((1, 3))
        );
    }
);

on_both!(
    s09_other_content_under_the_operation_key_makes_the_case_a_payload_conflict,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        let answer = world.report(&other_content()).await;
        assert_eq!(
            (&answer["case"], &answer["kind"]),
            (&json!(case), &json!("payload_conflict"))
        );
        assert_eq!(
            world.case(case).await.details.kind,
            StopKind::PayloadConflict
        );
        let standings: Vec<_> = world
            .facts(case)
            .await
            .contents
            .iter()
            .map(|content| content.standing)
            .collect();
        assert_eq!(
            standings,
            [ContentStanding::Agreed, ContentStanding::Contested]
        );
        assert_eq!(world.told(case).await.last(), Some(&EntryKind::KindChanged));
    }
);

on_both!(
    what_becomes_known_does_not_change_the_kind_of_a_case,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        world.report(&task_was_found()).await;
        let details = world.case(case).await.details;
        assert_eq!(details.kind, StopKind::ResultUnknown);
        assert_eq!(details.resume_step, Some("notify_customer".into()));
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
    }
);

on_both!(
    a_late_find_withdraws_a_decision_that_nobody_has_taken_and_names_the_fact,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        world.resume(&world.irina, case).await;

        let same = world.report(&nothing_new()).await;
        assert_eq!(
            (&same["effect"], &same["state"]),
            (&json!("late"), &json!("decided"))
        );
        assert_eq!(same["decision"]["action"], "resume");
        assert_eq!(world.on_offer().await, 1);

        let found = world.report(&task_was_found()).await;
        assert_eq!(
            (&found["effect"], &found["state"]),
            (&json!("decision_withdrawn"), &json!("waiting"))
        );
        assert_eq!(world.on_offer().await, 0);
        let entries = world.entries(case).await;
        let (kind, document) = entries.last().expect("an entry");
        assert_eq!(*kind, EntryKind::InstructionWithdrawn);
        assert_eq!(document["cause"]["report"], "shop-wms:8817:found");
        world.must_verify().await;
    }
);

on_both!(
    a_report_with_facts_ends_a_taking_as_unknown,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        let instruction = world.resume(&world.irina, case).await;
        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");

        let same = world.report(&nothing_new()).await;
        assert_eq!(
            (&same["effect"], &same["state"]),
            (&json!("late"), &json!("executing"))
        );

        let ended = world.report(&tried_again()).await;
        assert_eq!(
            (&ended["effect"], &ended["state"]),
            (&json!("taking_ended"), &json!("waiting"))
        );
        let notify = world.known(case, "notify_customer").await;
        assert_eq!(notify, Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome));
        let told = world.told(case).await;
        assert!(
            told.ends_with(&[EntryKind::TakingLapsed, EntryKind::Reopened]),
            "{told:?}"
        );
        assert_eq!(world.case(case).await.details.kind, StopKind::ResultUnknown);
    }
);

on_both!(
    s21_a_closed_case_answers_late_reports_with_its_decision_and_new_facts_open_a_linked_one,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment(ORDER)).await;
        world.claim(&world.irina, case).await;
        let closed = world
            .try_close(&world.irina, case, "done_by_other_means", "WT-1")
            .await;
        let closed = closed.expect("a decision");
        world
            .take(closed.instruction().expect("an offer"), "t")
            .await
            .expect("acknowledged");
        assert_eq!(world.case(case).await.details.state, CaseState::Resolved);

        let late = world.report(&nothing_new()).await;
        assert_eq!(
            (&late["case"], &late["effect"]),
            (&json!(case), &json!("late"))
        );
        assert_eq!(late["decision"]["action"], "close");
        assert_eq!(late["decision"]["reason_code"], "done_by_other_means");
        assert_eq!(late["decision"]["resolution"], "closed");

        world.pass(HOUR);
        let mut again = tried_again();
        again["stopped_at"] = "2026-11-29T13:20:00Z".into();
        let answer = world.report(&again).await;
        assert_eq!(
            (&answer["effect"], &answer["previous_case"]),
            (&json!("case_opened"), &json!(case))
        );
        let linked = CaseId(answer["case"].as_i64().expect("a case"));
        assert_ne!(linked, case);
        let row = world.case(linked).await;
        assert_eq!(row.origin.previous_case_id, Some(case));
        assert_eq!(row.details.stopped_at, time("2026-11-29T13:20:00Z"));
        assert_eq!(
            operation(&world, linked).await.standing,
            OperationStanding::Open
        );
        assert_eq!(world.case(case).await.details.state, CaseState::Resolved);
        world.must_verify().await;
    }
);
