//! What the queue shows of a case: everything in its row that follows from a review of the facts.
//!
//! Whoever changes what is known of an operation writes these columns again, so that a page of the queue is one
//! index scan and reads no document.

use super::basis::basis;
use super::facts::Facts;
use super::ids::{StepName, SystemName};
use super::json::digest;
use super::knowledge::{Knowledge, WhyNotDone};
use super::protection::Protection;
use super::report::{Amount, StopKind};
use super::review::{NeverSent, Review, Sending, StepReview};
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
    /// One sign a step: see [`ChainSign`].
    pub chain: String,
    /// The receiving system of the resume point.
    pub system: Option<SystemName>,
    pub stop_code: Option<String>,
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
    let at = review.at_resume_point();
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
        resume_step_no: review.resume_point.map(|index| count(index + 1)),
        step_count: count(review.steps.len()),
        chain: chain(review).into_iter().map(ChainSign::sign).collect(),
        system: at.map(|s| s.step.system.clone()),
        stop_code: facts.stop.code.clone(),
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
    match at.protection {
        Protection::InForce { until: end } | Protection::Over { since: end } => {
            (CaseProtection::Until, Some(end))
        }
        Protection::WithoutEnd => (CaseProtection::WithoutEnd, None),
        Protection::NotStarted | Protection::None(_) => (CaseProtection::None, None),
        Protection::NotKnown(_) => (CaseProtection::NotKnown, None),
    }
}

fn title(facts: &Facts) -> String {
    let names: Vec<String> = facts
        .references
        .values()
        .filter_map(plain)
        .take(TITLE_REFERENCES)
        .collect();
    let title = if names.is_empty() {
        facts.key.as_str().to_owned()
    } else {
        names.join(" · ")
    };
    title.chars().take(TITLE_LENGTH).collect()
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

/// How a step looks in the chain of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainSign {
    Done,
    Unknown,
    /// Never sent, or proven absent, and the next to go out.
    Next,
    Refused,
    /// The resume point of an operation whose content is disputed.
    Conflict,
    /// Later in the chain, and not sent.
    NotSent,
    Skipped,
    Undone,
}

impl ChainSign {
    const ALL: [Self; 8] = [
        Self::Done,
        Self::Unknown,
        Self::Next,
        Self::Refused,
        Self::Conflict,
        Self::NotSent,
        Self::Skipped,
        Self::Undone,
    ];

    /// The sign under which it is stored.
    pub fn sign(self) -> char {
        match self {
            Self::Done => 'd',
            Self::Unknown => '?',
            Self::Next => '>',
            Self::Refused => 'x',
            Self::Conflict => '!',
            Self::NotSent => '.',
            Self::Skipped => 's',
            Self::Undone => 'u',
        }
    }

    /// Reads a stored sign.
    pub fn parse(sign: char) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.sign() == sign)
    }
}

/// The chain of an operation, one sign a step.
pub fn chain(review: &Review<'_>) -> Vec<ChainSign> {
    let signs = review.steps.iter().enumerate();
    signs
        .map(|(index, step)| {
            let here = review.resume_point == Some(index);
            if here && review.has_contested_content() {
                ChainSign::Conflict
            } else {
                sign(step, here)
            }
        })
        .collect()
}

fn sign(step: &StepReview<'_>, here: bool) -> ChainSign {
    if step.sending == Sending::Never(NeverSent::Skipped) {
        return ChainSign::Skipped;
    }
    match step.known.knowledge {
        Knowledge::Done => ChainSign::Done,
        Knowledge::Undone => ChainSign::Undone,
        Knowledge::Unknown(_) => ChainSign::Unknown,
        Knowledge::NotDone(WhyNotDone::Refused) => ChainSign::Refused,
        Knowledge::NotDone(WhyNotDone::NeverSent | WhyNotDone::AbsenceProven { .. }) if here => {
            ChainSign::Next
        }
        Knowledge::NotDone(WhyNotDone::NeverSent | WhyNotDone::AbsenceProven { .. }) => {
            ChainSign::NotSent
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_reads_back() {
        for sign in ChainSign::ALL {
            assert_eq!(ChainSign::parse(sign.sign()), Some(sign));
        }
        assert_eq!(ChainSign::parse('D'), None);
    }
}
