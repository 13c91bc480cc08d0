//! Keys that were given out for new operations.

use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{OperationId, OperationKey, SourceId};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// Whether a key can be given out: no operation of the source has it, and it never was.
pub async fn is_free<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    key: &OperationKey,
) -> Result<bool> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM operations WHERE source_id = $1 AND key = $2)
        AND NOT EXISTS (SELECT 1 FROM issued_keys WHERE source_id = $1 AND key = $2)";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, bool>(sql)
            .bind(source)
            .bind(key)
            .fetch_one(c)
            .await
    })
}

/// Gives a key out, for an operation in the place of this one. `false` if it was given out before.
pub async fn issue(
    tx: &mut Tx,
    source: SourceId,
    key: &OperationKey,
    operation: OperationId,
    now: Timestamp,
) -> Result<bool> {
    let sql =
        "INSERT INTO issued_keys (source_id, key, operation_id, issued_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (source_id, key) DO NOTHING";
    tx.wrote(Vouched::IssuedKeys, operation.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(source)
            .bind(key)
            .bind(operation)
            .bind(now)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}
