//! What a manager is told first, in plain words.

use crate::domain::age::growth::{Growing, GrowthPolicy, Moved, Signal};
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;
use std::time::Duration;

/// All sentences; none if all is quiet.
pub fn told(signal: &Signal, rule: &GrowthPolicy) -> Vec<Msg> {
    movement(signal, rule)
        .into_iter()
        .chain(oldest(signal))
        .collect()
}

/// How long the oldest case has waited, if that is too long.
pub fn oldest(signal: &Signal) -> Option<Msg> {
    let age = signal.too_old?;
    Some(msg!("age-too-old", span = span(age)))
}

/// Whether the queue grows, whether anybody decides, and how it moved.
pub fn movement(signal: &Signal, rule: &GrowthPolicy) -> Vec<Msg> {
    let growing = signal.growing.map(|growing| grows(growing, rule));
    let nobody = signal.nobody_decides.map(|nobody| match nobody.since {
        Some(at) => msg!("age-nobody-decides", n = nobody.waiting, at = at),
        None => msg!("age-nobody-ever", n = nobody.waiting),
    });
    let moved = signal.moved.map(|moved| still(moved, rule));
    growing.into_iter().chain(nobody).chain(moved).collect()
}

fn grows(growing: Growing, rule: &GrowthPolicy) -> Msg {
    let drain = match growing.drain {
        Some(drain) => msg!(
            "age-drain",
            span = span(drain),
            long = recent(rule.long),
            n = growing.long.decided
        ),
        None => msg!("age-no-drain"),
    };
    msg!(
        "age-growing",
        short = recent(rule.short),
        long = recent(rule.long),
        came = growing.short.came(),
        left = growing.short.came() - growing.short.grew,
        more = growing.long.grew,
        drain = drain
    )
}

/// What a manager asks next: whether it gets better or worse.
fn still(moved: Moved, rule: &GrowthPolicy) -> Msg {
    let came = moved.short.came();
    let (short, long) = (recent(rule.short), recent(rule.long));
    let left = came - moved.short.grew;
    match moved.long.grew {
        0 => msg!(
            "age-moved-same",
            short = short,
            long = long,
            came = came,
            left = left
        ),
        more @ 1.. => msg!(
            "age-moved-more",
            short = short,
            long = long,
            came = came,
            left = left,
            n = more
        ),
        less => msg!(
            "age-moved-less",
            short = short,
            long = long,
            came = came,
            left = left,
            n = -less
        ),
    }
}

/// "the last 60 min", "the last 24 h": a time back from now is told in the smaller unit.
pub fn recent(back: Duration) -> Msg {
    let (minutes, hours) = (back.as_secs() / 60, back.as_secs() / 3_600);
    if hours <= 1 {
        msg!("time-span-minutes", n = minutes)
    } else if hours <= 72 && back.as_secs().is_multiple_of(3_600) {
        msg!("time-span-hours", n = hours)
    } else {
        span(back)
    }
}
