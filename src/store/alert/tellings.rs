//! Telling one address of an alert, from the moment it is to be told until it has arrived or is given up.

use crate::domain::alert::{Channel, Failure, TellingState, Word};
use crate::domain::history::Vouched;
use crate::domain::ids::{AlertId, TellingId};
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::db::Dialect;
use crate::store::{Conn, Tx};
use sqlx::{QueryBuilder, Result};

/// A telling.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TellingRow {
    pub id: TellingId,
    pub alert_id: AlertId,
    pub word: Word,
    pub channel: Channel,
    pub address: String,
    pub subject: String,
    pub body: String,
    pub state: TellingState,
    /// How often it was tried.
    pub tries: i64,
    /// When it is to be tried next; while somebody tries, when their lease ends.
    pub due_at: Timestamp,
    pub lease: Option<String>,
    pub give_up_at: Timestamp,
    pub status: Option<i64>,
    pub failure: Option<Failure>,
    /// A server's own.
    pub words: Option<String>,
    pub ended_at: Option<Timestamp>,
}

/// Somebody who is to be told.
#[derive(Debug, Clone, Copy)]
pub struct NewTelling<'a> {
    pub alert: AlertId,
    pub word: Word,
    pub channel: Channel,
    pub address: &'a str,
    pub subject: &'a str,
    pub body: &'a str,
    pub now: Timestamp,
    pub give_up_at: Timestamp,
}

/// Puts a telling on its way.
pub async fn insert(tx: &mut Tx, new: &NewTelling<'_>) -> Result<()> {
    let sql = "INSERT INTO alert_tellings (alert_id, word, channel, address, subject, body, state, tries, due_at, give_up_at)
        VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0, $7, $8)";
    tx.wrote(Vouched::AlertTellings, new.alert.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(new.alert)
            .bind(new.word)
            .bind(new.channel)
            .bind(new.address)
            .bind(new.subject)
            .bind(new.body)
            .bind(new.now)
            .bind(new.give_up_at)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// Locks what is due, longest ago first; what somebody else has locked is passed over.
pub async fn lock_due(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<TellingRow>> {
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT * FROM alert_tellings WHERE state = 'waiting' AND due_at <= ",
        );
        query.push_bind(now);
        query.push(" ORDER BY due_at, id LIMIT ").push_bind(limit);
        query.push(DB::SKIP_LOCKED);
        query.build_query_as().fetch_all(c).await
    })
}

/// The key of an alert, and whether it is over.
pub async fn about<'c>(conn: impl Into<Conn<'c>>, alert: AlertId) -> Result<(String, bool)> {
    let sql = "SELECT key, ended_at IS NOT NULL FROM alerts WHERE id = $1";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, (String, bool)>(sql)
            .bind(alert)
            .fetch_one(c)
            .await
    })
}

/// Takes a lease on a telling: until it ends nobody else tries. `false` if it does not wait (any more).
pub async fn lease(tx: &mut Tx, id: TellingId, lease: &str, until: Timestamp) -> Result<bool> {
    let sql =
        "UPDATE alert_tellings SET lease = $2, due_at = $3 WHERE id = $1 AND state = 'waiting'";
    on!(tx.into(), |c| {
        let done = sqlx::query(sql)
            .bind(id)
            .bind(lease)
            .bind(until)
            .execute(c)
            .await?;
        Ok(done.rows_affected() == 1)
    })
}

/// Locks tellings until the transaction ends, in the order of their numbers, and reads them.
pub async fn lock(tx: &mut Tx, ids: &[TellingId]) -> Result<Vec<TellingRow>> {
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT * FROM alert_tellings WHERE id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(") ORDER BY id").push(DB::FOR_UPDATE);
        let query = query.build_query_as().persistent(false);
        query.fetch_all(c).await
    })
}

/// Writes what came of a try.
pub async fn record(tx: &mut Tx, row: &TellingRow) -> Result<()> {
    let sql = "UPDATE alert_tellings SET state = $2, tries = $3, due_at = $4, lease = $5, status = $6, failure = $7,
            words = $8, ended_at = $9
        WHERE id = $1";
    tx.wrote(Vouched::AlertTellings, row.alert_id.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(row.id)
            .bind(row.state)
            .bind(row.tries)
            .bind(row.due_at)
            .bind(&row.lease)
            .bind(row.status)
            .bind(row.failure)
            .bind(&row.words)
            .bind(row.ended_at)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// Of those who were to be told that an alert began, whoever was: or is being told right now.
pub async fn who_was_told(tx: &mut Tx, alert: AlertId) -> Result<Vec<(Channel, String)>> {
    let sql = "SELECT channel, address FROM alert_tellings
        WHERE alert_id = $1 AND word = 'begun' AND (state = 'told' OR (state = 'waiting' AND lease IS NOT NULL))
        ORDER BY id";
    on!(tx.into(), |c| {
        sqlx::query_as::<DB, (Channel, String)>(sql)
            .bind(alert)
            .fetch_all(c)
            .await
    })
}

/// Drops what was to be told of an alert's beginning and was not yet tried, or in vain.
pub async fn drop_waiting(tx: &mut Tx, alert: AlertId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE alert_tellings SET state = 'dropped', ended_at = $2
        WHERE alert_id = $1 AND word = 'begun' AND state = 'waiting' AND lease IS NULL";
    tx.wrote(Vouched::AlertTellings, alert.0);
    on!(tx.into(), |c| {
        sqlx::query(sql).bind(alert).bind(now).execute(c).await?;
    });
    Ok(())
}

/// What was told of some alerts, and to whom, in the order in which it was.
pub async fn of_alerts<'c>(
    conn: impl Into<Conn<'c>>,
    alerts: &[AlertId],
) -> Result<Vec<TellingRow>> {
    if alerts.is_empty() {
        return Ok(Vec::new());
    }
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT * FROM alert_tellings WHERE alert_id IN (");
        let mut list = query.separated(", ");
        for id in alerts {
            list.push_bind(*id);
        }
        query.push(") ORDER BY alert_id, id");
        let query = query.build_query_as().persistent(false);
        query.fetch_all(c).await
    })
}

/// Whether anything is due.
pub async fn any_due<'c>(conn: impl Into<Conn<'c>>, now: Timestamp) -> Result<bool> {
    let sql = "SELECT id FROM alert_tellings WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, id LIMIT 1";
    on!(conn.into(), |c| {
        let first = sqlx::query_scalar::<DB, TellingId>(sql).bind(now);
        Ok(first.fetch_optional(c).await?.is_some())
    })
}
