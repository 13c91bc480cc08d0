//! How many cases each lane of each stage holds, and how many of them are put off, kept in the transactions that move cases.

use super::batch::{comes_again, to_insert};
use super::cases::{CaseDetails, CaseRow};
use super::db::{Conn, Tx};
use crate::domain::cause::Cause;
use crate::domain::ids::{CauseId, SourceId};
use crate::domain::report::StopKind;
use crate::domain::standing::Stage;
use crate::on;
use std::collections::BTreeMap;

/// What is counted of a stop kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// The cases of a stage.
    Stage(Stage),
    /// Those to review that somebody wants to look at again later; they are among those to review as well.
    PutOff,
}

/// By how much each count grew in one transaction.
#[derive(Debug, Default)]
pub(super) struct CountMoves {
    lanes: BTreeMap<(Counted, StopKind), i64>,
    /// Of cases to review.
    causes: BTreeMap<CauseId, (Cause, i64)>,
}

impl CountMoves {
    pub(super) fn enter(&mut self, source: SourceId, case: &CaseDetails) {
        self.add(case, 1);
        if case.state.stage() == Stage::ToReview {
            let cause = case.cause(source);
            self.add_cause(cause.id(), cause, 1);
        }
    }

    pub(super) fn leave(&mut self, case: &CaseRow) {
        self.add(&case.details, -1);
        if case.details.state.stage() == Stage::ToReview {
            let cause = case.details.cause(case.origin.source_id);
            self.add_cause(case.cause.clone(), cause, -1);
        }
    }

    fn add_cause(&mut self, id: CauseId, cause: Cause, n: i64) {
        self.causes.entry(id).or_insert((cause, 0)).1 += n;
    }

    fn add(&mut self, case: &CaseDetails, n: i64) {
        let stage = Counted::Stage(case.state.stage());
        let put_off = case.is_put_off().then_some(Counted::PutOff);
        for counted in std::iter::once(stage).chain(put_off) {
            *self.lanes.entry((counted, case.kind)).or_default() += n;
        }
    }
}

/// Writes the moves in the order of their keys.
pub(super) async fn apply(tx: &mut Tx, moves: &CountMoves) -> sqlx::Result<()> {
    apply_lanes(tx, moves).await?;
    apply_causes(tx, moves).await
}

async fn apply_causes(tx: &mut Tx, moves: &CountMoves) -> sqlx::Result<()> {
    // What was opened before causes were counted is counted under none.
    let moved = moves.causes.iter();
    let moved = moved.filter(|(id, (_, n))| *n != 0 && !id.as_str().is_empty());
    let moved: Vec<_> = moved.collect();
    for some in to_insert(&moved) {
        on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(
                "INSERT INTO cause_counts (cause, kind, source_id, step, system, stop_code, n) ",
            );
            query.push_values(some, |mut row, (id, (cause, n))| {
                row.push_bind((*id).clone())
                    .push_bind(cause.kind)
                    .push_bind(cause.source)
                    .push_bind(cause.step.clone())
                    .push_bind(cause.system.clone())
                    .push_bind(cause.stop_code.clone())
                    .push_bind(*n);
            });
            query.push(" ON CONFLICT (cause) DO UPDATE SET n = cause_counts.n + excluded.n");
            query
                .build()
                .persistent(comes_again(some.len()))
                .execute(c)
                .await?;
        });
    }
    Ok(())
}

async fn apply_lanes(tx: &mut Tx, moves: &CountMoves) -> sqlx::Result<()> {
    let moved: Vec<_> = moves.lanes.iter().filter(|(_, n)| **n != 0).collect();
    if moved.is_empty() {
        return Ok(());
    }
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("INSERT INTO queue_counts (stage, kind, n) ");
        query.push_values(moved, |mut row, ((counted, kind), n)| {
            row.push_bind(*counted).push_bind(*kind).push_bind(*n);
        });
        query.push(" ON CONFLICT (stage, kind) DO UPDATE SET n = queue_counts.n + excluded.n");
        query.build().execute(c).await?;
    });
    Ok(())
}

/// How many cases of each stop kind there are; a kind without cases is left out.
///
/// # Errors
/// If the database fails.
pub async fn of<'c>(
    conn: impl Into<Conn<'c>>,
    counted: Counted,
) -> sqlx::Result<BTreeMap<StopKind, i64>> {
    let sql = "SELECT kind, n FROM queue_counts WHERE stage = $1 AND n > 0";
    let rows: Vec<(StopKind, i64)> = on!(conn.into(), |c| {
        sqlx::query_as::<DB, (StopKind, i64)>(sql)
            .bind(counted)
            .fetch_all(c)
            .await?
    });
    Ok(rows.into_iter().collect())
}
