//! Groups of cases to review that stopped for the same cause. How many each has is a row that the writing transaction moves;
//! everything else is found along an index of the group.

use super::cases::{CaseRow, select_cases};
use super::queue::Cursor;
use super::{Conn, Pooled};
use crate::domain::cause::Cause;
use crate::domain::ids::{CauseId, SourceId};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// A quarter of an hour, in microseconds: the hours and days of every time zone are made of whole ones.
pub const SLOT: i64 = 15 * 60 * 1_000_000;

/// A group, with what is shown of it wherever it is named.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Group {
    #[sqlx(rename = "cause")]
    pub id: CauseId,
    pub kind: StopKind,
    pub source_id: SourceId,
    pub source_title: String,
    pub step: String,
    pub system: String,
    pub stop_code: String,
    /// How many cases of it wait to be reviewed.
    pub cases: i64,
    /// The first stop of the oldest of them.
    pub since: Option<Timestamp>,
    /// And of the youngest.
    pub latest: Option<Timestamp>,
    /// The first end of a protection that is still to come.
    pub first_end: Option<Timestamp>,
    /// Of how many the protection is over, counted no further than the cap.
    pub ended: i64,
}

impl Group {
    /// What its cases have in common.
    pub fn cause(&self) -> Cause {
        Cause {
            kind: self.kind,
            source: self.source_id,
            step: self.step.clone(),
            system: self.system.clone(),
            stop_code: self.stop_code.clone(),
        }
    }
}

/// How many groups there are, and how many cases they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct Sums {
    pub groups: i64,
    pub cases: i64,
}

/// Where the page before ended: the size of its last group, and which it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct After {
    pub cases: i64,
    pub id: CauseId,
}

/// Cases that stopped within one quarter of an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Stops {
    /// The number of the quarter, from the beginning of time.
    pub slot: i64,
    pub cases: i64,
}

macro_rules! select_groups {
    ($rest:literal) => {
        concat!(
            "SELECT g.cause, g.kind, g.source_id, s.title AS source_title, g.step, g.system, g.stop_code, g.n AS cases,
                (SELECT MIN(c.stopped_at) FROM cases c WHERE c.stage = 0 AND c.cause = g.cause) AS since,
                (SELECT MAX(c.stopped_at) FROM cases c WHERE c.stage = 0 AND c.cause = g.cause) AS latest,
                (SELECT MIN(c.protection_order) FROM cases c
                    WHERE c.stage = 0 AND c.cause = g.cause AND c.protection_order > $1
                        AND c.protection_order < 9223372036854775807) AS first_end,
                (SELECT COUNT(*) FROM (
                    SELECT 1 FROM cases c WHERE c.stage = 0 AND c.cause = g.cause AND c.protection_order <= $1
                    ORDER BY c.protection_order LIMIT $2
                ) AS counted) AS ended
            FROM cause_counts g JOIN sources s ON s.id = g.source_id ",
            $rest
        )
    };
}

/// The groups of a lane with at least two cases, the largest first.
pub async fn groups(
    conn: &mut Pooled,
    kind: StopKind,
    after: Option<&After>,
    now: Timestamp,
    cap: i64,
    limit: i64,
) -> Result<Vec<Group>> {
    let (size, id) = after.map_or((i64::MAX, ""), |after| (after.cases, after.id.as_str()));
    let sql = select_groups!(
        "WHERE g.kind = $3 AND g.n > 1 AND (g.n, g.cause) < ($4, $5) ORDER BY g.n DESC, g.cause DESC LIMIT $6"
    );
    on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(now)
            .bind(cap)
            .bind(kind)
            .bind(size)
            .bind(id)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// One group, whether or not any case of it still waits. `None`: no case ever stopped for that cause.
pub async fn group(
    conn: &mut Pooled,
    id: &CauseId,
    now: Timestamp,
    cap: i64,
) -> Result<Option<Group>> {
    let sql = select_groups!("WHERE g.cause = $3");
    on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(now)
            .bind(cap)
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// How many groups of at least two cases a lane has. It reads the groups, not their cases.
pub async fn sums(conn: &mut Pooled, kind: StopKind) -> Result<Sums> {
    let sql =
        "SELECT COUNT(*) AS groups, CAST(COALESCE(SUM(n), 0) AS BIGINT) AS cases FROM cause_counts
        WHERE kind = $1 AND n > 1";
    on!(conn.into(), |c| {
        sqlx::query_as(sql).bind(kind).fetch_one(c).await
    })
}

/// Some cases of a group, most urgent first.
pub async fn cases<'c>(
    conn: impl Into<Conn<'c>>,
    id: &CauseId,
    after: Option<Cursor>,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    on!(conn.into(), |c| {
        let mut query =
            sqlx::QueryBuilder::<DB>::new(select_cases!("WHERE c.stage = 0 AND c.cause = "));
        query.push_bind(id.clone());
        if let Some(after) = after {
            query
                .push(" AND (c.urgent_at, c.id) > (")
                .push_bind(after.at);
            query.push(", ").push_bind(after.id).push(")");
        }
        query
            .push(" ORDER BY c.urgent_at, c.id LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// When the cases of a group stopped, by quarters of an hour, in their order; those after `from`.
pub async fn stops<'c>(
    conn: impl Into<Conn<'c>>,
    id: &CauseId,
    from: Timestamp,
) -> Result<Vec<Stops>> {
    let sql = "SELECT stopped_at / 900000000 AS slot, COUNT(*) AS cases FROM cases
        WHERE stage = 0 AND cause = $1 AND stopped_at >= $2
        GROUP BY stopped_at / 900000000 ORDER BY 1";
    on!(conn.into(), |c| {
        sqlx::query_as(sql).bind(id).bind(from).fetch_all(c).await
    })
}
