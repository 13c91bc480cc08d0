//! Words for why something is not allowed, and for what would unblock it.

use super::{blocker, not_proof};
use crate::domain::decision::{NoDecision, NoJustification, Unblock};
use crate::domain::facts::{Facts, StepFacts};
use crate::domain::ids::StepName;
use crate::domain::new_operation::NoNewOperation;
use crate::domain::policy::{Reason, ReasonFits, Risk};
use crate::domain::resume::NoResume;
use crate::web::i18n::{Arg, Msg, Reader, msg};
use crate::web::typeset::humane;

/// What the facts say against a decision.
pub fn no_decision(facts: &Facts, against: &NoDecision) -> Msg {
    match against {
        NoDecision::Resume(why) => no_resume(facts, why),
        NoDecision::NewOperation(why) => no_new_operation(why),
        NoDecision::Superseded => msg!("no-decision-superseded"),
        NoDecision::TakingOpen { until } => msg!("no-decision-taking-open", until = *until),
        NoDecision::Compensate(why) => super::no_compensate(facts, why),
        NoDecision::BeingUndone => msg!("no-decision-being-undone"),
    }
}

/// Why a resume is not allowed.
pub fn no_resume(facts: &Facts, why: &NoResume) -> Msg {
    match why {
        NoResume::Blocked {
            step,
            blocker: what,
        } => match step_of(facts, step) {
            Some(step) => blocker(step, *what),
            None => msg!("no-resume-no-such-step", step = humane(step.as_str())),
        },
        NoResume::BeingUndone => msg!("no-resume-being-undone"),
        NoResume::ChooseResult { step } => {
            msg!("no-resume-choose-result", step = humane(step.as_str()))
        }
        NoResume::NoSuchResult { step } => {
            msg!("no-resume-no-such-result", step = humane(step.as_str()))
        }
        NoResume::NoSuchStep { step } => {
            msg!("no-resume-no-such-step", step = humane(step.as_str()))
        }
        NoResume::SkipOfDone { step } => {
            msg!("no-resume-skip-of-done", step = humane(step.as_str()))
        }
        NoResume::SkipWithoutReason { step } => {
            msg!(
                "no-resume-skip-without-reason",
                step = humane(step.as_str())
            )
        }
        NoResume::SkipNotAcknowledged { step } => {
            msg!(
                "no-resume-skip-not-acknowledged",
                step = humane(step.as_str())
            )
        }
        NoResume::NewKeyNotAllowed { step } => {
            msg!(
                "no-resume-new-key-not-allowed",
                step = humane(step.as_str())
            )
        }
        NoResume::NewKeyInUse { step } => {
            msg!("no-resume-new-key-in-use", step = humane(step.as_str()))
        }
        NoResume::ContentTooLate { step } => {
            msg!("no-resume-content-too-late", step = humane(step.as_str()))
        }
        NoResume::ChooseContent => msg!("no-resume-choose-content"),
        NoResume::NoSuchContent => msg!("no-resume-no-such-content"),
        NoResume::ContentNeedsNewKey { step } => {
            msg!(
                "no-resume-content-needs-new-key",
                step = humane(step.as_str())
            )
        }
    }
}

/// Why a new operation is not possible as ordered.
fn no_new_operation(why: &NoNewOperation) -> Msg {
    match why {
        NoNewOperation::NotAcknowledged { step } => {
            msg!("no-new-not-acknowledged", step = humane(step.as_str()))
        }
        NoNewOperation::OtherReference => msg!("no-new-other-reference"),
        NoNewOperation::KeyNotUsable => msg!("no-new-key-not-usable"),
        NoNewOperation::KeyInUse => msg!("no-new-key-in-use"),
        NoNewOperation::PayloadNotHeld => msg!("no-new-payload-not-held"),
        NoNewOperation::PayloadOfOtherKind => msg!("no-new-payload-of-other-kind"),
    }
}

fn step_of<'f>(facts: &'f Facts, name: &StepName) -> Option<&'f StepFacts> {
    facts.steps.iter().find(|s| s.name == *name)
}

/// What would unblock a decision: a line, and what follows from it.
pub fn unblock(way: &Unblock) -> (Msg, Option<Msg>) {
    match way {
        Unblock::CheckThatFinds { step } => (
            msg!("unblock-check-finds", step = humane(step.as_str())),
            Some(msg!("unblock-check-finds-then")),
        ),
        Unblock::CheckThatProvesAbsence { step, from: None } => (
            msg!("unblock-check-absent", step = humane(step.as_str())),
            Some(msg!("unblock-check-absent-then")),
        ),
        Unblock::CheckThatProvesAbsence {
            step,
            from: Some(from),
        } => (
            msg!("unblock-check-absent", step = humane(step.as_str())),
            Some(msg!("unblock-check-absent-from", from = Arg::since(*from))),
        ),
        Unblock::AbsenceIsNeverProof { step, why } => (
            msg!("unblock-absence-never-proof", step = humane(step.as_str())),
            Some(not_proof(*why)),
        ),
        Unblock::ChooseResult { step } => (
            msg!("unblock-choose-result", step = humane(step.as_str())),
            None,
        ),
        Unblock::NewStepKey { step } => (
            msg!("unblock-new-step-key", step = humane(step.as_str())),
            Some(msg!("unblock-new-step-key-then")),
        ),
        Unblock::WaitUntil { until } => (msg!("unblock-wait-until", until = *until), None),
    }
}

/// What is wrong with a justification.
pub fn no_justification(why: NoJustification) -> Msg {
    match why {
        NoJustification::TooShort {
            characters: 0,
            minimum,
        } => msg!("no-justification-empty", minimum = minimum),
        NoJustification::TooShort {
            characters,
            minimum,
        } => msg!(
            "no-justification-too-short",
            characters = characters,
            minimum = minimum
        ),
        NoJustification::OneCharacter => msg!("no-justification-one-character"),
        NoJustification::TooLong {
            characters,
            maximum,
        } => msg!(
            "no-justification-too-long",
            characters = characters,
            maximum = maximum
        ),
    }
}

/// What a reason speaks of that is not so.
pub fn reason_does_not_fit(fits: ReasonFits) -> Msg {
    match fits {
        ReasonFits::Always => msg!("decide-reason-missing"),
        ReasonFits::ProtectedRepeat => msg!("reason-no-protected-repeat"),
        ReasonFits::AbsenceProven => msg!("reason-no-absence-proven"),
        ReasonFits::Found => msg!("reason-nothing-found"),
        ReasonFits::NotDone => msg!("reason-nothing-not-done"),
        ReasonFits::ContentSettled => msg!("reason-no-content-settled"),
        ReasonFits::MoreThanOnce => msg!("reason-not-more-than-once"),
    }
}

/// The policy's words for a reason, in the reader's language.
pub fn reason(reason: &Reason, reader: &Reader) -> Msg {
    let title = reason.title.for_tag(reader.language.as_str());
    msg!("list-of-one", item = Arg::Word(title.to_owned().into()))
}

/// How much a second effect, or a lost one, would cost.
pub fn risk(risk: Risk) -> Msg {
    match risk {
        Risk::Low => msg!("risk-low"),
        Risk::Normal => msg!("risk-normal"),
        Risk::High => msg!("risk-high"),
    }
}
