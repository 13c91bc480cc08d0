//! Endpoints, and the secrets that are shared with them.

use crate::domain::history::Vouched;
use crate::domain::ids::{EndpointId, SourceId};
use crate::domain::time::Timestamp;
use crate::domain::webhook::EndpointState;
use crate::on;
use crate::store::db::Dialect;
use crate::store::{Conn, Tx};
use sqlx::Result;

/// An endpoint.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EndpointRow {
    pub id: EndpointId,
    pub source_id: SourceId,
    pub url: String,
    pub state: EndpointState,
    /// Since when it is in that state.
    pub since: Timestamp,
    pub created_at: Timestamp,
}

/// A secret that is shared with an endpoint.
#[derive(Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SecretRow {
    pub id: i64,
    pub endpoint_id: EndpointId,
    pub secret: String,
    pub created_at: Timestamp,
    /// From then on nothing is signed with it.
    pub ends_at: Option<Timestamp>,
}

/// A secret stands in no log.
impl std::fmt::Debug for SecretRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SecretRow({}, ends {:?})", self.id, self.ends_at)
    }
}

/// Adds an endpoint that is on. `None` if the source has it already.
pub async fn create(
    tx: &mut Tx,
    source: SourceId,
    url: &str,
    now: Timestamp,
) -> Result<Option<EndpointRow>> {
    let sql = "INSERT INTO endpoints (source_id, url, state, since, created_at) VALUES ($1, $2, $3, $4, $4)
        ON CONFLICT (source_id, url) DO NOTHING RETURNING *";
    let created = on!((&mut *tx).into(), |c| {
        sqlx::query_as::<DB, EndpointRow>(sql)
            .bind(source)
            .bind(url)
            .bind(EndpointState::On)
            .bind(now)
            .fetch_optional(c)
            .await?
    });
    if let Some(row) = &created {
        tx.wrote(Vouched::Endpoints, row.id.0);
    }
    Ok(created)
}

/// Locks an endpoint until the transaction ends, and reads it. Whoever decides writes deliveries to it meanwhile, after the
/// history: they must not wait for this lock, for who holds it goes on to the history.
pub async fn lock(tx: &mut Tx, id: EndpointId) -> Result<Option<EndpointRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("SELECT * FROM endpoints WHERE id = ");
        query.push_bind(id).push(DB::FOR_NO_KEY_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// An endpoint by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: EndpointId) -> Result<Option<EndpointRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EndpointRow>("SELECT * FROM endpoints WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// Switches an endpoint from one state to another. `false` if it is not in that state (any more).
pub async fn switch(
    tx: &mut Tx,
    id: EndpointId,
    from: EndpointState,
    to: EndpointState,
    now: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE endpoints SET state = $3, since = $4 WHERE id = $1 AND state = $2";
    tx.wrote(Vouched::Endpoints, id.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(from)
            .bind(to)
            .bind(now)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// The endpoints of a source, oldest first.
pub async fn of_source<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
) -> Result<Vec<EndpointRow>> {
    let sql = "SELECT * FROM endpoints WHERE source_id = $1 ORDER BY id";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EndpointRow>(sql)
            .bind(source)
            .fetch_all(c)
            .await
    })
}

/// An endpoint that has something to be called for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Ready {
    pub id: EndpointId,
    pub source_id: SourceId,
}

/// The endpoints to which some delivery is due: a look at the first one of each, however many wait there.
pub async fn ready<'c>(conn: impl Into<Conn<'c>>, now: Timestamp) -> Result<Vec<Ready>> {
    let sql = "SELECT e.id, e.source_id FROM endpoints e JOIN sources s ON s.id = e.source_id
        WHERE e.state = 'on' AND NOT s.disabled AND EXISTS (
            SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= $1)
        ORDER BY e.id";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, Ready>(sql)
            .bind(now)
            .fetch_all(c)
            .await
    })
}

/// Shares one more secret with an endpoint.
pub async fn add_secret(
    tx: &mut Tx,
    endpoint: EndpointId,
    secret: &str,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO endpoint_secrets (endpoint_id, secret, created_at) VALUES ($1, $2, $3)";
    tx.wrote(Vouched::EndpointSecrets, endpoint.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(endpoint)
            .bind(secret)
            .bind(now)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// The secrets of an endpoint that hold now, the newest first.
pub async fn secrets<'c>(
    conn: impl Into<Conn<'c>>,
    endpoint: EndpointId,
    now: Timestamp,
) -> Result<Vec<SecretRow>> {
    let sql = "SELECT * FROM endpoint_secrets WHERE endpoint_id = $1 AND (ends_at IS NULL OR ends_at > $2)
        ORDER BY id DESC";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SecretRow>(sql)
            .bind(endpoint)
            .bind(now)
            .fetch_all(c)
            .await
    })
}

/// Sets when a secret ends.
pub async fn end_secret(tx: &mut Tx, id: i64, at: Timestamp) -> Result<bool> {
    let sql = "UPDATE endpoint_secrets SET ends_at = $2 WHERE id = $1 RETURNING endpoint_id";
    let endpoint = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(at)
            .fetch_optional(c)
            .await?
    });
    if let Some(endpoint) = endpoint {
        tx.wrote(Vouched::EndpointSecrets, endpoint);
    }
    Ok(endpoint.is_some())
}
