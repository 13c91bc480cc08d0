//! Ends claims, offers and takings that ran out.

use super::rounds;
use crate::service::Services;
use crate::service::sweep::{Stuck, Swept, sweep};
use std::time::Duration;

/// How often one looks for what ran out. Nobody is harmed by a moment more: whoever acts looks at the time as well.
const EVERY: Duration = Duration::from_secs(2);

/// Sweeps until it is dropped.
pub async fn run(services: Services) {
    rounds::every(EVERY, async || drain(&services).await).await;
}

/// Ends everything that has run out by now, but what is stuck. A failure is logged; the next round tries again.
pub async fn drain(services: &Services) {
    let mut stuck = Stuck::default();
    let some = async || {
        let swept = sweep(services, &mut stuck).await?;
        tell(&swept);
        Ok(swept != Swept::Nothing)
    };
    rounds::drain("nothing was swept", some).await;
}

fn tell(swept: &Swept) {
    match swept {
        Swept::Nothing | Swept::OtherWasQuicker => {}
        Swept::ClaimsGivenBack(cases) => tracing::info!(claims = cases.len(), "claims ran out"),
        Swept::WaitsEnded(cases) => {
            tracing::info!(cases = cases.len(), "cases are offered again");
        }
        Swept::OfferEnded(case) => tracing::info!(%case, "an instruction was not taken in time"),
        Swept::TakingEnded(case) => tracing::info!(%case, "a taking ended without an outcome"),
        Swept::ProposalReturned(case) => {
            tracing::info!(%case, "a proposal ended before anybody answered it");
        }
        Swept::LetBe(case) => tracing::info!(%case, "the policy let a case be"),
        Swept::NotLetBe(case) => {
            tracing::info!(%case, "the policy of today does not let a case be, or not yet");
        }
        Swept::Stuck(case, unreadable) => {
            tracing::error!(%case, "what ran out cannot be ended, a document cannot be read: {unreadable}");
        }
    }
}
