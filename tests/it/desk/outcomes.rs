//! Outcomes: what a source tells of a taking, in time and late.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::check::{Look, Saw};
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::InstructionId;
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::{CaseState, Resolution};
use holdpoint::service::ServiceError;
use holdpoint::service::outcome::{OutcomeKept, OutcomeRefused, outcome};
use holdpoint::service::record_check::record_check;
use holdpoint::worker::sweeper::drain;
use serde_json::{Value, json};

async fn tell(
    world: &World,
    id: &InstructionId,
    body: &Value,
) -> Result<OutcomeKept, ServiceError<OutcomeRefused>> {
    outcome(&world.services, &world.source, id, body.clone(), 0).await
}

fn done() -> Value {
    json!({"take_token": "t", "outcome": "done", "results": [
        {"step": TASK, "type": "task", "id": "WT-1"},
        {"step": "notify_customer", "type": "mail", "id": "M-1"},
    ]})
}

/// A case on which worker `t` has the instruction.
async fn taken(world: &World) -> (holdpoint::domain::ids::CaseId, InstructionId) {
    let case = world.stop(stopped_shipment("8817")).await;
    let instruction = world.resume(&world.irina, case).await;
    world
        .take(&instruction, "t")
        .await
        .expect("the instruction");
    (case, instruction)
}

on_both!(
    done_names_every_result_and_resolves_the_case_once,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, instruction) = taken(&world).await;
        let mut half = done();
        half["results"].as_array_mut().expect("results").pop();
        let OutcomeRefused::Invalid(faults) = refused(tell(&world, &instruction, &half).await)
        else {
            panic!("a fault")
        };
        assert_eq!(faults[0].pointer, "/results");

        let kept = tell(&world, &instruction, &done()).await.expect("kept");
        assert_eq!(
            (kept.repeated, kept.late, kept.case_state),
            (false, false, CaseState::Resolved)
        );
        let row = world.case(case).await;
        assert_eq!(row.details.resolution, Some(Resolution::Resumed));
        let told = world.told(case).await;
        let again = tell(&world, &instruction, &done()).await.expect("kept");
        assert!(again.repeated);
        assert_eq!(world.told(case).await, told, "nothing changed");

        let mut other = done();
        other["results"][0]["id"] = "WT-2".into();
        let conflict = refused(tell(&world, &instruction, &other).await);
        assert!(matches!(conflict, OutcomeRefused::OtherOutcome { .. }));
        let mut stranger = done();
        stranger["take_token"] = "u".into();
        let not_theirs = refused(tell(&world, &instruction, &stranger).await);
        assert!(matches!(
            not_theirs,
            OutcomeRefused::NotTheirs(NoTaking::AlreadyTaken { .. })
        ));
        world.must_verify().await;
    }
);

on_both!(
    a_refusal_and_a_lost_answer_open_the_case_again_with_what_was_learned,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, instruction) = taken(&world).await;
        // The task was made, and the mail's answer was lost.
        let body = json!({"take_token": "t", "outcome": "unknown",
            "results": [{"step": TASK, "type": "task", "id": "WT-1"}],
            "attempts": [{"step": "notify_customer", "number": 1, "started_at": "2026-11-29T12:25:10Z", "outcome": "timeout"}]});
        let kept = tell(&world, &instruction, &body).await.expect("kept");
        assert_eq!(kept.case_state, CaseState::Waiting);
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        let unknown = Knowledge::Unknown(WhyUnknown::Unanswered);
        assert_eq!(world.known(case, "notify_customer").await, unknown);
        let row = world.case(case).await;
        assert_eq!(row.details.kind, StopKind::ResultUnknown);
        assert_eq!(row.details.stop_code, "outcome_unknown");

        let refused_case = world.stop(stopped_shipment("9")).await;
        let instruction = world.resume(&world.irina, refused_case).await;
        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        let body = json!({"take_token": "t", "outcome": "refused",
            "results": [{"step": TASK, "type": "task", "id": "WT-9"}],
            "attempts": [{"step": "notify_customer", "number": 1, "started_at": "2026-11-29T12:25:10Z", "outcome": "refused"}]});
        tell(&world, &instruction, &body).await.expect("kept");
        let refused = Knowledge::NotDone(WhyNotDone::Refused);
        assert_eq!(world.known(refused_case, "notify_customer").await, refused);
        let row = world.case(refused_case).await;
        assert_eq!(row.details.kind, StopKind::NextStepPending);
        assert_eq!(
            world.told(refused_case).await.last(),
            Some(&EntryKind::KindChanged)
        );
        world.must_verify().await;
    }
);

on_both!(
    an_outcome_that_accounts_for_nothing_leaves_all_of_the_taking_unknown,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, instruction) = taken(&world).await;
        let body =
            json!({"take_token": "t", "outcome": "refused", "detail": "something went wrong"});
        tell(&world, &instruction, &body).await.expect("kept");
        let unknown = Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome);
        assert_eq!(world.known(case, "notify_customer").await, unknown);
    }
);

