//! Which decisions are allowed now, and for each that is not: why, and what would unblock it (`domain.md` §4).

use super::absence::NotProof;
use super::compensate::{self, CompensateOrder, CompensatePlan, NoCompensate};
use super::facts::Taking;
use super::ids::StepName;
use super::new_operation::{self, NewOperationOrder, NewOperationPlan, NoNewOperation};
use super::resume::{NoResume, ResumeOrder, ResumePlan, plan};
use super::review::{Blocker, Review, StepReview};
use super::rules::Rules;
use super::standing::{DecisionKind, OperationStanding};
use super::time::Timestamp;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// What the facts say against a decision, whoever makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDecision {
    Resume(NoResume),
    NewOperation(NoNewOperation),
    /// Another operation took this one's place: nothing is ever sent for it again, and it can only be closed.
    Superseded,
    /// A worker may still send for the old operation until then.
    TakingOpen {
        until: Timestamp,
    },
    Compensate(NoCompensate),
    /// A compensate was taken: only the rest of the undoing, or a close, is possible from then on.
    BeingUndone,
}

/// What would unblock a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unblock {
    /// A check that finds the step's result.
    CheckThatFinds { step: StepName },
    /// A check that proves absence, from then on (`None`: at once).
    CheckThatProvesAbsence {
        step: StepName,
        from: Option<Timestamp>,
    },
    /// An empty answer proves nothing here, for this reason.
    AbsenceIsNeverProof { step: StepName, why: NotProof },
    /// The reviewer names the result that the operation goes on with.
    ChooseResult { step: StepName },
    /// A new key for the step.
    NewStepKey { step: StepName },
    /// The taking ends.
    WaitUntil { until: Timestamp },
}

/// Whether the facts allow a resume as ordered; the plan, or all that stands against it.
pub fn resume(review: &Review<'_>, order: &ResumeOrder) -> Result<ResumePlan, Vec<NoDecision>> {
    plan(review, order).map_err(|faults| faults.into_iter().map(NoDecision::Resume).collect())
}

/// Whether a decision of this kind is possible at all on an operation that stands so.
///
/// # Errors
/// For whatever sends something for an operation that is superseded.
pub fn still_possible(standing: OperationStanding, kind: DecisionKind) -> Result<(), NoDecision> {
    match (standing, kind) {
        (
            OperationStanding::Superseded,
            DecisionKind::Resume | DecisionKind::NewOperation | DecisionKind::Compensate,
        ) => Err(NoDecision::Superseded),
        (OperationStanding::Superseded, DecisionKind::Close)
        | (OperationStanding::Open | OperationStanding::Done | OperationStanding::Closed, _) => {
            Ok(())
        }
    }
}

/// Whether the facts allow a new operation as ordered: not while a worker may still send for the old one, and not once it
/// is being undone.
///
/// # Errors
/// All that stands against it.
pub fn new_operation(
    review: &Review<'_>,
    rules: Rules<'_>,
    agreed: Option<&Value>,
    order: NewOperationOrder,
) -> Result<NewOperationPlan, Vec<NoDecision>> {
    let against = against_new_operation(review, rules);
    match new_operation::plan(review, agreed, order) {
        Ok(plan) if against.is_empty() => Ok(plan),
        Ok(_) => Err(against),
        Err(faults) => {
            let faults = faults.into_iter().map(NoDecision::NewOperation);
            Err(against.into_iter().chain(faults).collect())
        }
    }
}

/// What stands against any new operation, however it is ordered.
pub fn against_new_operation(review: &Review<'_>, rules: Rules<'_>) -> Vec<NoDecision> {
    let being_undone = review
        .compensate_was_taken()
        .then_some(NoDecision::BeingUndone);
    being_undone
        .into_iter()
        .chain(taking_open(review, rules))
        .collect()
}

/// A taking of which nobody has told the outcome, until its lease is over and whatever it sent has settled.
fn taking_open(review: &Review<'_>, rules: Rules<'_>) -> Option<NoDecision> {
    let takings = review.facts.takings.iter().filter(|t| t.end.is_open());
    takings
        .map(|taking| taking.lease_until.plus(settling(review, rules, taking)))
        .filter(|until| review.now < *until)
        .max()
        .map(|until| NoDecision::TakingOpen { until })
}

/// How long what was sent in a taking may still be in flight: the longest of its receivers' times.
fn settling(review: &Review<'_>, rules: Rules<'_>, taking: &Taking) -> Duration {
    let sent = |step: &&StepReview<'_>| taking.run.iter().any(|(name, _)| *name == step.step.name);
    let settling = |step: &StepReview<'_>| {
        let stated = step.contract.and_then(|contract| contract.settling);
        stated.or(rules.settling_for_people)
    };
    let steps = review.steps.iter().filter(sent);
    steps.filter_map(settling).max().unwrap_or_default()
}

