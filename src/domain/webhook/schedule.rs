//! When a notice is tried again: soon at first, then ever more rarely, and not all of them at the same moment.

use crate::domain::time::Timestamp;
use chrono::DateTime;
use std::time::Duration;

/// A notice that has not arrived after this long is undelivered.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(3 * 24 * 3600);

/// The pauses after the first calls, in seconds; the last one is the pause after every later call.
const PAUSES: [u64; 9] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600];

/// The longest pause between two calls, whatever the endpoint wishes.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 3600);

/// By how much a pause is made shorter or longer, from 0 (by a fifth shorter) to 1,000 (by a fifth longer): endpoints that
/// failed together are not called together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jitter(u64);

impl Jitter {
    /// Neither shorter nor longer.
    pub const MIDDLE: Self = Self(500);

    /// From any number, by its last three digits.
    #[must_use]
    pub const fn of(chance: u64) -> Self {
        Self(chance % 1_001)
    }
}

/// How long to wait after so many calls.
#[must_use]
pub fn pause(tries: u32, jitter: Jitter) -> Duration {
    let place = usize::try_from(tries.saturating_sub(1)).unwrap_or(usize::MAX);
    let seconds = PAUSES[place.min(PAUSES.len() - 1)];
    let pause = Duration::from_millis(seconds * (800 + jitter.0 * 400 / 1_000));
    pause.min(LONGEST_PAUSE)
}

/// Reads `Retry-After`: seconds, or an HTTP date. `None` if it is neither, or over.
#[must_use]
pub fn retry_after(header: &str, now: Timestamp) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse() {
        return Some(Duration::from_secs(seconds));
    }
    if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        // More seconds than can be counted.
        return Some(LONGEST_PAUSE);
    }
    let at: Timestamp = DateTime::parse_from_rfc2822(header).ok()?.to_utc().into();
    (at > now).then(|| at.since(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_differ() {
        let pauses: Vec<_> = (1..12).map(|tries| pause(tries, Jitter::MIDDLE)).collect();
        assert!(pauses.is_sorted());
        assert_eq!(pauses[0], Duration::from_secs(5));
        assert_eq!(pauses[10], LONGEST_PAUSE);
        assert_eq!(pause(1, Jitter::of(0)), Duration::from_secs(4));
        assert_eq!(pause(1, Jitter::of(1_000)), Duration::from_secs(6));
        assert_eq!(pause(0, Jitter::MIDDLE), Duration::from_secs(5));
        assert_eq!(pause(u32::MAX, Jitter::of(1_000)), LONGEST_PAUSE);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = Timestamp::parse("2026-11-29T12:00:00Z").unwrap();
        assert_eq!(retry_after("120", now), Some(Duration::from_secs(120)));
        let endless = "99999999999999999999999";
        assert_eq!(retry_after(endless, now), Some(LONGEST_PAUSE));
        assert_eq!(retry_after(" 0 ", now), Some(Duration::ZERO));
        let date = "Sun, 29 Nov 2026 12:01:30 GMT";
        assert_eq!(retry_after(date, now), Some(Duration::from_secs(90)));
        assert_eq!(retry_after("Sun, 29 Nov 2026 11:59:59 GMT", now), None);
        for nonsense in ["", "soon", "-1", "1.5", "2026-11-29T12:01:30Z"] {
            assert_eq!(retry_after(nonsense, now), None, "{nonsense:?}");
        }
    }
}
