//! Alerts: conditions that hold, or held, for a team.

use crate::domain::alert::{Condition, Life};
use crate::domain::history::Vouched;
use crate::domain::ids::{AlertId, Team};
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::db::Dialect;
use crate::store::{Conn, Tx};
use sqlx::{QueryBuilder, Result};

/// An alert.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AlertRow {
    pub id: AlertId,
    /// What is told of it is recognised by this.
    pub key: String,
    pub condition: Condition,
    pub owner_team: Team,
    /// Since when it has held, as far as the cases told when it was first seen.
    pub since: Timestamp,
    pub begun_at: Timestamp,
    /// How many cases it was about at first.
    pub cases: i64,
    /// The most there were.
    pub most: i64,
    pub told_at: Option<Timestamp>,
    pub ceased_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
}

impl AlertRow {
    /// Its life, as the rule knows it.
    pub const fn life(&self) -> Life {
        Life {
            told: self.told_at.is_some(),
            ceased_at: self.ceased_at,
        }
    }
}

/// An alert that begins.
#[derive(Debug, Clone, Copy)]
pub struct NewAlert<'a> {
    pub key: &'a str,
    pub condition: Condition,
    pub owner_team: &'a Team,
    pub since: Timestamp,
    pub begun_at: Timestamp,
    pub cases: i64,
}

/// Where in the list of those that are over the page before ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    pub at: Timestamp,
    pub id: AlertId,
}

/// When conditions were last looked at.
pub async fn looked_at<'c>(conn: impl Into<Conn<'c>>) -> Result<Option<Timestamp>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Option<Timestamp>>("SELECT looked_at FROM alert_head WHERE id = 1")
            .fetch_one(c)
            .await
    })
}

/// Takes the turn to look at conditions, until the transaction ends. `false` if somebody else has looked since `before`. A look
/// that is said to come after `after` was by a clock that ran ahead, and counts for nothing.
pub async fn take_turn(
    tx: &mut Tx,
    (before, now, after): (Timestamp, Timestamp, Timestamp),
) -> Result<bool> {
    let sql = "UPDATE alert_head SET looked_at = $2
        WHERE id = 1 AND (looked_at IS NULL OR looked_at <= $1 OR looked_at > $3)";
    on!(tx.into(), |c| {
        let query = sqlx::query(sql).bind(before).bind(now).bind(after);
        let taken = query.execute(c).await?;
        Ok(taken.rows_affected() == 1)
    })
}

/// The alerts that are not over, by condition and team.
pub async fn open<'c>(conn: impl Into<Conn<'c>>) -> Result<Vec<AlertRow>> {
    let sql = "SELECT * FROM alerts WHERE ended_at IS NULL ORDER BY condition, owner_team";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, AlertRow>(sql).fetch_all(c).await
    })
}

/// Begins an alert.
pub async fn begin(tx: &mut Tx, new: &NewAlert<'_>) -> Result<AlertId> {
    let sql = "INSERT INTO alerts (key, condition, owner_team, since, begun_at, cases, most)
        VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id";
    let id: AlertId = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, AlertId>(sql)
            .bind(new.key)
            .bind(new.condition)
            .bind(new.owner_team)
            .bind(new.since)
            .bind(new.begun_at)
            .bind(new.cases)
            .fetch_one(c)
            .await?
    });
    tx.wrote(Vouched::Alerts, id.0);
    Ok(id)
}

/// Writes how an alert goes on. `false` if it is over.
pub async fn goes_on(
    tx: &mut Tx,
    id: AlertId,
    (told_at, ceased_at): (Option<Timestamp>, Option<Timestamp>),
    most: i64,
) -> Result<bool> {
    let sql = "UPDATE alerts SET told_at = $2, ceased_at = $3, most = $4 WHERE id = $1 AND ended_at IS NULL";
    tx.wrote(Vouched::Alerts, id.0);
    on!(tx.into(), |c| {
        let done = sqlx::query(sql)
            .bind(id)
            .bind(told_at)
            .bind(ceased_at)
            .bind(most)
            .execute(c)
            .await?;
        Ok(done.rows_affected() == 1)
    })
}

/// Ends an alert. `false` if it is over already.
pub async fn end(tx: &mut Tx, id: AlertId, ceased_at: Timestamp, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE alerts SET ceased_at = $2, ended_at = $3 WHERE id = $1 AND ended_at IS NULL";
    tx.wrote(Vouched::Alerts, id.0);
    on!(tx.into(), |c| {
        let done = sqlx::query(sql)
            .bind(id)
            .bind(ceased_at)
            .bind(now)
            .execute(c)
            .await?;
        Ok(done.rows_affected() == 1)
    })
}

/// Alerts that are over, the latest first.
pub async fn ended<'c>(
    conn: impl Into<Conn<'c>>,
    before: Option<Before>,
    limit: i64,
) -> Result<Vec<AlertRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT * FROM alerts WHERE ended_at IS NOT NULL");
        if let Some(before) = before {
            query.push(" AND (ended_at, id) < (").push_bind(before.at);
            query.push(", ").push_bind(before.id).push(")");
        }
        query.push(" ORDER BY ended_at DESC, id DESC LIMIT ");
        query.push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// Forgets some alerts that were over before this time, with what was told of them; says how many.
pub async fn forget(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<u64> {
    let forgotten: Vec<i64> = on!((&mut *tx).into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE ended_at IS NOT NULL AND ended_at < ",
        );
        query.push_bind(before);
        query.push(" ORDER BY ended_at, id LIMIT ").push_bind(limit);
        query.push(DB::SKIP_LOCKED).push(") RETURNING id");
        query.build_query_scalar().fetch_all(c).await?
    });
    for id in &forgotten {
        tx.wrote(Vouched::Alerts, *id);
        tx.wrote(Vouched::AlertTellings, *id);
    }
    Ok(forgotten.len() as u64)
}