/// Whether the facts allow to undo what is ordered; the plan, or all that stands against it.
pub fn compensate(
    review: &Review<'_>,
    order: &CompensateOrder,
) -> Result<CompensatePlan, Vec<NoDecision>> {
    let faults =
        |faults: Vec<NoCompensate>| faults.into_iter().map(NoDecision::Compensate).collect();
    compensate::plan(review, order).map_err(faults)
}

/// The steps of which a close leaves it uncertain whether they had their effect.
pub fn stays_uncertain<'r>(review: &'r Review<'_>) -> Vec<&'r StepReview<'r>> {
    review.steps.iter().filter(|s| s.is_unknown()).collect()
}

/// What would unblock a resume, one entry a way.
pub fn unblocks(
    review: &Review<'_>,
    against: &NoDecision,
    proof_from: impl Fn(&StepReview<'_>) -> Result<Option<Timestamp>, NotProof>,
) -> Vec<Unblock> {
    match against {
        NoDecision::TakingOpen { until } => vec![Unblock::WaitUntil { until: *until }],
        NoDecision::Compensate(_)
        | NoDecision::BeingUndone
        | NoDecision::NewOperation(_)
        | NoDecision::Superseded => Vec::new(),
        NoDecision::Resume(NoResume::ChooseResult { step }) => {
            vec![Unblock::ChooseResult { step: step.clone() }]
        }
        NoDecision::Resume(NoResume::Blocked { step, blocker }) => {
            let Some(at) = review.steps.iter().find(|s| s.step.name == *step) else {
                return Vec::new();
            };
            unblocks_step(at, *blocker, proof_from(at))
        }
        NoDecision::Resume(
            NoResume::BeingUndone
            | NoResume::NoSuchResult { .. }
            | NoResume::NoSuchStep { .. }
            | NoResume::SkipOfDone { .. }
            | NoResume::SkipWithoutReason { .. }
            | NoResume::SkipNotAcknowledged { .. }
            | NoResume::NewKeyNotAllowed { .. }
            | NoResume::NewKeyInUse { .. }
            | NoResume::ChooseContent
            | NoResume::ContentTooLate { .. }
            | NoResume::NoSuchContent
            | NoResume::ContentNeedsNewKey { .. },
        ) => Vec::new(),
    }
}

fn unblocks_step(
    at: &StepReview<'_>,
    blocker: Blocker,
    proof_from: Result<Option<Timestamp>, NotProof>,
) -> Vec<Unblock> {
    let step = at.step.name.clone();
    match blocker {
        Blocker::KeyBoundToOtherStep => vec![Unblock::NewStepKey { step }],
        Blocker::ResultIsForeign => Vec::new(),
        Blocker::ProtectionOver { .. }
        | Blocker::NoProtection(_)
        | Blocker::ProtectionNotKnown(_)
        | Blocker::Stored5xx => vec![
            Unblock::CheckThatFinds { step: step.clone() },
            match proof_from {
                Ok(from) => Unblock::CheckThatProvesAbsence { step, from },
                Err(why) => Unblock::AbsenceIsNeverProof { step, why },
            },
        ],
    }
}

/// A justification in a person's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Justification(String);

/// What is wrong with a justification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoJustification {
    /// White space at the ends does not count.
    TooShort { characters: usize, minimum: usize },
    /// One character again and again says nothing.
    OneCharacter,
    /// Over [`Justification::MAXIMUM`] characters.
    TooLong { characters: usize, maximum: usize },
}

impl Justification {
    /// The most characters that are kept.
    pub const MAXIMUM: usize = 10_000;

    /// Takes a text as justification if it is one (`domain.md` §4.6).
    pub fn parse(text: &str, minimum: usize) -> Result<Self, NoJustification> {
        let text = text.trim();
        let characters = text.chars().count();
        if characters < minimum.max(1) {
            return Err(NoJustification::TooShort {
                characters,
                minimum,
            });
        }
        if characters > Self::MAXIMUM {
            return Err(NoJustification::TooLong {
                characters,
                maximum: Self::MAXIMUM,
            });
        }
        let mut visible = text.chars().filter(|c| !c.is_whitespace());
        let first = visible.next();
        if visible.all(|c| Some(c) == first) {
            return Err(NoJustification::OneCharacter);
        }
        Ok(Self(text.to_owned()))
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
