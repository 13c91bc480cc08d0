//! Payloads of operations, by their content's digest.

use super::batch::{comes_again, to_insert};
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::OperationId;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// The payload of one content of an operation.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ContentRow {
    pub operation_id: OperationId,
    /// `sha256:…` of the content.
    pub digest: String,
    /// JSON, as it was sent.
    pub payload: String,
    pub arrived_at: Timestamp,
}

/// Keeps payloads; one whose digest is known already stays as it came first.
pub async fn insert(tx: &mut Tx, rows: &[ContentRow]) -> Result<()> {
    for row in rows {
        tx.wrote(Vouched::Contents, row.operation_id.0);
    }
    for some in to_insert(rows) {
        on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(
                "INSERT INTO contents (operation_id, digest, payload, arrived_at) ",
            );
            query.push_values(some, |mut row, content| {
                row.push_bind(content.operation_id)
                    .push_bind(&content.digest)
                    .push_bind(&content.payload)
                    .push_bind(content.arrived_at);
            });
            query.push(" ON CONFLICT (operation_id, digest) DO NOTHING");
            query
                .build()
                .persistent(comes_again(some.len()))
                .execute(c)
                .await?;
        });
    }
    Ok(())
}

/// One content of an operation.
pub async fn get<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    digest: &str,
) -> Result<Option<ContentRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ContentRow>(
            "SELECT * FROM contents WHERE operation_id = $1 AND digest = $2",
        )
        .bind(operation)
        .bind(digest)
        .fetch_optional(c)
        .await
    })
}

/// Every content of an operation, in the order of their arrival.
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<Vec<ContentRow>> {
    let sql = "SELECT * FROM contents WHERE operation_id = $1 ORDER BY arrived_at, digest";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ContentRow>(sql)
            .bind(operation)
            .fetch_all(c)
            .await
    })
}
