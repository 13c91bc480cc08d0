//! Ends claims, offers and takings that ran out.

use crate::service::Services;
use crate::service::sweep::{Stuck, Swept, sweep};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often one looks for what ran out. Nobody is harmed by a moment more: whoever acts looks at the time as well.
const EVERY: Duration = Duration::from_secs(2);

/// Sweeps until it is dropped.
pub async fn run(services: Services) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        drain(&services).await;
    }
}

/// Ends everything that has run out by now, but what is stuck. A failure is logged; the next tick tries again.
pub async fn drain(services: &Services) {
    let mut stuck = Stuck::default();
    loop {
        match Box::pin(sweep(services, &mut stuck)).await {
            Ok(Swept::Nothing) => return,
            Ok(Swept::OtherWasQuicker) => {}
            Ok(Swept::ClaimsGivenBack(cases)) => {
                tracing::info!(claims = cases.len(), "claims ran out");
            }
            Ok(Swept::WaitsEnded(cases)) => {
                tracing::info!(cases = cases.len(), "cases are offered again");
            }
            Ok(Swept::OfferEnded(case)) => {
                tracing::info!(%case, "an instruction was not taken in time")
            }
            Ok(Swept::TakingEnded(case)) => {
                tracing::info!(%case, "a taking ended without an outcome")
            }
            Ok(Swept::ProposalReturned(case)) => {
                tracing::info!(%case, "a proposal ended before anybody answered it")
            }
            Ok(Swept::LetBe(case)) => {
                tracing::info!(%case, "the policy let a case be")
            }
            Ok(Swept::NotLetBe(case)) => {
                tracing::info!(%case, "the policy of today does not let a case be, or not yet")
            }
            Ok(Swept::Stuck(case, unreadable)) => {
                tracing::error!(%case, "what ran out cannot be ended, a document cannot be read: {unreadable}");
            }
            Err(error) => {
                tracing::error!(
                    "nothing was swept: {error}: {:?}",
                    std::error::Error::source(&error)
                );
                return;
            }
        }
    }
}
