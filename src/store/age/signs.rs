//! Signs of trouble in what sources report: each by itself, and counted by quarter hours.

use crate::domain::age::Scope;
use crate::domain::age::signs::{Sign, SignCounts};
use crate::domain::age::slots::slot;
use crate::domain::age::window::Interval;
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationType, ReportId, SourceId};
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::age::moved::Before;
use crate::store::batch::{comes_again, to_insert};
use crate::store::cases::CaseRow;
use crate::store::{Conn, Tx};
use sqlx::{Database, Encode, QueryBuilder, Result, Type};
use std::collections::BTreeMap;

/// A report, and what it shows.
#[derive(Debug, Clone)]
pub struct Came<'r> {
    pub at: Timestamp,
    pub source: SourceId,
    pub operation_type: &'r OperationType,
    pub report: &'r ReportId,
    /// The case that it belongs to.
    pub case: Option<CaseId>,
    pub signs: Vec<Sign>,
}

/// What reports of one transaction showed, written when it commits.
#[derive(Debug, Default)]
pub(in crate::store) struct Noted {
    signs: Vec<Noticed>,
    counts: BTreeMap<(Timestamp, SourceId, OperationType), SignCounts>,
}

#[derive(Debug)]
struct Noticed {
    sign: Sign,
    at: Timestamp,
    source: SourceId,
    operation_type: OperationType,
    case: CaseId,
    report: ReportId,
}

/// Counts a report, and notes what it shows.
pub fn note(tx: &mut Tx, came: &Came<'_>) {
    let noted = tx.signs();
    let key = (slot(came.at), came.source, came.operation_type.clone());
    let counts = noted.counts.entry(key).or_default();
    counts.reports += 1;
    // A sign that no case could be shown for is none.
    let Some(case) = came.case else { return };
    for sign in &came.signs {
        counts.count(*sign);
        noted.signs.push(Noticed {
            sign: *sign,
            at: came.at,
            source: came.source,
            operation_type: came.operation_type.clone(),
            case,
            report: came.report.clone(),
        });
    }
}

/// Writes what was noted; counts in the order of their keys, so that two transactions never wait for each other's.
pub(in crate::store) async fn apply(tx: &mut Tx, noted: &Noted) -> Result<()> {
    for some in to_insert(&noted.signs) {
        insert(tx, some).await?;
    }
    let counts: Vec<_> = noted.counts.iter().collect();
    for some in to_insert(&counts) {
        add(tx, some).await?;
    }
    Ok(())
}

async fn insert(tx: &mut Tx, signs: &[Noticed]) -> Result<()> {
    let made: Vec<i64> = on!((&mut *tx).into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "INSERT INTO signs (sign, at, source_id, operation_type, case_id, report_id) ",
        );
        query.push_values(signs, |mut row, noticed| {
            row.push_bind(noticed.sign)
                .push_bind(noticed.at)
                .push_bind(noticed.source)
                .push_bind(&noticed.operation_type)
                .push_bind(noticed.case)
                .push_bind(&noticed.report);
        });
        query.push(" RETURNING id");
        let query = query.build_query_scalar();
        let query = query.persistent(comes_again(signs.len()));
        query.fetch_all(c).await?
    });
    for id in made {
        tx.wrote(Vouched::Signs, id);
    }
    Ok(())
}

async fn add(
    tx: &mut Tx,
    counts: &[(&(Timestamp, SourceId, OperationType), &SignCounts)],
) -> Result<()> {
    for ((slot, ..), _) in counts {
        tx.wrote(Vouched::SignCounts, slot.0);
    }
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "INSERT INTO sign_counts (slot, source_id, operation_type, reports, repeated, reused_id,
                key_conflict, sent_though_done) ",
        );
        query.push_values(counts, |mut row, ((slot, source, operation_type), n)| {
            row.push_bind(*slot)
                .push_bind(*source)
                .push_bind(operation_type)
                .push_bind(n.reports)
                .push_bind(n.repeated)
                .push_bind(n.reused_id)
                .push_bind(n.key_conflict)
                .push_bind(n.sent_though_done);
        });
        query.push(
            " ON CONFLICT (slot, source_id, operation_type) DO UPDATE SET
                reports = sign_counts.reports + excluded.reports,
                repeated = sign_counts.repeated + excluded.repeated,
                reused_id = sign_counts.reused_id + excluded.reused_id,
                key_conflict = sign_counts.key_conflict + excluded.key_conflict,
                sent_though_done = sign_counts.sent_though_done + excluded.sent_though_done",
        );
        let query = query.build().persistent(comes_again(counts.len()));
        query.execute(c).await.map(|_| ())
    })
}

