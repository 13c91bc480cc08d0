//! The one clock. Everything else is told the time.

use crate::domain::time::Timestamp;
use chrono::Utc;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Where the time comes from. Clones of a fixed clock move together.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The computer's clock.
    System,
    /// Stands still until it is moved: for tests and for playing scenarios.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now`.
    #[must_use]
    pub fn fixed(now: Timestamp) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(now.0)))
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => system_now(),
            Self::Fixed(micros) => Timestamp(micros.load(Ordering::SeqCst)),
        }
    }

    /// Moves a fixed clock on. The system's clock goes by itself and stays as it is.
    pub fn advance(&self, span: Duration) {
        match self {
            Self::System => {}
            Self::Fixed(micros) => {
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
    fn clones_of_a_fixed_clock_move_together() {
        let clock = Clock::fixed(Timestamp(1_000_000));
        let other = clock.clone();
        clock.advance(Duration::from_secs(2));
        assert_eq!(other.now(), Timestamp(3_000_000));
    }
}
