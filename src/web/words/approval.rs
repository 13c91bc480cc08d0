//! Words for four eyes: why a proposal went back.

use crate::domain::approval::Stale;
use crate::web::i18n::{Msg, msg};

/// Why a proposal cannot be approved any more.
pub fn stale(why: &Stale) -> Msg {
    match why {
        Stale::FactsChanged => msg!("stale-facts-changed"),
        Stale::Unanswered { .. } => msg!("stale-unanswered"),
        Stale::NotAfter { .. } => msg!("stale-not-after"),
        Stale::Rules(_) => msg!("stale-rules"),
    }
}

/// The same, from the word under which the history tells it.
pub fn stale_word(word: &str) -> Option<Msg> {
    Some(match word {
        "facts_changed" => msg!("stale-facts-changed"),
        "unanswered" => msg!("stale-unanswered"),
        "not_after" => msg!("stale-not-after"),
        "rules" => msg!("stale-rules"),
        _ => return None,
    })
}
