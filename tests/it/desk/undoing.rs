//! Undoing what is done: who may, what its instruction says, what follows from its taking and its outcome.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::compensate::{CompensateOrder, NoCompensate, NotUndone};
use holdpoint::domain::decision::NoDecision;
use holdpoint::domain::ids::{CaseId, InstructionId, StepName};
use holdpoint::domain::knowledge::{Knowledge, WhyUnknown};
use holdpoint::domain::order::Order;
use holdpoint::domain::people::Role;
use holdpoint::domain::report::StopKind;
use holdpoint::domain::resume::{NoResume, ResumeOrder};
use holdpoint::domain::standing::{CaseState, OperationStanding, Resolution};
use holdpoint::service::decide::{Against, Decided, DecisionRefused, FormFault, Why};
use holdpoint::service::decide_compensate::{CompensateRequest, decide_compensate};
use holdpoint::service::outcome::{OutcomeKept, outcome};
use holdpoint::service::{Person, ServiceError};
use holdpoint::store::operations;
use holdpoint::worker::sweeper::drain;
use serde_json::{Value, json};

const ORDER: &str = "create_erp_order";
const UNDOING: &str = "undo_create_erp_order";

/// The shipment whose order in the ERP can be undone.
fn undoable(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["steps"][0]["compensable"] = true.into();
    report
}

async fn senior(world: &World) -> Person {
    person(&world.services, "sofia", Role::SeniorReviewer).await
}

async fn try_undo(
    world: &World,
    by: &Person,
    case: CaseId,
    steps: &[&str],
) -> Result<Decided, ServiceError<DecisionRefused>> {
    let request = CompensateRequest {
        seen: world.seen(case).await,
        why: why("order_cancelled"),
        order: CompensateOrder {
            undo: steps.iter().map(|s| StepName::from(*s)).collect(),
        },
    };
    decide_compensate(&world.services, by, case, &request).await
}

async fn undo(world: &World, by: &Person, case: CaseId) -> InstructionId {
    world.claim(by, case).await;
    let decided = try_undo(world, by, case, &[ORDER]).await;
    decided
        .expect("a decision")
        .instruction()
        .cloned()
        .expect("an offer")
}

async fn tell(world: &World, id: &InstructionId, body: Value) -> OutcomeKept {
    let told = outcome(&world.services, &world.source, id, body, 0).await;
    told.expect("kept")
}

fn unanswered() -> Value {
    json!({"take_token": "t", "outcome": "unknown", "attempts": [{
        "step": UNDOING, "number": 1, "started_at": "2026-11-29T12:25:10Z", "outcome": "timeout",
        "idempotency_key": "ship:8817:S-104#erp~undo",
    }]})
}

fn undone() -> Value {
    json!({"take_token": "t", "outcome": "done",
        "results": [{"step": UNDOING, "type": "cancellation", "id": "CX-1"}]})
}

async fn standing(world: &World, case: CaseId) -> OperationStanding {
    let operation = world.case(case).await.origin.operation_id;
    let mut connection = world.services.db.read().await.expect("a connection");
    let row = operations::get(&mut connection, operation).await;
    row.expect("read").expect("there").standing
}

on_both!(
    s23_a_done_step_is_undone_apart_and_the_case_stays_open_until_the_outcome,
    async |database: &Database| {
        let world = World::on(database).await;
        let sofia = senior(&world).await;
        let case = world.stop(undoable("8817")).await;
        let instruction = undo(&world, &sofia, case).await;

        let taken = world.take(&instruction, "t").await.expect("taken");
        let Order::Compensate(plan) = &taken.order else {
            panic!("a compensate: {:?}", taken.order)
        };
        assert_eq!(plan.run[0].step.as_str(), UNDOING);
        let key = plan.run[0].idempotency_key.as_ref().expect("a key");
        assert_eq!(key.as_str(), "ship:8817:S-104#erp~undo");
        assert_eq!(plan.undoings[0].results[0].id, "SO-8817");
        assert_eq!(world.case(case).await.details.state, CaseState::Executing);

        let kept = tell(&world, &instruction, undone()).await;
        assert_eq!(kept.case_state, CaseState::Resolved);
        let row = world.case(case).await;
        assert_eq!(row.details.resolution, Some(Resolution::Compensated));
        assert_eq!(world.known(case, ORDER).await, Knowledge::Undone);
        assert_eq!(standing(&world, case).await, OperationStanding::Closed);
        assert!(tell(&world, &instruction, undone()).await.repeated);
        world.must_verify().await;
    }
);

