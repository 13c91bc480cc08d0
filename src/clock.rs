//! The one clock. Everything else is told the time.

use crate::domain::time::Timestamp;
use chrono::Utc;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Where the time comes from. Clones of a clock that can be moved move together.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The computer's clock.
    System,
    /// The computer's clock and so many microseconds more: for a world in which time can be let pass.
    Ahead(Arc<AtomicI64>),
    /// Stands still until it is moved: for tests and for playing scenarios.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now`.
    #[must_use]
    pub fn fixed(now: Timestamp) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(now.0)))
    }

    /// A clock that goes with the computer's, this much ahead of it.
    #[must_use]
    pub fn ahead(by: Duration) -> Self {
        let clock = Self::Ahead(Arc::new(AtomicI64::new(0)));
        clock.advance(by);
        clock
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => system_now(),
            Self::Ahead(micros) => {
                let micros = micros.load(Ordering::SeqCst);
                Timestamp(system_now().0.saturating_add(micros))
            }
            Self::Fixed(micros) => Timestamp(micros.load(Ordering::SeqCst)),
        }
    }

    /// Moves the clock on. The system's clock goes by itself and stays as it is.
    pub fn advance(&self, span: Duration) {
        match self {
            Self::System => {}
            Self::Ahead(micros) | Self::Fixed(micros) => {
                let later = |now| Some(Timestamp(now).plus(span).0);
                let _before = micros.fetch_update(Ordering::SeqCst, Ordering::SeqCst, later);
            }
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one clock; all other code is given one"
)]
fn system_now() -> Timestamp {
    Utc::now().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_ahead_goes_by_itself_and_can_be_moved() {
        let clock = Clock::ahead(Duration::from_secs(60));
        let other = clock.clone();
        clock.advance(Duration::from_secs(3_600));
        let ahead = other.now().since(Clock::System.now());
        assert!((3_650..=3_660).contains(&ahead.as_secs()), "{ahead:?}");
    }

    #[test]
    fn clones_of_a_fixed_clock_move_together() {
        let clock = Clock::fixed(Timestamp(1_000_000));
        let other = clock.clone();
        clock.advance(Duration::from_secs(2));
        assert_eq!(other.now(), Timestamp(3_000_000));
    }
}
