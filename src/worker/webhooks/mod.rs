//! Calls out notices to sources' endpoints. Calls run beside each other; what came of them is recorded in rounds, so that
//! however many there are, they take one connection to the database and few transactions, and leave the rest to people.

pub(super) mod caller;
mod checked_names;
mod slots;

use crate::domain::ids::{EndpointId, SourceId};
use crate::domain::webhook::Heard;
use crate::service::webhook::deliver::{self, Called, Claimed, Recorded};
use crate::service::{ServiceError, Services};
use caller::Caller;
use slots::Slots;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval};

pub use caller::CallerError;

/// How often one looks for what is due. What is decided on this instance is called out at once.
const EVERY: Duration = Duration::from_secs(1);

/// Rounds are not closer than this: what happens meanwhile is done in the next one. The first call of a notice that nothing
/// goes before is not late by it.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(50);
/// So many calls are recorded in one transaction.
const RECORDED_AT_ONCE: usize = 64;
/// So long one tries to record a call while the database fails.
const RECORDED_WITHIN: Duration = Duration::from_secs(600);

type Failed = ServiceError<Infallible>;

/// Whoever calls on this instance.
pub struct Deliverer {
    services: Services,
    caller: Caller,
    slots: Slots,
    /// Tasks of their own: they go on while the database is waited for.
    under_way: JoinSet<Called>,
    /// They are to be recorded.
    ended: Vec<Called>,
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
            under_way: JoinSet::new(),
            ended: Vec::new(),
        })
    }

    /// Delivers until it is dropped. Calls under way then are made again, by whoever looks next.
    pub async fn run(mut self) {
        let mut hints = self.services.hints.listen();
        let (mut ticks, mut rounds) = (interval(EVERY), interval(BETWEEN_ROUNDS));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut something_to_do = false;
        loop {
            tokio::select! {
                Some(call) = self.under_way.join_next() => {
                    self.end(call);
                    something_to_do = true;
                }
                () = heard(&mut hints) => something_to_do = true,
                // The next tick tries again what failed.
                _ = ticks.tick() => {
                    logged(deliver::give_up_paused(&self.services).await);
                    something_to_do = true;
                }
                _ = rounds.tick(), if something_to_do => {
                    logged(self.record().await);
                    logged(self.start().await);
                    something_to_do = false;
                }
            }
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
            let Some(first) = self.under_way.join_next().await else {
                return Ok(all);
            };
            self.end(first);
            while let Some(more) = self.under_way.try_join_next() {
                self.end(more);
            }
            all.extend(self.record().await?);
        }
    }

    /// Begins as many calls as are due and have a slot; those that have fewest under way come first.
    async fn start(&mut self) -> Result<(), Failed> {
        if self.slots.are_taken() {
            return Ok(());
        }
        let mut ready = deliver::ready(&self.services).await?;
        ready.sort_by_key(|(endpoint, _)| self.slots.taken(*endpoint));
        for (endpoint, source) in ready {
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
            self.under_way
                .spawn(async move { called(&caller, &services, claimed).await });
        }
        Ok(())
    }

    /// A call has ended: another one may begin in its place.
    fn end(&mut self, call: Result<Called, JoinError>) {
        match call {
            Ok(called) => {
                let (claimed, well) = (&called.claimed, called.heard.is_success());
                self.slots.give_back(claimed.endpoint, claimed.source, well);
                self.ended.push(called);
            }
            // Nobody cancels one call, so this is a fault of ours; it is not passed over.
            Err(fault) => std::panic::resume_unwind(fault.into_panic()),
        }
    }

    /// Records the calls that have ended, and says what came of each. What cannot be recorded now is recorded later.
    async fn record(&mut self) -> Result<Vec<Recorded>, Failed> {
        let now = self.services.now();
        let in_time = |call: &Called| now < call.started_at.plus(RECORDED_WITHIN);
        let mut all = Vec::with_capacity(self.ended.len());
        // In one order on every instance, so that no two wait for each other's rows.
        self.ended.sort_by_key(|call| call.claimed.delivery);
        while !self.ended.is_empty() {
            let some = ..self.ended.len().min(RECORDED_AT_ONCE);
            match deliver::record(&self.services, &self.ended[some]).await {
                Ok(recorded) => all.extend(recorded),
                Err(error) => {
                    self.ended.retain(in_time);
                    return Err(error);
                }
            }
            self.ended.drain(some);
        }
        Ok(all)
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

fn logged<T>(done: Result<T, Failed>) {
    if let Err(error) = done {
        let cause = std::error::Error::source(&error);
        tracing::error!("webhooks: {error}: {cause:?}");
    }
}
