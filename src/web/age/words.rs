//! The words for buckets, steps and lists.

use super::address::Figure;
use crate::domain::age::buckets::{AgeBucket, DueBucket};
use crate::domain::age::moves::Move;
use crate::domain::age::signs::Sign;
use crate::domain::ids::{SystemName, Team};
use crate::service::age::Which;
use crate::service::age_list::{Then, Unresolved};
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;

/// How long cases wait.
pub fn age(bucket: AgeBucket) -> Msg {
    match bucket {
        AgeBucket::UnderAnHour => msg!("age-under-1h"),
        AgeBucket::UnderFourHours => msg!("age-1h-4h"),
        AgeBucket::UnderADay => msg!("age-4h-24h"),
        AgeBucket::UnderThreeDays => msg!("age-1d-3d"),
        AgeBucket::UnderAWeek => msg!("age-3d-7d"),
        AgeBucket::AWeekOrMore => msg!("age-over-7d"),
    }
}

/// How cases stand to their deadline.
pub fn due(bucket: DueBucket) -> Msg {
    match bucket {
        DueBucket::InTime => msg!("age-due-in-time"),
        DueBucket::UnderAQuarter => msg!("age-due-quarter"),
        DueBucket::Over => msg!("age-due-over"),
        DueBucket::OverADay => msg!("age-due-over-1d"),
        DueBucket::OverThreeDays => msg!("age-due-over-3d"),
    }
}

/// What a case did.
pub fn moved(moved: Move) -> Msg {
    match moved {
        Move::CameIn => msg!("age-move-came-in"),
        Move::CameBack => msg!("age-move-came-back"),
        Move::Claimed => msg!("age-move-claimed"),
        Move::Decided => msg!("age-move-decided"),
        Move::DecidedAgain => msg!("age-move-decided-again"),
        Move::Resolved => msg!("age-move-resolved"),
        Move::Lapsed => msg!("age-move-lapsed"),
        Move::Regrouped => msg!("age-move-regrouped"),
    }
}

/// A sign of trouble.
pub fn sign(sign: Sign) -> Msg {
    match sign {
        Sign::Repeated => msg!("age-sign-repeated"),
        Sign::ReusedId => msg!("age-sign-reused-id"),
        Sign::KeyConflict => msg!("age-sign-key-conflict"),
        Sign::SentThoughDone => msg!("age-sign-sent-though-done"),
    }
}

/// A team that owns cases.
pub fn owner(team: &Team) -> Msg {
    if team.as_str().is_empty() {
        msg!("queue-every-team")
    } else {
        name(team.as_str())
    }
}

/// A receiving system.
pub fn system(system: &SystemName) -> Msg {
    if system.as_str().is_empty() {
        msg!("age-no-system")
    } else {
        name(&humane(system.as_str()))
    }
}

/// A name that somebody gave.
pub fn name(name: &str) -> Msg {
    msg!("age-name", name = name)
}

/// What a list holds.
pub fn figure(figure: &Figure) -> Msg {
    match figure {
        Figure::Waiting(which) => waiting(which),
        Figure::Waited(Then::All, at) => msg!("age-list-waited", at = *at),
        Figure::Waited(Then::Over, at) => msg!("age-list-was-over", at = *at),
        Figure::Signs(signs) => sign(signs.sign),
        Figure::Unresolved(Unresolved::UnderWay) => msg!("age-list-under-way"),
        Figure::Unresolved(Unresolved::NotTaken(until)) => {
            msg!("age-list-not-taken", at = *until)
        }
        Figure::Unresolved(Unresolved::All) => msg!("age-list-unresolved"),
        Figure::Steps(steps) => {
            let first = steps.moves.first().copied().unwrap_or(Move::CameIn);
            let what = match steps.moves.as_slice() {
                [one] => moved(*one),
                [] | [_, _, ..] => both(first),
            };
            match steps.late {
                None => msg!("age-list-steps", what = what),
                Some(false) => msg!("age-list-steps-in-time", what = what),
                Some(true) => msg!("age-list-steps-late", what = what),
            }
        }
    }
}

/// For the first time and again.
fn both(first: Move) -> Msg {
    match first {
        Move::CameIn | Move::CameBack => msg!("age-moves-came"),
        Move::Decided | Move::DecidedAgain => msg!("age-moves-decided"),
        Move::Claimed | Move::Resolved | Move::Regrouped | Move::Lapsed => moved(first),
    }
}

fn waiting(which: &Which) -> Msg {
    match which {
        Which::All => msg!("age-list-waiting"),
        Which::Aged(bucket) => msg!("age-list-aged", of = age(*bucket)),
        Which::Due(bucket) => msg!("age-list-due", of = due(*bucket)),
        Which::Over => msg!("age-list-over"),
        Which::DueSoon => msg!("age-list-due-soon"),
        Which::OverLately => msg!("age-list-over-lately"),
        Which::New => msg!("age-list-new"),
        Which::Free => msg!("age-list-free"),
        Which::Idle => msg!("age-list-idle"),
        Which::AwaitingApproval => msg!("age-list-awaiting-approval"),
        Which::ProposedUntil(until) => msg!("age-list-proposed-until", at = *until),
        Which::NeverClaimed => msg!("age-list-never-claimed"),
        Which::Cause(_) => msg!("age-list-cause"),
        Which::At(at, share) => msg!(
            "age-list-at",
            system = system(at),
            of = waiting(&share.anywhere())
        ),
    }
}
