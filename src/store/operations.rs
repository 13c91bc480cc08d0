//! Operations with all that is known of them.

use super::batch::{chunks, comes_again, padded, to_insert};
use super::db::Dialect;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{OperationId, OperationKey, OperationType, SourceId};
use crate::domain::standing::OperationStanding;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;
use std::collections::HashMap;

/// An operation as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OperationRow {
    pub id: OperationId,
    pub source_id: SourceId,
    pub key: OperationKey,
    pub operation_type: OperationType,
    /// The JSON of its `Facts`.
    pub facts: String,
    /// Moves on with every change; not a case's version.
    pub version: i64,
    pub standing: OperationStanding,
    /// The key of the operation that took this one's place.
    pub superseded_by: Option<OperationKey>,
    /// The key of the operation whose place this one took.
    pub supersedes: Option<OperationKey>,
    pub created_at: Timestamp,
}

/// What an operation begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOperation {
    pub key: OperationKey,
    pub operation_type: OperationType,
    pub facts: String,
}

/// An operation that this transaction alone may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedOperation {
    pub row: OperationRow,
    /// It was not known before.
    pub created: bool,
}

/// Finds or makes operations of one source and locks them all until the transaction ends. They come back in the order
/// of their numbers, once each, however often a key is named.
pub async fn get_or_create(
    tx: &mut Tx,
    source: SourceId,
    mut wanted: Vec<NewOperation>,
    now: Timestamp,
) -> Result<Vec<LockedOperation>> {
    // In one order, so that two batches with the same keys do not wait for each other.
    wanted.sort_by(|a, b| a.key.cmp(&b.key));
    wanted.dedup_by(|a, b| a.key == b.key);
    let mut created = HashMap::new();
    for some in to_insert(&wanted) {
        created.extend(insert_missing(tx, source, some, now).await?);
    }
    for id in created.values() {
        let id: &OperationId = id;
        tx.wrote(Vouched::Operations, id.0);
    }
    let mut locked = Vec::with_capacity(wanted.len());
    let mut known = Vec::new();
    for new in wanted {
        match created.remove(&new.key) {
            Some(id) => locked.push(LockedOperation {
                row: new.row(id, source, now),
                created: true,
            }),
            None => known.push(new.key),
        }
    }
    for keys in chunks(&known, 1) {
        let rows = lock_keys(tx, source, keys).await?.into_iter();
        locked.extend(rows.map(|row| LockedOperation {
            row,
            created: false,
        }));
    }
    locked.sort_by_key(|operation| operation.row.id);
    Ok(locked)
}

impl NewOperation {
    /// The row that it became.
    fn row(self, id: OperationId, source_id: SourceId, created_at: Timestamp) -> OperationRow {
        OperationRow {
            id,
            source_id,
            key: self.key,
            operation_type: self.operation_type,
            facts: self.facts,
            version: 1,
            standing: OperationStanding::Open,
            superseded_by: None,
            supersedes: None,
            created_at,
        }
    }
}

async fn insert_missing(
    tx: &mut Tx,
    source: SourceId,
    wanted: &[NewOperation],
    now: Timestamp,
) -> Result<Vec<(OperationKey, OperationId)>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "INSERT INTO operations (source_id, key, operation_type, facts, version, standing, created_at) ",
        );
        query.push_values(wanted, |mut row, new| {
            row.push_bind(source)
                .push_bind(&new.key)
                .push_bind(&new.operation_type)
                .push_bind(&new.facts)
                .push_bind(1_i64)
                .push_bind(OperationStanding::Open)
                .push_bind(now);
        });
        query.push(" ON CONFLICT (source_id, key) DO NOTHING RETURNING key, id");
        query
            .build_query_as()
            .persistent(comes_again(wanted.len()))
            .fetch_all(c)
            .await
    })
}

async fn lock_keys(
    tx: &mut Tx,
    source: SourceId,
    keys: &[OperationKey],
) -> Result<Vec<OperationRow>> {
    on!(tx.into(), |c| {
        let mut query =
            sqlx::QueryBuilder::<DB>::new("SELECT * FROM operations WHERE source_id = ");
        query.push_bind(source).push(" AND key IN (");
        let mut list = query.separated(", ");
        for key in keys {
            list.push_bind(key);
        }
        query.push(") ORDER BY id").push(DB::FOR_UPDATE);
        query.build_query_as().fetch_all(c).await
    })
}

