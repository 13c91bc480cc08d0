//! How long to wait after failed sign-ins: pauses that grow, so that guessing takes years and a slip takes no time.

use super::time::Timestamp;
use std::time::Duration;

/// Whom failures are counted against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The name that somebody tried to sign in with, whether anybody has it or not.
    Name,
    /// The address that the attempts came from; an office may share it.
    Address,
}

/// The failures counted so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failures {
    pub count: i64,
    pub last: Timestamp,
}

/// After so long without a failure, counting begins anew.
pub const FORGET_AFTER: Duration = Duration::from_secs(60 * 60);

const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_secs(15 * 60);

impl Against {
    /// How many failures cost nothing.
    const fn free(self) -> i64 {
        match self {
            Self::Name => 5,
            Self::Address => 20,
        }
    }
}

impl Failures {
    /// The failures with one more, at `now`.
    #[must_use]
    pub fn and_one(before: Option<Self>, now: Timestamp) -> Self {
        let remembered = before.filter(|b| now.since(b.last) < FORGET_AFTER);
        let count = remembered.map_or(0, |b| b.count).saturating_add(1);
        Self { count, last: now }
    }

    /// Until when no further attempt is looked at; `None` if one may be made at `now`.
    pub fn paused_until(self, against: Against, now: Timestamp) -> Option<Timestamp> {
        let beyond = u64::try_from(self.count - against.free()).ok()?;
        let doublings = u32::try_from(beyond).unwrap_or(u32::MAX);
        let pause = FIRST_PAUSE
            .saturating_mul(2_u32.saturating_pow(doublings))
            .min(LONGEST_PAUSE);
        Some(self.last.plus(pause)).filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause_after(count: i64, against: Against) -> Duration {
        let last = Timestamp(0);
        let until = Failures { count, last }.paused_until(against, last);
        until.map_or(Duration::ZERO, |until| until.since(last))
    }

    #[test]
    fn pauses_grow_to_a_quarter_of_an_hour() {
        let seconds = |n| pause_after(n, Against::Name).as_secs();
        assert_eq!(
            [4, 5, 6, 7, 9, 10, 99].map(seconds),
            [0, 30, 60, 120, 480, 900, 900]
        );
        assert_eq!(pause_after(19, Against::Address), Duration::ZERO);
        assert_eq!(pause_after(20, Against::Address), FIRST_PAUSE);
        assert_eq!(pause_after(i64::MAX, Against::Name), LONGEST_PAUSE);
    }

    #[test]
    fn a_pause_ends_and_failures_are_forgotten() {
        let failures = Failures {
            count: 5,
            last: Timestamp(0),
        };
        let after = |span| failures.last.plus(span);
        assert_eq!(
            failures.paused_until(Against::Name, after(FIRST_PAUSE)),
            None
        );
        assert_eq!(
            Failures::and_one(Some(failures), after(FIRST_PAUSE)).count,
            6
        );
        assert_eq!(
            Failures::and_one(Some(failures), after(FORGET_AFTER)).count,
            1
        );
    }
}
