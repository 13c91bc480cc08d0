//! Words for alerts, and for how telling them went.

use crate::domain::alert::{Channel, Condition, Failure, TellingState, Word};
use crate::domain::time::Timestamp;
use crate::web::i18n::{Msg, msg};

/// What holds.
pub fn condition(condition: Condition) -> Msg {
    match condition {
        Condition::Growth => msg!("alert-growth"),
        Condition::DueSoon => msg!("alert-due-soon"),
        Condition::Overdue => msg!("alert-overdue"),
        Condition::Undelivered => msg!("alert-undelivered"),
        Condition::ApprovalLate => msg!("alert-approval-late"),
    }
}

/// How somebody is told.
pub fn channel(channel: Channel) -> Msg {
    match channel {
        Channel::Mail => msg!("alert-by-mail"),
        Channel::Webhook => msg!("alert-by-webhook"),
    }
}

/// Which end of it.
pub fn word(word: Word) -> Msg {
    match word {
        Word::Begun => msg!("alert-that-begun"),
        Word::Ended => msg!("alert-that-ended"),
    }
}

/// Where telling somebody stands, and since when.
pub fn telling_state(state: TellingState, at: Timestamp) -> Msg {
    match state {
        TellingState::Waiting => msg!("alert-telling-waiting"),
        TellingState::Told => msg!("alert-telling-told", at = at),
        TellingState::Failed => msg!("alert-telling-failed", at = at),
        TellingState::Dropped => msg!("alert-telling-dropped"),
    }
}

/// Why there was no answer.
pub fn telling_failure(failure: Failure) -> Msg {
    match failure {
        Failure::NotSetUp => msg!("alert-not-set-up"),
        Failure::NotAllowed => msg!("failure-not-allowed"),
        Failure::NoSuchHost => msg!("failure-no-such-host"),
        Failure::NoConnection => msg!("failure-no-connection"),
        Failure::NoTrust => msg!("failure-no-trust"),
        Failure::TimedOut => msg!("failure-timed-out"),
        Failure::BrokenOff => msg!("failure-broken-off"),
    }
}
