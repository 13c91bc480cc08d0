//! What somebody has to account for: effects beyond the one that an operation went on with, or found after its end.

use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::ids::{
    CaseId, FollowUpId, OperationId, OperationKey, OperationType, StepName, Team, UserId,
};
use crate::domain::surplus::Settlement;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::{QueryBuilder, Result};

/// A follow-up as it is stored, with what its case and its operation are called.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct FollowUpRow {
    pub id: FollowUpId,
    /// The case that brought it to light.
    pub case_id: CaseId,
    pub operation_id: OperationId,
    pub step: StepName,
    /// The result, JSON.
    pub result: String,
    /// In how many rows of one look-up it was seen.
    pub seen_rows: i64,
    /// Empty where every team may see to it.
    pub owner_team: Team,
    pub found_at: Timestamp,
    pub due_at: Timestamp,
    /// What became of it; `None` while nobody has said so.
    pub settlement: Option<Settlement>,
    pub settled_by: Option<UserId>,
    /// The person's name as it was at the time.
    pub settled_name: Option<String>,
    pub settled_at: Option<Timestamp>,
    pub settled_words: Option<String>,
    pub reference: Option<String>,
    pub title: String,
    pub operation_key: OperationKey,
    pub operation_type: OperationType,
}

/// A follow-up to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFollowUp {
    pub case_id: CaseId,
    pub operation_id: OperationId,
    pub step: StepName,
    pub object_type: String,
    pub object_id: String,
    /// JSON.
    pub result: String,
    pub seen_rows: i64,
    pub owner_team: Team,
    pub found_at: Timestamp,
    pub due_at: Timestamp,
}

/// What somebody recorded of a follow-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSettlement<'a> {
    pub settlement: Settlement,
    pub by_user: UserId,
    pub by_name: &'a str,
    pub at: Timestamp,
    pub words: &'a str,
    pub reference: Option<&'a str>,
}

/// Where in the list of open follow-ups one stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct After {
    pub due_at: Timestamp,
    pub id: FollowUpId,
}

macro_rules! select_follow_ups {
    ($rest:literal) => {
        concat!(
            "SELECT f.id, f.case_id, f.operation_id, f.step, f.result, f.seen_rows, f.owner_team, f.found_at, f.due_at,
                f.settlement, f.settled_by, f.settled_name, f.settled_at, f.settled_words, f.reference,
                c.title, c.operation_key, c.operation_type
            FROM follow_ups f JOIN cases c ON c.id = f.case_id ",
            $rest
        )
    };
}

/// Keeps a follow-up. `false` if the operation has one for that result already, open or settled.
pub async fn insert(tx: &mut Tx, new: &NewFollowUp) -> Result<bool> {
    let sql = "INSERT INTO follow_ups (case_id, operation_id, step, object_type, object_id, result, seen_rows,
            owner_team, found_at, due_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (operation_id, step, object_type, object_id) DO NOTHING";
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(new.case_id)
            .bind(new.operation_id)
            .bind(&new.step)
            .bind(storable(&new.object_type))
            .bind(storable(&new.object_id))
            .bind(&new.result)
            .bind(new.seen_rows)
            .bind(&new.owner_team)
            .bind(new.found_at)
            .bind(new.due_at)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// One follow-up.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: FollowUpId) -> Result<Option<FollowUpRow>> {
    let sql = select_follow_ups!("WHERE f.id = $1");
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, FollowUpRow>(sql)
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// Everything to account for of an operation, the oldest first, at most `limit`.
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    limit: i64,
) -> Result<Vec<FollowUpRow>> {
    let sql = select_follow_ups!("WHERE f.operation_id = $1 ORDER BY f.id LIMIT $2");
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, FollowUpRow>(sql)
            .bind(operation)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// Open follow-ups, those due first at the head; at most `limit` behind `after`.
pub async fn open<'c>(
    conn: impl Into<Conn<'c>>,
    after: Option<After>,
    limit: i64,
) -> Result<Vec<FollowUpRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_follow_ups!("WHERE f.settlement IS NULL"));
        if let Some(after) = after {
            query
                .push(" AND (f.due_at, f.id) > (")
                .push_bind(after.due_at)
                .push(", ")
                .push_bind(after.id)
                .push(")");
        }
        query
            .push(" ORDER BY f.due_at, f.id LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// How many follow-ups are open, counted no further than `cap`.
pub async fn count_open<'c>(conn: impl Into<Conn<'c>>, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (
            SELECT 1 FROM follow_ups WHERE settlement IS NULL ORDER BY due_at, id LIMIT $1
        ) AS counted";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(cap)
            .fetch_one(c)
            .await
    })
}

/// Records what became of a follow-up. `false` if somebody did so before.
pub async fn settle(tx: &mut Tx, id: FollowUpId, new: &NewSettlement<'_>) -> Result<bool> {
    let sql = "UPDATE follow_ups SET settlement = $2, settled_by = $3, settled_name = $4, settled_at = $5,
            settled_words = $6, reference = $7
        WHERE id = $1 AND settlement IS NULL";
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(new.settlement)
            .bind(new.by_user)
            .bind(new.by_name)
            .bind(new.at)
            .bind(storable(new.words))
            .bind(new.reference.map(storable))
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}
