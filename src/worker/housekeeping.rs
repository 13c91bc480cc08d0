//! Forgets what is of no use any more.

use crate::service::alert::look;
use crate::service::drafts::forget_old;
use crate::service::refused;
use crate::service::retention::{Removed, remove};
use crate::service::sessions::forget_ended;
use crate::service::webhook::endpoints::forget_tests;
use crate::service::{Services, access, age_kept};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

const EVERY: Duration = Duration::from_secs(10 * 60);

/// Keeps house until it is dropped.
pub async fn run(services: Services) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        forget_sessions(&services).await;
        forget_drafts(&services).await;
        forget_test_notices(&services).await;
        forget_alerts(&services).await;
        remove_what_was_kept_long_enough(&services).await;
        remove_refused_reports(&services).await;
        remove_old_steps(&services).await;
        remove_old_accesses(&services).await;
    }
}

/// Forgets alerts that were over long ago, some at a time. A failure is logged; the next tick tries again.
pub async fn forget_alerts(services: &Services) {
    loop {
        match look::forget(services).await {
            Ok(0) => return,
            Ok(alerts) => tracing::info!(alerts, "alerts were kept long enough"),
            Err(error) => {
                tracing::error!("no alert was forgotten: {error}");
                return;
            }
        }
    }
}

/// Forgets ended sessions until it is dropped: all there is to keep in order beside a copy.
pub async fn run_at_the_door(services: Services) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        forget_sessions(&services).await;
    }
}

/// Forgets drafts that nobody came back to. A failure is logged; the next tick tries again.
pub async fn forget_drafts(services: &Services) {
    if let Err(error) = forget_old(services).await {
        tracing::error!("old drafts were not forgotten: {error}");
    }
}

/// Forgets notices that said nothing. A failure is logged; the next tick tries again.
pub async fn forget_test_notices(services: &Services) {
    if let Err(error) = forget_tests(services).await {
        tracing::error!("old test notices were not forgotten: {error}");
    }
}

/// Forgets sessions that are over. A failure is logged; the next tick tries again.
pub async fn forget_sessions(services: &Services) {
    if let Err(error) = forget_ended(services).await {
        tracing::error!("ended sessions were not forgotten: {error}");
    }
}

/// Removes what refused reports held, some at a time. A failure is logged; the next tick tries again.
pub async fn remove_refused_reports(services: &Services) {
    loop {
        match refused::remove_kept_long_enough(services).await {
            Ok(0) => return,
            Ok(reports) => {
                tracing::info!(reports, "refused reports were kept long enough");
            }
            Err(error) => {
                tracing::error!("no refused report was removed: {error}");
                return;
            }
        }
    }
}

/// Removes steps of cases and signs in reports that were kept long enough, some at a time. A failure is logged; the next
/// tick tries again.
pub async fn remove_old_steps(services: &Services) {
    loop {
        match age_kept::remove_some(services).await {
            Ok(0) => return,
            Ok(rows) => tracing::info!(rows, "steps of cases were kept long enough"),
            Err(error) => {
                tracing::error!("no steps of cases were removed: {error}");
                return;
            }
        }
    }
}

/// Removes entries of the access log that were kept long enough, some at a time. A failure is logged; the next tick tries
/// again.
pub async fn remove_old_accesses(services: &Services) {
    loop {
        match access::remove_some(services).await {
            Ok(0) => return,
            Ok(entries) => {
                tracing::info!(entries, "entries of the access log were kept long enough")
            }
            Err(error) => {
                tracing::error!("no entry of the access log was removed: {error}");
                return;
            }
        }
    }
}

/// Removes what the policy does not keep any longer, a few operations at a time. A failure is logged; the next tick tries
/// again.
pub async fn remove_what_was_kept_long_enough(services: &Services) {
    loop {
        match Box::pin(remove(services)).await {
            Ok(Removed::Some(operations)) => {
                tracing::info!(operations, "documents were kept long enough, and are gone");
            }
            // Another instance is at it, and will go on.
            Ok(Removed::Nothing | Removed::OthersWereQuicker) => return,
            Err(error) => {
                tracing::error!(
                    "nothing was removed: {error}: {:?}",
                    std::error::Error::source(&error)
                );
                return;
            }
        }
    }
}
