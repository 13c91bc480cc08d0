//! What a manager is told first, in plain words.

use crate::domain::age::growth::{GrowthPolicy, Signal};
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;

/// The sentences; none if all is quiet.
pub fn told(signal: &Signal, rule: &GrowthPolicy) -> Vec<Msg> {
    let growing = signal.growing.map(|growing| {
        let drain = match growing.drain {
            Some(drain) => msg!("age-drain", span = span(drain), long = span(rule.long)),
            None => msg!("age-no-drain"),
        };
        msg!(
            "age-growing",
            short = span(rule.short),
            long = span(rule.long),
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
    growing.into_iter().chain(nobody).chain(old).collect()
}
