//! Removing what is kept long enough. Keys, decisions and digests stay, and every row stays: only documents, payloads and
//! what describes the business go.

use super::db::Dialect;
use super::webhook::deliveries;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationId, OperationType};
use crate::domain::retention::Kept;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// What stands in the place of a document that was removed; no document is empty.
pub const REMOVED: &str = "";

/// The first type of operation after this one, in their order, of which there are resolved cases with so much kept.
pub async fn next_type<'c>(
    conn: impl Into<Conn<'c>>,
    kept: Kept,
    after: &OperationType,
) -> Result<Option<OperationType>> {
    let sql = "SELECT operation_type FROM cases WHERE stage = 2 AND kept <> 'keys' AND kept = $1 AND operation_type > $2
        ORDER BY operation_type LIMIT 1";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, OperationType>(sql)
            .bind(kept)
            .bind(after)
            .fetch_optional(c)
            .await
    })
}

/// Operations of a type, with so much kept, whose every case was resolved until then and of which nothing is left to
/// account for; those that ended first come first. Look again under their locks.
pub async fn ended<'c>(
    conn: impl Into<Conn<'c>>,
    kept: Kept,
    operation_type: &OperationType,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<OperationId>> {
    let sql = "SELECT c.operation_id FROM cases c
        WHERE c.stage = 2 AND c.kept <> 'keys' AND c.kept = $1 AND c.operation_type = $2 AND c.resolved_at <= $3
            AND NOT EXISTS (SELECT 1 FROM cases n WHERE n.operation_id = c.operation_id
                AND (n.stage < 2 OR n.resolved_at > $3))
            AND NOT EXISTS (SELECT 1 FROM follow_ups f WHERE f.operation_id = c.operation_id AND f.settlement IS NULL)
        ORDER BY c.resolved_at, c.id LIMIT $4";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, OperationId>(sql)
            .bind(kept)
            .bind(operation_type)
            .bind(until)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// Those of the operations that nobody else has locked: they are this transaction's until it ends.
pub async fn lock_free(tx: &mut Tx, operations: &[OperationId]) -> Result<Vec<OperationId>> {
    if operations.is_empty() {
        return Ok(Vec::new());
    }
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("SELECT id FROM operations WHERE id IN (");
        let mut list = query.separated(", ");
        for id in operations {
            list.push_bind(*id);
        }
        query.push(") ORDER BY id").push(DB::SKIP_LOCKED);
        query
            .build_query_scalar()
            .persistent(false)
            .fetch_all(c)
            .await
    })
}

/// A case, as far as it says whether its operation is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct CaseEnd {
    pub id: CaseId,
    pub kept: Kept,
    /// `None` while it is open.
    pub resolved_at: Option<Timestamp>,
}

/// Every case of an operation, the latest first.
pub async fn case_ends(tx: &mut Tx, operation: OperationId) -> Result<Vec<CaseEnd>> {
    let sql = "SELECT id, kept, CASE WHEN stage = 2 THEN resolved_at END AS resolved_at FROM cases
        WHERE operation_id = $1 ORDER BY id DESC";
    on!(tx.into(), |c| {
        sqlx::query_as::<DB, CaseEnd>(sql)
            .bind(operation)
            .fetch_all(c)
            .await
    })
}

/// Whether something is left to account for.
pub async fn has_open_follow_up(tx: &mut Tx, operation: OperationId) -> Result<bool> {
    let sql = "SELECT id FROM follow_ups WHERE operation_id = $1 AND settlement IS NULL ORDER BY id LIMIT 1";
    on!(tx.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(operation)
            .fetch_optional(c)
            .await
            .map(|found| found.is_some())
    })
}

/// How many documents went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gone {
    pub reports: u64,
    pub payloads: u64,
}

/// Removes an operation's reports as they were sent, and its payloads. The rows of the reports stay: a repeat is
/// recognised by its id and digest, and answered as the first time.
pub async fn remove_documents(tx: &mut Tx, operation: OperationId) -> Result<Gone> {
    let reports =
        "UPDATE reports SET document = $2 WHERE operation_id = $1 AND document <> $2 RETURNING id";
    let payloads = "DELETE FROM contents WHERE operation_id = $1";
    let (reports, payloads): (Vec<i64>, u64) = on!((&mut *tx).into(), |c| {
        let reports = sqlx::query_scalar::<DB, i64>(reports).bind(operation);
        let reports = reports.bind(REMOVED).fetch_all(&mut *c).await?;
        let payloads = sqlx::query(payloads).bind(operation).execute(c).await?;
        (reports, payloads.rows_affected())
    });
    for id in &reports {
        tx.wrote(Vouched::Reports, *id);
    }
    tx.wrote(Vouched::Contents, operation.0);
    Ok(Gone {
        reports: reports.len() as u64,
        payloads,
    })
}

