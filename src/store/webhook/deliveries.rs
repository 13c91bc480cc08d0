//! Notices on their way to endpoints. A row is written with the instruction it tells of; whoever calls takes a lease on it, so
//! that no transaction is open meanwhile, and a caller that dies is followed by another one.

use crate::domain::history::Vouched;
use crate::domain::ids::{
    CaseId, DeliveryId, EndpointId, InstructionId, NoticeId, OperationId, SourceId,
};
use crate::domain::time::Timestamp;
use crate::domain::webhook::{DeliveryState, EndpointState, Failure, NoticeKind};
use crate::on;
use crate::store::db::Dialect;
use crate::store::{Conn, Tx};
use sqlx::Result;

/// A delivery as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DeliveryRow {
    pub id: DeliveryId,
    pub endpoint_id: EndpointId,
    pub notice_id: NoticeId,
    pub kind: NoticeKind,
    pub instruction_id: Option<InstructionId>,
    pub case_id: Option<CaseId>,
    pub operation_id: Option<OperationId>,
    pub body: String,
    pub state: DeliveryState,
    pub created_at: Timestamp,
    /// Calls since it was last put on its way.
    pub tries: i64,
    /// When it is to be called next; while somebody calls, when their lease ends.
    pub due_at: Timestamp,
    pub lease: Option<String>,
    pub give_up_at: Timestamp,
    /// When it was delivered, or given up.
    pub ended_at: Option<Timestamp>,
}

/// A notice to deliver.
#[derive(Debug, Clone, Copy)]
pub struct NewDelivery<'a> {
    pub notice: &'a NoticeId,
    pub kind: NoticeKind,
    pub instruction: Option<&'a InstructionId>,
    pub case: Option<CaseId>,
    pub operation: Option<OperationId>,
    pub body: &'a str,
    pub now: Timestamp,
    pub give_up_at: Timestamp,
}

/// A call, and what was heard.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AttemptRow {
    pub delivery_id: DeliveryId,
    pub started_at: Timestamp,
    /// Microseconds.
    pub took: i64,
    /// The HTTP status, if an answer came.
    pub status: Option<i64>,
    /// Why none came.
    pub failure: Option<Failure>,
}

/// Puts a notice on its way to every endpoint of a source that is on. Those that are off miss it: their source asks instead.
pub async fn insert_for_source(
    tx: &mut Tx,
    source: SourceId,
    new: &NewDelivery<'_>,
) -> Result<u64> {
    let sql = "INSERT INTO deliveries (endpoint_id, notice_id, kind, instruction_id, case_id, operation_id, body,
            state, created_at, tries, due_at, give_up_at)
        SELECT id, $2, $3, $4, $5, $6, $7, 'waiting', $8, 0, $8, $9 FROM endpoints WHERE source_id = $1 AND state = 'on'
        RETURNING id";
    let made: Vec<i64> = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(source)
            .bind(new.notice)
            .bind(new.kind)
            .bind(new.instruction)
            .bind(new.case)
            .bind(new.operation)
            .bind(new.body)
            .bind(new.now)
            .bind(new.give_up_at)
            .fetch_all(c)
            .await?
    });
    for id in &made {
        tx.wrote(Vouched::Deliveries, *id);
    }
    Ok(made.len() as u64)
}

/// Puts a notice on its way to one endpoint.
pub async fn insert(
    tx: &mut Tx,
    endpoint: EndpointId,
    new: &NewDelivery<'_>,
) -> Result<DeliveryId> {
    let sql = "INSERT INTO deliveries (endpoint_id, notice_id, kind, instruction_id, case_id, operation_id, body,
            state, created_at, tries, due_at, give_up_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, 0, $8, $9) RETURNING id";
    let id = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, DeliveryId>(sql)
            .bind(endpoint)
            .bind(new.notice)
            .bind(new.kind)
            .bind(new.instruction)
            .bind(new.case)
            .bind(new.operation)
            .bind(new.body)
            .bind(new.now)
            .bind(new.give_up_at)
            .fetch_one(c)
            .await?
    });
    tx.wrote(Vouched::Deliveries, id.0);
    Ok(id)
}

