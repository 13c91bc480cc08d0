//! What somebody has to account for: effects beyond the one that an operation went on with, or found after its end.

use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{
    CaseId, FollowUpId, OperationId, OperationKey, OperationType, StepName, Team, UserId,
};
use crate::domain::surplus::Settlement;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

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

/// Which of the open follow-ups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Which {
    pub owner: Option<Team>,
    /// Only those that were due before this.
    pub due_before: Option<Timestamp>,
}

/// Where in the list of open follow-ups one stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub due_at: Timestamp,
    pub id: FollowUpId,
}

/// Which page of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    First,
    After(Cursor),
    Before(Cursor),
}

/// A page of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub rows: Vec<FollowUpRow>,
    /// Where the page before this one ends, if there is one.
    pub before: Option<Cursor>,
    /// Where the page after this one begins, if there is one.
    pub after: Option<Cursor>,
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
        ON CONFLICT (operation_id, step, object_type, object_id) DO NOTHING RETURNING id";
    let kept = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
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
            .fetch_optional(c)
            .await?
    });
    if let Some(id) = kept {
        tx.wrote(Vouched::FollowUps, id);
    }
    Ok(kept.is_some())
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

/// Open follow-ups, those due first at the head; one page of at most `size`.
pub async fn open<'c>(
    conn: impl Into<Conn<'c>>,
    which: &Which,
    place: Place,
    size: usize,
) -> Result<Page> {
    let backwards = matches!(place, Place::Before(_));
    let direction = if backwards { "DESC" } else { "ASC" };
    // One more than the page takes tells whether another page follows.
    let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1);
    let mut rows: Vec<FollowUpRow> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_follow_ups!("WHERE "));
        push_which(&mut query, which);
        push_place(&mut query, place);
        query.push(format_args!(
            " ORDER BY f.due_at {direction}, f.id {direction} LIMIT "
        ));
        query.push_bind(limit);
        query.build_query_as().fetch_all(c).await?
    });
    let more = rows.len() > size;
    rows.truncate(size);
    if backwards {
        rows.reverse();
    }
    Ok(page_of(place, rows, more))
}

fn push_which<DB: Database>(query: &mut QueryBuilder<DB>, which: &Which)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push("f.settlement IS NULL");
    if let Some(owner) = &which.owner {
        query.push(" AND f.owner_team = ").push_bind(owner.clone());
    }
    if let Some(before) = which.due_before {
        query.push(" AND f.due_at < ").push_bind(before);
    }
}

fn push_place<DB: Database>(query: &mut QueryBuilder<DB>, place: Place)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let (comparison, cursor) = match place {
        Place::First => return,
        Place::After(cursor) => (">", cursor),
        Place::Before(cursor) => ("<", cursor),
    };
    query.push(format_args!(" AND (f.due_at, f.id) {comparison} ("));
    query
        .push_bind(cursor.due_at)
        .push(", ")
        .push_bind(cursor.id)
        .push(")");
}

fn page_of(place: Place, rows: Vec<FollowUpRow>, more: bool) -> Page {
    let cursor = |row: &FollowUpRow| Cursor {
        due_at: row.due_at,
        id: row.id,
    };
    let (first, last) = (rows.first().map(cursor), rows.last().map(cursor));
    let (before, after) = match place {
        Place::First => (None, last.filter(|_| more)),
        Place::After(cursor) => (first.or(Some(cursor)), last.filter(|_| more)),
        Place::Before(cursor) => (first.filter(|_| more), last.or(Some(cursor))),
    };
    Page {
        rows,
        before,
        after,
    }
}

/// How many follow-ups are open, counted no further than `cap`.
pub async fn count_open<'c>(conn: impl Into<Conn<'c>>, which: &Which, cap: i64) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query =
            QueryBuilder::<DB>::new("SELECT COUNT(*) FROM (SELECT 1 FROM follow_ups f WHERE ");
        push_which(&mut query, which);
        query.push(" ORDER BY f.due_at, f.id LIMIT ").push_bind(cap);
        query.push(") AS counted");
        query.build_query_scalar().fetch_one(c).await
    })
}

/// The owners of open follow-ups, in order, at most `limit`: by index from one to the next.
pub async fn owners<'c>(conn: impl Into<Conn<'c>>, limit: i64) -> Result<Vec<Team>> {
    let sql = "WITH RECURSIVE owners (value) AS (
            SELECT (SELECT owner_team FROM follow_ups WHERE settlement IS NULL ORDER BY owner_team LIMIT 1)
            UNION ALL
            SELECT (SELECT f.owner_team FROM follow_ups f WHERE f.settlement IS NULL AND f.owner_team > owners.value
                ORDER BY f.owner_team LIMIT 1)
            FROM owners WHERE owners.value IS NOT NULL)
        SELECT value FROM (SELECT value FROM owners LIMIT $1) AS found WHERE value <> ''";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Team>(sql)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// Records what became of a follow-up. `false` if somebody did so before.
pub async fn settle(tx: &mut Tx, id: FollowUpId, new: &NewSettlement<'_>) -> Result<bool> {
    let sql = "UPDATE follow_ups SET settlement = $2, settled_by = $3, settled_name = $4, settled_at = $5,
            settled_words = $6, reference = $7
        WHERE id = $1 AND settlement IS NULL";
    tx.wrote(Vouched::FollowUps, id.0);
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
