//! Cases. The row carries all that the queue shows, so that a page of it is one index scan.

mod row;

pub use row::{CaseDetails, CaseOrigin, CaseRow, NewCase};

use super::age::steps::at_opening;
use super::batch::{chunks, comes_again, to_insert};
use super::db::Dialect;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationId, UserId};
use crate::domain::time::Timestamp;
use crate::on;
use row::for_each_detail;
use sqlx::Result;
use std::collections::HashMap;

/// What every function here selects.
macro_rules! select_cases {
    ($rest:literal) => {
        concat!(
            "SELECT c.*, (SELECT u.full_name FROM users u WHERE u.id = c.holder_id) AS holder_name FROM cases c ",
            $rest
        )
    };
}
pub(super) use select_cases;

/// Opens cases, of version 1, and gives the number of each with its operation's.
pub async fn insert(tx: &mut Tx, cases: &[NewCase]) -> Result<Vec<(OperationId, CaseId)>> {
    let mut numbers = Vec::with_capacity(cases.len());
    for some in to_insert(cases) {
        numbers.extend(insert_some(tx, some).await?);
    }
    for (_, case) in &numbers {
        tx.wrote(Vouched::Cases, case.0);
    }
    let by_operation: HashMap<_, _> = numbers.iter().copied().collect();
    for case in cases {
        tx.moves().enter(case.origin.source_id, &case.details);
        // An operation has one open case at most.
        if let Some(number) = by_operation.get(&case.origin.operation_id) {
            tx.steps().opened(*number, case);
        }
    }
    Ok(numbers)
}

async fn insert_some(tx: &mut Tx, cases: &[NewCase]) -> Result<Vec<(OperationId, CaseId)>> {
    let Some(first) = cases.first() else {
        return Ok(Vec::new());
    };
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "INSERT INTO cases (operation_id, source_id, operation_key, operation_type, opened_at, previous_case_id,
                version, stage, protection_order, urgent_at, cause, came_in_at, first_claimed_at, first_decided_at",
        );
        for_each_detail!(first.details, |name, _value| query.push(", ").push(name));
        query.push(") ");
        query.push_values(cases, |mut row, case| {
            let details = case.details.storable();
            let (_, milestones) = at_opening(case);
            row.push_bind(case.origin.operation_id)
                .push_bind(case.origin.source_id)
                .push_bind(&case.origin.operation_key)
                .push_bind(&case.origin.operation_type)
                .push_bind(case.origin.opened_at)
                .push_bind(case.origin.previous_case_id)
                .push_bind(1_i64)
                .push_bind(details.state.stage())
                .push_bind(details.protection_order())
                .push_bind(details.urgent_at())
                .push_bind(details.cause(case.origin.source_id).id())
                .push_bind(milestones.came_in_at)
                .push_bind(milestones.first_claimed_at)
                .push_bind(milestones.first_decided_at);
            for_each_detail!(details, |_name, value| row.push_bind(value));
        });
        query.push(" RETURNING operation_id, id");
        query
            .build_query_as()
            .persistent(comes_again(cases.len()))
            .fetch_all(c)
            .await
    })
}

/// Writes a case's details over the version that was read, as they are from `at` on, and moves the version on. `false` if
/// somebody else changed the case meanwhile; then nothing is written.
pub async fn update(
    tx: &mut Tx,
    before: &CaseRow,
    details: &CaseDetails,
    at: Timestamp,
) -> Result<bool> {
    let details = details.storable();
    let moves = before.milestones.moves(
        Some(before.details.state),
        details.state,
        details.resolution,
    );
    let milestones = before.milestones.after(&moves, at);
    let cause = details.cause(before.origin.source_id);
    let written = on!((&mut *tx).into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("UPDATE cases SET version = version + 1");
        query.push(", stage = ").push_bind(details.state.stage());
        query
            .push(", protection_order = ")
            .push_bind(details.protection_order());
        query.push(", urgent_at = ").push_bind(details.urgent_at());
        query.push(", cause = ").push_bind(cause.id());
        query
            .push(", came_in_at = ")
            .push_bind(milestones.came_in_at);
        query
            .push(", first_claimed_at = ")
            .push_bind(milestones.first_claimed_at);
        query
            .push(", first_decided_at = ")
            .push_bind(milestones.first_decided_at);
        for_each_detail!(details, |name, value| query
            .push(", ")
            .push(name)
            .push(" = ")
            .push_bind(value));
        query.push(" WHERE id = ").push_bind(before.id);
        query.push(" AND version = ").push_bind(before.version);
        query.build().execute(c).await?.rows_affected()
    });
    if written == 1 {
        tx.wrote(Vouched::Cases, before.id.0);
        let counts = tx.moves();
        counts.leave(before);
        counts.enter(before.origin.source_id, &details);
        tx.steps().changed(before, &details, moves, at);
    }
    Ok(written == 1)
}

