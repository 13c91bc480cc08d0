//! One look at an operation: what is known of each step, where it may go on, and what kind of stop it is.

use super::contract::Contract;
use super::facts::{ContentStanding, Facts, StepFacts};
use super::ids::StepName;
use super::knowledge::{Knowledge, StepKnowledge, WhyNotDone, WhyUnknown, knowledge};
use super::protection::{
    NoProtection, NotKnown, Protection, key_carried_elsewhere, protection, replays_a_stored_5xx,
};
use super::report::StopKind;
use super::rules::Rules;
use super::time::Timestamp;
use serde::Serialize;

/// One step as the facts show it now.
#[derive(Debug, Clone)]
pub struct StepReview<'a> {
    pub step: &'a StepFacts,
    pub known: StepKnowledge,
    pub protection: Protection,
    pub contract: Option<&'a Contract>,
    pub sending: Sending,
    /// What the table of `domain.md` §4.1 says of the step, wherever it stands: for an undoing, what a compensate may do.
    pub by_table: Sending,
}

/// Whether a resume may send a step (`domain.md` §4.1, the table), and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sending {
    Never(NeverSent),
    /// For the first time.
    Starts,
    /// Again, under the same key: every attempt before was refused.
    AgainAfterRefusal,
    /// Again, under the same key: the effect is proven absent.
    AgainAfterAbsence,
    /// A repeat that the receiver recognises, until `not_after` (`None`: without end).
    Repeat {
        not_after: Option<Timestamp>,
    },
    /// Not now.
    Blocked(Blocker),
}

/// Why a step is never sent by a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NeverSent {
    Done,
    Undone,
    Skipped,
    /// It undoes another step: only a compensate sends it.
    UndoesAnother,
}

/// What stands against sending a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Blocker {
    ProtectionOver {
        since: Timestamp,
    },
    NoProtection(NoProtection),
    ProtectionNotKnown(NotKnown),
    /// The receiver would replay its stored 5xx, which proves nothing.
    Stored5xx,
    /// The receiver answers this key with an object that is another operation's.
    ResultIsForeign,
    /// Another step used this key at the same receiver: it would refuse again, or answer with that step's result.
    KeyBoundToOtherStep,
}

/// One look at an operation.
#[derive(Debug, Clone)]
pub struct Review<'a> {
    pub facts: &'a Facts,
    pub steps: Vec<StepReview<'a>>,
    /// The first step that is neither done nor skipped; computed, never chosen. `None`: every step is done.
    pub resume_point: Option<usize>,
    pub kind: StopKind,
    pub now: Timestamp,
}

/// Looks at an operation at `now`.
pub fn review<'a>(facts: &'a Facts, rules: Rules<'a>, now: Timestamp) -> Review<'a> {
    let known: Vec<StepKnowledge> = facts
        .steps
        .iter()
        .map(|s| knowledge(facts, s, rules))
        .collect();
    let undone: Vec<&StepName> = facts
        .steps
        .iter()
        .zip(&known)
        .filter(|(_, k)| k.knowledge == Knowledge::Done)
        .filter_map(|(s, _)| s.undoes.as_ref())
        .collect();
    let steps: Vec<StepReview<'a>> = facts
        .steps
        .iter()
        .zip(known)
        .map(|(step, mut known)| {
            if known.knowledge == Knowledge::Done && undone.contains(&&step.name) {
                known.knowledge = Knowledge::Undone;
            }
            step_review(facts, step, known, rules, now)
        })
        .collect();
    let resume_point = steps.iter().position(StepReview::is_still_to_do);
    Review {
        facts,
        kind: kind(facts, &steps, resume_point),
        steps,
        resume_point,
        now,
    }
}

fn step_review<'a>(
    facts: &'a Facts,
    step: &'a StepFacts,
    known: StepKnowledge,
    rules: Rules<'a>,
    now: Timestamp,
) -> StepReview<'a> {
    let contract = rules.contracts.contract(&step.system, &step.name);
    let protection = protection(facts, step, &known.sent, rules, now);
    let by_table = by_table(facts, step, &known, protection, contract);
    StepReview {
        sending: sending(facts, step, by_table),
        by_table,
        step,
        known,
        protection,
        contract,
    }
}

/// Whether a resume may send the step.
fn sending(facts: &Facts, step: &StepFacts, by_table: Sending) -> Sending {
    if facts.skipped.iter().any(|(name, _)| *name == step.name) {
        return Sending::Never(NeverSent::Skipped);
    }
    if step.undoes.is_some() {
        return Sending::Never(NeverSent::UndoesAnother);
    }
    by_table
}

fn by_table(
    facts: &Facts,
    step: &StepFacts,
    known: &StepKnowledge,
    protection: Protection,
    contract: Option<&Contract>,
) -> Sending {
    let bound = key_bound_to_other_step(facts, step);
    match known.knowledge {
        Knowledge::Done => Sending::Never(NeverSent::Done),
        Knowledge::Undone => Sending::Never(NeverSent::Undone),
        Knowledge::NotDone(_) if bound => Sending::Blocked(Blocker::KeyBoundToOtherStep),
        Knowledge::NotDone(WhyNotDone::NeverSent) => Sending::Starts,
        Knowledge::NotDone(WhyNotDone::Refused) => Sending::AgainAfterRefusal,
        Knowledge::NotDone(WhyNotDone::AbsenceProven { .. }) => Sending::AgainAfterAbsence,
        Knowledge::Unknown(WhyUnknown::ResultIsForeign) => {
            Sending::Blocked(Blocker::ResultIsForeign)
        }
        Knowledge::Unknown(_) => repeat(known, protection, contract),
    }
}

