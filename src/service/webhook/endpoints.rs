//! Looking after a source's endpoints: adding, changing the secret, switching off and on, and testing.

use super::Administrator;
use crate::domain::history::EntryKind;
use crate::domain::ids::{EndpointId, NoticeId};
use crate::domain::webhook::{
    BadEndpoint, EndpointState, EndpointUrl, MOST_SECRETS, NoticeKind, Secret,
};
use crate::service::actor::{Actor, Part};
use crate::service::case_work::written;
use crate::service::{Answer, ServiceError, Services};
use crate::store::history;
use crate::store::sources::{self, SourceRow};
use crate::store::webhook::deliveries::{self, NewDelivery};
use crate::store::webhook::endpoints::{self, EndpointRow};
use crate::store::{self, Tx};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// So long the page shows what came of a test.
pub const TESTS_KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// An endpoint's secret in full. It is shown once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSecret {
    pub endpoint: EndpointId,
    pub secret: Secret,
}

/// Why something was not done to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EndpointRefused {
    #[error("the address cannot be called: {0}")]
    Bad(#[from] BadEndpoint),
    #[error("the source has this endpoint already")]
    Known,
    /// A receiver may still be on any of them.
    #[error("{MOST_SECRETS} secrets hold already; end the old one first")]
    TwoSecrets,
    #[error("there is only one secret, and nothing would be signed without it")]
    OneSecret,
    #[error("the endpoint is switched off already")]
    IsOff,
    #[error("the endpoint is switched on already")]
    IsOn,
    #[error("the endpoint is switched off; switch it on first")]
    NotOn,
}

fn refused(why: EndpointRefused) -> ServiceError<EndpointRefused> {
    ServiceError::Refused(why)
}

/// One endpoint under the hands of one transaction.
struct Work<'a> {
    services: &'a Services,
    by: Administrator<'a>,
    tx: Tx,
    source: SourceRow,
    row: EndpointRow,
}

/// Adds an endpoint to a source, with its first secret.
///
/// # Errors
/// [`EndpointRefused`], with nothing added; or if there is no such source.
pub async fn add(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    url: &str,
) -> Answer<NewSecret, EndpointRefused> {
    by.authorise()?;
    let url =
        EndpointUrl::parse(url, &services.webhook_hosts).map_err(|bad| refused(bad.into()))?;
    let mut tx = services.db.begin().await?;
    let found = sources::by_name(&mut tx, source).await?;
    let source = found.ok_or(ServiceError::NotFound)?;
    let created = endpoints::create(&mut tx, source.id, url.as_str(), services.now()).await?;
    let row = created.ok_or(refused(EndpointRefused::Known))?;
    let mut work = Work {
        services,
        by,
        tx,
        source,
        row,
    };
    let secret = work.new_secret().await?;
    work.commit(EntryKind::EndpointAdded, json!({})).await?;
    Ok(secret)
}

/// Gives an endpoint a new secret. The old one holds beside it for so long: each call is signed with both.
///
/// # Errors
/// [`EndpointRefused::TwoSecrets`] if two hold already.
pub async fn rotate(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    id: EndpointId,
    old_stays: Duration,
) -> Answer<NewSecret, EndpointRefused> {
    let mut work = Work::begin(services, by, source, id).await?;
    let now = services.now();
    let held = endpoints::secrets(&mut work.tx, id, now).await?;
    if held.len() >= MOST_SECRETS {
        return Err(refused(EndpointRefused::TwoSecrets));
    }
    let old_ends = now.plus(old_stays);
    for old in &held {
        written(endpoints::end_secret(&mut work.tx, old.id, old_ends).await?)?;
    }
    let secret = work.new_secret().await?;
    let told = json!({"old_ends": old_ends.to_string()});
    work.commit(EntryKind::EndpointSecretChanged, told).await?;
    Ok(secret)
}

/// Ends the old secret of an endpoint now.
///
/// # Errors
/// [`EndpointRefused::OneSecret`] if there is no old one.
pub async fn end_old_secret(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    id: EndpointId,
) -> Answer<(), EndpointRefused> {
    let mut work = Work::begin(services, by, source, id).await?;
    let now = services.now();
    let held = endpoints::secrets(&mut work.tx, id, now).await?;
    let old = held.get(1).ok_or(refused(EndpointRefused::OneSecret))?;
    written(endpoints::end_secret(&mut work.tx, old.id, now).await?)?;
    work.commit(EntryKind::EndpointSecretEnded, json!({})).await
}