#[derive(sqlx::FromRow)]
struct Counted {
    source_id: SourceId,
    reports: i64,
    repeated: i64,
    reused_id: i64,
    key_conflict: i64,
    sent_though_done: i64,
}

/// What was counted of each source's reports within a time. Of the scope, source and type narrow it.
pub async fn counts<'c>(
    conn: impl Into<Conn<'c>>,
    scope: &Scope,
    within: Interval,
) -> Result<Vec<(SourceId, SignCounts)>> {
    let rows: Vec<Counted> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT s.source_id, CAST(SUM(s.reports) AS BIGINT) AS reports,
                CAST(SUM(s.repeated) AS BIGINT) AS repeated, CAST(SUM(s.reused_id) AS BIGINT) AS reused_id,
                CAST(SUM(s.key_conflict) AS BIGINT) AS key_conflict,
                CAST(SUM(s.sent_though_done) AS BIGINT) AS sent_though_done
            FROM sign_counts s WHERE s.slot >= ",
        );
        query.push_bind(within.from).push(" AND s.slot < ");
        query.push_bind(within.until);
        push_scope(&mut query, scope);
        query.push(" GROUP BY s.source_id ORDER BY s.source_id");
        query.build_query_as().fetch_all(c).await?
    });
    let counts = |row: Counted| {
        let counts = SignCounts {
            reports: row.reports,
            repeated: row.repeated,
            reused_id: row.reused_id,
            key_conflict: row.key_conflict,
            sent_though_done: row.sent_though_done,
        };
        (row.source_id, counts)
    };
    Ok(rows.into_iter().map(counts).collect())
}

fn push_scope<DB: Database>(query: &mut QueryBuilder<DB>, scope: &Scope)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    let of_reports = Scope {
        source: scope.source,
        operation_type: scope.operation_type.clone(),
        ..Scope::default()
    };
    super::push_scope(query, "s", &of_reports);
}

/// Which reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signs {
    pub sign: Sign,
    pub within: Interval,
}

/// A report that showed a sign, and the case that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SignRow {
    #[sqlx(flatten)]
    pub case: CaseRow,
    pub sign_id: i64,
    pub noted_at: Timestamp,
    pub report_id: ReportId,
}

/// How many such reports there are, counted no further than `cap`.
pub async fn count<'c>(
    conn: impl Into<Conn<'c>>,
    signs: Signs,
    scope: &Scope,
    cap: i64,
) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query =
            QueryBuilder::<DB>::new("SELECT COUNT(*) FROM (SELECT 1 FROM signs s WHERE ");
        push_signs(&mut query, signs, scope);
        query.push(" LIMIT ").push_bind(cap).push(") AS counted");
        query.build_query_scalar().fetch_one(c).await
    })
}

/// Such reports, the latest first.
pub async fn list<'c>(
    conn: impl Into<Conn<'c>>,
    signs: Signs,
    scope: &Scope,
    before: Option<Before>,
    limit: i64,
) -> Result<Vec<SignRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.*, (SELECT u.full_name FROM users u WHERE u.id = c.holder_id) AS holder_name,
                s.id AS sign_id, s.at AS noted_at, s.report_id
            FROM signs s JOIN cases c ON c.id = s.case_id WHERE ",
        );
        push_signs(&mut query, signs, scope);
        if let Some(before) = before {
            query.push(" AND (s.at, s.id) < (").push_bind(before.at);
            query.push(", ").push_bind(before.id).push(")");
        }
        query
            .push(" ORDER BY s.at DESC, s.id DESC LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

fn push_signs<DB: Database>(query: &mut QueryBuilder<DB>, signs: Signs, scope: &Scope)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push("s.sign = ").push_bind(signs.sign);
    query.push(" AND s.at >= ").push_bind(signs.within.from);
    query.push(" AND s.at < ").push_bind(signs.within.until);
    push_scope(query, scope);
}
