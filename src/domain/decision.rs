//! Which decisions are allowed now, and for each that is not: why, and what would unblock it (`domain.md` §4).

use super::absence::NotProof;
use super::case::CaseStanding;
use super::compensate::{self, CompensateOrder, CompensatePlan, NoCompensate};
use super::ids::{StepName, UserId};
use super::people::{Action, Role, allows};
use super::resume::{NoResume, ResumeOrder, ResumePlan, plan};
use super::review::{Blocker, Review, StepReview};
use super::standing::DecisionKind;
use super::time::Timestamp;
use serde::Serialize;
use std::time::Duration;

/// The permission that a decision needs.
pub fn permission(kind: DecisionKind) -> Action {
    match kind {
        DecisionKind::Resume => Action::Resume,
        DecisionKind::NewOperation => Action::CreateNewOperation,
        DecisionKind::Compensate => Action::Compensate,
        DecisionKind::Close => Action::Close,
    }
}

/// What the facts say against a decision, whoever makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDecision {
    Resume(NoResume),
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

/// Whether the facts allow a new operation: not while a worker may still send for the old one, and not once it is being
/// undone.
pub fn new_operation(review: &Review<'_>, settling: Duration) -> Result<(), Vec<NoDecision>> {
    let open_until = review
        .facts
        .takings
        .iter()
        .filter(|t| t.end.is_open())
        .map(|t| t.lease_until.plus(settling))
        .filter(|until| review.now < *until)
        .max();
    let being_undone = review
        .compensate_was_taken()
        .then_some(NoDecision::BeingUndone);
    let taking_open = open_until.map(|until| NoDecision::TakingOpen { until });
    let against: Vec<_> = being_undone.into_iter().chain(taking_open).collect();
    if against.is_empty() {
        Ok(())
    } else {
        Err(against)
    }
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
        NoDecision::Compensate(_) | NoDecision::BeingUndone => Vec::new(),
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

/// Why a person may not decide, or record a check on, a case now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAuthority {
    /// The person's role does not have the permission.
    Role,
    /// Nobody holds the case: it has to be claimed first.
    NotClaimed,
    HeldByOther {
        holder: UserId,
    },
    AwaitingApproval,
    /// A decision is on its way.
    Decided,
    Resolved,
}

impl NoAuthority {
    /// The word under which the history tells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::NotClaimed => "not_claimed",
            Self::HeldByOther { .. } => "held_by_other",
            Self::AwaitingApproval => "awaiting_approval",
            Self::Decided => "decided",
            Self::Resolved => "resolved",
        }
    }
}

/// Whether a person may make this decision on the case now: role, state and holder, in this order.
pub fn authority(
    kind: DecisionKind,
    state: CaseStanding,
    person: UserId,
    role: Role,
    now: Timestamp,
) -> Result<(), NoAuthority> {
    if !allows(role, permission(kind)) {
        return Err(NoAuthority::Role);
    }
    match state {
        CaseStanding::Waiting => Err(NoAuthority::NotClaimed),
        CaseStanding::InReview { .. } => match state.holder(now) {
            Some(holder) if holder == person => Ok(()),
            Some(holder) => Err(NoAuthority::HeldByOther { holder }),
            None => Err(NoAuthority::NotClaimed),
        },
        CaseStanding::AwaitingApproval => Err(NoAuthority::AwaitingApproval),
        CaseStanding::Decided | CaseStanding::Executing => Err(NoAuthority::Decided),
        CaseStanding::Resolved => Err(NoAuthority::Resolved),
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