/// Switches an endpoint off. What waits for it waits on; what is decided meanwhile is not told there.
///
/// # Errors
/// [`EndpointRefused::IsOff`]
pub async fn switch_off(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    id: EndpointId,
) -> Answer<(), EndpointRefused> {
    let mut work = Work::begin(services, by, source, id).await?;
    match work.row.state {
        EndpointState::On => {}
        EndpointState::Off | EndpointState::Gone => return Err(refused(EndpointRefused::IsOff)),
    }
    work.switch(EndpointState::Off).await?;
    work.commit(EntryKind::EndpointSwitchedOff, json!({})).await
}

/// Switches an endpoint on again; what waits for it is called out when its time has come.
///
/// # Errors
/// [`EndpointRefused::IsOn`]
pub async fn switch_on(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    id: EndpointId,
) -> Answer<(), EndpointRefused> {
    let mut work = Work::begin(services, by, source, id).await?;
    match work.row.state {
        EndpointState::Off | EndpointState::Gone => {}
        EndpointState::On => return Err(refused(EndpointRefused::IsOn)),
    }
    work.switch(EndpointState::On).await?;
    work.commit(EntryKind::EndpointSwitchedOn, json!({})).await
}

/// Puts a notice on its way that says nothing, and is called out once.
///
/// # Errors
/// [`EndpointRefused::NotOn`]
pub async fn test(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    id: EndpointId,
) -> Answer<NoticeId, EndpointRefused> {
    let mut work = Work::begin(services, by, source, id).await?;
    match work.row.state {
        EndpointState::On => {}
        EndpointState::Off | EndpointState::Gone => return Err(refused(EndpointRefused::NotOn)),
    }
    let now = services.now();
    let notice = NoticeKind::Test.id(services.ids.instruction(now).as_str());
    let body = json!({
        "type": NoticeKind::Test.event_type(), "timestamp": now.to_string(), "data": {"endpoint": id},
    });
    let new = NewDelivery {
        notice: &notice,
        kind: NoticeKind::Test,
        instruction: None,
        case: None,
        operation: None,
        body: &body.to_string(),
        now,
        give_up_at: now,
    };
    deliveries::insert(&mut work.tx, id, &new).await?;
    let told = json!({"notice": notice});
    work.commit(EntryKind::EndpointTested, told).await?;
    Ok(notice)
}

/// Forgets test notices that are older than [`TESTS_KEPT_FOR`]: no case keeps them.
///
/// # Errors
/// Only if the database fails.
pub async fn forget_tests(services: &Services) -> Answer<(), Infallible> {
    let now = services.now();
    let mut tx = services.db.begin().await?;
    let forgotten = deliveries::forget_tests(&mut tx, now.minus(TESTS_KEPT_FOR)).await?;
    if forgotten > 0 {
        let told = json!({"what": "tests_forgotten", "notices": forgotten});
        let by = Actor::Program(Part::Housekeeping);
        history::append(&mut tx, vec![by.of_no_case(EntryKind::RowsKept, told, now)]).await?;
        tx.commit().await?;
    }
    Ok(())
}

impl<'a> Work<'a> {
    async fn begin(
        services: &'a Services,
        by: Administrator<'a>,
        source: &str,
        id: EndpointId,
    ) -> Answer<Self, EndpointRefused> {
        by.authorise()?;
        let mut tx = services.db.begin().await?;
        let found = sources::by_name(&mut tx, source).await?;
        let source = found.ok_or(ServiceError::NotFound)?;
        let row = endpoints::lock(&mut tx, id).await?;
        let row = row.filter(|row| row.source_id == source.id);
        Ok(Self {
            row: row.ok_or(ServiceError::NotFound)?,
            services,
            by,
            tx,
            source,
        })
    }

    async fn new_secret(&mut self) -> Result<NewSecret, store::Error> {
        let secret = self.services.ids.webhook_secret();
        let now = self.services.now();
        endpoints::add_secret(&mut self.tx, self.row.id, &secret.reveal(), now).await?;
        Ok(NewSecret {
            endpoint: self.row.id,
            secret,
        })
    }

    async fn switch(&mut self, to: EndpointState) -> Result<(), store::Error> {
        let (id, from, now) = (self.row.id, self.row.state, self.services.now());
        written(endpoints::switch(&mut self.tx, id, from, to, now).await?)
    }

    /// Writes the history, and commits.
    async fn commit(mut self, kind: EntryKind, mut told: Value) -> Answer<(), EndpointRefused> {
        told["source"] = json!(self.source.name);
        told["endpoint"] = json!(self.row.url);
        let entry = self.by.entry(kind, told, self.services.now());
        history::append(&mut self.tx, vec![entry]).await?;
        Ok(self.tx.commit().await?)
    }
}
