//! Forgets what is of no use any more.

use crate::service::Services;
use crate::service::drafts::forget_old;
use crate::service::sessions::forget_ended;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

const EVERY: Duration = Duration::from_secs(10 * 60);

/// Keeps house until it is dropped.
pub async fn run(services: Services) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // The next tick tries again.
        if let Err(error) = forget_ended(&services).await {
            tracing::error!("ended sessions were not forgotten: {error}");
        }
        if let Err(error) = forget_old(&services).await {
            tracing::error!("old drafts were not forgotten: {error}");
        }
    }
}
