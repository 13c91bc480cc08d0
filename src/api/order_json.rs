//! What an instruction orders, as the worker reads it (`connector-api.md`).

use crate::domain::compensate::{CompensatePlan, Undoing};
use crate::domain::new_operation::NewOperationPlan;
use crate::domain::order::{CloseOrder, Order};
use crate::domain::report::ResultRef;
use crate::domain::resume::{DoneStep, ResumePlan, RunStep};
use crate::domain::standing::DecisionKind;
use serde_json::{Value, json};

/// The action's name, under which the order stands as well.
pub(super) fn action(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Resume => "resume",
        DecisionKind::NewOperation => "new_operation",
        DecisionKind::Compensate => "compensate",
        DecisionKind::Close => "close",
    }
}

/// The order itself.
pub(super) fn order(order: &Order) -> Value {
    match order {
        Order::Resume(plan) => resume(plan),
        Order::Compensate(plan) => compensate(plan),
        Order::NewOperation(plan) => new_operation(plan),
        Order::Close(close) => closing(close),
    }
}

fn resume(plan: &ResumePlan) -> Value {
    let skip = |s: &crate::domain::resume::Skip| json!({"step": s.step, "reason": s.reason});
    json!({
        "run": plan.run.iter().map(run).collect::<Vec<_>>(),
        "stops_before": plan.stops_before,
        "skip": plan.skip.iter().map(skip).collect::<Vec<_>>(),
        "new_step_keys": plan.new_keys,
        "done": plan.done.iter().map(done).collect::<Vec<_>>(),
        "surplus": plan.surplus.iter().map(done).collect::<Vec<_>>(),
        "content": plan.content,
        "not_after": plan.not_after.map(|t| t.to_string()),
    })
}

/// `step` is the name under which the source tells attempts and results of the undoing; `undo_step` is what it undoes.
fn compensate(plan: &CompensatePlan) -> Value {
    let undoing = |(step, undoing): (&RunStep, &Undoing)| {
        json!({
            "undo_step": undoing.undoes,
            "step": step.step,
            "idempotency_key": step.idempotency_key,
            "not_after": step.not_after.map(|t| t.to_string()),
            "undoes": undoing.results.iter().map(result).collect::<Vec<_>>(),
        })
    };
    json!({
        "run": plan.run.iter().zip(&plan.undoings).map(undoing).collect::<Vec<_>>(),
        "surplus": plan.surplus.iter().map(done).collect::<Vec<_>>(),
        "not_after": plan.not_after.map(|t| t.to_string()),
    })
}

/// Every step that is sent, under its new key, in the order of the chain.
fn new_operation(plan: &NewOperationPlan) -> Value {
    let step = |run: &RunStep| {
        let change = plan.step_keys.iter().find(|change| change.step == run.step);
        json!({
            "step": run.step,
            "idempotency_key": run.idempotency_key,
            "old_idempotency_key": change.and_then(|change| change.old.as_ref()),
        })
    };
    json!({
        "key": plan.key,
        "supersedes": plan.supersedes,
        "basis": plan.basis,
        "step_keys": plan.run.iter().map(step).collect::<Vec<_>>(),
        "content": {
            "which": plan.content.which,
            "digest": plan.content.digest,
            "payload": plan.content.payload,
        },
    })
}

fn run(step: &RunStep) -> Value {
    json!({
        "step": step.step,
        "idempotency_key": step.idempotency_key,
        "not_after": step.not_after.map(|t| t.to_string()),
    })
}

fn done(done: &DoneStep) -> Value {
    json!({"step": done.step, "result": result(&done.result)})
}

fn result(result: &ResultRef) -> Value {
    json!({
        "type": result.object_type, "id": result.id, "url": result.url, "status": result.status,
    })
}

fn closing(close: &CloseOrder) -> Value {
    json!({
        "outcome": close.outcome,
        "reference": close.reference,
        "duplicate_of": close.duplicate_of,
        "stays_uncertain": close.stays_uncertain,
        "surplus": close.surplus.iter().map(done).collect::<Vec<_>>(),
    })
}
