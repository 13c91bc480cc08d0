//! Forgets what is of no use any more.

use super::rounds;
use crate::service::alert::look;
use crate::service::drafts::forget_old;
use crate::service::refused;
use crate::service::retention::{Removed, remove};
use crate::service::sessions::forget_ended;
use crate::service::webhook::endpoints::forget_tests;
use crate::service::{Services, access, age_kept};
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(10 * 60);

/// Keeps house until it is dropped.
pub async fn run(services: Services) {
    let services = &services;
    rounds::every(EVERY, async || {
        forget_sessions(services).await;
        forget_drafts(services).await;
        forget_test_notices(services).await;
        forget_alerts(services).await;
        remove_what_was_kept_long_enough(services).await;
        remove_refused_reports(services).await;
        remove_old_steps(services).await;
        remove_old_accesses(services).await;
    })
    .await;
}

/// Forgets ended sessions until it is dropped: all there is to keep in order beside a copy.
pub async fn run_at_the_door(services: Services) {
    rounds::every(EVERY, async || forget_sessions(&services).await).await;
}

/// Forgets alerts that were over long ago, some at a time. A failure is logged; the next round tries again.
pub async fn forget_alerts(services: &Services) {
    let some = async || {
        let alerts = look::forget(services).await?;
        if alerts > 0 {
            tracing::info!(alerts, "alerts were kept long enough");
        }
        Ok(alerts > 0)
    };
    rounds::drain("no alert was forgotten", some).await;
}

/// Forgets drafts that nobody came back to. A failure is logged; the next round tries again.
pub async fn forget_drafts(services: &Services) {
    if let Err(error) = forget_old(services).await {
        tracing::error!("old drafts were not forgotten: {error}");
    }
}

/// Forgets notices that said nothing. A failure is logged; the next round tries again.
pub async fn forget_test_notices(services: &Services) {
    if let Err(error) = forget_tests(services).await {
        tracing::error!("old test notices were not forgotten: {error}");
    }
}

/// Forgets sessions that are over. A failure is logged; the next round tries again.
pub async fn forget_sessions(services: &Services) {
    if let Err(error) = forget_ended(services).await {
        tracing::error!("ended sessions were not forgotten: {error}");
    }
}

/// Removes what refused reports held, some at a time. A failure is logged; the next round tries again.
pub async fn remove_refused_reports(services: &Services) {
    let some = async || {
        let reports = refused::remove_kept_long_enough(services).await?;
        if reports > 0 {
            tracing::info!(reports, "refused reports were kept long enough");
        }
        Ok(reports > 0)
    };
    rounds::drain("no refused report was removed", some).await;
}

/// Removes steps of cases and signs in reports that were kept long enough, some at a time. A failure is logged; the next
/// round tries again.
pub async fn remove_old_steps(services: &Services) {
    let some = async || {
        let rows = age_kept::remove_some(services).await?;
        if rows > 0 {
            tracing::info!(rows, "steps of cases were kept long enough");
        }
        Ok(rows > 0)
    };
    rounds::drain("no steps of cases were removed", some).await;
}

/// Removes entries of the access log that were kept long enough, some at a time. A failure is logged; the next round tries
/// again.
pub async fn remove_old_accesses(services: &Services) {
    let some = async || {
        let entries = access::remove_some(services).await?;
        if entries > 0 {
            tracing::info!(entries, "entries of the access log were kept long enough");
        }
        Ok(entries > 0)
    };
    rounds::drain("no entry of the access log was removed", some).await;
}

/// Removes what the policy does not keep any longer, a few operations at a time. A failure is logged; the next round tries
/// again.
pub async fn remove_what_was_kept_long_enough(services: &Services) {
    let some = async || {
        Ok(match remove(services).await? {
            Removed::Some(operations) => {
                tracing::info!(operations, "documents were kept long enough, and are gone");
                true
            }
            // Another instance is at it, and will go on.
            Removed::Nothing | Removed::OthersWereQuicker => false,
        })
    };
    rounds::drain("nothing was removed", some).await;
}
