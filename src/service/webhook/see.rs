//! What is seen of webhooks: a source's endpoints with their deliveries, and the deliveries that a case is about.

pub use crate::store::webhook::deliveries::{AttemptRow, DeliveryRow};
pub use crate::store::webhook::endpoints::{EndpointRow, SecretRow};

use super::Administrator;
use crate::domain::ids::CaseId;
use crate::domain::time::Timestamp;
use crate::domain::webhook::EndpointState;
use crate::service::{Answer, Person, ServiceError, Services};
use crate::store::sources::{self, SourceRow};
use crate::store::webhook::{deliveries, endpoints};
use crate::store::{self, Pooled};
use std::convert::Infallible;

/// Further than this, undelivered notices are not counted.
pub const COUNT_CAP: i64 = 500;
/// How many of an endpoint's latest deliveries are shown, and how many of those that were given up.
pub const MOST_DELIVERIES: i64 = 20;
const MOST_OF_CASE: i64 = 50;
/// How many calls of one delivery are shown; in three days there are fewer.
const MOST_ATTEMPTS: i64 = 40;

/// A source in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSummary {
    pub source: SourceRow,
    pub endpoints: Vec<EndpointRow>,
    /// How many notices of instructions were given up.
    pub undelivered: i64,
}

/// A source with its endpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSeen {
    pub source: SourceRow,
    pub endpoints: Vec<EndpointSeen>,
}

/// An endpoint with what there is to see of it; of its secrets only when each began and when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointSeen {
    pub endpoint: EndpointRow,
    /// The newest first.
    pub secrets: Vec<SecretSeen>,
    /// Notices of instructions that were given up, the newest first.
    pub undelivered: Vec<DeliverySeen>,
    /// What else there is, the newest first.
    pub latest: Vec<DeliverySeen>,
}

/// What may be seen of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretSeen {
    pub since: Timestamp,
    pub ends_at: Option<Timestamp>,
}

/// A delivery with its calls, oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliverySeen {
    pub delivery: DeliveryRow,
    pub url: String,
    /// Whether its endpoint is called.
    pub endpoint: EndpointState,
    pub attempts: Vec<AttemptRow>,
}

/// All sources by name, with their endpoints.
///
/// # Errors
/// If the person may not look after sources, or the database fails.
pub async fn all_sources(
    services: &Services,
    person: &Person,
) -> Answer<Vec<SourceSummary>, Infallible> {
    Administrator::Person(person).authorise()?;
    let mut connection = services.db.read().await?;
    let mut all = Vec::new();
    for source in sources::list(&mut connection).await? {
        all.push(SourceSummary {
            endpoints: endpoints::of_source(&mut connection, source.id).await?,
            undelivered: deliveries::count_undelivered(&mut connection, source.id, COUNT_CAP)
                .await?,
            source,
        });
    }
    Ok(all)
}

/// A source with its endpoints and their deliveries.
///
/// # Errors
/// If there is none of that name, the administrator may not look after sources, or the database fails.
pub async fn one_source(
    services: &Services,
    by: Administrator<'_>,
    name: &str,
) -> Answer<SourceSeen, Infallible> {
    by.authorise()?;
    let mut connection = services.db.read().await?;
    let source = sources::by_name(&mut connection, name).await?;
    let source = source.ok_or(ServiceError::NotFound)?;
    let mut seen = Vec::new();
    for endpoint in endpoints::of_source(&mut connection, source.id).await? {
        seen.push(see(&mut connection, endpoint, services.now()).await?);
    }
    Ok(SourceSeen {
        source,
        endpoints: seen,
    })
}

async fn see(
    connection: &mut Pooled,
    endpoint: EndpointRow,
    now: Timestamp,
) -> Result<EndpointSeen, store::Error> {
    let secrets = endpoints::secrets(&mut *connection, endpoint.id, now).await?;
    let latest = deliveries::latest(&mut *connection, endpoint.id, MOST_DELIVERIES).await?;
    let given_up = deliveries::undelivered(&mut *connection, endpoint.id, MOST_DELIVERIES).await?;
    let secret = |row: &SecretRow| SecretSeen {
        since: row.created_at,
        ends_at: row.ends_at,
    };
    Ok(EndpointSeen {
        secrets: secrets.iter().map(secret).collect(),
        latest: with_attempts(connection, latest, &endpoint).await?,
        undelivered: with_attempts(connection, given_up, &endpoint).await?,
        endpoint,
    })
}

async fn with_attempts(
    connection: &mut Pooled,
    rows: Vec<DeliveryRow>,
    endpoint: &EndpointRow,
) -> Result<Vec<DeliverySeen>, store::Error> {
    let mut seen = Vec::with_capacity(rows.len());
    for delivery in rows {
        seen.push(DeliverySeen {
            attempts: deliveries::attempts(&mut *connection, delivery.id, MOST_ATTEMPTS).await?,
            url: endpoint.url.clone(),
            endpoint: endpoint.state,
            delivery,
        });
    }
    Ok(seen)
}

/// The deliveries that a case is about, oldest first.
pub(in crate::service) async fn of_case(
    connection: &mut Pooled,
    case: CaseId,
) -> Result<Vec<DeliverySeen>, store::Error> {
    let mut seen = Vec::new();
    for (delivery, url, endpoint) in
        deliveries::of_case(&mut *connection, case, MOST_OF_CASE).await?
    {
        seen.push(DeliverySeen {
            attempts: deliveries::attempts(&mut *connection, delivery.id, MOST_ATTEMPTS).await?,
            url,
            endpoint,
            delivery,
        });
    }
    Ok(seen)
}
