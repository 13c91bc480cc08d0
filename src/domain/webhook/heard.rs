//! What a call came to, and what follows from it.

use super::schedule::{Jitter, LONGEST_PAUSE, pause};
use crate::domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What was heard from an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// It answered with this HTTP status.
    Answered {
        status: u16,
        /// How long it asks us to wait.
        retry_after: Option<Duration>,
    },
    Failed(Failure),
}

impl Heard {
    /// Whether the endpoint said that it has the notice.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(
            self,
            Self::Answered {
                status: 200..=299,
                ..
            }
        )
    }
}

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The address is not of the open internet, or without TLS, and the settings do not allow its host.
    NotAllowed,
    /// No secret is shared with it: nobody there could tell who calls.
    NoSecret,
    /// Its name stands for no address.
    NoSuchHost,
    /// No connection came to be.
    NoConnection,
    /// It could not prove who it is.
    NoTrust,
    TimedOut,
    /// The connection broke before the answer came.
    BrokenOff,
}

impl Failure {
    pub const ALL: [Self; 7] = [
        Self::NotAllowed,
        Self::NoSecret,
        Self::NoSuchHost,
        Self::NoConnection,
        Self::NoTrust,
        Self::TimedOut,
        Self::BrokenOff,
    ];
}

/// What becomes of a delivery after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Delivered,
    /// It is tried again at this time.
    Again(Timestamp),
    /// Nobody is there any more: the endpoint is switched off. Should somebody switch it on again, it is tried then, or at this
    /// time.
    EndpointGone(Timestamp),
    /// The time for trying is over.
    Undelivered,
}

/// What follows from what was heard. `tries` counts this call as well; the last one is made when `give_up_at` has come.
#[must_use]
pub fn next(
    heard: Heard,
    tries: u32,
    give_up_at: Timestamp,
    jitter: Jitter,
    now: Timestamp,
) -> Next {
    if heard.is_success() {
        return Next::Delivered;
    }
    let wished = match heard {
        Heard::Answered { retry_after, .. } => retry_after.unwrap_or_default(),
        Heard::Failed(_) => Duration::ZERO,
    };
    let pause = pause(tries, jitter).max(wished.min(LONGEST_PAUSE));
    let again = now.plus(pause).min(give_up_at);
    match heard {
        Heard::Answered { status: 410, .. } => Next::EndpointGone(again),
        Heard::Answered { .. } | Heard::Failed(_) if now >= give_up_at => Next::Undelivered,
        Heard::Answered { .. } | Heard::Failed(_) => Next::Again(again),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000_000);
    const DAY: Duration = Duration::from_secs(24 * 3600);

    fn answered(status: u16, retry_after: Option<u64>) -> Heard {
        Heard::Answered {
            status,
            retry_after: retry_after.map(Duration::from_secs),
        }
    }

    fn after(heard: Heard, tries: u32) -> Next {
        next(heard, tries, NOW.plus(DAY), Jitter::MIDDLE, NOW)
    }

    #[test]
    fn only_success_is_success() {
        for status in [200, 202, 204, 299] {
            assert_eq!(after(answered(status, None), 1), Next::Delivered);
        }
        let again = Next::Again(NOW.plus(pause(1, Jitter::MIDDLE)));
        for status in [100, 199, 300, 301, 302, 307, 400, 401, 404, 429, 500, 503] {
            assert_eq!(after(answered(status, None), 1), again, "{status}");
        }
        for failure in Failure::ALL {
            assert_eq!(after(Heard::Failed(failure), 1), again);
        }
    }

    #[test]
    fn a_wish_to_wait_is_respected_within_reason() {
        let at = |seconds| Next::Again(NOW.plus(Duration::from_secs(seconds)));
        assert_eq!(after(answered(503, Some(90)), 1), at(90));
        // Never sooner than we would have come by ourselves, and not later than our longest pause.
        let own = Next::Again(NOW.plus(pause(4, Jitter::MIDDLE)));
        assert_eq!(after(answered(503, Some(1)), 4), own);
        let year = answered(429, Some(365 * 24 * 3600));
        assert_eq!(after(year, 1), at(LONGEST_PAUSE.as_secs()));
    }

    #[test]
    fn the_last_call_is_made_when_the_time_is_over() {
        let end = NOW.plus(Duration::from_secs(1));
        let again = next(answered(500, Some(60)), 9, end, Jitter::MIDDLE, NOW);
        assert_eq!(again, Next::Again(end));
        let over = next(answered(500, None), 10, end, Jitter::MIDDLE, end);
        assert_eq!(over, Next::Undelivered);
        let late = next(answered(200, None), 10, end, Jitter::MIDDLE, end);
        assert_eq!(late, Next::Delivered);
    }

    #[test]
    fn gone_switches_the_endpoint_off() {
        assert!(matches!(
            after(answered(410, None), 1),
            Next::EndpointGone(_)
        ));
    }
}