/// The case that was opened last.
pub async fn last<'c>(conn: impl Into<Conn<'c>>) -> Result<Option<CaseId>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Option<CaseId>>("SELECT MAX(id) FROM cases")
            .fetch_one(c)
            .await
    })
}

/// Moves the end of a claim on, for work on the case renews it; the version stays. `false` if the claim is not theirs.
pub async fn extend_claim<'c>(
    conn: impl Into<Conn<'c>>,
    id: CaseId,
    holder: UserId,
    until: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE cases SET claimed_until = $3
        WHERE id = $1 AND holder_id = $2 AND stage = 0 AND state = 'in_review' AND claimed_until < $3";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(holder)
            .bind(until)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Somebody writes an answer to a case, or the policy's time for it is another one than was said: it is let be at that time,
/// or not at all; the version stays. `false` if it was not to be let be.
pub async fn set_lapse<'c>(
    conn: impl Into<Conn<'c>>,
    id: CaseId,
    lapses_at: Option<Timestamp>,
) -> Result<bool> {
    let sql = "UPDATE cases SET lapses_at = $2 WHERE id = $1 AND lapses_at IS NOT NULL";
    on!(conn.into(), |c| {
        let query = sqlx::query(sql).bind(id).bind(lapses_at);
        let done = query.execute(c).await?;
        Ok(done.rows_affected() == 1)
    })
}

/// Cases that nobody holds and whose time to be let be has come, longest ago first.
pub async fn to_lapse<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<CaseId>> {
    let sql = "SELECT id FROM cases
        WHERE stage = 0 AND state = 'waiting' AND lapses_at IS NOT NULL AND lapses_at <= $1
        ORDER BY lapses_at, id LIMIT $2";
    on!(conn.into(), |c| {
        let query = sqlx::query_scalar::<DB, CaseId>(sql);
        query.bind(now).bind(limit).fetch_all(c).await
    })
}

/// A case by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: CaseId) -> Result<Option<CaseRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, CaseRow>(select_cases!("WHERE c.id = $1"))
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// Locks a case until the transaction ends, and reads it. Who changes its operation as well locks that one first.
pub async fn lock(tx: &mut Tx, id: CaseId) -> Result<Option<CaseRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(select_cases!("WHERE c.id = "));
        query.push_bind(id).push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// Locks and reads the latest case of an operation that this transaction has locked; where one is open, it is that one.
pub async fn lock_latest(tx: &mut Tx, operation: OperationId) -> Result<Option<CaseRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(select_cases!("WHERE c.operation_id = "));
        query.push_bind(operation);
        query
            .push(" ORDER BY c.id DESC LIMIT 1")
            .push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// The open case of an operation.
pub async fn open_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<Option<CaseRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, CaseRow>(select_cases!("WHERE c.operation_id = $1 AND c.stage < 2"))
            .bind(operation)
            .fetch_optional(c)
            .await
    })
}

/// Locks and reads the open cases of operations that this transaction has locked.
pub async fn lock_open_of_operations(
    tx: &mut Tx,
    operations: &[OperationId],
) -> Result<Vec<CaseRow>> {
    let mut cases = Vec::new();
    for some in chunks(operations, 1) {
        let rows: Vec<CaseRow> = on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(select_cases!(
                "WHERE c.stage < 2 AND c.operation_id IN ("
            ));
            let mut list = query.separated(", ");
            for operation in some {
                list.push_bind(*operation);
            }
            query.push(") ORDER BY c.id").push(DB::FOR_UPDATE);
            query
                .build_query_as()
                .persistent(false)
                .fetch_all(c)
                .await?
        });
        cases.extend(rows);
    }
    Ok(cases)
}

/// The latest cases of an operation, newest first.
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, CaseRow>(select_cases!(
            "WHERE c.operation_id = $1 ORDER BY c.id DESC LIMIT $2"
        ))
        .bind(operation)
        .bind(limit)
        .fetch_all(c)
        .await
    })
}
