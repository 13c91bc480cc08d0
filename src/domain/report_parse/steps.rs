//! Steps, their results, and the attempts at them.

use super::fault::FaultKind;
use super::members::Members;
use super::step_names::StepNames;
use super::values::{
    ATTEMPT_OUTCOMES, STEP_CLAIMS, boolean, id, idempotency_key, integer, object_id, text,
    text_or_number, time, word,
};
use crate::domain::ids::{StepName, SystemName};
use crate::domain::report::{Attempt, Parts, ReportedStep, ResultRef, StepClaim};

pub(super) fn read_step(mut step: Members<'_>, names: &StepNames) -> Option<ReportedStep> {
    let name = step.required("name", id(StepName::new));
    let system = step.required("system", id(SystemName::new));
    let claim = step.required("state", word(STEP_CLAIMS));
    let does = step.optional("does", text);
    let key = step.optional("idempotency_key", idempotency_key);
    let started_at = step.optional("started_at", time);
    let completed_at = step.optional("completed_at", time);
    let compensable = step.optional("compensable", boolean);
    let undoes = step.optional("undoes", |value| names.listed(value));
    if undoes.is_some() && undoes == name {
        step.fault("undoes", FaultKind::UndoesItself);
    }
    if claim == Some(StepClaim::Completed) && step.lacks_items("results") {
        step.fault("results", FaultKind::CompletedWithoutResult);
    }
    let results = step.list("results", None, read_result);
    let key_valid_until = step.optional("key_valid_until", time);
    let parts = step.optional_object("parts").map(read_parts);
    Some(ReportedStep {
        name: name?,
        system: system?,
        claim: claim?,
        does,
        key_was_empty: key == Some(None),
        idempotency_key: key.flatten(),
        started_at,
        completed_at,
        compensable: compensable.unwrap_or(false),
        undoes,
        results,
        key_valid_until,
        parts,
        extra: step.rest(),
    })
}

pub(super) fn read_result(mut result: Members<'_>) -> Option<ResultRef> {
    let object_type = result.optional("type", text);
    let id = result.required("id", object_id);
    let url = result.optional("url", text);
    let status = result.optional("status", text_or_number);
    result.also_report_rest();
    Some(ResultRef {
        object_type: object_type.unwrap_or_default(),
        id: id?,
        url,
        status,
    })
}

fn read_parts(mut parts: Members<'_>) -> Parts {
    let read = Parts {
        done: parts.any("done"),
        unknown: parts.any("unknown"),
        not_done: parts.any("not_done"),
    };
    parts.also_report_rest();
    read
}

pub(super) fn read_attempt(mut attempt: Members<'_>, names: &StepNames) -> Option<Attempt> {
    let step = attempt.required("step", |value| names.listed(value));
    let number = attempt.optional("number", integer);
    let started_at = attempt.optional("started_at", time);
    let finished_at = attempt.optional("finished_at", time);
    let outcome = attempt.required("outcome", word(ATTEMPT_OUTCOMES));
    let http_status = attempt.optional("http_status", integer);
    let code = attempt.optional("code", text_or_number);
    let key = attempt.optional("idempotency_key", idempotency_key);
    let worker = attempt.optional("worker", text_or_number);
    let detail = attempt.any("detail");
    Some(Attempt {
        step: step?,
        number,
        started_at,
        finished_at,
        outcome: outcome?,
        http_status,
        code,
        idempotency_key: key.flatten(),
        worker,
        detail,
        extra: attempt.rest(),
    })
}