on_both!(
    s35_an_undoing_that_times_out_is_unknown_resume_is_over_and_only_the_rest_is_possible,
    async |database: &Database| {
        let world = World::on(database).await;
        let sofia = senior(&world).await;
        let case = world.stop(undoable("8817")).await;
        let instruction = undo(&world, &sofia, case).await;
        world.take(&instruction, "t").await.expect("taken");
        tell(&world, &instruction, unanswered()).await;

        let row = world.case(case).await;
        assert_eq!(row.details.state, CaseState::Waiting);
        assert_eq!(row.details.kind, StopKind::ResultUnknown);
        assert_eq!(row.details.stop_code, "outcome_unknown");
        let point = row.details.resume_step.as_ref();
        assert_eq!(point.map(StepName::as_str), Some(UNDOING));
        let unknown = Knowledge::Unknown(WhyUnknown::Unanswered);
        assert_eq!(world.known(case, UNDOING).await, unknown);

        world.claim(&sofia, case).await;
        let seen = world.seen(case).await;
        let resume = world.try_resume(&sofia, case, seen, ResumeOrder::default());
        let Against::Rules(against) = refused(resume.await).against else {
            panic!("the rules")
        };
        assert!(against.contains(&NoDecision::Resume(NoResume::BeingUndone)));

        // The ERP keeps its keys, so that the same undoing may go out once more.
        let again = try_undo(&world, &sofia, case, &[ORDER]).await;
        let again = again
            .expect("the rest of the undoing")
            .instruction()
            .cloned()
            .expect("an offer");
        let taken = world.take(&again, "t").await.expect("taken");
        assert_eq!(taken.order.run()[0].step.as_str(), UNDOING);
        tell(&world, &again, undone()).await;
        let resolution = world.case(case).await.details.resolution;
        assert_eq!(resolution, Some(Resolution::Compensated));
        world.must_verify().await;
    }
);

on_both!(
    s35_without_protection_an_unknown_undoing_is_not_sent_again_and_closing_is_left,
    async |database: &Database| {
        let world = World::on(database).await;
        let sofia = senior(&world).await;
        let mut report = undoable("8817");
        report["steps"][0]["system"] = "a system without contract".into();
        let case = world.stop(report).await;
        let instruction = undo(&world, &sofia, case).await;
        world.take(&instruction, "t").await.expect("taken");
        tell(&world, &instruction, unanswered()).await;
        world.claim(&sofia, case).await;
        let again = try_undo(&world, &sofia, case, &[ORDER]).await;
        let Against::Rules(against) = refused(again).against else {
            panic!("the rules")
        };
        let nothing = NoDecision::Compensate(NoCompensate::NothingToUndo);
        assert_eq!(against, [nothing]);
        let closed = world.try_close(&sofia, case, "no_longer_wanted", "").await;
        closed.expect("closing is possible");
    }
);

on_both!(
    an_undoing_that_nobody_tells_of_is_unknown_and_a_late_outcome_makes_it_known,
    async |database: &Database| {
        let world = World::on(database).await;
        let sofia = senior(&world).await;
        let case = world.stop(undoable("8817")).await;
        let instruction = undo(&world, &sofia, case).await;
        world.take(&instruction, "t").await.expect("taken");
        world.pass(HOUR);
        drain(&world.services).await;
        let unknown = Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome);
        assert_eq!(world.known(case, UNDOING).await, unknown);
        assert_eq!(world.case(case).await.details.kind, StopKind::ResultUnknown);

        let kept = tell(&world, &instruction, undone()).await;
        assert!(kept.late);
        assert_eq!(world.known(case, ORDER).await, Knowledge::Undone);
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
    }
);

on_both!(
    only_a_senior_reviewer_undoes_and_only_what_is_done_and_can_be_undone,
    async |database: &Database| {
        let world = World::on(database).await;
        let sofia = senior(&world).await;
        let case = world.stop(undoable("8817")).await;
        world.claim(&world.irina, case).await;
        let forbidden = try_undo(&world, &world.irina, case, &[ORDER]).await;
        assert!(matches!(forbidden, Err(ServiceError::NotAllowed)));

        let other = world.stop(undoable("9")).await;
        world.claim(&sofia, other).await;
        let Against::Rules(against) =
            refused(try_undo(&world, &sofia, other, &[ORDER, TASK]).await).against
        else {
            panic!("the rules")
        };
        let why_not = NoCompensate::NotUndone {
            step: StepName::from(TASK),
            why: NotUndone::Unknown,
        };
        assert_eq!(against, [NoDecision::Compensate(why_not)]);
        let request = CompensateRequest {
            seen: world.seen(other).await,
            why: Why {
                reason_code: "no_such_reason".to_owned(),
                justification: "short".to_owned(),
            },
            order: CompensateOrder {
                undo: vec![StepName::from(ORDER)],
            },
        };
        let told = decide_compensate(&world.services, &sofia, other, &request).await;
        let Against::Form(faults) = refused(told).against else {
            panic!("the form")
        };
        assert_eq!(faults.len(), 2);
        assert_eq!(faults[0], FormFault::UnknownReason);
        assert_eq!(world.case(other).await.details.state, CaseState::InReview);
    }
);
