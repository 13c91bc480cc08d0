//! What stands at the head of a lane: how many, how old, for which causes, and by what it can be narrowed.

use crate::domain::ids::SourceId;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use sqlx::Result;

/// What stands at the head of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct LaneHead {
    /// How many cases wait to be reviewed.
    pub cases: i64,
    /// The first stop of the oldest.
    pub oldest: Option<Timestamp>,
    /// How many are over their due time, counted no further than the cap.
    pub over_due: i64,
}

/// Counts and oldest case of a whole lane, from the counters and two indexes.
pub async fn lane_head<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    now: Timestamp,
    cap: i64,
) -> Result<LaneHead> {
    let sql = "SELECT
        COALESCE((SELECT n FROM queue_counts WHERE stage = 0 AND kind = $1), 0) AS cases,
        (SELECT MIN(stopped_at) FROM cases WHERE stage = 0 AND kind = $1) AS oldest,
        (SELECT COUNT(*) FROM (
            SELECT 1 FROM cases WHERE stage = 0 AND kind = $1 AND due_at < $2
            ORDER BY due_at LIMIT $3
        ) AS counted) AS over_due";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, LaneHead>(sql)
            .bind(kind)
            .bind(now)
            .bind(cap)
            .fetch_one(c)
            .await
    })
}

/// Cases of one lane that stopped for the same cause.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Cause {
    pub system: String,
    pub stop_code: String,
    pub cases: i64,
    /// The most urgent of them.
    pub urgent_at: Timestamp,
}

/// The causes of a lane with at least `least` cases, the most common first.
pub async fn causes<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    least: i64,
    limit: usize,
) -> Result<Vec<Cause>> {
    let sql = "SELECT system, stop_code, COUNT(*) AS cases, MIN(urgent_at) AS urgent_at
        FROM cases WHERE stage = 0 AND kind = $1
        GROUP BY system, stop_code HAVING COUNT(*) >= $2";
    let mut causes = on!(conn.into(), |c| {
        sqlx::query_as::<DB, Cause>(sql)
            .bind(kind)
            .bind(least)
            .fetch_all(c)
            .await?
    });
    causes.sort_by(|a, b| {
        let by_name = || (&a.system, &a.stop_code).cmp(&(&b.system, &b.stop_code));
        (b.cases, a.urgent_at)
            .cmp(&(a.cases, b.urgent_at))
            .then_with(by_name)
    });
    causes.truncate(limit);
    Ok(causes)
}

/// Walks from one value of a column to the next by index, for a lane can hold a hundred thousand cases of three types.
macro_rules! values_of {
    ($column:literal) => {
        concat!(
            "WITH RECURSIVE found (value) AS (
                SELECT (SELECT ",
            $column,
            " FROM cases WHERE stage = 0 AND kind = $1 ORDER BY ",
            $column,
            " LIMIT 1)
                UNION ALL
                SELECT (SELECT c.",
            $column,
            " FROM cases c WHERE c.stage = 0 AND c.kind = $1 AND c.",
            $column,
            " > found.value ORDER BY c.",
            $column,
            " LIMIT 1)
                FROM found WHERE found.value IS NOT NULL
            ) SELECT value FROM found WHERE value IS NOT NULL LIMIT $2"
        )
    };
}

/// A column by which a lane can be filtered, and whose values are texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    OperationType,
    System,
    OwnerTeam,
}

/// The values of a column that occur in a lane, in order, at most `limit`.
pub async fn values<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    facet: Facet,
    limit: i64,
) -> Result<Vec<String>> {
    let sql = match facet {
        Facet::OperationType => values_of!("operation_type"),
        Facet::System => values_of!("system"),
        Facet::OwnerTeam => values_of!("owner_team"),
    };
    let mut values: Vec<String> = on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, String>(sql)
            .bind(kind)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    values.retain(|value| !value.is_empty());
    Ok(values)
}

/// The sources that have cases in a lane, at most `limit`.
pub async fn sources<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    limit: i64,
) -> Result<Vec<SourceId>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, SourceId>(values_of!("source_id"))
            .bind(kind)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}
