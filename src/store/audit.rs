//! The rows that the history vouches for, as whoever verifies it reads them.

use super::stored::PUT_OFF;
use super::{Conn, Snapshot};
use crate::domain::cause::Cause;
use crate::domain::history::{KeptDecision, KeptReport};
use crate::domain::ids::SourceId;
use crate::domain::report::StopKind;
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

/// An instruction and a decision that do not name each other.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Unmatched {
    pub instruction: Option<String>,
    pub decision: Option<i64>,
}

/// The first instruction whose decision does not name it, or decision whose instruction does not name it.
pub async fn unmatched<'c>(conn: impl Into<Conn<'c>>) -> Result<Option<Unmatched>> {
    let sql = "SELECT i.id AS instruction, i.decision_id AS decision FROM instructions i
        LEFT JOIN decisions d ON d.id = i.decision_id
        WHERE d.instruction_id IS NULL OR d.instruction_id <> i.id OR d.case_id <> i.case_id
        UNION ALL
        SELECT d.instruction_id, d.id FROM decisions d LEFT JOIN instructions i ON i.id = d.instruction_id
        WHERE d.instruction_id IS NOT NULL AND (i.decision_id IS NULL OR i.decision_id <> d.id)
        LIMIT 1";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, Unmatched>(sql).fetch_optional(c).await
    })
}

/// A lane of the queue, and a number of its cases.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Lane {
    pub stage: i64,
    pub kind: String,
    pub n: i64,
}

impl Lane {
    /// Whether it is of the stages there are, with what is put off, and of the stop kinds.
    #[must_use]
    pub fn is_one(&self) -> bool {
        (0..=PUT_OFF).contains(&self.stage) && stop_kind(&self.kind).is_some()
    }
}

fn stop_kind(word: &str) -> Option<StopKind> {
    serde_json::from_value(word.into()).ok()
}

/// How many cases each lane has by its counter, and how many by counting them.
pub async fn lanes(snapshot: &mut Snapshot) -> Result<(Vec<Lane>, Vec<Lane>)> {
    let told = "SELECT stage, kind, n FROM queue_counts";
    let counted = "SELECT stage, kind, COUNT(*) AS n FROM cases GROUP BY stage, kind
        UNION ALL
        SELECT CAST(3 AS BIGINT), kind, COUNT(*) FROM cases WHERE stage = 0 AND look_again_at IS NOT NULL GROUP BY kind";
    let (mut told, mut counted): (Vec<Lane>, Vec<Lane>) = on!((&mut *snapshot).into(), |c| {
        let told = sqlx::query_as(told).fetch_all(&mut *c).await?;
        (told, sqlx::query_as(counted).fetch_all(c).await?)
    });
    told.sort();
    counted.sort();
    Ok((told, counted))
}

/// Cases to review of one cause, and a number of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct CauseCount {
    pub cause: String,
    kind: String,
    source_id: i64,
    step: String,
    system: String,
    stop_code: String,
    pub n: i64,
}

impl CauseCount {
    /// Whether it is the cause of its name, which is a digest of all that makes it.
    #[must_use]
    pub fn is_of_its_name(&self) -> bool {
        let Some(kind) = stop_kind(&self.kind) else {
            return false;
        };
        let cause = Cause {
            kind,
            source: SourceId(self.source_id),
            step: self.step.clone(),
            system: self.system.clone(),
            stop_code: self.stop_code.clone(),
        };
        cause.id().as_str() == self.cause
    }
}

/// How many cases to review each cause has by its counter, and how many by counting them.
pub async fn causes(snapshot: &mut Snapshot) -> Result<(Vec<CauseCount>, Vec<CauseCount>)> {
    let told = "SELECT cause, kind, source_id, step, system, stop_code, n FROM cause_counts";
    let counted = "SELECT cause, kind, source_id, cause_step AS step, cause_system AS system, stop_code, COUNT(*) AS n
        FROM cases WHERE stage = 0 AND cause <> ''
        GROUP BY cause, kind, source_id, cause_step, cause_system, stop_code";
    let (mut told, mut counted): (Vec<CauseCount>, Vec<CauseCount>) =
        on!((&mut *snapshot).into(), |c| {
            let told = sqlx::query_as(told).fetch_all(&mut *c).await?;
            (told, sqlx::query_as(counted).fetch_all(c).await?)
        });
    told.sort();
    counted.sort();
    Ok((told, counted))
}

/// What came and went of a stop kind until the last hour that is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Total {
    pub kind: String,
    pub came_in: i64,
    pub came_back: i64,
    pub decided: i64,
    pub resolved: i64,
    pub lapsed: i64,
}

/// The totals as they are told, and as they are added up.
pub async fn totals(snapshot: &mut Snapshot) -> Result<(Vec<Total>, Vec<Total>)> {
    let told = "SELECT kind, came_in, came_back, decided, resolved, lapsed FROM flow_totals";
    let counted = "SELECT kind, CAST(SUM(came_in) AS BIGINT) AS came_in, CAST(SUM(came_back) AS BIGINT) AS came_back,
            CAST(SUM(decided) AS BIGINT) AS decided, CAST(SUM(resolved) AS BIGINT) AS resolved,
            CAST(SUM(lapsed) AS BIGINT) AS lapsed
        FROM queue_flow WHERE slot < (SELECT hour FROM backlog_head WHERE id = 1) GROUP BY kind";
    let (mut told, mut counted): (Vec<Total>, Vec<Total>) = on!((&mut *snapshot).into(), |c| {
        let told = sqlx::query_as(told).fetch_all(&mut *c).await?;
        (told, sqlx::query_as(counted).fetch_all(c).await?)
    });
    told.sort();
    counted.sort();
    Ok((told, counted))
}

/// Of what is done once, when the program starts after an update, what does not say that it is done.
pub async fn undone(snapshot: &mut Snapshot) -> Result<Option<&'static str>> {
    let vouching = "SELECT COUNT(*) FROM vouching WHERE id = 1 AND at_table = '' AND after IS NULL";
    let fill = "SELECT COUNT(*) FROM register_fill WHERE id = 1 AND done = until";
    let (vouching, fill) = on!((&mut *snapshot).into(), |c| {
        let vouching: i64 = sqlx::query_scalar(vouching).fetch_one(&mut *c).await?;
        let fill: i64 = sqlx::query_scalar(fill).fetch_one(c).await?;
        (vouching, fill)
    });
    Ok(if vouching != 1 {
        Some("vouching")
    } else if fill != 1 {
        Some("register_fill")
    } else {
        None
    })
}

/// What SQLite itself finds wrong with its file: rows that their indexes do not have, pages that are not what they should be.
/// Nothing on PostgreSQL, which reads no page whose checksum is wrong.
pub async fn damage(snapshot: &mut Snapshot) -> Result<Option<String>> {
    match snapshot.into() {
        Conn::Sqlite(c) => {
            let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
                .fetch_one(c)
                .await?;
            Ok(Some(found).filter(|found| found != "ok"))
        }
        Conn::Postgres(_) => Ok(None),
    }
}
