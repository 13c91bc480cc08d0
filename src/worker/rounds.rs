//! What the clock's jobs have in common: every so often they do what there is to do, some at a time, until nothing is left.

use crate::service::Answer;
use std::convert::Infallible;
use std::error::Error;
use std::time::Duration;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// When rounds begin: at once and then every so often; after one that took long nobody hurries.
pub(super) fn ticks(so_often: Duration) -> Interval {
    let mut ticks = interval(so_often);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Goes through rounds until it is dropped.
pub(super) async fn every(so_often: Duration, mut round: impl AsyncFnMut()) {
    let mut ticks = ticks(so_often);
    loop {
        ticks.tick().await;
        round().await;
    }
}

/// Does some of the work for as long as it says that there may be more. A failure is logged with what was not done; the next
/// round tries again.
pub(super) async fn drain(not_done: &str, mut some: impl AsyncFnMut() -> Answer<bool, Infallible>) {
    loop {
        match Box::pin(some()).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::error!("{not_done}: {error}: {:?}", error.source());
                return;
            }
        }
    }
}
