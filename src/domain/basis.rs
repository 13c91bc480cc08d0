//! The facts on which a decision stands, and the facts as a reviewer saw them (`domain.md` §4.5, §4.6).
//!
//! Both are JSON documents with a digest. The *basis* holds what must not change between a decision and its
//! taking; times that merely pass do not change it. The *facts as seen* hold all that the page showed.

use super::absence::Absence;
use super::facts::{Content, Facts, Told};
use super::judgement::{Judged, Judgement, Second};
use super::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use super::protection::Protection;
use super::report::{Attempt, Observation};
use super::review::{Review, StepReview};
use super::time::Timestamp;
use serde_json::{Value, json};

/// What must be the same when an instruction is taken or renewed: attempts, results, finds, content, protection.
pub fn basis(review: &Review<'_>) -> Value {
    json!({
        "operation_key": review.facts.key,
        "steps": review.steps.iter().map(basis_of_step).collect::<Vec<_>>(),
        "contents": review.facts.contents.iter().map(content).collect::<Vec<_>>(),
    })
}

fn basis_of_step(step: &StepReview<'_>) -> Value {
    let sent = &step.known.sent;
    json!({
        "step": step.step.name,
        "system": step.step.system,
        "key": step.step.own_key(),
        "knowledge": knowledge_word(&step.known.knowledge),
        "results": step.known.results.iter().map(|k| json!({
            "type": k.result.object_type, "id": k.result.id,
        })).collect::<Vec<_>>(),
        "sent": {
            "acknowledged": sent.acknowledged, "refused": sent.refused, "duplicate": sent.duplicate,
            "unanswered": sent.unanswered, "takings": sent.takings,
        },
        "protection_ends": protection_end(step.protection),
    })
}

/// All that the page showed: the basis, and everything seen and tried, in full.
pub fn facts_as_seen(review: &Review<'_>) -> Value {
    let facts = review.facts;
    json!({
        "operation": operation(facts),
        "kind": review.kind,
        "resume_point": review.at_resume_point().map(|s| &s.step.name),
        "steps": review.steps.iter().map(seen_step).collect::<Vec<_>>(),
        "attempts": facts.attempts.iter().map(attempt).collect::<Vec<_>>(),
        "attempts_omitted": facts.attempts_omitted,
        "observations": facts.observations.iter().map(observation).collect::<Vec<_>>(),
        "judgements": facts.judgements.iter().map(judgement).collect::<Vec<_>>(),
        "contents": facts.contents.iter().map(content).collect::<Vec<_>>(),
        "events": facts.events.iter().map(|e| json!({
            "id": e.fact.id, "type": e.fact.event_type, "received_at": e.fact.received_at.map(time),
        })).collect::<Vec<_>>(),
        "stop": facts.stop,
        "stopped_at": time(facts.stopped_at),
    })
}

fn operation(facts: &Facts) -> Value {
    json!({
        "key": facts.key, "type": facts.operation_type, "references": facts.references,
        "holds": facts.holds, "amount": facts.amount,
        "authorised_at": facts.authorised_at.map(time), "authorised_by": facts.authorised_by,
    })
}

fn seen_step(step: &StepReview<'_>) -> Value {
    let mut seen = basis_of_step(step);
    if let Value::Object(members) = &mut seen {
        members.insert("protection".into(), protection_word(step.protection).into());
        members.insert("absence".into(), absence(&step.known.absence));
        members.insert(
            "contract".into(),
            step.contract.map(|c| c.id.as_str()).into(),
        );
        members.insert("may_be_sent".into(), json!(step.sending));
    }
    seen
}

fn attempt(told: &Told<Attempt>) -> Value {
    let a = &told.fact;
    json!({
        "step": a.step, "number": a.number, "started_at": a.started_at.map(time),
        "finished_at": a.finished_at.map(time), "outcome": a.outcome, "http_status": a.http_status,
        "code": a.code, "idempotency_key": a.idempotency_key, "worker": a.worker, "detail": a.detail,
    })
}

fn observation(told: &Told<Observation>) -> Value {
    let o = &told.fact;
    json!({
        "system": o.system, "step": o.step, "how": o.how, "by": o.by, "seen": o.seen,
        "observed_at": o.observed_at.map(time), "object": o.object, "count": o.count,
        "matches": o.matches, "look_up": o.look_up, "detail": o.detail, "person": o.person,
    })
}

fn judgement(judgement: &Judgement) -> Value {
    let judged = |by: &Judged| json!({"by": by.name, "grounds": by.grounds, "at": time(by.at)});
    json!({
        "thing": judgement.thing, "verdict": judgement.verdict, "first": judged(&judgement.first),
        "second": match &judgement.second {
            Second::NotNeeded => Value::Null,
            Second::Awaited => "awaited".into(),
            Second::Given(by) => judged(by),
        },
    })
}

fn content(content: &Content) -> Value {
    json!({
        "digest": content.digest, "payload_known": content.payload_known,
        "type": content.operation_type, "amount": content.amount,
        "event_id": content.event_id, "received_at": content.received_at.map(time),
        "standing": content.standing,
    })
}

fn time(at: Timestamp) -> String {
    at.to_string()
}

fn protection_end(protection: Protection) -> Value {
    match protection {
        Protection::InForce { until: end } | Protection::Over { since: end } => time(end).into(),
        Protection::NotStarted => "not_started".into(),
        Protection::WithoutEnd => "never".into(),
        Protection::None(_) | Protection::NotKnown(_) => Value::Null,
    }
}

/// The protection's name in documents, in the database and in filters.
pub fn protection_word(protection: Protection) -> &'static str {
    match protection {
        Protection::NotStarted => "not_started",
        Protection::InForce { .. } => "in_force",
        Protection::WithoutEnd => "without_end",
        Protection::Over { .. } => "over",
        Protection::None(_) => "none",
        Protection::NotKnown(_) => "not_known",
    }
}

fn absence(absence: &Absence) -> Value {
    match absence {
        Absence::NobodyLooked => "nobody_looked".into(),
        Absence::NothingYet(why) => json!({ "nothing_yet": why }),
        Absence::Proven { observed_at } => json!({ "proven": time(*observed_at) }),
    }
}

/// The knowledge's name in documents: `done`, `undone`, `not_done: …`, `unknown: …`.
pub fn knowledge_word(knowledge: &Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Done => "done",
        Knowledge::Undone => "undone",
        Knowledge::NotDone(WhyNotDone::NeverSent) => "not_done: never_sent",
        Knowledge::NotDone(WhyNotDone::Refused) => "not_done: refused",
        Knowledge::NotDone(WhyNotDone::AbsenceProven { .. }) => "not_done: absence_proven",
        Knowledge::Unknown(WhyUnknown::Unanswered) => "unknown: unanswered",
        Knowledge::Unknown(WhyUnknown::Duplicate) => "unknown: duplicate",
        Knowledge::Unknown(WhyUnknown::NoReference) => "unknown: no_reference",
        Knowledge::Unknown(WhyUnknown::ClaimedUnknown) => "unknown: claimed_unknown",
        Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome) => "unknown: taking_without_outcome",
        Knowledge::Unknown(WhyUnknown::InProgress) => "unknown: in_progress",
        Knowledge::Unknown(WhyUnknown::FactsDisagree) => "unknown: facts_disagree",
        Knowledge::Unknown(WhyUnknown::ResultIsForeign) => "unknown: result_is_foreign",
    }
}
