//! Whether the queue grows, as a manager is told: once, in plain words, with what it stands on.

use crate::domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// From when on a queue is said to grow, or to be left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrowthPolicy {
    /// The short time in which more must have come in than was decided.
    pub short: Duration,
    /// The long one; both must agree, so that neither a busy hour nor an old backlog is called growth.
    pub long: Duration,
    /// Fewer cases than that coming in within the short time are no growth.
    pub at_least: i64,
    /// Cases wait, and nobody has decided any for so long.
    pub no_decision_for: Duration,
    /// The oldest case waits longer than that.
    pub oldest_over: Duration,
}

/// What came to the queue and left it since a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Flow {
    pub came_in: i64,
    pub came_back: i64,
    /// For the first time, and again.
    pub decided: i64,
    pub resolved: i64,
    /// The policy let them be; nobody decided.
    pub lapsed: i64,
    /// By how many more cases wait at the end than at the beginning.
    pub grew: i64,
}

impl Flow {
    /// New cases, and those that came back.
    pub const fn came(self) -> i64 {
        self.came_in + self.came_back
    }
}

impl std::ops::AddAssign for Flow {
    fn add_assign(&mut self, more: Self) {
        self.came_in += more.came_in;
        self.came_back += more.came_back;
        self.decided += more.decided;
        self.resolved += more.resolved;
        self.lapsed += more.lapsed;
        self.grew += more.grew;
    }
}

/// What the rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub now: Timestamp,
    /// How many cases wait to be decided.
    pub waiting: i64,
    /// The first stop of the oldest of them.
    pub oldest: Option<Timestamp>,
    /// When anybody last decided a case.
    pub last_decided: Option<Timestamp>,
    pub short: Flow,
    pub long: Flow,
}

/// What a manager is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Signal {
    pub growing: Option<Growing>,
    pub nobody_decides: Option<NobodyDecides>,
    /// How long the oldest case has waited, if that is too long.
    pub too_old: Option<Duration>,
    /// What came and went, where something has to be told, and it is not growth.
    #[serde(default)]
    pub moved: Option<Moved>,
}

/// More comes in than is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growing {
    pub short: Flow,
    pub long: Flow,
    /// How long it would take to decide what waits now if nothing more came, as quickly as within the long time; `None` if
    /// nothing was decided in it.
    pub drain: Option<Duration>,
}

/// How the queue moved within the short time and the long one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub short: Flow,
    pub long: Flow,
}

/// Cases wait, and nobody decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NobodyDecides {
    pub waiting: i64,
    /// `None`: nobody ever has.
    pub since: Option<Timestamp>,
}

impl Signal {
    /// Whether there is nothing to tell.
    pub fn is_quiet(&self) -> bool {
        *self == Self::default()
    }
}

impl GrowthPolicy {
    /// What there is to tell of what is seen.
    pub fn signal(&self, seen: Seen) -> Signal {
        let waits = seen.oldest.filter(|_| seen.waiting > 0);
        let age = waits.map(|oldest| seen.now.since(oldest));
        let growing = self.growing(seen);
        let nobody_decides = age.and_then(|age| self.nobody_decides(seen, age));
        let too_old = age.filter(|age| *age > self.oldest_over);
        let stands = growing.is_none() && (nobody_decides.is_some() || too_old.is_some());
        let (short, long) = (seen.short, seen.long);
        Signal {
            growing,
            nobody_decides,
            too_old,
            moved: stands.then_some(Moved { short, long }),
        }
    }

    fn growing(&self, seen: Seen) -> Option<Growing> {
        let grows = seen.waiting > 0
            && seen.short.grew > 0
            && seen.long.grew > 0
            && seen.short.came() >= self.at_least;
        grows.then(|| Growing {
            short: seen.short,
            long: seen.long,
            drain: drain(seen.waiting, seen.long.decided, self.long),
        })
    }

    /// A case that has only just come to an empty queue is no sign that nobody is there.
    fn nobody_decides(&self, seen: Seen, age: Duration) -> Option<NobodyDecides> {
        let idle = seen.last_decided.map(|at| seen.now.since(at));
        let long = idle.is_none_or(|idle| idle >= self.no_decision_for);
        (long && age >= self.no_decision_for).then_some(NobodyDecides {
            waiting: seen.waiting,
            since: seen.last_decided,
        })
    }
}

fn drain(waiting: i64, decided: i64, within: Duration) -> Option<Duration> {
    let decided = u128::try_from(decided).ok().filter(|n| *n > 0)?;
    let waiting = u128::try_from(waiting).ok()?;
    let seconds = u128::from(within.as_secs()) * waiting / decided;
    Some(Duration::from_secs(
        u64::try_from(seconds).unwrap_or(u64::MAX),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);
    const NOW: Timestamp = Timestamp(1_796_000_000_000_000);

    fn policy() -> GrowthPolicy {
        GrowthPolicy {
            short: HOUR,
            long: HOUR * 24,
            at_least: 5,
            no_decision_for: HOUR * 2,
            oldest_over: HOUR * 24,
        }
    }

    fn flow(came_in: i64, decided: i64) -> Flow {
        Flow {
            came_in,
            decided,
            grew: came_in - decided,
            ..Flow::default()
        }
    }

    fn busy() -> Seen {
        Seen {
            now: NOW,
            waiting: 30,
            oldest: Some(NOW.minus(HOUR * 3)),
            last_decided: Some(NOW.minus(HOUR / 2)),
            short: flow(16, 8),
            long: flow(130, 120),
        }
    }

    #[test]
    fn it_grows_if_both_times_say_so_and_enough_came_in() {
        let told = policy().signal(busy()).growing.unwrap();
        assert_eq!(told.drain, Some(HOUR * 6));
        let seen = |short, long| Seen {
            short,
            long,
            ..busy()
        };
        let growing = |seen| policy().signal(seen).growing.is_some();
        assert!(!growing(seen(flow(16, 16), flow(130, 120))));
        assert!(!growing(seen(flow(16, 8), flow(130, 130))));
        assert!(!growing(seen(flow(4, 0), flow(130, 120))));
        assert!(growing(seen(flow(5, 0), flow(5, 0))));
        assert_eq!(
            policy()
                .signal(seen(flow(5, 0), flow(5, 0)))
                .growing
                .unwrap()
                .drain,
            None
        );
    }

    #[test]
    fn nobody_decides_only_while_a_case_waits_as_long() {
        let quiet = |last_decided, oldest| {
            let seen = Seen {
                last_decided,
                oldest,
                ..busy()
            };
            policy().signal(seen).nobody_decides.is_some()
        };
        let ago = |span| Some(NOW.minus(span));
        assert!(quiet(ago(HOUR * 2), ago(HOUR * 3)));
        assert!(quiet(None, ago(HOUR * 2)));
        assert!(!quiet(ago(HOUR), ago(HOUR * 3)));
        assert!(!quiet(ago(HOUR * 9), ago(HOUR)));
        assert!(!quiet(ago(HOUR * 9), None));
    }

    #[test]
    fn the_oldest_is_too_old_when_it_is_older_than_allowed() {
        let told = |span| {
            policy()
                .signal(Seen {
                    oldest: Some(NOW.minus(span)),
                    ..busy()
                })
                .too_old
        };
        assert_eq!(told(HOUR * 24), None);
        assert_eq!(told(HOUR * 25), Some(HOUR * 25));
    }

    #[test]
    fn an_empty_queue_tells_nothing() {
        let empty = Seen {
            waiting: 0,
            oldest: None,
            last_decided: None,
            ..busy()
        };
        assert!(policy().signal(empty).is_quiet());
    }
}
