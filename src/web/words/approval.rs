//! Words for four eyes: why a proposal went back, and what somebody was turned away from.

use super::decision_kind;
use crate::domain::approval::Stale;
use crate::domain::standing::DecisionKind;
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

/// What somebody tried, and why they may not, from the words under which the history tells them.
pub fn turned_away(tried: &str, why: &str) -> Option<Msg> {
    let tried = match tried {
        "claim" => msg!("tried-claim"),
        "approve" => msg!("tried-approve"),
        "refuse" => msg!("tried-refuse"),
        "withdraw" => msg!("tried-withdraw"),
        "confirm_judgement" => msg!("tried-confirm-judgement"),
        "resume" => decision_kind(DecisionKind::Resume),
        "new_operation" => decision_kind(DecisionKind::NewOperation),
        "compensate" => decision_kind(DecisionKind::Compensate),
        "close" => decision_kind(DecisionKind::Close),
        _ => return None,
    };
    let why = match why {
        "role" => msg!("turned-away-role"),
        "same_person" => msg!("turned-away-same-person"),
        "own_proposal" => msg!("turned-away-own-proposal"),
        "not_theirs" => msg!("turned-away-not-theirs"),
        "not_claimed" => msg!("turned-away-not-claimed"),
        "held_by_other" => msg!("turned-away-held-by-other"),
        "awaiting_approval" => msg!("turned-away-awaiting-approval"),
        "decided" => msg!("turned-away-decided"),
        "resolved" => msg!("turned-away-resolved"),
        _ => return None,
    };
    Some(msg!("turned-away-about", tried = tried, why = why))
}