/// Locks deliveries that are due at an endpoint, longest ago first; those that somebody else has locked are passed over.
pub async fn lock_due(
    tx: &mut Tx,
    endpoint: EndpointId,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "SELECT * FROM deliveries WHERE state = 'waiting' AND endpoint_id = ",
        );
        query.push_bind(endpoint).push(" AND due_at <= ");
        query.push_bind(now);
        query.push(" ORDER BY due_at, id LIMIT ");
        query.push_bind(limit).push(DB::SKIP_LOCKED);
        query.build_query_as().fetch_all(c).await
    })
}

/// Takes a lease on a delivery: until it ends nobody else calls. `false` if it does not wait (any more).
pub async fn lease(tx: &mut Tx, id: DeliveryId, lease: &str, until: Timestamp) -> Result<bool> {
    let sql = "UPDATE deliveries SET lease = $2, due_at = $3 WHERE id = $1 AND state = 'waiting'";
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(lease)
            .bind(until)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Locks a delivery until the transaction ends, and reads it.
pub async fn lock(tx: &mut Tx, id: DeliveryId) -> Result<Option<DeliveryRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("SELECT * FROM deliveries WHERE id = ");
        query.push_bind(id).push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// Locks deliveries until the transaction ends, in the order of their numbers.
pub async fn lock_all(tx: &mut Tx, ids: impl Iterator<Item = DeliveryId>) -> Result<()> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("SELECT id FROM deliveries WHERE id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(") ORDER BY id").push(DB::FOR_UPDATE);
        query.build().persistent(false).execute(c).await?;
    });
    Ok(())
}

