//! Removing what was kept long enough of the steps of cases, and of the signs in reports. The counts of both stay.

use crate::domain::age::moves::Move;
use crate::domain::age::signs::Sign;
use crate::domain::history::Vouched;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Tx;
use sqlx::Result;

/// Removes steps of one sort of cases that were resolved before a moment, at most so many; gives how many. A case that was
/// open since then keeps all of its own, for they tell when it waited.
pub async fn remove_moves(tx: &mut Tx, moved: Move, until: Timestamp, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM case_moves WHERE id IN
        (SELECT m.id FROM case_moves m JOIN cases c ON c.id = m.case_id
            WHERE m.move = $1 AND m.at < $2 AND c.stage = 2 AND c.resolved_at < $2
            ORDER BY m.at, m.id LIMIT $3) RETURNING id";
    let removed: Vec<i64> = on!((&mut *tx).into(), |c| {
        let removed = sqlx::query_scalar::<DB, i64>(sql).bind(moved);
        removed.bind(until).bind(limit).fetch_all(c).await?
    });
    for id in &removed {
        tx.wrote(Vouched::CaseMoves, *id);
    }
    Ok(removed.len() as u64)
}

/// Removes signs of one sort that were noted before a moment, at most so many; gives how many.
pub async fn remove_signs(tx: &mut Tx, sign: Sign, until: Timestamp, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM signs WHERE id IN
        (SELECT id FROM signs WHERE sign = $1 AND at < $2 ORDER BY at, id LIMIT $3) RETURNING id";
    let removed: Vec<i64> = on!((&mut *tx).into(), |c| {
        let removed = sqlx::query_scalar::<DB, i64>(sql).bind(sign);
        removed.bind(until).bind(limit).fetch_all(c).await?
    });
    for id in &removed {
        tx.wrote(Vouched::Signs, *id);
    }
    Ok(removed.len() as u64)
}