/// Whether an unknown step may be repeated under its key.
fn repeat(known: &StepKnowledge, protection: Protection, contract: Option<&Contract>) -> Sending {
    let allowed = match protection {
        Protection::InForce { until } => Sending::Repeat {
            not_after: Some(until),
        },
        Protection::WithoutEnd => Sending::Repeat { not_after: None },
        Protection::Over { since } => Sending::Blocked(Blocker::ProtectionOver { since }),
        Protection::None(why) => Sending::Blocked(Blocker::NoProtection(why)),
        Protection::NotKnown(why) => Sending::Blocked(Blocker::ProtectionNotKnown(why)),
        // Unknown without a sending: a receiver that is said to be at it. Nobody knows since when.
        Protection::NotStarted => {
            Sending::Blocked(Blocker::NoProtection(NoProtection::FirstAttemptUnknown))
        }
    };
    let replays = contract.is_some_and(|c| replays_a_stored_5xx(c, &known.sent));
    if replays && matches!(allowed, Sending::Repeat { .. }) {
        return Sending::Blocked(Blocker::Stored5xx);
    }
    allowed
}

/// Whether another step used this step's key at the same receiver.
fn key_bound_to_other_step(facts: &Facts, step: &StepFacts) -> bool {
    step.own_key().is_some_and(|key| {
        key_carried_elsewhere(facts, step, key)
            && facts
                .steps
                .iter()
                .any(|s| s.name != step.name && s.system == step.system && carries(facts, s, key))
    })
}

fn carries(facts: &Facts, step: &StepFacts, key: &super::ids::IdempotencyKey) -> bool {
    step.own_key() == Some(key)
        || step.key.as_ref() == Some(key)
        || facts
            .attempts
            .iter()
            .any(|a| a.fact.step == step.name && a.fact.idempotency_key.as_ref() == Some(key))
}

impl StepReview<'_> {
    /// Neither done nor skipped, and part of the forward chain.
    pub fn is_still_to_do(&self) -> bool {
        match self.sending {
            Sending::Never(_) => false,
            Sending::Starts
            | Sending::AgainAfterRefusal
            | Sending::AgainAfterAbsence
            | Sending::Repeat { .. }
            | Sending::Blocked(_) => true,
        }
    }

    /// Whether the step undoes another one, and was sent or had its effect.
    pub fn is_undoing(&self) -> bool {
        self.step.undoes.is_some() && (self.known.sent.any() || !self.known.results.is_empty())
    }

    /// Whether the result of this step is not known.
    pub fn is_unknown(&self) -> bool {
        matches!(self.known.knowledge, Knowledge::Unknown(_))
    }
}

impl Review<'_> {
    /// The step at the resume point.
    pub fn at_resume_point(&self) -> Option<&StepReview<'_>> {
        self.resume_point.and_then(|i| self.steps.get(i))
    }

    /// Whether anything was sent that undoes a step: the chain is being taken back, and a resume would work against it.
    pub fn is_being_undone(&self) -> bool {
        self.compensate_was_taken() || self.steps.iter().any(StepReview::is_undoing)
    }

    /// Whether a worker ever took a compensate, whatever became of it.
    pub fn compensate_was_taken(&self) -> bool {
        let undoes = |name: &StepName| {
            (self.facts.steps.iter()).any(|s| s.name == *name && s.undoes.is_some())
        };
        (self.facts.takings.iter()).any(|t| t.run.iter().any(|(step, _)| undoes(step)))
    }

    /// Of a chain that is being taken back, the undoing at which that stands: one that may have had its effect, else one
    /// that is not done, else the last.
    pub fn at_undoing(&self) -> Option<&StepReview<'_>> {
        let undoings = || self.steps.iter().filter(|s| s.step.undoes.is_some());
        let begun = || undoings().filter(|s| s.is_undoing());
        let not_done = |s: &&StepReview<'_>| s.known.knowledge != Knowledge::Done;
        if !self.is_being_undone() {
            return None;
        }
        (begun().find(|s| s.is_unknown()))
            .or_else(|| begun().find(not_done))
            .or_else(|| begun().next_back())
            .or_else(|| undoings().next_back())
    }

    /// Whether a content came under the same key that nobody has decided about yet.
    pub fn has_contested_content(&self) -> bool {
        has_contested_content(self.facts)
    }
}

fn has_contested_content(facts: &Facts) -> bool {
    facts
        .contents
        .iter()
        .any(|c| c.standing == ContentStanding::Contested)
}

/// The kind follows the facts, never the claim (`domain.md` §2).
fn kind(facts: &Facts, steps: &[StepReview<'_>], resume_point: Option<usize>) -> StopKind {
    if has_contested_content(facts) {
        return StopKind::PayloadConflict;
    }
    let up_to_resume_point = resume_point.map_or(steps.len(), |i| i + 1);
    let undoing_unknown = |s: &StepReview<'_>| s.is_undoing() && s.is_unknown();
    if steps
        .iter()
        .take(up_to_resume_point)
        .any(StepReview::is_unknown)
        || steps.iter().any(undoing_unknown)
    {
        StopKind::ResultUnknown
    } else {
        StopKind::NextStepPending
    }
}