/// Sets when a delivery that waits is called next, after so many calls. `false` if it does not wait.
pub async fn again(tx: &mut Tx, id: DeliveryId, tries: i64, at: Timestamp) -> Result<bool> {
    let sql = "UPDATE deliveries SET lease = NULL, tries = $2, due_at = $3 WHERE id = $1 AND state = 'waiting'";
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(tries)
            .bind(at)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Ends a delivery that waits. `false` if it does not wait.
pub async fn end(
    tx: &mut Tx,
    id: DeliveryId,
    state: DeliveryState,
    tries: i64,
    now: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE deliveries SET state = $2, lease = NULL, tries = $3, ended_at = $4
        WHERE id = $1 AND state = 'waiting'";
    tx.wrote(Vouched::Deliveries, id.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(state)
            .bind(tries)
            .bind(now)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Puts a delivery on its way anew, as if it had never been tried. `false` if somebody calls for it right now.
pub async fn restart(
    tx: &mut Tx,
    id: DeliveryId,
    now: Timestamp,
    give_up_at: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE deliveries SET state = 'waiting', lease = NULL, tries = 0, due_at = $2, give_up_at = $3, ended_at = NULL
        WHERE id = $1 AND (lease IS NULL OR due_at <= $2)";
    tx.wrote(Vouched::Deliveries, id.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(now)
            .bind(give_up_at)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Records a call.
pub async fn record(tx: &mut Tx, attempt: &AttemptRow) -> Result<()> {
    let sql = "INSERT INTO delivery_attempts (delivery_id, started_at, took, status, failure) VALUES ($1, $2, $3, $4, $5)";
    tx.wrote(Vouched::DeliveryAttempts, attempt.delivery_id.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(attempt.delivery_id)
            .bind(attempt.started_at)
            .bind(attempt.took)
            .bind(attempt.status)
            .bind(attempt.failure)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// Deliveries whose time for trying is over while their endpoint is not called, longest ago first.
pub async fn paused_too_long<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<DeliveryId>> {
    let sql = "SELECT d.id FROM deliveries d JOIN endpoints e ON e.id = d.endpoint_id
            JOIN sources s ON s.id = e.source_id
        WHERE d.state = 'waiting' AND d.give_up_at <= $1 AND (e.state <> 'on' OR s.disabled)
        ORDER BY d.give_up_at LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, DeliveryId>(sql)
            .bind(now)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The latest deliveries to an endpoint, newest first, beside those that [`undelivered`] gives.
pub async fn latest<'c>(
    conn: impl Into<Conn<'c>>,
    endpoint: EndpointId,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    let sql = "SELECT * FROM deliveries WHERE endpoint_id = $1 AND (state <> 'undelivered' OR kind = 'test')
        ORDER BY id DESC LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DeliveryRow>(sql)
            .bind(endpoint)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The latest notices of instructions to an endpoint that were given up, newest first.
pub async fn undelivered<'c>(
    conn: impl Into<Conn<'c>>,
    endpoint: EndpointId,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    let sql = "SELECT * FROM deliveries WHERE endpoint_id = $1 AND state = 'undelivered' AND kind <> 'test'
        ORDER BY id DESC LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DeliveryRow>(sql)
            .bind(endpoint)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// How many notices of instructions to a source's endpoints were given up, counted no further than `cap`.
pub async fn count_undelivered<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    cap: i64,
) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT 1 FROM endpoints e JOIN deliveries d ON d.endpoint_id = e.id
        WHERE e.source_id = $1 AND d.state = 'undelivered' AND d.kind <> 'test' LIMIT $2) counted";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(source)
            .bind(cap)
            .fetch_one(c)
            .await
    })
}

/// The deliveries that a case is about, oldest first, each with its endpoint's address and state.
pub async fn of_case<'c>(
    conn: impl Into<Conn<'c>>,
    case: CaseId,
    limit: i64,
) -> Result<Vec<(DeliveryRow, String, EndpointState)>> {
    #[derive(sqlx::FromRow)]
    struct Both {
        url: String,
        endpoint_state: EndpointState,
        #[sqlx(flatten)]
        delivery: DeliveryRow,
    }
    let sql = "SELECT d.*, e.url, e.state AS endpoint_state FROM deliveries d JOIN endpoints e ON e.id = d.endpoint_id
        WHERE d.case_id = $1 ORDER BY d.id LIMIT $2";
    let rows = on!(conn.into(), |c| {
        sqlx::query_as::<DB, Both>(sql)
            .bind(case)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    Ok(rows
        .into_iter()
        .map(|row| (row.delivery, row.url, row.endpoint_state))
        .collect())
}

/// Forgets tests that have ended and were made before this time, with their calls, and says how many.
pub async fn forget_tests(tx: &mut Tx, before: Timestamp) -> Result<usize> {
    let sql = "DELETE FROM deliveries
        WHERE case_id IS NULL AND kind = 'test' AND state <> 'waiting' AND created_at < $1 RETURNING id";
    let gone: Vec<i64> = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(before)
            .fetch_all(c)
            .await?
    });
    forgotten(tx, &gone);
    Ok(gone.len())
}

/// Notices are gone, and every call with them.
pub(in crate::store) fn forgotten(tx: &mut Tx, gone: &[i64]) {
    for id in gone {
        tx.wrote(Vouched::Deliveries, *id);
        tx.wrote(Vouched::DeliveryAttempts, *id);
    }
}

/// The latest calls of a delivery, oldest first.
pub async fn attempts<'c>(
    conn: impl Into<Conn<'c>>,
    delivery: DeliveryId,
    limit: i64,
) -> Result<Vec<AttemptRow>> {
    let sql = "SELECT delivery_id, started_at, took, status, failure FROM delivery_attempts
        WHERE delivery_id = $1 ORDER BY id DESC LIMIT $2";
    let mut rows = on!(conn.into(), |c| {
        sqlx::query_as::<DB, AttemptRow>(sql)
            .bind(delivery)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    rows.reverse();
    Ok(rows)
}
