//! Sees what other instances changed, and tells those who listen on this one.

use super::rounds;
use crate::domain::ids::HistoryNumber;
use crate::service::{Services, changes};
use std::time::Duration;

/// How often the history's last number is read, once for all listeners together.
const EVERY: Duration = Duration::from_secs(1);

/// Watches until it is dropped.
pub async fn run(services: Services) {
    let mut ticks = rounds::ticks(EVERY);
    let mut seen = None;
    loop {
        ticks.tick().await;
        seen = watch(&services, seen).await;
    }
}

/// Tells what came after `seen`; `None` begins with what is there. A failure is logged, and the next round tries again.
pub async fn watch(services: &Services, seen: Option<HistoryNumber>) -> Option<HistoryNumber> {
    let read = match seen {
        Some(seen) => changes::give_out(services, seen).await,
        None => changes::latest(services).await,
    };
    match read {
        Ok(number) => Some(number),
        Err(error) => {
            tracing::error!("the history was not read: {error}");
            seen
        }
    }
}