/// Locks an operation until the transaction ends, and reads it.
pub async fn lock(tx: &mut Tx, id: OperationId) -> Result<Option<OperationRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("SELECT * FROM operations WHERE id = ");
        query.push_bind(id).push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// An operation by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: OperationId) -> Result<Option<OperationRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, OperationRow>("SELECT * FROM operations WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// The facts of some operations, in no order.
pub async fn facts_of<'c>(
    conn: impl Into<Conn<'c>>,
    ids: &[OperationId],
) -> Result<Vec<(OperationId, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    on!(conn.into(), |c| {
        let mut query =
            sqlx::QueryBuilder::<DB>::new("SELECT id, facts FROM operations WHERE id IN (");
        let mut list = query.separated(", ");
        for id in padded(ids) {
            list.push_bind(*id);
        }
        query.push(")");
        query.build_query_as().fetch_all(c).await
    })
}

/// An operation by its key, which is unique within its source.
pub async fn by_key<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    key: &OperationKey,
) -> Result<Option<OperationRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, OperationRow>(
            "SELECT * FROM operations WHERE source_id = $1 AND key = $2",
        )
        .bind(source)
        .bind(key)
        .fetch_optional(c)
        .await
    })
}

/// Notes whose place an operation that was made just now takes.
pub async fn takes_place_of(tx: &mut Tx, id: OperationId, old: &OperationKey) -> Result<bool> {
    tx.wrote(Vouched::Operations, id.0);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE operations SET supersedes = $2 WHERE id = $1 AND supersedes IS NULL")
            .bind(id)
            .bind(old)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Writes an operation's facts and standing over the version that was read. `false` if somebody else wrote meanwhile.
pub async fn save(tx: &mut Tx, row: &OperationRow) -> Result<bool> {
    tx.wrote(Vouched::Operations, row.id.0);
    let sql =
        "UPDATE operations SET facts = $3, standing = $4, superseded_by = $5, version = version + 1
        WHERE id = $1 AND version = $2";
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(row.id)
            .bind(row.version)
            .bind(&row.facts)
            .bind(row.standing)
            .bind(&row.superseded_by)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Writes the facts of many operations at once, each over the version that was read. `false` if one of them was written
/// by somebody else meanwhile; the transaction must then not be committed.
pub async fn save_facts(tx: &mut Tx, rows: &[&OperationRow]) -> Result<bool> {
    let mut written = 0;
    for row in rows {
        tx.wrote(Vouched::Operations, row.id.0);
    }
    for some in chunks(rows, 3) {
        written += on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new("WITH told (id, version, facts) AS (");
            query.push_values(some, |mut row, operation| {
                row.push_bind(operation.id)
                    .push_bind(operation.version)
                    .push_bind(&operation.facts);
            });
            query.push(
                ") UPDATE operations SET facts = told.facts, version = operations.version + 1
                FROM told WHERE operations.id = told.id AND operations.version = told.version",
            );
            query
                .build()
                .persistent(false)
                .execute(c)
                .await?
                .rows_affected()
        });
    }
    Ok(written == rows.len() as u64)
}

/// These operations, those whose place they took, and those that took theirs, however often one followed another.
pub async fn with_kin<'c>(
    conn: impl Into<Conn<'c>>,
    operations: &[OperationId],
) -> Result<Vec<OperationId>> {
    if operations.is_empty() {
        return Ok(Vec::new());
    }
    on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "WITH RECURSIVE kin (id) AS (SELECT id FROM operations WHERE id IN (",
        );
        let mut list = query.separated(", ");
        for operation in operations {
            list.push_bind(*operation);
        }
        query.push(
            ") UNION SELECT o.id FROM kin JOIN operations k ON k.id = kin.id
            JOIN operations o ON o.source_id = k.source_id AND o.key IN (k.superseded_by, k.supersedes))
            SELECT id FROM kin ORDER BY id",
        );
        let query = query.build_query_scalar().persistent(false);
        query.fetch_all(c).await
    })
}
