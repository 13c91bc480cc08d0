//! What a manager is told first, in plain words.

use crate::domain::age::growth::{GrowthPolicy, Moved, Signal};
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;
use std::time::Duration;

/// The sentences; none if all is quiet.
pub fn told(signal: &Signal, rule: &GrowthPolicy) -> Vec<Msg> {
    let growing = signal.growing.map(|growing| {
        let drain = match growing.drain {
            Some(drain) => msg!("age-drain", span = span(drain), long = recent(rule.long)),
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
    });
    let nobody = signal.nobody_decides.map(|nobody| match nobody.since {
        Some(at) => msg!("age-nobody-decides", n = nobody.waiting, at = at),
        None => msg!("age-nobody-ever", n = nobody.waiting),
    });
    let old = signal
        .too_old
        .map(|age| msg!("age-too-old", span = span(age)));
    let moved = signal.moved.map(|moved| still(moved, rule));
    let stands = nobody.into_iter().chain(old).chain(moved);
    growing.into_iter().chain(stands).collect()
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
fn recent(back: Duration) -> Msg {
    let (minutes, hours) = (back.as_secs() / 60, back.as_secs() / 3_600);
    if hours <= 1 {
        msg!("time-span-minutes", n = minutes)
    } else if hours <= 72 && back.as_secs().is_multiple_of(3_600) {
        msg!("time-span-hours", n = hours)
    } else {
        span(back)
    }
}
