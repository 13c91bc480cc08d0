//! Delivering: take a lease, call, record what came of it. The call itself is made by whoever speaks HTTP, between the two
//! transactions here; a caller that dies in between is followed by another one when its lease is over.

use crate::domain::history::EntryKind;
use crate::domain::ids::{DeliveryId, EndpointId, SourceId};
use crate::domain::time::Timestamp;
use crate::domain::webhook::{
    DeliveryState, EndpointState, EndpointUrl, Failure, Heard, Next, NoticeKind, Secret, next,
    signatures,
};
use crate::service::actor::{Actor, Part};
use crate::service::metrics::Calls;
use crate::service::{Answer, Hint, Services};
use crate::store::history::{self, NewEntry};
use crate::store::webhook::deliveries::{self, AttemptRow, DeliveryRow};
use crate::store::webhook::endpoints::{self, EndpointRow, Ready};
use crate::store::{self, Tx};
use crate::store::{instructions, sources};
use serde_json::json;
use std::convert::Infallible;
use std::time::Duration;

/// How long a caller has the delivery for itself: longer than any call takes.
pub const LEASE: Duration = Duration::from_secs(30);

/// A call that cannot begin this soon after its lease was taken, for the database was slow, could outlive it.
const BEGINS_WITHIN: Duration = Duration::from_secs(10);

/// What is given up in one step while its endpoint is off.
const GIVEN_UP_AT_ONCE: i64 = 20;

/// A delivery that this caller has the lease of.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub delivery: DeliveryId,
    pub endpoint: EndpointId,
    pub source: SourceId,
    lease: String,
    /// What to send where; or why it may not be.
    pub call: Result<Call, Failure>,
}

/// What to send where.
#[derive(Debug, Clone)]
pub struct Call {
    pub url: EndpointUrl,
    pub notice: String,
    pub timestamp: String,
    pub signature: String,
    pub body: String,
}

/// What a delivery came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    Delivered,
    Again(Timestamp),
    /// The endpoint is switched off now.
    EndpointGone,
    Undelivered,
    /// Somebody else called meanwhile, for the lease was over; or the notice was removed with its case.
    LeaseOver,
}

/// The endpoints to which something is due.
///
/// # Errors
/// Only if the database fails.
pub async fn ready(services: &Services) -> Answer<Vec<(EndpointId, SourceId)>, Infallible> {
    let mut connection = services.db.read().await?;
    let ready = endpoints::ready(&mut connection, services.now()).await?;
    let both = |Ready { id, source_id }| (id, source_id);
    Ok(ready.into_iter().map(both).collect())
}

/// Takes leases on what is due at an endpoint, at most so many.
///
/// # Errors
/// Only if the database fails.
pub async fn claim(
    services: &Services,
    endpoint: EndpointId,
    most: usize,
) -> Answer<Vec<Claimed>, Infallible> {
    let limit = i64::try_from(most).unwrap_or(i64::MAX);
    let mut tx = services.db.begin().await?;
    let due = deliveries::lock_due(&mut tx, endpoint, services.now(), limit).await?;
    // Somebody may have switched it, or its source, off since it was seen to be ready.
    let row = endpoints::lock(&mut tx, endpoint).await?;
    let Some(row) = row.filter(|row| row.state == EndpointState::On) else {
        return Ok(Vec::new());
    };
    let source = sources::get(&mut tx, row.source_id).await?;
    if source.is_none_or(|source| source.disabled) {
        return Ok(Vec::new());
    }
    let now = services.now();
    let secrets = endpoints::secrets(&mut tx, endpoint, now).await?;
    let secrets = secrets
        .iter()
        .filter_map(|row| Secret::parse(&row.secret).ok());
    let secrets: Vec<_> = secrets.collect();
    let mut claimed = Vec::with_capacity(due.len());
    for delivery in due {
        let lease = services.ids.token();
        if deliveries::lease(&mut tx, delivery.id, &lease, now.plus(LEASE)).await? {
            claimed.push(Claimed {
                delivery: delivery.id,
                endpoint,
                source: row.source_id,
                lease,
                call: call(services, &row, &secrets, delivery, now),
            });
        }
    }
    tx.commit().await?;
    let late = services.now() > now.plus(BEGINS_WITHIN);
    Ok(if late { Vec::new() } else { claimed })
}

