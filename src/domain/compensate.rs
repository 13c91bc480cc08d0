//! What a compensate undoes, and what it does not (`domain.md` §4.3).
//!
//! Each undoing is a step of its own: the one that the source named with `undoes`, or one that is made here. What is
//! known of it, and whether it may be sent, follows from the same rules as for every other step.

use super::digest::sha256_hex;
use super::facts::{Facts, StepFacts};
use super::ids::{IdempotencyKey, StepName};
use super::knowledge::Knowledge;
use super::report::ResultRef;
use super::resume::RunStep;
use super::review::{Blocker, Review, Sending, StepReview};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What stands before a step's name in that of an undoing that is made for it, and what follows its key.
const UNDO: (&str, &str) = ("undo_", "~undo");

/// Which steps a reviewer wants undone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CompensateOrder {
    pub undo: Vec<StepName>,
}

/// What a compensate sends; the core of its instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompensatePlan {
    /// The undoing steps in the order in which they are sent: what was done last is undone first.
    pub run: Vec<RunStep>,
    /// What each of them undoes, in the same order.
    pub undoings: Vec<Undoing>,
    /// Results beyond the first of steps that stay done more than once.
    pub surplus: Vec<super::resume::DoneStep>,
    /// The earliest moment after which one of the steps may not be sent.
    pub not_after: Option<Timestamp>,
}

/// An undoing and what it undoes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undoing {
    /// The undoing's own step.
    pub step: StepName,
    pub undoes: StepName,
    /// All that is known to exist of it.
    pub results: Vec<ResultRef>,
}

/// Why a step is not undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotUndone {
    /// It is not done, so there is nothing to undo.
    NotDone,
    /// Whether it is done has to be found out first.
    Unknown,
    /// It is undone already.
    Undone,
    /// The source did not declare that it can be undone.
    NotCompensable,
    /// Its undoing was sent before, and may not be sent again now.
    Blocked(Blocker),
}

/// Why a compensate is not allowed. Several can hold at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoCompensate {
    /// No step can be undone now.
    NothingToUndo,
    /// The reviewer named no step.
    NothingChosen,
    NoSuchStep {
        step: StepName,
    },
    NotUndone {
        step: StepName,
        why: NotUndone,
    },
}

/// How a step can be undone now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub undoing: StepName,
    pub key: Option<IdempotencyKey>,
    pub sending: Sending,
}

/// For every step of the forward chain, in its order: how it can be undone, or why it is not.
pub fn proposals<'r, 'a>(
    review: &'r Review<'a>,
) -> Vec<(&'r StepReview<'a>, Result<Proposal, NotUndone>)> {
    (review.steps.iter())
        .filter(|step| step.step.undoes.is_none())
        .map(|step| (step, proposal(review, step)))
        .collect()
}

fn proposal(review: &Review<'_>, step: &StepReview<'_>) -> Result<Proposal, NotUndone> {
    match step.known.knowledge {
        Knowledge::Done => {}
        Knowledge::Undone => return Err(NotUndone::Undone),
        Knowledge::NotDone(_) => return Err(NotUndone::NotDone),
        Knowledge::Unknown(_) => return Err(NotUndone::Unknown),
    }
    let Some(own) = own_undoing(review, &step.step.name) else {
        return if step.step.compensable {
            Ok(made(review, step.step))
        } else {
            Err(NotUndone::NotCompensable)
        };
    };
    match own.by_table {
        Sending::Blocked(blocker) => Err(NotUndone::Blocked(blocker)),
        sending @ (Sending::Starts
        | Sending::AgainAfterRefusal
        | Sending::AgainAfterAbsence
        | Sending::Repeat { .. }) => Ok(Proposal {
            undoing: own.step.name.clone(),
            key: own.step.own_key().cloned(),
            sending,
        }),
        // An undoing that is done makes its step undone.
        Sending::Never(_) => Err(NotUndone::Undone),
    }
}

/// The step that undoes this one. Of several the one that may have had its effect: nothing is undone in a second way
/// while it is not known whether it was undone in a first.
fn own_undoing<'r, 'a>(review: &'r Review<'a>, step: &StepName) -> Option<&'r StepReview<'a>> {
    let all = || (review.steps.iter()).filter(|s| s.step.undoes.as_ref() == Some(step));
    let blocked = |s: &&StepReview<'_>| matches!(s.by_table, Sending::Blocked(_));
    (all().find(|s| s.is_unknown() && blocked(s)))
        .or_else(|| all().find(|s| s.is_unknown()))
        .or_else(|| all().next())
}

/// An undoing for a step whose source declared it compensable and named no step that undoes it.
fn made(review: &Review<'_>, step: &StepFacts) -> Proposal {
    let facts = review.facts;
    let (before, behind) = UNDO;
    let name_in_use = |name: &str| facts.steps.iter().any(|s| s.name.as_str() == name);
    let undoing = StepName::new(free(&format!("{before}{}", step.name), name_in_use));
    let base = match step.own_key() {
        Some(key) => format!("{key}{behind}"),
        None => format!("{}#{}{behind}", facts.key, step.name),
    };
    let contract = (review.steps.iter()).find(|s| s.step.name == step.name);
    let longest = contract.and_then(|s| s.contract?.key_max_length);
    let base = shortened(base, longest);
    Proposal {
        undoing,
        key: Some(IdempotencyKey::new(free(&base, |key| {
            key_in_use(facts, key)
        }))),
        sending: Sending::Starts,
    }
}

