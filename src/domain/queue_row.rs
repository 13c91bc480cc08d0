//! What the queue shows of a case: everything in its row that follows from a review of the facts.
//!
//! Whoever changes what is known of an operation writes these columns again, so that a page of the queue is one
//! index scan and reads no document.

use super::basis::basis;
use super::cause;
use super::chain;
use super::facts::Facts;
use super::ids::{StepName, SystemName};
use super::json::digest;
use super::protection::Protection;
use super::report::{Amount, StopKind};
use super::review::{Blocker, Review, Sending, StepReview};
use super::standing::CaseProtection;
use super::time::Timestamp;
use serde_json::Value;

/// How many references make a title.
const TITLE_REFERENCES: usize = 2;
/// The most characters of a title; the page of the case shows the rest.
const TITLE_LENGTH: usize = 120;

/// The columns of a case that follow from a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueRow {
    pub kind: StopKind,
    /// What people call the operation: its first references, or its key where it has none.
    pub title: String,
    pub authorised_at: Option<Timestamp>,
    pub protection: CaseProtection,
    /// When the protection began to run, where it has an end.
    pub protection_since: Option<Timestamp>,
    /// Its end, past or to come.
    pub protection_until: Option<Timestamp>,
    /// The earlier of the due time and the end of the protection.
    pub urgent_at: Timestamp,
    pub resume_step: Option<StepName>,
    /// The place of that step in the chain, from 1.
    pub resume_step_no: Option<i64>,
    pub step_count: i64,
    /// One sign a step: see [`chain`].
    pub chain: String,
    /// The receiving system of the resume point.
    pub system: Option<SystemName>,
    pub stop_code: Option<String>,
    /// Where it stopped, which a check does not move: see [`cause`].
    pub cause_step: Option<StepName>,
    pub cause_system: Option<SystemName>,
    pub reason: Option<String>,
    /// How often the step at the resume point was tried.
    pub attempts: i64,
    /// The last moment at which that step may have been sent.
    pub last_attempt_at: Option<Timestamp>,
    pub amount: Option<Amount>,
    /// The digest of the basis; time alone does not change it.
    pub facts_digest: String,
}

/// Makes the row of a case that is due at `due_at`.
pub fn queue_row(review: &Review<'_>, due_at: Timestamp) -> QueueRow {
    let facts = review.facts;
    let at = review.at_undoing().or_else(|| review.at_resume_point());
    let place = at.and_then(|at| (review.steps.iter()).position(|s| s.step.name == at.step.name));
    let (cause_step, cause_system) = cause::stopped_at(review).unzip();
    let (protection, until) = at.map_or((CaseProtection::NotNeeded, None), protection);
    QueueRow {
        kind: review.kind,
        title: title(facts),
        authorised_at: facts.authorised_at,
        protection,
        protection_since: until.and_then(|_| at.and_then(|s| s.known.sent.first_at)),
        protection_until: until,
        urgent_at: until.map_or(due_at, |end| end.min(due_at)),
        resume_step: at.map(|s| s.step.name.clone()),
        resume_step_no: place.map(|index| count(index + 1)),
        step_count: count(review.steps.len()),
        chain: chain::to_text(&chain::chain(review)),
        system: at.map(|s| s.step.system.clone()),
        stop_code: facts.stop.code.clone(),
        cause_step,
        cause_system,
        reason: facts.stop.reason.clone(),
        attempts: at.map_or(0, |s| count(s.known.sent.attempts())),
        last_attempt_at: at.and_then(|s| s.known.sent.last_at),
        amount: facts.amount.clone(),
        facts_digest: digest(&basis(review)),
    }
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// What protects a repeat of the step, and until when; a step that is known not to be done needs none.
fn protection(at: &StepReview<'_>) -> (CaseProtection, Option<Timestamp>) {
    if !at.is_unknown() {
        return (CaseProtection::NotNeeded, None);
    }
    if let Some(said) = forbidden(at.by_table) {
        return (said, None);
    }
    match at.protection {
        Protection::InForce { until: end } | Protection::Over { since: end } => {
            (CaseProtection::Until, Some(end))
        }
        Protection::WithoutEnd => (CaseProtection::WithoutEnd, None),
        Protection::NotStarted | Protection::None(_) => (CaseProtection::None, None),
        Protection::NotKnown(_) => (CaseProtection::NotKnown, None),
    }
}

/// What the row says where no repeat is sent although the receiver may still know the key.
fn forbidden(sending: Sending) -> Option<CaseProtection> {
    match sending {
        Sending::Blocked(Blocker::Stored5xx) => Some(CaseProtection::Stored5xx),
        Sending::Blocked(Blocker::ResultIsForeign | Blocker::KeyBoundToOtherStep) => {
            Some(CaseProtection::None)
        }
        Sending::Blocked(
            Blocker::ProtectionOver { .. }
            | Blocker::NoProtection(_)
            | Blocker::ProtectionNotKnown(_),
        )
        | Sending::Never(_)
        | Sending::Starts
        | Sending::AgainAfterRefusal
        | Sending::AgainAfterAbsence
        | Sending::Repeat { .. } => None,
    }
}

fn title(facts: &Facts) -> String {
    let title = names(facts).join(" · ");
    title.chars().take(TITLE_LENGTH).collect()
}

/// By what people know the operation: its first references, or its key where it has none.
pub fn names(facts: &Facts) -> Vec<String> {
    let references = facts.references.values().filter_map(plain);
    let names: Vec<String> = references.take(TITLE_REFERENCES).collect();
    if names.is_empty() {
        vec![facts.key.as_str().to_owned()]
    } else {
        names
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    }
}