/// Removes the notices of its instructions, with every call; what reviewers saw when they decided; and whatever an operation
/// can be found by but keys, results and report ids; and what its cases say of the business.
pub async fn remove_case(tx: &mut Tx, operation: OperationId) -> Result<()> {
    // First, as whoever records a call locks first the notice and then its instruction.
    let notices = "DELETE FROM deliveries WHERE case_id IN (SELECT id FROM cases WHERE operation_id = $1) RETURNING id";
    let gone = changed(tx, notices, operation).await?;
    deliveries::forgotten(tx, &gone);
    let identifiers = "DELETE FROM identifiers WHERE operation_id = $1
            AND name NOT IN ('operation_key', 'step_key', 'result', 'report', 'supersedes', 'superseded_by')
        RETURNING operation_id";
    let statements = [
        (
            Vouched::Decisions,
            "UPDATE decisions SET facts_as_seen = '' WHERE operation_id = $1 RETURNING id",
        ),
        (Vouched::Identifiers, identifiers),
        (
            Vouched::Instructions,
            "UPDATE instructions SET outcome_document = NULL WHERE operation_id = $1 RETURNING number",
        ),
        (
            Vouched::Cases,
            "UPDATE cases SET title = operation_key, reason = NULL WHERE operation_id = $1 RETURNING id",
        ),
    ];
    for (table, sql) in statements {
        for key in changed(tx, sql, operation).await? {
            tx.wrote(table, key);
        }
    }
    Ok(())
}

/// The keys of the rows that a statement changed.
async fn changed(tx: &mut Tx, sql: &'static str, operation: OperationId) -> Result<Vec<i64>> {
    on!(tx.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(operation)
            .fetch_all(c)
            .await
    })
}

/// Lets objects go that an operation touched.
pub async fn remove_holds(tx: &mut Tx, operation: OperationId, holds: &[String]) -> Result<()> {
    tx.wrote(Vouched::Holds, operation.0);
    on!(tx.into(), |c| {
        for hold in holds {
            sqlx::query("DELETE FROM holds WHERE hold = $1 AND operation_id = $2")
                .bind(hold)
                .bind(operation)
                .execute(&mut *c)
                .await?;
        }
        Ok(())
    })
}

/// A decision's order, and with it what its instruction tells the worker, in other words than they were given.
pub async fn rewrite_order(tx: &mut Tx, decision: i64, document: &str) -> Result<()> {
    let sql = "UPDATE decisions SET document = $2 WHERE id = $1";
    on!((&mut *tx).into(), |c| {
        let order = sqlx::query(sql).bind(decision).bind(document);
        order.execute(c).await?;
    });
    tx.wrote(Vouched::Decisions, decision);
    let sql = "UPDATE instructions SET document = $2 WHERE id = (SELECT instruction_id FROM decisions WHERE id = $1)
        RETURNING number";
    let numbers: Vec<i64> = on!((&mut *tx).into(), |c| {
        let told = sqlx::query_scalar::<DB, i64>(sql);
        told.bind(decision).bind(document).fetch_all(c).await?
    });
    for number in numbers {
        tx.wrote(Vouched::Instructions, number);
    }
    Ok(())
}

/// Notes what is kept of an operation's cases.
pub async fn note_kept(tx: &mut Tx, operation: OperationId, kept: Kept) -> Result<()> {
    let sql = "UPDATE cases SET kept = $2 WHERE operation_id = $1 RETURNING id";
    let cases: Vec<i64> = on!((&mut *tx).into(), |c| {
        let cases = sqlx::query_scalar::<DB, i64>(sql);
        cases.bind(operation).bind(kept).fetch_all(c).await?
    });
    for id in cases {
        tx.wrote(Vouched::Cases, id);
    }
    Ok(())
}

/// Something came of an operation after it was removed: it goes in its turn, with all that is kept of this case.
pub async fn kept_again(tx: &mut Tx, case: CaseId) -> Result<()> {
    tx.wrote(Vouched::Cases, case.0);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE cases SET kept = $2 WHERE id = $1")
            .bind(case)
            .bind(Kept::Everything)
            .execute(c)
            .await
            .map(|_| ())
    })
}