/// A key that the receiver takes: a digest stands for one that is too long.
fn shortened(key: String, longest: Option<usize>) -> String {
    match longest {
        Some(longest) if key.len() > longest => sha256_hex(key).chars().take(longest).collect(),
        Some(_) | None => key,
    }
}

fn free(base: &str, in_use: impl Fn(&str) -> bool) -> String {
    let mut name = base.to_owned();
    let mut number = 1;
    while in_use(&name) {
        number += 1;
        name = format!("{base}{number}");
    }
    name
}

fn key_in_use(facts: &Facts, key: &str) -> bool {
    let is = |known: &IdempotencyKey| known.as_str() == key;
    let by_step = facts
        .steps
        .iter()
        .any(|s| s.key.iter().chain(&s.ordered_key).any(is) || s.other_keys.iter().any(is));
    by_step || (facts.attempts.iter()).any(|a| a.fact.idempotency_key.as_ref().is_some_and(is))
}

/// Plans a compensate, or says everything that stands against it.
///
/// # Errors
/// Each [`NoCompensate`].
pub fn plan(
    review: &Review<'_>,
    order: &CompensateOrder,
) -> Result<CompensatePlan, Vec<NoCompensate>> {
    let proposals = proposals(review);
    if proposals.iter().all(|(_, proposal)| proposal.is_err()) {
        return Err(vec![NoCompensate::NothingToUndo]);
    }
    let faults = faults(review, &proposals, order);
    if !faults.is_empty() {
        return Err(faults);
    }
    let chosen = (proposals.iter().rev()).filter(|(s, _)| order.undo.contains(&s.step.name));
    let (run, undoings): (Vec<RunStep>, Vec<Undoing>) = chosen
        .filter_map(|(step, proposal)| Some(send(step, proposal.as_ref().ok()?)))
        .unzip();
    let undone: Vec<&StepName> = undoings.iter().map(|u| &u.undoes).collect();
    Ok(CompensatePlan {
        not_after: run.iter().filter_map(|r| r.not_after).min(),
        surplus: super::surplus::beyond_the_first(review, &undone),
        run,
        undoings,
    })
}

fn faults(
    review: &Review<'_>,
    proposals: &[(&StepReview<'_>, Result<Proposal, NotUndone>)],
    order: &CompensateOrder,
) -> Vec<NoCompensate> {
    if order.undo.is_empty() {
        return vec![NoCompensate::NothingChosen];
    }
    let fault = |name: &StepName| {
        let step = name.clone();
        match proposals.iter().find(|(s, _)| s.step.name == *name) {
            Some((_, Ok(_))) => None,
            Some((_, Err(why))) => Some(NoCompensate::NotUndone { step, why: *why }),
            // An undoing is not undone in its turn.
            None if review.steps.iter().any(|s| s.step.name == *name) => {
                let why = NotUndone::NotCompensable;
                Some(NoCompensate::NotUndone { step, why })
            }
            None => Some(NoCompensate::NoSuchStep { step }),
        }
    };
    order.undo.iter().filter_map(fault).collect()
}

fn send(step: &StepReview<'_>, proposal: &Proposal) -> (RunStep, Undoing) {
    let not_after = match proposal.sending {
        Sending::Repeat { not_after } => not_after,
        Sending::Starts
        | Sending::AgainAfterRefusal
        | Sending::AgainAfterAbsence
        | Sending::Blocked(_)
        | Sending::Never(_) => None,
    };
    let run = RunStep {
        step: proposal.undoing.clone(),
        idempotency_key: proposal.key.clone(),
        not_after,
    };
    let undoing = Undoing {
        step: proposal.undoing.clone(),
        undoes: step.step.name.clone(),
        results: (step.known.results.iter())
            .map(|k| k.result.clone())
            .collect(),
    };
    (run, undoing)
}

impl CompensatePlan {
    /// The first undoing that is not known to be done, those that may have had their effect first.
    pub fn left<'r>(&self, review: &'r Review<'_>) -> Option<&'r StepReview<'r>> {
        let ordered = |s: &&StepReview<'_>| self.run.iter().any(|run| run.step == s.step.name);
        let left = || {
            (review.steps.iter())
                .filter(ordered)
                .filter(|s| s.known.knowledge != Knowledge::Done)
        };
        left().find(|s| s.is_unknown()).or_else(|| left().next())
    }
}

impl Facts {
    /// The undoings that a compensate makes are steps of the operation from its taking on.
    pub(super) fn add_undoings(&mut self, plan: &CompensatePlan) {
        for (run, undoing) in plan.run.iter().zip(&plan.undoings) {
            if self.steps.iter().any(|s| s.name == run.step) {
                continue;
            }
            let undone = self.steps.iter().find(|s| s.name == undoing.undoes);
            let Some(system) = undone.map(|s| s.system.clone()) else {
                continue;
            };
            let mut step = StepFacts::new(run.step.clone(), system);
            step.undoes = Some(undoing.undoes.clone());
            step.ordered_key.clone_from(&run.idempotency_key);
            self.steps.push(step);
        }
    }
}
