//! Verifications that were started on the page: the one that runs, and what came of earlier ones.

use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::HistoryNumber;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// What a verification is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Whether the database can be read, and its schema.
    Begun,
    Entries,
    /// The rows of a table against what the history vouches for.
    Rows(Vouched),
    /// The register, read again from the history.
    Register,
    /// What is counted, and the rest.
    Counts,
}

const OF_TABLE: &str = "rows:";

impl From<Stage> for String {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Begun => "begun".to_owned(),
            Stage::Entries => "entries".to_owned(),
            Stage::Rows(table) => format!("{OF_TABLE}{table}"),
            Stage::Register => "register".to_owned(),
            Stage::Counts => "counts".to_owned(),
        }
    }
}

/// A run of another version may be at something that this one does not know.
impl From<String> for Stage {
    fn from(text: String) -> Self {
        let table = text.strip_prefix(OF_TABLE).and_then(Vouched::parse);
        match (text.as_str(), table) {
            (_, Some(table)) => Self::Rows(table),
            ("entries", None) => Self::Entries,
            ("register", None) => Self::Register,
            ("counts", None) => Self::Counts,
            (_, None) => Self::Begun,
        }
    }
}

/// The verification that runs, or ran last.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct RunRow {
    /// Whose run it is; `None`: nobody's.
    pub token: Option<String>,
    pub by_name: String,
    pub started_at: Timestamp,
    pub lease_until: Timestamp,
    #[sqlx(try_from = "String")]
    pub stage: Stage,
    /// So many of so many: entries, or rows.
    pub reached: i64,
    pub last: i64,
}

/// A verification that has ended.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EndedRow {
    pub by_name: String,
    pub started_at: Timestamp,
    pub ended_at: Timestamp,
    pub entries: i64,
    pub compared: i64,
    /// The last entry that vouches for rows as they were found, or 0.
    pub found: i64,
    /// What was wrong, as JSON.
    pub fault: Option<String>,
}

/// Begins a run, unless one runs whose lease is not over.
pub async fn begin<'c>(
    conn: impl Into<Conn<'c>>,
    token: &str,
    by_name: &str,
    now: Timestamp,
    lease_until: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE verification_run SET token = $1, by_name = $2, started_at = $3, lease_until = $4, stage = 'begun', reached = 0,
            last = 0
        WHERE id = 1 AND (token IS NULL OR lease_until <= $3)";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(token)
            .bind(by_name)
            .bind(now)
            .bind(lease_until)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Tells how far a run is, and moves its lease on. `false` if it is somebody else's by now.
pub async fn go_on<'c>(
    conn: impl Into<Conn<'c>>,
    token: &str,
    (stage, reached, last): (Stage, i64, i64),
    lease_until: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE verification_run SET reached = $2, last = $3, lease_until = $4, stage = $5 WHERE id = 1 AND token = $1";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(token)
            .bind(reached)
            .bind(last)
            .bind(lease_until)
            .bind(String::from(stage))
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// A run is at this: where a test may have chosen to kill it.
#[cfg(debug_assertions)]
pub fn may_die_at(stage: Stage) {
    super::kill_point::verifying(stage);
}

/// Lets the next one begin. `false` if the run is somebody else's by now.
pub async fn end<'c>(conn: impl Into<Conn<'c>>, token: &str) -> Result<bool> {
    let sql = "UPDATE verification_run SET token = NULL WHERE id = 1 AND token = $1";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(token)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Keeps what came of a verification.
pub async fn insert<'c>(conn: impl Into<Conn<'c>>, row: &EndedRow) -> Result<()> {
    let sql =
        "INSERT INTO verifications (by_name, started_at, ended_at, entries, compared, found, fault)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(&row.by_name)
            .bind(row.started_at)
            .bind(row.ended_at)
            .bind(row.entries)
            .bind(row.compared)
            .bind(row.found)
            .bind(&row.fault)
            .execute(c)
            .await
            .map(|_| ())
    })
}

/// Has an entry of the history vouch for all that no other one vouches for yet.
pub async fn tell(tx: &mut Tx, entry: HistoryNumber) -> Result<()> {
    tx.wrote(Vouched::Verifications, entry.0);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE verifications SET entry = $1 WHERE entry IS NULL")
            .bind(entry)
            .execute(c)
            .await
            .map(|_| ())
    })
}

/// The run.
pub async fn run<'c>(conn: impl Into<Conn<'c>>) -> Result<RunRow> {
    let sql = "SELECT token, by_name, started_at, lease_until, stage, reached, last FROM verification_run WHERE id = 1";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, RunRow>(sql).fetch_one(c).await
    })
}

/// The latest that have ended, newest first.
pub async fn latest<'c>(conn: impl Into<Conn<'c>>, limit: i64) -> Result<Vec<EndedRow>> {
    let sql = "SELECT by_name, started_at, ended_at, entries, compared, found, fault FROM verifications ORDER BY id DESC LIMIT $1";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EndedRow>(sql)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}
