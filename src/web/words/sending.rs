//! Words for whether a step may be sent, and for what protects it.

use crate::domain::contract::{Contract, OnRepeat};
use crate::domain::facts::StepFacts;
use crate::domain::protection::{NoProtection, NotKnown, Protection};
use crate::domain::review::{Blocker, NeverSent, Sending, StepReview};
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;

/// What a resume does with a step: a line, and the reason under it.
pub fn sending(step: &StepReview<'_>, first: bool) -> (Msg, Option<Msg>) {
    let name = humane(step.step.name.as_str());
    let system = step.step.system.as_str();
    match step.sending {
        Sending::Never(why) => never(step, why),
        Sending::Starts if first => (msg!("sending-starts", step = name), None),
        Sending::Starts => (msg!("sending-starts-then", step = name), None),
        Sending::AgainAfterRefusal => (
            again(step.step),
            Some(msg!("sending-again-after-refusal", system = system)),
        ),
        Sending::AgainAfterAbsence => (
            again(step.step),
            Some(msg!("sending-again-after-absence", system = system)),
        ),
        Sending::Repeat { .. } => (
            again(step.step),
            Some(what_a_repeat_does(step.contract, system)),
        ),
        Sending::Blocked(why) => (
            msg!("sending-blocked", step = name),
            Some(blocker(step.step, why)),
        ),
    }
}

/// Under which terms a compensate sends an undoing.
pub fn undoing(step: &StepReview<'_>) -> Msg {
    let system = step.step.system.as_str();
    match step.by_table {
        Sending::Starts | Sending::Never(_) => msg!("undo-starts"),
        Sending::AgainAfterRefusal => msg!("sending-again-after-refusal", system = system),
        Sending::AgainAfterAbsence => msg!("sending-again-after-absence", system = system),
        Sending::Repeat { .. } => what_a_repeat_does(step.contract, system),
        Sending::Blocked(why) => blocker(step.step, why),
    }
}

fn again(step: &StepFacts) -> Msg {
    let name = humane(step.name.as_str());
    match step.own_key() {
        Some(_) => msg!("sending-again", step = name),
        None => msg!("sending-again-without-key", step = name),
    }
}

fn never(step: &StepReview<'_>, why: NeverSent) -> (Msg, Option<Msg>) {
    let name = humane(step.step.name.as_str());
    match why {
        NeverSent::Done => (msg!("sending-never-done", step = name), Some(done_as(step))),
        NeverSent::Undone => (
            msg!("sending-never-done", step = name),
            Some(msg!("sending-undone")),
        ),
        NeverSent::Skipped => (
            msg!("sending-never", step = name),
            Some(msg!("sending-skipped")),
        ),
        NeverSent::UndoesAnother => (
            msg!("sending-never", step = name),
            (step.step.undoes.as_ref()).map(|s| msg!("sending-undoes", undoes = s.as_str())),
        ),
    }
}

fn done_as(step: &StepReview<'_>) -> Msg {
    match step.known.results.as_slice() {
        [one] => msg!("sending-done-as", id = one.result.id.as_str()),
        results => msg!(
            "sending-done-as-several",
            done = super::knowledge(step),
            ids = super::ids(results)
        ),
    }
}

/// What the receiver does with a repeat, as a sentence. A repeat is not a look-up: if the first never arrived, it acts now.
fn what_a_repeat_does(contract: Option<&Contract>, system: &str) -> Msg {
    match contract.map_or(OnRepeat::Unknown, |c| c.on_repeat) {
        OnRepeat::ReplaysFirstAnswer => msg!("repeat-replays", system = system),
        OnRepeat::ReturnsPresentState => msg!("repeat-returns-state", system = system),
        OnRepeat::ExecutesAgainWhatFailed => msg!("repeat-executes-failed", system = system),
        OnRepeat::RefusesAsDuplicate => msg!("repeat-refuses-duplicate", system = system),
        OnRepeat::NewEffect => msg!("repeat-new-effect", system = system),
        OnRepeat::Unknown => msg!("repeat-unknown", system = system),
    }
}

/// What stands against sending a step, as a sentence.
pub fn blocker(step: &StepFacts, blocker: Blocker) -> Msg {
    let (name, system) = (humane(step.name.as_str()), step.system.as_str());
    match blocker {
        Blocker::ProtectionOver { since } => {
            msg!("blocker-protection-over", step = name, since = since)
        }
        Blocker::NoProtection(why) => {
            msg!(
                "blocker-no-protection",
                step = name,
                why = no_protection(why)
            )
        }
        Blocker::ProtectionNotKnown(why) => {
            msg!("blocker-not-known", step = name, why = not_known(why))
        }
        Blocker::Stored5xx => msg!("blocker-stored-5xx", step = name, system = system),
        Blocker::ResultIsForeign => msg!("blocker-foreign", step = name, system = system),
        Blocker::KeyBoundToOtherStep => msg!("blocker-key-bound", step = name, system = system),
    }
}

/// Why a key protects nothing.
pub fn no_protection(why: NoProtection) -> Msg {
    match why {
        NoProtection::ReceiverHasNoKeys => msg!("no-protection-receiver"),
        NoProtection::NoKey => msg!("no-protection-no-key"),
        NoProtection::KeyDiffers => msg!("no-protection-key-differs"),
        NoProtection::KeyShared => msg!("no-protection-key-shared"),
        NoProtection::FirstAttemptUnknown => msg!("no-protection-first-attempt"),
        NoProtection::AttemptsOmitted => msg!("no-protection-omitted"),
        NoProtection::KeyTooLong => msg!("no-protection-key-too-long"),
    }
}

/// Why the protection is not known.
pub fn not_known(why: NotKnown) -> Msg {
    match why {
        NotKnown::NoContract => msg!("not-known-no-contract"),
        NotKnown::WindowNotPublished => msg!("not-known-window"),
    }
}

/// The protection of a step's key now.
pub fn protection(protection: Protection) -> Msg {
    match protection {
        Protection::NotStarted => msg!("protection-not-started"),
        Protection::InForce { until } => msg!("protection-in-force", until = until),
        Protection::WithoutEnd => msg!("protection-without-end"),
        Protection::Over { since } => msg!("protection-over", since = since),
        Protection::None(why) => msg!("protection-none", why = no_protection(why)),
        Protection::NotKnown(why) => msg!("protection-not-known", why = not_known(why)),
    }
}
