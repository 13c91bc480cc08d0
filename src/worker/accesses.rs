//! Seals the access log, about once a minute.

use crate::service::Services;
use crate::service::seal::seal_some;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// Whoever changes an entry of the access log sooner than this after it was written is not found out.
const EVERY: Duration = Duration::from_secs(60);

/// Seals until it is dropped.
pub async fn run(services: Services) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        drain(&services).await;
    }
}

/// Seals everything that is not sealed yet, some at a time. A failure is logged; the next tick tries again.
pub async fn drain(services: &Services) {
    loop {
        match Box::pin(seal_some(services)).await {
            // Or another instance is at it, and will go on.
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                tracing::error!(
                    "the access log was not sealed: {error}: {:?}",
                    std::error::Error::source(&error)
                );
                return;
            }
        }
    }
}
