//! Words for why a person may not do something with a case, and for what the history tells of those who were turned away.

use super::decision_kind;
use crate::domain::desk::Deed;
use crate::domain::permits::{Act, NotPermitted};
use crate::web::i18n::{Msg, msg};

/// Why a person may not do that with a case now. `holder`: the full name of whoever holds it.
pub fn not_permitted(why: NotPermitted, holder: Option<&str>) -> Msg {
    match why {
        NotPermitted::Role => msg!("not-permitted-role"),
        NotPermitted::NotClaimed => msg!("no-authority-not-claimed"),
        NotPermitted::HeldByOther => msg!("no-authority-held", who = holder.unwrap_or_default()),
        NotPermitted::NobodyHolds => msg!("no-deed-nobody-holds"),
        NotPermitted::AwaitingApproval => msg!("no-authority-awaiting-approval"),
        NotPermitted::NoProposal => msg!("approval-over"),
        NotPermitted::OwnProposal => msg!("approval-own"),
        NotPermitted::Decided => msg!("no-authority-decided"),
        NotPermitted::NotTheirs => msg!("not-permitted-not-theirs"),
        NotPermitted::NothingToWithdraw => msg!("withdraw-nothing"),
        NotPermitted::Taken => msg!("not-permitted-taken"),
        NotPermitted::Resolved => msg!("no-authority-resolved"),
    }
}

/// What somebody tried, and why they may not, from the words under which the history tells them.
pub fn turned_away(tried: &str, why: &str) -> Option<Msg> {
    let tried = act(Act::parse(tried)?);
    let why = match (why, NotPermitted::parse(why)) {
        (_, Some(why)) => turned_away_because(why),
        ("same_person", None) => msg!("turned-away-same-person"),
        (_, None) => return None,
    };
    Some(msg!("turned-away-about", tried = tried, why = why))
}

fn act(act: Act) -> Msg {
    match act {
        Act::Claim => msg!("tried-claim"),
        Act::Release => msg!("tried-release"),
        Act::Check => msg!("tried-check"),
        Act::Judge => msg!("tried-judge"),
        Act::ConfirmJudgement => msg!("tried-confirm-judgement"),
        Act::Settle => msg!("tried-settle"),
        Act::Decide(kind) => decision_kind(kind),
        Act::Approve => msg!("tried-approve"),
        Act::Refuse => msg!("tried-refuse"),
        Act::Withdraw => msg!("tried-withdraw"),
        Act::Desk(Deed::Wait) => msg!("tried-wait"),
        Act::Desk(Deed::HandOver) => msg!("tried-hand-over"),
        Act::Desk(Deed::Note) => msg!("tried-note"),
        Act::Desk(Deed::TakeOver) => msg!("tried-take-over"),
        Act::Desk(Deed::SetOwner) => msg!("tried-set-owner"),
    }
}

fn turned_away_because(why: NotPermitted) -> Msg {
    match why {
        NotPermitted::Role => msg!("turned-away-role"),
        NotPermitted::NotClaimed => msg!("turned-away-not-claimed"),
        NotPermitted::HeldByOther => msg!("turned-away-held-by-other"),
        NotPermitted::NobodyHolds => msg!("turned-away-nobody-holds"),
        NotPermitted::AwaitingApproval => msg!("turned-away-awaiting-approval"),
        NotPermitted::NoProposal => msg!("turned-away-no-proposal"),
        NotPermitted::OwnProposal => msg!("turned-away-own-proposal"),
        NotPermitted::Decided => msg!("turned-away-decided"),
        NotPermitted::NotTheirs => msg!("turned-away-not-theirs"),
        NotPermitted::NothingToWithdraw => msg!("turned-away-nothing-to-withdraw"),
        NotPermitted::Taken => msg!("turned-away-taken"),
        NotPermitted::Resolved => msg!("turned-away-resolved"),
    }
}
