//! Words for what receiving systems promise.

use crate::domain::contract::{
    Confidence, KeyPromise, LookUpStrength, OnMismatch, OnRepeat, Stored5xx,
};
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;

/// How long the receiver recognises a key.
pub fn key_promise(promise: KeyPromise) -> Msg {
    match promise {
        KeyPromise::NoKey => msg!("contract-key-none"),
        KeyPromise::NeverExpires => msg!("contract-key-never-expires"),
        KeyPromise::Unknown => msg!("contract-key-unknown"),
        KeyPromise::AtLeast(window) => msg!("contract-key-at-least", span = span(window)),
        KeyPromise::Exact(window) => msg!("contract-key-exact", span = span(window)),
        KeyPromise::Harmless => msg!("contract-key-harmless"),
    }
}

/// What the receiver does with a repeat.
pub fn on_repeat(on_repeat: OnRepeat) -> Msg {
    match on_repeat {
        OnRepeat::ReplaysFirstAnswer => msg!("contract-repeat-replays"),
        OnRepeat::ReturnsPresentState => msg!("contract-repeat-returns-state"),
        OnRepeat::ExecutesAgainWhatFailed => msg!("contract-repeat-executes-failed"),
        OnRepeat::RefusesAsDuplicate => msg!("contract-repeat-refuses"),
        OnRepeat::NewEffect => msg!("contract-repeat-new-effect"),
        OnRepeat::Unknown => msg!("contract-repeat-unknown"),
    }
}

/// What the receiver does with other content under a key.
pub fn on_mismatch(on_mismatch: OnMismatch) -> Msg {
    match on_mismatch {
        OnMismatch::Error => msg!("contract-mismatch-error"),
        OnMismatch::ReplaysFirst => msg!("contract-mismatch-replays"),
        OnMismatch::NewEffect => msg!("contract-mismatch-new-effect"),
        OnMismatch::Unknown => msg!("contract-mismatch-unknown"),
    }
}

/// Whether a stored 5xx is given again.
pub fn stored_5xx(stored: Stored5xx) -> Msg {
    match stored {
        Stored5xx::Replayed => msg!("contract-5xx-replayed"),
        Stored5xx::NotStored => msg!("contract-5xx-not-stored"),
        Stored5xx::Unknown => msg!("contract-5xx-unknown"),
    }
}

/// What an empty answer of a look-up is worth.
pub fn look_up_strength(strength: LookUpStrength) -> Msg {
    match strength {
        LookUpStrength::Authoritative => msg!("contract-look-up-authoritative"),
        LookUpStrength::Eventual { lag: Some(lag) } => {
            msg!("contract-look-up-lag", span = span(lag))
        }
        LookUpStrength::Eventual { lag: None } => msg!("contract-look-up-no-lag"),
    }
}

/// How well a contract is known.
pub fn confidence(confidence: Confidence) -> Msg {
    match confidence {
        Confidence::SeenInSource => msg!("contract-seen-in-source"),
        Confidence::FromMemory => msg!("contract-from-memory"),
        Confidence::Own => msg!("contract-own"),
    }
}