/// The settings may have changed since the endpoint was added.
fn call(
    services: &Services,
    endpoint: &EndpointRow,
    secrets: &[Secret],
    delivery: DeliveryRow,
    now: Timestamp,
) -> Result<Call, Failure> {
    let url = EndpointUrl::parse(&endpoint.url, &services.webhook_hosts)
        .map_err(|_| Failure::NotAllowed)?;
    if secrets.is_empty() {
        return Err(Failure::NoSecret);
    }
    let (timestamp, signature) = signatures(secrets, &delivery.notice_id, now, &delivery.body);
    Ok(Call {
        url,
        notice: delivery.notice_id.as_str().to_owned(),
        timestamp,
        signature,
        body: delivery.body,
    })
}

/// A call that was made, and what was heard.
#[derive(Debug)]
pub struct Called {
    pub claimed: Claimed,
    pub heard: Heard,
    pub started_at: Timestamp,
    pub took: Duration,
}

/// Records calls and what follows from each, in one transaction: the history moves on once, however many there are.
///
/// # Errors
/// If the database fails. The deliveries are called out again when their leases are over.
pub async fn record(services: &Services, calls: &[Called]) -> Answer<Vec<Recorded>, Infallible> {
    let mut tx = services.db.begin().await?;
    // All of them before anything that follows, so that nobody who locks one and goes on waits for us and we for them.
    deliveries::lock_all(&mut tx, calls.iter().map(|call| call.claimed.delivery)).await?;
    let (mut recorded, mut entries, mut touched) = (Vec::new(), Vec::new(), Vec::new());
    for call in calls {
        let Some(row) = deliveries::lock(&mut tx, call.claimed.delivery).await? else {
            recorded.push(Recorded::LeaseOver);
            continue;
        };
        deliveries::record(&mut tx, &call.attempt()).await?;
        recorded.push(match call.follows(services, &row) {
            Some((ending, follows)) => ending.follow(&mut tx, follows, &mut entries).await?,
            None => Recorded::LeaseOver,
        });
        touched.extend(row.case_id.map(|case| (case, call.claimed.source)));
    }
    if entries.is_empty() && !recorded.is_empty() {
        entries.push(only_called(calls.len(), services.now()));
    }
    history::append(&mut tx, entries).await?;
    tx.commit().await?;
    services.calls.add(counted(&recorded));
    for (case, source) in touched {
        // Whoever looks at the case sees the call at once.
        services.hints.publish(Hint {
            case,
            source,
            number: None,
        });
    }
    Ok(recorded)
}

/// A call that somebody else made as well is counted where it decided something.
fn counted(recorded: &[Recorded]) -> Calls {
    let mut calls = Calls::default();
    for recorded in recorded {
        match recorded {
            Recorded::Delivered => calls.delivered += 1,
            Recorded::Again(_) | Recorded::EndpointGone => calls.failed += 1,
            Recorded::Undelivered => calls.given_up += 1,
            Recorded::LeaseOver => {}
        }
    }
    calls
}

/// Calls of which nothing follows that would be told of.
fn only_called(calls: usize, now: Timestamp) -> NewEntry {
    let told = json!({"what": "calls", "calls": calls});
    Actor::Program(Part::Webhooks).of_no_case(EntryKind::RowsKept, told, now)
}

impl Called {
    /// What follows, unless somebody else has taken the delivery over.
    fn follows<'a>(&self, services: &Services, row: &'a DeliveryRow) -> Option<(Ending<'a>, Next)> {
        let now = services.now();
        let tries = u32::try_from(row.tries).unwrap_or(u32::MAX);
        let tries = tries.saturating_add(1);
        let jitter = services.ids.jitter();
        let follows = next(self.heard, tries, row.give_up_at, jitter, now);
        let mine = row.lease.as_deref() == Some(&*self.claimed.lease);
        let counts = row.state == DeliveryState::Waiting && (mine || follows == Next::Delivered);
        let ending = Ending {
            row,
            tries: i64::from(tries),
            now,
        };
        counts.then_some((ending, follows))
    }

    fn attempt(&self) -> AttemptRow {
        let (status, failure) = match self.heard {
            Heard::Answered { status, .. } => (Some(i64::from(status)), None),
            Heard::Failed(failure) => (None, Some(failure)),
        };
        AttemptRow {
            delivery_id: self.claimed.delivery,
            started_at: self.started_at,
            took: i64::try_from(self.took.as_micros()).unwrap_or(i64::MAX),
            status,
            failure,
        }
    }
}

