//! What stands at the head of a lane: how many, how old, and by what it can be narrowed.

use crate::domain::ids::{OperationType, SystemName, Team};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use sqlx::Result;
use std::collections::BTreeMap;

/// What stands at the head of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct LaneHead {
    /// How many cases wait to be reviewed.
    pub cases: i64,
    /// How many of them are put off.
    pub put_off: i64,
    /// How many are decided and not yet resolved.
    pub under_way: i64,
    /// The first stop of the oldest that waits.
    pub oldest: Option<Timestamp>,
    /// How many are over their due time, counted no further than the cap.
    pub over_due: i64,
}

#[derive(sqlx::FromRow)]
struct HeadOfKind {
    kind: StopKind,
    #[sqlx(flatten)]
    head: LaneHead,
}

/// Counts and oldest case of every lane, from the counters and two indexes. One question for all of them: a page of the
/// queue is made of few answers, for each costs as much to ask for as to find.
pub async fn lane_heads<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    cap: i64,
) -> Result<BTreeMap<StopKind, LaneHead>> {
    let sql = "SELECT k.kind,
            COALESCE((SELECT n FROM queue_counts WHERE stage = 0 AND kind = k.kind), 0) AS cases,
            COALESCE((SELECT n FROM queue_counts WHERE stage = 3 AND kind = k.kind), 0) AS put_off,
            COALESCE((SELECT n FROM queue_counts WHERE stage = 1 AND kind = k.kind), 0) AS under_way,
            (SELECT MIN(stopped_at) FROM cases WHERE stage = 0 AND kind = k.kind) AS oldest,
            (SELECT COUNT(*) FROM (
                SELECT 1 FROM cases WHERE stage = 0 AND kind = k.kind AND due_at < $1
                ORDER BY due_at LIMIT $2
            ) AS counted) AS over_due
        FROM (SELECT 'result_unknown' AS kind UNION ALL SELECT 'next_step_pending'
            UNION ALL SELECT 'payload_conflict') AS k";
    let heads: Vec<HeadOfKind> = on!(conn.into(), |c| {
        sqlx::query_as(sql).bind(now).bind(cap).fetch_all(c).await?
    });
    Ok(heads.into_iter().map(|of| (of.kind, of.head)).collect())
}

/// The values that occur in a lane, in order, to filter it by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    pub types: Vec<OperationType>,
    pub systems: Vec<SystemName>,
    pub owners: Vec<Team>,
    pub sources: Vec<SourceChoice>,
}

/// A source, to filter a lane by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceChoice {
    pub name: String,
    pub title: String,
}

#[derive(sqlx::FromRow)]
struct Choice {
    facet: String,
    value: String,
    /// Only of sources.
    title: String,
}

/// Walks from one value of a column to the next by index, for a lane can hold a hundred thousand cases of three types.
macro_rules! values_of {
    ($name:literal, $column:literal) => {
        concat!(
            $name,
            " (value) AS (
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
            " > ",
            $name,
            ".value ORDER BY c.",
            $column,
            " LIMIT 1)
                FROM ",
            $name,
            " WHERE ",
            $name,
            ".value IS NOT NULL)"
        )
    };
}

/// What a lane can be filtered by, at most `limit` values of each sort.
pub async fn choices<'c>(conn: impl Into<Conn<'c>>, kind: StopKind, limit: i64) -> Result<Choices> {
    let sql = concat!(
        "WITH RECURSIVE ",
        values_of!("types", "operation_type"),
        ", ",
        values_of!("systems", "system"),
        ", ",
        values_of!("owners", "owner_team"),
        ", ",
        values_of!("origins", "source_id"),
        " SELECT 'type' AS facet, value, '' AS title FROM (SELECT value FROM types LIMIT $2) AS t
            WHERE value IS NOT NULL
        UNION ALL SELECT 'system', value, '' FROM (SELECT value FROM systems LIMIT $2) AS y WHERE value <> ''
        UNION ALL SELECT 'owner', value, '' FROM (SELECT value FROM owners LIMIT $2) AS o WHERE value <> ''
        UNION ALL SELECT 'source', s.name, s.title
            FROM (SELECT value FROM origins LIMIT $2) AS g JOIN sources s ON s.id = g.value"
    );
    let mut rows: Vec<Choice> = on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(kind)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    rows.sort_by(|a, b| a.value.cmp(&b.value));
    let mut choices = Choices::default();
    for Choice {
        facet,
        value,
        title,
    } in rows
    {
        match facet.as_str() {
            "type" => choices.types.push(OperationType::new(value)),
            "system" => choices.systems.push(SystemName::new(value)),
            "owner" => choices.owners.push(Team::new(value)),
            _ => choices.sources.push(SourceChoice { name: value, title }),
        }
    }
    Ok(choices)
}
