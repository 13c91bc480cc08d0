//! Writes how many cases waited at each full hour, once that is past.

use super::rounds;
use crate::service::Services;
use crate::service::backlog::{Written, write};
use std::time::Duration;

/// The page needs no hour that has only just begun: it counts from the last one that is written.
const EVERY: Duration = Duration::from_secs(60);

/// Writes until it is dropped.
pub async fn run(services: Services) {
    rounds::every(EVERY, async || drain(&services).await).await;
}

/// Writes every hour that is past and not written yet. A failure is logged; the next round tries again.
pub async fn drain(services: &Services) {
    let some = async || {
        Ok(match write(services).await? {
            Written::Hours(_) => true,
            // Another instance is at it, and will go on.
            Written::Nothing | Written::OtherWasQuicker => false,
        })
    };
    rounds::drain("the backlog was not written", some).await;
}