/// Gives up what waited too long for an endpoint that is off, and says how much that was.
///
/// # Errors
/// Only if the database fails.
pub async fn give_up_paused(services: &Services) -> Answer<usize, Infallible> {
    let now = services.now();
    let mut connection = services.db.read().await?;
    let over = deliveries::paused_too_long(&mut connection, now, GIVEN_UP_AT_ONCE).await?;
    drop(connection);
    let mut given_up = 0;
    for id in over {
        let mut tx = services.db.begin().await?;
        let row = deliveries::lock(&mut tx, id).await?;
        let waits = |row: &DeliveryRow| row.state == DeliveryState::Waiting;
        let Some(row) = row.filter(waits) else {
            continue;
        };
        let ending = Ending {
            row: &row,
            tries: row.tries,
            now,
        };
        let mut entries = Vec::new();
        ending
            .follow(&mut tx, Next::Undelivered, &mut entries)
            .await?;
        if entries.is_empty() {
            entries.push(only_called(0, now));
        }
        history::append(&mut tx, entries).await?;
        tx.commit().await?;
        given_up += 1;
    }
    Ok(given_up)
}

/// What follows for one delivery, which this transaction has locked.
struct Ending<'a> {
    row: &'a DeliveryRow,
    tries: i64,
    now: Timestamp,
}

impl Ending<'_> {
    /// Writes what follows, and adds to the entries what the history is told of it.
    async fn follow(
        &self,
        tx: &mut Tx,
        follows: Next,
        entries: &mut Vec<NewEntry>,
    ) -> Result<Recorded, store::Error> {
        let (id, tries, now) = (self.row.id, self.tries, self.now);
        match follows {
            Next::Delivered => {
                deliveries::end(tx, id, DeliveryState::Delivered, tries, now).await?;
                if self.row.kind == NoticeKind::Offered {
                    instructions::delivered(tx, self.row.instruction_id.iter(), now).await?;
                }
                entries.extend(self.entry(tx, EntryKind::NoticeDelivered).await?);
                Ok(Recorded::Delivered)
            }
            Next::Again(at) => {
                deliveries::again(tx, id, tries, at).await?;
                Ok(Recorded::Again(at))
            }
            Next::EndpointGone(at) => {
                deliveries::again(tx, id, tries, at).await?;
                let (from, to) = (EndpointState::On, EndpointState::Gone);
                if endpoints::switch(tx, self.row.endpoint_id, from, to, now).await? {
                    entries.extend(self.entry(tx, EntryKind::EndpointSwitchedOff).await?);
                }
                Ok(Recorded::EndpointGone)
            }
            Next::Undelivered => {
                deliveries::end(tx, id, DeliveryState::Undelivered, tries, now).await?;
                entries.extend(self.entry(tx, EntryKind::NoticeUndelivered).await?);
                Ok(Recorded::Undelivered)
            }
        }
    }

    /// Tests are told of on the endpoint's page alone.
    async fn entry(&self, tx: &mut Tx, kind: EntryKind) -> Result<Option<NewEntry>, store::Error> {
        if self.row.case_id.is_none() && kind != EntryKind::EndpointSwitchedOff {
            return Ok(None);
        }
        let endpoint = endpoints::get(&mut *tx, self.row.endpoint_id).await?;
        let actor = Actor::Program(Part::Webhooks);
        Ok(Some(NewEntry {
            at: self.now,
            case: self.row.case_id,
            operation: self.row.operation_id,
            actor_kind: actor.kind(),
            actor: actor.name(),
            kind,
            document: json!({
                "notice": self.row.notice_id,
                "endpoint": endpoint.map(|endpoint| endpoint.url),
                "calls": self.tries,
            }),
        }))
    }
}