on_both!(
    s33_only_what_may_be_sent_runs_and_the_case_comes_back_for_the_rest,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment("8817");
        let mail = json!({"step": "notify_customer", "number": 1, "started_at": "2026-11-29T12:20:32Z", "outcome": "timeout"});
        report["attempts"]
            .as_array_mut()
            .expect("attempts")
            .push(mail);
        let case = world.stop(report).await;
        world.pass(MINUTE);
        let absent = look("S-104/8817", Saw::Absent);
        record_check(&world.services, &world.irina, case, &absent)
            .await
            .expect("kept");
        let instruction = world.resume(&world.irina, case).await;
        let taken = world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        let run: Vec<_> = taken.order.run().iter().map(|r| r.step.as_str()).collect();
        assert_eq!(run, [TASK]);
        let body = json!({"take_token": "t", "outcome": "done", "results": [{"step": TASK, "type": "task", "id": "WT-1"}]});
        let kept = tell(&world, &instruction, &body).await.expect("kept");
        assert_eq!(kept.case_state, CaseState::Waiting);
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        let row = world.case(case).await;
        assert_eq!(row.details.resume_step, Some("notify_customer".into()));
        assert_eq!(row.details.kind, StopKind::ResultUnknown);
        assert_eq!(world.on_offer().await, 0);
    }
);

on_both!(
    s31_an_outcome_after_the_lease_is_late_whether_or_not_anybody_has_come_round_to_end_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, instruction) = taken(&world).await;
        world.pass(3 * MINUTE);
        let kept = tell(&world, &instruction, &done()).await.expect("kept");
        assert_eq!((kept.late, kept.case_state), (true, CaseState::Waiting));
        let row = world.case(case).await;
        assert_eq!(row.details.stop_code, "taking_without_outcome");
        assert_eq!(row.details.resume_step, None, "every step is done");
        assert!(
            tell(&world, &instruction, &done())
                .await
                .expect("kept")
                .repeated
        );
        world.must_verify().await;
    }
);

on_both!(
    s31_an_outcome_after_the_lease_withdraws_a_newer_instruction_that_nobody_has_taken,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, first) = taken(&world).await;
        world.pass(3 * MINUTE);
        drain(&world.services).await;
        // Long enough for an empty answer to prove something, for the mail too.
        world.pass(15 * MINUTE);
        let absent_mail = Look {
            step: "notify_customer".into(),
            ..look("8817", Saw::Absent)
        };
        record_check(&world.services, &world.irina, case, &absent_mail)
            .await
            .expect("kept");
        let second = world.resume(&world.irina, case).await;

        let kept = tell(&world, &first, &done()).await.expect("kept");
        assert!(kept.late);
        assert_eq!(refused(world.take(&second, "u").await), NoTaking::Withdrawn);
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::InstructionWithdrawn);
        assert_eq!(document["cause"]["late_outcome"], json!(first));
        world.must_verify().await;
    }
);

on_both!(
    an_outcome_that_comes_after_the_end_and_tells_something_new_opens_a_linked_case,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, first) = taken(&world).await;
        world.pass(3 * MINUTE);
        drain(&world.services).await;
        world.claim(&world.irina, case).await;
        let closed = world
            .try_close(&world.irina, case, "no_longer_wanted", "")
            .await;
        let close = closed
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        world.take(&close, "c").await.expect("the instruction");

        let kept = tell(&world, &first, &done()).await.expect("kept");
        assert_eq!((kept.late, kept.case_state), (true, CaseState::Waiting));
        assert_ne!(kept.case, case);
        let row = world.case(kept.case).await;
        assert_eq!(row.origin.previous_case_id, Some(case));
        assert_eq!(row.details.stop_code, "late_outcome");
        assert_eq!(world.known(kept.case, TASK).await, Knowledge::Done);
        let row = world.case(case).await;
        assert_eq!(row.details.resolution, Some(Resolution::Closed));
        world.must_verify().await;
    }
);

on_both!(
    done_more_often_than_the_decision_knew_comes_back_and_says_which_step,
    async |database: &Database| {
        let world = World::on(database).await;
        let (case, instruction) = taken(&world).await;
        let find = look("S-104/8817", Saw::Found(task("WT-0")));
        record_check(&world.services, &world.boris, case, &find)
            .await
            .expect("kept");
        // The worker had sent before it asked to go on.
        let kept = tell(&world, &instruction, &done()).await.expect("kept");
        assert_eq!(kept.case_state, CaseState::Waiting);
        let row = world.case(case).await;
        assert_eq!(row.details.stop_code, "done_more_than_once");
        assert_eq!(row.details.resume_step, None);
        let facts = world.facts(case).await;
        assert_eq!(facts.stop.step, Some(TASK.into()));
    }
);
