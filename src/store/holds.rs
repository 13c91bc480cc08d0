//! Business objects that operations touch.

use super::batch::{comes_again, padded, to_insert};
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationId, OperationKey, SourceId};
use crate::domain::standing::CaseState;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;
use std::collections::HashMap;

/// An open case of another operation that holds the same object.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SharedHold {
    pub hold: String,
    pub case_id: CaseId,
    pub state: CaseState,
    pub operation_id: OperationId,
    pub operation_key: OperationKey,
    pub source_id: SourceId,
}

/// Notes which objects operations touch; what is noted already stays.
pub async fn insert(tx: &mut Tx, holds: &[(String, OperationId)]) -> Result<()> {
    for (_, operation) in holds {
        tx.wrote(Vouched::Holds, operation.0);
    }
    for some in to_insert(holds) {
        on!((&mut *tx).into(), |c| {
            let mut query =
                sqlx::QueryBuilder::<DB>::new("INSERT INTO holds (hold, operation_id) ");
            query.push_values(some, |mut row, (hold, operation)| {
                row.push_bind(hold).push_bind(*operation);
            });
            query.push(" ON CONFLICT (hold, operation_id) DO NOTHING");
            query
                .build()
                .persistent(comes_again(some.len()))
                .execute(c)
                .await?;
        });
    }
    Ok(())
}

/// An object, and the operation that wants to touch it.
pub type Touch = (String, OperationId);

/// The open case that holds an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Holding {
    pub case_id: CaseId,
    pub opened_at: Timestamp,
}

/// By which open case, of any source, of another operation each object is held, the oldest where there are several; objects
/// that nobody holds are left out.
pub async fn holding<'c>(
    conn: impl Into<Conn<'c>>,
    touches: &[Touch],
) -> Result<HashMap<Touch, Holding>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        hold: String,
        operation_id: OperationId,
        #[sqlx(flatten)]
        holding: Holding,
    }
    if touches.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<Row> = on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("WITH asked (hold, operation_id) AS (");
        query.push_values(padded(touches), |mut row, (hold, operation)| {
            row.push_bind(hold).push_bind(*operation);
        });
        query.push(
            ") SELECT asked.hold, asked.operation_id, c.id AS case_id, c.opened_at
            FROM asked JOIN cases c ON c.id = (
                SELECT k.id FROM holds h JOIN cases k ON k.operation_id = h.operation_id AND k.stage < 2
                WHERE h.hold = asked.hold AND h.operation_id <> asked.operation_id
                ORDER BY k.id LIMIT 1)",
        );
        query.build_query_as().fetch_all(c).await?
    });
    let found = rows.into_iter();
    Ok(found
        .map(|row| ((row.hold, row.operation_id), row.holding))
        .collect())
}

/// Open cases, of any source, of other operations that touch one of the objects; the oldest first, at most `limit`.
pub async fn shared<'c>(
    conn: impl Into<Conn<'c>>,
    holds: &[String],
    operation: OperationId,
    limit: i64,
) -> Result<Vec<SharedHold>> {
    if holds.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<SharedHold> = on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "SELECT h.hold, c.id AS case_id, c.state, c.operation_id, c.operation_key, c.source_id
            FROM holds h JOIN cases c ON c.operation_id = h.operation_id AND c.stage < 2
            WHERE h.operation_id <> ",
        );
        query.push_bind(operation).push(" AND h.hold IN (");
        let mut list = query.separated(", ");
        for hold in holds {
            list.push_bind(hold);
        }
        query.push(") LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(c).await?
    });
    found.sort_by(|a, b| (a.case_id, &a.hold).cmp(&(b.case_id, &b.hold)));
    Ok(found)
}
