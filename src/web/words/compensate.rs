//! Words for what a compensate undoes, and for what it does not.

use super::blocker;
use crate::domain::compensate::{NoCompensate, NotUndone};
use crate::domain::facts::{Facts, StepFacts};
use crate::domain::ids::StepName;
use crate::domain::surplus::Settlement;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;

/// Why a compensate is not allowed.
pub fn no_compensate(facts: &Facts, why: &NoCompensate) -> Msg {
    match why {
        NoCompensate::NothingToUndo => msg!("no-decision-nothing-to-compensate"),
        NoCompensate::NothingChosen => msg!("no-compensate-nothing-chosen"),
        NoCompensate::NoSuchStep { step } => {
            msg!("no-resume-no-such-step", step = humane(step.as_str()))
        }
        NoCompensate::NotUndone { step, why } => not_undone(facts, step, *why),
    }
}

/// Why a step is not undone, as a sentence.
pub fn not_undone(facts: &Facts, step: &StepName, why: NotUndone) -> Msg {
    let name = humane(step.as_str());
    match why {
        NotUndone::NotDone => msg!("not-undone-not-done", step = name),
        NotUndone::Unknown => msg!("not-undone-unknown", step = name),
        NotUndone::Undone => msg!("not-undone-undone", step = name),
        NotUndone::NotCompensable => msg!("not-undone-not-compensable", step = name),
        NotUndone::Blocked(what) => match undoing_of(facts, step) {
            Some(undoing) => blocker(undoing, what),
            None => msg!("not-undone-unknown", step = name),
        },
    }
}

fn undoing_of<'f>(facts: &'f Facts, step: &StepName) -> Option<&'f StepFacts> {
    (facts.steps.iter()).find(|s| s.undoes.as_ref() == Some(step))
}

/// What became of a surplus.
pub fn settlement(settlement: Settlement) -> Msg {
    match settlement {
        Settlement::UndoneThere => msg!("settlement-undone-there"),
        Settlement::Kept => msg!("settlement-kept"),
        Settlement::NeverOurs => msg!("settlement-never-ours"),
    }
}
