//! Stop reports as they were sent, and how often each came.

use super::batch::{chunks, comes_again, to_insert};
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationId, ReportId, SourceId};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// A report that was kept.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ReportRow {
    pub id: i64,
    pub source_id: SourceId,
    pub report_id: ReportId,
    /// The digest by which a repeat is told from other content under the same id.
    pub digest: String,
    pub operation_id: OperationId,
    pub case_id: Option<CaseId>,
    /// JSON, as it was sent.
    pub document: String,
    pub arrived_at: Timestamp,
    /// The HTTP status of the first answer.
    pub answer_status: i64,
    /// The body of the first answer, JSON.
    pub answer: String,
    /// How often it came, the first time included.
    pub deliveries: i64,
    pub last_delivered_at: Timestamp,
    /// How often its id came with other content.
    pub refused_repeats: i64,
}

/// What a list shows of a report: all but its documents.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ReportHead {
    pub id: i64,
    pub report_id: ReportId,
    pub case_id: Option<CaseId>,
    pub arrived_at: Timestamp,
    pub answer_status: i64,
    pub deliveries: i64,
    pub last_delivered_at: Timestamp,
    pub refused_repeats: i64,
}

/// A report to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    pub source_id: SourceId,
    pub report_id: ReportId,
    pub digest: String,
    pub operation_id: OperationId,
    pub case_id: Option<CaseId>,
    pub document: String,
    pub arrived_at: Timestamp,
    pub answer_status: i64,
    pub answer: String,
}

/// Keeps reports. Those whose id the source used before are left out: the answer names the ones that were kept.
pub async fn insert(tx: &mut Tx, rows: &[NewReport]) -> Result<Vec<ReportId>> {
    let mut kept = Vec::with_capacity(rows.len());
    for some in to_insert(rows) {
        kept.extend(insert_some(tx, some).await?);
    }
    for (_, id) in &kept {
        tx.wrote(Vouched::Reports, *id);
    }
    Ok(kept.into_iter().map(|(report, _)| report).collect())
}

async fn insert_some(tx: &mut Tx, rows: &[NewReport]) -> Result<Vec<(ReportId, i64)>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "INSERT INTO reports (source_id, report_id, digest, operation_id, case_id, document, arrived_at,
                answer_status, answer, deliveries, last_delivered_at, refused_repeats) ",
        );
        query.push_values(rows, |mut row, report| {
            row.push_bind(report.source_id)
                .push_bind(&report.report_id)
                .push_bind(&report.digest)
                .push_bind(report.operation_id)
                .push_bind(report.case_id)
                .push_bind(&report.document)
                .push_bind(report.arrived_at)
                .push_bind(report.answer_status)
                .push_bind(&report.answer)
                .push_bind(1_i64)
                .push_bind(report.arrived_at)
                .push_bind(0_i64);
        });
        query.push(" ON CONFLICT (source_id, report_id) DO NOTHING RETURNING report_id, id");
        query
            .build_query_as()
            .persistent(comes_again(rows.len()))
            .fetch_all(c)
            .await
    })
}

/// The report of that id.
pub async fn find<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    report: &ReportId,
) -> Result<Option<ReportRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ReportRow>(
            "SELECT * FROM reports WHERE source_id = $1 AND report_id = $2",
        )
        .bind(source)
        .bind(report)
        .fetch_optional(c)
        .await
    })
}

/// Those of the ids that are known.
pub async fn find_many(
    tx: &mut Tx,
    source: SourceId,
    reports: &[ReportId],
) -> Result<Vec<ReportRow>> {
    let mut found = Vec::new();
    for some in chunks(reports, 1) {
        let rows: Vec<ReportRow> = on!((&mut *tx).into(), |c| {
            let mut query =
                sqlx::QueryBuilder::<DB>::new("SELECT * FROM reports WHERE source_id = ");
            query.push_bind(source).push(" AND report_id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id);
            }
            query.push(")");
            query
                .build_query_as()
                .persistent(false)
                .fetch_all(c)
                .await?
        });
        found.extend(rows);
    }
    Ok(found)
}

/// Counts one more delivery of a report that is known.
pub async fn count_repeat<'c>(conn: impl Into<Conn<'c>>, id: i64, now: Timestamp) -> Result<()> {
    let sql =
        "UPDATE reports SET deliveries = deliveries + 1, last_delivered_at = $2 WHERE id = $1";
    on!(conn.into(), |c| {
        sqlx::query(sql).bind(id).bind(now).execute(c).await?;
    });
    Ok(())
}

/// Counts more deliveries of many reports at once, each by how many came.
pub async fn count_repeats(tx: &mut Tx, repeats: &[(i64, i64)], now: Timestamp) -> Result<()> {
    for some in chunks(repeats, 2) {
        on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new("WITH came (id, times) AS (");
            query.push_values(some, |mut row, (id, times)| {
                row.push_bind(*id).push_bind(*times);
            });
            query.push(") UPDATE reports SET deliveries = reports.deliveries + came.times, last_delivered_at = ");
            query
                .push_bind(now)
                .push(" FROM came WHERE reports.id = came.id");
            query.build().persistent(false).execute(c).await?;
        });
    }
    Ok(())
}

/// Counts one more attempt to use a known report's id for other content.
pub async fn count_refused_repeat<'c>(conn: impl Into<Conn<'c>>, id: i64) -> Result<()> {
    let sql = "UPDATE reports SET refused_repeats = refused_repeats + 1 WHERE id = $1";
    on!(conn.into(), |c| {
        sqlx::query(sql).bind(id).execute(c).await?;
    });
    Ok(())
}

/// The reports of an operation after the one given (0 for the first page), oldest first.
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    after: i64,
    limit: i64,
) -> Result<Vec<ReportRow>> {
    let sql = "SELECT * FROM reports WHERE operation_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ReportRow>(sql)
            .bind(operation)
            .bind(after)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// How many reports an operation has, and how many deliveries they came in.
pub async fn counts_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(deliveries), 0) AS BIGINT) FROM reports WHERE operation_id = $1";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, (i64, i64)>(sql)
            .bind(operation)
            .fetch_one(c)
            .await
    })
}

/// The latest reports of an operation without their documents, newest first.
pub async fn heads_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    limit: i64,
) -> Result<Vec<ReportHead>> {
    let sql = "SELECT id, report_id, case_id, arrived_at, answer_status, deliveries, last_delivered_at, refused_repeats
        FROM reports WHERE operation_id = $1 ORDER BY id DESC LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ReportHead>(sql)
            .bind(operation)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// One report of an operation.
pub async fn get<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    id: i64,
) -> Result<Option<ReportRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ReportRow>("SELECT * FROM reports WHERE operation_id = $1 AND id = $2")
            .bind(operation)
            .bind(id)
            .fetch_optional(c)
            .await
    })
}
