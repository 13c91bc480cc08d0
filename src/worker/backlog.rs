//! Writes how many cases waited at each full hour, once that is past.

use crate::service::Services;
use crate::service::backlog::{Written, write};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// The page needs no hour that has only just begun: it counts from the last one that is written.
const EVERY: Duration = Duration::from_secs(60);

/// Writes until it is dropped.
pub async fn run(services: Services) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        drain(&services).await;
    }
}

/// Writes every hour that is past and not written yet. A failure is logged; the next tick tries again.
pub async fn drain(services: &Services) {
    loop {
        match Box::pin(write(services)).await {
            Ok(Written::Hours(_)) => {}
            // Another instance is at it, and will go on.
            Ok(Written::Nothing | Written::OtherWasQuicker) => return,
            Err(error) => {
                tracing::error!(
                    "the backlog was not written: {error}: {:?}",
                    std::error::Error::source(&error)
                );
                return;
            }
        }
    }
}
