//! Seals the access log, about once a minute.

use super::rounds;
use crate::service::Services;
use crate::service::seal::seal_some;
use std::time::Duration;

/// Whoever changes an entry of the access log sooner than this after it was written is not found out.
const EVERY: Duration = Duration::from_secs(60);

/// Seals until it is dropped.
pub async fn run(services: Services) {
    rounds::every(EVERY, async || drain(&services).await).await;
}

/// Seals everything that is not sealed yet, some at a time. A failure is logged; the next round tries again.
pub async fn drain(services: &Services) {
    // Where none are left, another instance may be at it, and will go on.
    let some = async || Ok(seal_some(services).await? > 0);
    rounds::drain("the access log was not sealed", some).await;
}
