//! What the head of every page counts.

use super::Conn;
use crate::domain::ids::{HistoryNumber, Team, UserId};
use crate::on;
use sqlx::Result;

/// Counts for the main menu, and how far the history has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Counts {
    pub to_review: i64,
    /// Cases that the person holds.
    pub mine: i64,
    /// Alerts that are not over.
    pub alerts: i64,
    /// The last entry of the history.
    pub number: HistoryNumber,
}

/// Counts for one person.
pub async fn counts<'c>(conn: impl Into<Conn<'c>>, person: UserId) -> Result<Counts> {
    // The kinds stand in the text, for the index of holders begins with them.
    let sql = "SELECT
        (SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM queue_counts WHERE stage = 0) AS to_review,
        (SELECT COUNT(*) FROM cases WHERE stage = 0 AND holder_id = $1
            AND kind IN ('result_unknown', 'next_step_pending', 'payload_conflict')) AS mine,
        (SELECT COUNT(*) FROM alerts WHERE ended_at IS NULL) AS alerts,
        (SELECT number FROM chain_head WHERE id = 1) AS number";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, Counts>(sql)
            .bind(person)
            .fetch_one(c)
            .await
    })
}

/// How many decisions wait for a second person, counted no further than `cap`.
pub async fn approvals<'c>(conn: impl Into<Conn<'c>>, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM decisions WHERE state = 'proposed' LIMIT $1) AS waiting";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(cap)
            .fetch_one(c)
            .await
    })
}

/// How many of the latest refused reports were never sent again in a form that was accepted; at most `cap` of each source
/// are looked at. `team`: of the sources that it owns; `None`: of all.
pub async fn refused<'c>(conn: impl Into<Conn<'c>>, team: Option<&Team>, cap: i64) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM((
            SELECT COUNT(*) FROM (
                SELECT f.report_id FROM refused_reports f WHERE f.source_id = s.id ORDER BY f.id DESC LIMIT $2
            ) AS latest
            WHERE latest.report_id IS NULL OR NOT EXISTS (
                SELECT 1 FROM reports r WHERE r.source_id = s.id AND r.report_id = latest.report_id)
        )), 0) AS BIGINT)
        FROM sources s WHERE $1 IS NULL OR s.owner_team = $1";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(team)
            .bind(cap)
            .fetch_one(c)
            .await
    })
}
