//! Sealing the access log: what is written there waits for an entry of the history that vouches for it.

use super::db::Dialect;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::HistoryNumber;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::{QueryBuilder, Result};

/// An entry of the access log that is not sealed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Unsealed {
    pub id: i64,
    pub at: Timestamp,
}

/// Locks what is not sealed yet, at most so much; what somebody else has locked is passed over. Numbers do not tell what is new:
/// those of two transactions may be committed in another order than they were given.
pub async fn lock_unsealed(tx: &mut Tx, limit: i64) -> Result<Vec<Unsealed>> {
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT id, at FROM accesses WHERE seal IS NULL ORDER BY id LIMIT ",
        );
        query.push_bind(limit).push(DB::SKIP_LOCKED);
        query.build_query_as().fetch_all(c).await
    })
}

/// Seals entries by the number of the entry of the history that vouches for them. They are those that this transaction locked.
pub async fn seal(tx: &mut Tx, unsealed: &[Unsealed], seal: HistoryNumber) -> Result<u64> {
    let sealed = on!((&mut *tx).into(), |c| {
        let mut query = QueryBuilder::<DB>::new("UPDATE accesses SET seal = ");
        query
            .push_bind(seal)
            .push(" WHERE seal IS NULL AND id IN (");
        let mut list = query.separated(", ");
        for one in unsealed {
            list.push_bind(one.id);
        }
        query.push(")");
        let query = query.build().persistent(false);
        query.execute(c).await?.rows_affected()
    });
    tx.wrote(Vouched::Accesses, seal.0);
    Ok(sealed)
}

/// How many entries are not sealed yet, counted no further than `cap`.
pub async fn count_unsealed<'c>(conn: impl Into<Conn<'c>>, cap: i64) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT 1 FROM accesses WHERE seal IS NULL LIMIT $1) AS counted";
    on!(conn.into(), |c| {
        let counted = sqlx::query_scalar::<DB, i64>(sql).bind(cap);
        counted.fetch_one(c).await
    })
}
