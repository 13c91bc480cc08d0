//! The rows that the history vouches for, as whoever verifies it reads them.

use super::Conn;
use crate::domain::history::{KeptDecision, KeptReport, Table};
use crate::on;
use sqlx::{QueryBuilder, Result};

/// A decision as it stands in its table.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DecisionText {
    pub id: i64,
    case_id: i64,
    operation_id: i64,
    kind: String,
    by_name: String,
    role: String,
    decided_at: i64,
    reason_code: String,
    justification: String,
    facts_as_seen: String,
    facts_digest: String,
    document: String,
    instruction_id: Option<String>,
    answered_name: Option<String>,
    answered_at: Option<i64>,
    answer_words: Option<String>,
}

impl DecisionText {
    /// What the history vouches for.
    #[must_use]
    pub fn kept(&self) -> KeptDecision<'_> {
        KeptDecision {
            case: self.case_id,
            operation: self.operation_id,
            kind: &self.kind,
            by_name: &self.by_name,
            role: &self.role,
            decided_at: self.decided_at,
            reason_code: &self.reason_code,
            justification: &self.justification,
            facts_as_seen: &self.facts_as_seen,
            facts_digest: &self.facts_digest,
            document: &self.document,
            instruction: self.instruction_id.as_deref(),
            answered_name: self.answered_name.as_deref(),
            answered_at: self.answered_at,
            answer_words: self.answer_words.as_deref(),
        }
    }
}

/// A report as it stands in its table.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ReportText {
    pub id: i64,
    /// The name of its source.
    pub source: String,
    pub report_id: String,
    case_id: Option<i64>,
    operation_id: i64,
    digest: String,
    document: String,
}

impl ReportText {
    /// What the history vouches for.
    #[must_use]
    pub fn kept(&self) -> KeptReport<'_> {
        KeptReport {
            case: self.case_id,
            operation: self.operation_id,
            digest: &self.digest,
            document: &self.document,
        }
    }
}

/// A row by which an entry that tells of it can be looked for.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct RowName {
    pub id: i64,
    pub operation_id: i64,
    /// The id that a source gave its report; of a decision, the number.
    pub name: String,
}

/// Those of the decisions that are there.
pub async fn decisions<'c>(conn: impl Into<Conn<'c>>, ids: &[i64]) -> Result<Vec<DecisionText>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT * FROM decisions WHERE id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(")");
        query.build_query_as().persistent(false).fetch_all(c).await
    })
}

/// Those of the reports that are there, each named by its source's name and its id.
pub async fn reports<'c>(
    conn: impl Into<Conn<'c>>,
    named: &[(String, String)],
) -> Result<Vec<ReportText>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("WITH named (source, report_id) AS (");
        query.push_values(named, |mut row, (source, report)| {
            row.push_bind(source).push_bind(report);
        });
        query.push(
            ") SELECT r.id, s.name AS source, r.report_id, r.case_id, r.operation_id, r.digest, r.document
            FROM named JOIN sources s ON s.name = named.source
            JOIN reports r ON r.source_id = s.id AND r.report_id = named.report_id",
        );
        query.build_query_as().persistent(false).fetch_all(c).await
    })
}

/// The greatest number of a row; 0 if there is none.
pub async fn last_id<'c>(conn: impl Into<Conn<'c>>, table: Table) -> Result<i64> {
    on!(conn.into(), |c| {
        QueryBuilder::<DB>::new("SELECT COALESCE(MAX(id), 0) FROM ")
            .push(table)
            .build_query_scalar()
            .fetch_one(c)
            .await
    })
}

/// How many rows there are up to that number.
pub async fn count<'c>(conn: impl Into<Conn<'c>>, table: Table, last: i64) -> Result<i64> {
    on!(conn.into(), |c| {
        QueryBuilder::<DB>::new("SELECT COUNT(*) FROM ")
            .push(table)
            .push(" WHERE id <= ")
            .push_bind(last)
            .build_query_scalar()
            .fetch_one(c)
            .await
    })
}

/// The rows after the one of that number and up to `last`, in order, at most `limit`.
pub async fn names<'c>(
    conn: impl Into<Conn<'c>>,
    table: Table,
    after: i64,
    last: i64,
    limit: i64,
) -> Result<Vec<RowName>> {
    let columns = match table {
        Table::Decisions => "SELECT id, operation_id, CAST(id AS TEXT) AS name FROM ",
        Table::Reports => "SELECT id, operation_id, report_id AS name FROM ",
    };
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(columns);
        query.push(table).push(" WHERE id > ").push_bind(after);
        query.push(" AND id <= ").push_bind(last);
        query.push(" ORDER BY id LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}
