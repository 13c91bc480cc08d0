//! Calls out notices to sources' endpoints. Calls run beside each other, a few at each endpoint; what came of them is recorded
//! one after another, so that however many there are, they take one connection to the database and leave the others to people.

mod caller;
mod checked_names;
mod slots;

use crate::domain::ids::{EndpointId, SourceId};
use crate::domain::time::Timestamp;
use crate::domain::webhook::Heard;
use crate::service::webhook::deliver::{self, Claimed, Recorded};
use crate::service::{ServiceError, Services};
use caller::Caller;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use slots::Slots;
use std::convert::Infallible;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval};

pub use caller::CallerError;

/// How often one looks for what is due. What is decided on this instance is called out at once.
const EVERY: Duration = Duration::from_secs(1);

type Failed = ServiceError<Infallible>;

/// Whoever calls on this instance.
pub struct Deliverer {
    services: Services,
    caller: Caller,
    slots: Slots,
    calls: FuturesUnordered<Pin<Box<dyn Future<Output = Called> + Send>>>,
}

/// A call that has ended.
struct Called {
    claimed: Claimed,
    heard: Heard,
    started_at: Timestamp,
    took: Duration,
}

impl Deliverer {
    /// Calls for these services.
    ///
    /// # Errors
    /// If no HTTP client can be made on this machine.
    pub fn new(services: Services) -> Result<Self, CallerError> {
        Ok(Self {
            caller: Caller::new(&services.webhook_hosts)?,
            services,
            slots: Slots::default(),
            calls: FuturesUnordered::new(),
        })
    }

    /// Delivers until it is dropped. Calls under way then are made again, by whoever looks next.
    pub async fn run(mut self) {
        let mut hints = self.services.hints.listen();
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // The next tick tries again what failed.
                Some(called) = self.calls.next() => logged(self.finish(called).await).map(drop),
                () = heard(&mut hints) => Some(()),
                _ = ticks.tick() => {
                    logged(deliver::give_up_paused(&self.services).await).map(drop)
                }
            };
            logged(self.start().await);
        }
    }

    /// Delivers everything that is due now, and says what came of each.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn drain(&mut self) -> Result<Vec<Recorded>, Failed> {
        let mut all = Vec::new();
        deliver::give_up_paused(&self.services).await?;
        loop {
            self.start().await?;
            match self.calls.next().await {
                Some(called) => all.push(self.finish(called).await?),
                None => return Ok(all),
            }
        }
    }

    /// Begins as many calls as are due and have a slot.
    async fn start(&mut self) -> Result<(), Failed> {
        if self.slots.are_taken() {
            return Ok(());
        }
        for (endpoint, source) in deliver::ready(&self.services).await? {
            self.start_at(endpoint, source).await?;
        }
        Ok(())
    }

    async fn start_at(&mut self, endpoint: EndpointId, source: SourceId) -> Result<(), Failed> {
        let free = self.slots.free(endpoint, source);
        if free == 0 {
            return Ok(());
        }
        for claimed in deliver::claim(&self.services, endpoint, free).await? {
            self.slots.take(endpoint, source);
            let (caller, services) = (self.caller.clone(), self.services.clone());
            let called = async move { called(&caller, &services, claimed).await };
            self.calls.push(Box::pin(called));
        }
        Ok(())
    }

    async fn finish(&mut self, called: Called) -> Result<Recorded, Failed> {
        let Called {
            claimed,
            heard,
            started_at,
            took,
        } = called;
        self.slots.give_back(claimed.endpoint, claimed.source);
        deliver::record(&self.services, &claimed, heard, started_at, took).await
    }
}

async fn called(caller: &Caller, services: &Services, claimed: Claimed) -> Called {
    let (started_at, began) = (services.now(), Instant::now());
    let heard = match &claimed.call {
        Ok(call) => caller.call(call, started_at).await,
        Err(failure) => Heard::Failed(*failure),
    };
    Called {
        claimed,
        heard,
        started_at,
        took: began.elapsed(),
    }
}

/// Waits until something changes somewhere; many changes at once are one.
async fn heard(hints: &mut Receiver<crate::service::Hint>) {
    match hints.recv().await {
        Ok(_) | Err(RecvError::Lagged(_)) => *hints = hints.resubscribe(),
        // The hints end with the program.
        Err(RecvError::Closed) => std::future::pending().await,
    }
}

fn logged<T>(done: Result<T, Failed>) -> Option<T> {
    done.inspect_err(|error| {
        let cause = std::error::Error::source(error);
        tracing::error!("webhooks: {error}: {cause:?}");
    })
    .ok()
}
