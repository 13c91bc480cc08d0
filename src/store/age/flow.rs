//! What came to the queue and left it, by quarter hours, and how many cases waited at each full hour.

use super::push_scope;
use crate::domain::age::Scope;
use crate::domain::age::growth::Flow;
use crate::domain::age::slots::hour;
use crate::domain::age::window::Interval;
use crate::domain::history::Vouched;
use crate::domain::ids::{OperationType, Team};
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::{Conn, Tx};
use sqlx::{QueryBuilder, Result};

#[derive(sqlx::FromRow)]
struct FlowRow {
    slot: Timestamp,
    came_in: i64,
    came_back: i64,
    decided: i64,
    resolved: i64,
    lapsed: i64,
    grew: i64,
}

/// What happened in the quarter hours that begin within a time, each with its beginning, in order.
pub async fn flow<'c>(
    conn: impl Into<Conn<'c>>,
    scope: &Scope,
    within: Interval,
) -> Result<Vec<(Timestamp, Flow)>> {
    let rows: Vec<FlowRow> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT f.slot, CAST(SUM(f.came_in) AS BIGINT) AS came_in, CAST(SUM(f.came_back) AS BIGINT) AS came_back,
                CAST(SUM(f.decided) AS BIGINT) AS decided, CAST(SUM(f.resolved) AS BIGINT) AS resolved,
                CAST(SUM(f.lapsed) AS BIGINT) AS lapsed,
                CAST(SUM(f.grew) AS BIGINT) AS grew
            FROM queue_flow f WHERE f.slot >= ",
        );
        query.push_bind(within.from).push(" AND f.slot < ");
        query.push_bind(within.until);
        push_scope(&mut query, "f", scope);
        query.push(" GROUP BY f.slot ORDER BY f.slot");
        query.build_query_as().fetch_all(c).await?
    });
    let flow = |row: &FlowRow| Flow {
        came_in: row.came_in,
        came_back: row.came_back,
        decided: row.decided,
        resolved: row.resolved,
        lapsed: row.lapsed,
        grew: row.grew,
    };
    Ok(rows.iter().map(|row| (row.slot, flow(row))).collect())
}

/// How many cases waited for a person when a quarter hour began: those of the last full hour that is written, and what came
/// and went since.
pub async fn backlog<'c>(
    conn: impl Into<Conn<'c>>,
    scope: &Scope,
    at: Timestamp,
    head: Option<Timestamp>,
) -> Result<i64> {
    // Nothing waited before the first hour that is written.
    let base = head.map_or(Timestamp(i64::MIN), |head| head.min(hour(at)));
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT CAST(COALESCE(SUM(x.n), 0) AS BIGINT) FROM (SELECT b.n FROM backlog_hours b WHERE b.hour = ",
        );
        query.push_bind(base);
        push_scope(&mut query, "b", scope);
        query.push(" UNION ALL SELECT f.grew FROM queue_flow f WHERE f.slot >= ");
        query.push_bind(base).push(" AND f.slot < ").push_bind(at);
        push_scope(&mut query, "f", scope);
        query.push(") AS x");
        query.build_query_scalar().fetch_one(c).await
    })
}

/// The last full hour that is written.
pub async fn head<'c>(conn: impl Into<Conn<'c>>) -> Result<Option<Timestamp>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Option<Timestamp>>("SELECT hour FROM backlog_head WHERE id = 1")
            .fetch_one(c)
            .await
    })
}

/// When the first quarter hour began in which anything happened.
pub async fn first_slot<'c>(conn: impl Into<Conn<'c>>) -> Result<Option<Timestamp>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Option<Timestamp>>("SELECT MIN(slot) FROM queue_flow")
            .fetch_one(c)
            .await
    })
}

/// Writes how many cases waited at `next`, given the hour written before. `false` if somebody else was quicker.
pub async fn write_hour(tx: &mut Tx, before: Option<Timestamp>, next: Timestamp) -> Result<bool> {
    let head = "UPDATE backlog_head SET hour = $2
        WHERE id = 1 AND (hour = $1 OR (hour IS NULL AND CAST($1 AS BIGINT) IS NULL))";
    let moved = on!((&mut *tx).into(), |c| {
        let head = sqlx::query(head).bind(before).bind(next);
        head.execute(c).await?.rows_affected() == 1
    });
    if moved {
        tx.wrote(Vouched::BacklogHead, 1);
        tx.wrote(Vouched::BacklogHours, next.0);
        let since = before.unwrap_or(Timestamp(i64::MIN));
        let sql = "INSERT INTO backlog_hours (hour, source_id, operation_type, owner_team, kind, n)
            SELECT CAST($2 AS BIGINT), x.source_id, x.operation_type, x.owner_team, x.kind, SUM(x.n) FROM (
                SELECT source_id, operation_type, owner_team, kind, n FROM backlog_hours WHERE hour = $1
                UNION ALL
                SELECT source_id, operation_type, owner_team, kind, grew FROM queue_flow WHERE slot >= $1 AND slot < $2
            ) AS x
            GROUP BY x.source_id, x.operation_type, x.owner_team, x.kind HAVING SUM(x.n) <> 0";
        on!((&mut *tx).into(), |c| {
            sqlx::query(sql).bind(since).bind(next).execute(c).await?;
        });
        add_to_totals(tx, since, next).await?;
    }
    Ok(moved)
}

/// What is counted in the slots from one hour up to another joins what was counted ever before.
async fn add_to_totals(tx: &mut Tx, since: Timestamp, next: Timestamp) -> Result<()> {
    let sql = "INSERT INTO flow_totals (kind, came_in, came_back, decided, resolved, lapsed)
        SELECT kind, SUM(came_in), SUM(came_back), SUM(decided), SUM(resolved), SUM(lapsed)
        FROM queue_flow WHERE slot >= $1 AND slot < $2 GROUP BY kind
        ON CONFLICT (kind) DO UPDATE SET
            came_in = flow_totals.came_in + excluded.came_in,
            came_back = flow_totals.came_back + excluded.came_back,
            decided = flow_totals.decided + excluded.decided,
            resolved = flow_totals.resolved + excluded.resolved,
            lapsed = flow_totals.lapsed + excluded.lapsed";
    on!(tx.into(), |c| {
        sqlx::query(sql).bind(since).bind(next).execute(c).await?;
    });
    Ok(())
}

/// The types of operation and the owners that occur within a time or among the cases that wait, to narrow figures by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    pub types: Vec<OperationType>,
    pub owners: Vec<Team>,
}

/// What the figures of a time can be narrowed to.
pub async fn choices<'c>(conn: impl Into<Conn<'c>>, within: Interval) -> Result<Choices> {
    let sql =
        "SELECT DISTINCT operation_type, owner_team FROM queue_flow WHERE slot >= $1 AND slot < $2
        UNION SELECT DISTINCT operation_type, owner_team FROM backlog_hours
            WHERE hour = (SELECT hour FROM backlog_head WHERE id = 1)";
    let rows: Vec<(OperationType, Team)> = on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(within.from)
            .bind(within.until)
            .fetch_all(c)
            .await?
    });
    let (mut types, mut owners): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    types.sort();
    types.dedup();
    owners.sort();
    owners.dedup();
    owners.retain(|owner: &Team| !owner.as_str().is_empty());
    Ok(Choices { types, owners })
}
