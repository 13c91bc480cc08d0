//! Words for the register: what its entries tell, and what became of decisions.

use crate::domain::register::{Fate, What};
use crate::web::i18n::{Msg, msg};

/// What an entry tells.
pub fn register_what(what: What) -> Msg {
    match what {
        What::Decided => msg!("register-decided"),
        What::Proposed => msg!("register-proposed"),
        What::Approved => msg!("register-approved"),
        What::Refused => msg!("register-refused"),
        What::Returned => msg!("register-returned"),
        What::Withdrawn => msg!("register-withdrawn"),
        What::Lapsed => msg!("register-lapsed"),
        What::TurnedAway => msg!("register-turned-away"),
    }
}

/// What became of a decision.
pub fn fate(fate: Fate) -> Msg {
    match fate {
        Fate::Awaited => msg!("fate-awaited"),
        Fate::Offered => msg!("fate-offered"),
        Fate::UnderWay => msg!("fate-under-way"),
        Fate::Done => msg!("fate-done"),
        Fate::Refused => msg!("fate-refused"),
        Fate::Unknown => msg!("fate-unknown"),
        Fate::TooLate => msg!("fate-too-late"),
        Fate::NotSent => msg!("fate-not-sent"),
    }
}
