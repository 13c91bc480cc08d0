//! How many cases each lane of each stage holds, kept in the transactions that move cases.

use super::db::{Conn, Tx};
use crate::domain::report::StopKind;
use crate::domain::standing::Stage;
use crate::on;
use std::collections::BTreeMap;

/// By how much each lane of each stage grew in one transaction.
#[derive(Debug, Default)]
pub(super) struct CountMoves(BTreeMap<(Stage, StopKind), i64>);

impl CountMoves {
    pub(super) fn enter(&mut self, stage: Stage, kind: StopKind) {
        *self.0.entry((stage, kind)).or_default() += 1;
    }

    pub(super) fn leave(&mut self, stage: Stage, kind: StopKind) {
        *self.0.entry((stage, kind)).or_default() -= 1;
    }
}

/// Writes the moves in the order of their keys.
pub(super) async fn apply(tx: &mut Tx, moves: &CountMoves) -> sqlx::Result<()> {
    let moved: Vec<_> = moves.0.iter().filter(|(_, n)| **n != 0).collect();
    if moved.is_empty() {
        return Ok(());
    }
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("INSERT INTO queue_counts (stage, kind, n) ");
        query.push_values(moved, |mut row, ((stage, kind), n)| {
            row.push_bind(*stage).push_bind(*kind).push_bind(*n);
        });
        query.push(" ON CONFLICT (stage, kind) DO UPDATE SET n = queue_counts.n + excluded.n");
        query.build().execute(c).await?;
    });
    Ok(())
}

/// How many cases a stage holds, by stop kind; a kind without cases is left out.
///
/// # Errors
/// If the database fails.
pub async fn of_stage<'c>(
    conn: impl Into<Conn<'c>>,
    stage: Stage,
) -> sqlx::Result<BTreeMap<StopKind, i64>> {
    let sql = "SELECT kind, n FROM queue_counts WHERE stage = $1 AND n > 0";
    let rows: Vec<(StopKind, i64)> = on!(conn.into(), |c| {
        sqlx::query_as::<DB, (StopKind, i64)>(sql)
            .bind(stage)
            .fetch_all(c)
            .await?
    });
    Ok(rows.into_iter().collect())
}
