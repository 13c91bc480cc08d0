//! What the history vouches for beside itself: at the end of a transaction every row that it wrote is read back, and its
//! digest is told with the last entry. Verification reads the same rows in the same way.

use super::{Conn, Tx};
use crate::domain::history::{Vouch, Vouched, rows_digest};
use crate::on;
use serde_json::{Value, json};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, QueryBuilder, Result, Row, Sqlite, TypeInfo, ValueRef};
use std::collections::BTreeSet;
use std::fmt;

/// So many keys are asked for in one statement.
const AT_ONCE: usize = 500;

/// The columns that are left out are named in `docs/integrity.md`, each with its reason. New ones come last.
const OPERATION: &str = "source_id, key, operation_type, facts, version, standing, superseded_by, supersedes, created_at";
const REPORT: &str = "source_id, report_id, digest, operation_id, case_id, document, arrived_at, answer_status, answer";
const CASE: &str = "operation_id, source_id, operation_key, operation_type, opened_at, previous_case_id, version, stage,
    state, kind, title, stopped_at, authorised_at, due_at, protection, protection_since, protection_until,
    protection_order, urgent_at, owner_team, risk, holder_id, claimed_at, look_again_at, resume_step, resume_step_no,
    step_count, chain, system, stop_code, reason, attempts, last_attempt_at, amount, currency, facts_digest, decided_at,
    resolved_at, resolution, waits_by, waits_because, handed_by, handed_because, kept, came_in_at, first_claimed_at,
    first_decided_at, cause_step, cause_system, cause";
const DECISION: &str = "case_id, operation_id, case_version, kind, state, by_user, by_name, role, decided_at, reason_code,
    justification, facts_as_seen, facts_digest, document, answered_by, answered_name, answered_at, answer_words,
    instruction_id, answer_before, basis_digest";
const INSTRUCTION: &str = "id, source_id, operation_id, case_id, decision_id, action, state, document, facts_digest,
    take_before, not_after, offer_ends_at, offered_at, worker, token_hash, taken_at, lease_until, outcome, outcome_digest,
    outcome_document, reported_at, ended_reason, delivered_at";
const FOLLOW_UP: &str =
    "case_id, operation_id, step, object_type, object_id, result, seen_rows, owner_team, found_at,
    due_at, settlement, settled_by, settled_name, settled_at, settled_words, reference";
const DELIVERY: &str =
    "endpoint_id, notice_id, kind, instruction_id, case_id, operation_id, body, state, created_at,
    give_up_at, ended_at";
const FLOW: &str = "source_id, operation_type, owner_team, kind, came_in, came_back, decided, resolved, grew, lapsed";

const REGISTER: &str = "at, what, decision_id, case_id, operation_id, source_id, operation_type, owner_team, stop_kind,
    actor_kind, actor, role, kind, reason_code, basis, four_eyes, against_unknown, answered_by, answer, fate, fate_at,
    reopened, tried, why";

/// What is vouched for of a row.
const fn columns(table: Vouched) -> &'static str {
    match table {
        Vouched::Users => "name, full_name, role, team, password_hash, disabled, created_at",
        Vouched::Sources => "name, title, owner_team, disabled, created_at",
        Vouched::SourceTokens => "id, secret_hash, created_at, revoked_at",
        Vouched::Operations => OPERATION,
        Vouched::Contents => "digest, payload, arrived_at",
        Vouched::Reports => REPORT,
        Vouched::RefusedReports => {
            "source_id, arrived_at, report_id, channel, document, faults, digest, gone_at"
        }
        Vouched::Identifiers => "term, name",
        Vouched::Holds => "hold",
        Vouched::Cases => CASE,
        Vouched::Decisions => DECISION,
        Vouched::Instructions => INSTRUCTION,
        Vouched::FollowUps => FOLLOW_UP,
        Vouched::IssuedKeys => "source_id, key, issued_at",
        Vouched::Endpoints => "source_id, url, state, since, created_at",
        Vouched::EndpointSecrets => "id, secret, created_at, ends_at",
        Vouched::Deliveries => DELIVERY,
        Vouched::DeliveryAttempts => "id, started_at, took, status, failure",
        Vouched::CaseMoves => {
            "move, at, case_id, source_id, operation_type, owner_team, kind, age, late"
        }
        Vouched::QueueFlow => FLOW,
        Vouched::BacklogHours => "source_id, operation_type, owner_team, kind, n",
        Vouched::BacklogHead => "hour",
        Vouched::Register => REGISTER,
    }
}

/// By which its rows are vouched for; several rows of one key are vouched for together.
const fn key(table: Vouched) -> &'static str {
    match table {
        Vouched::Users
        | Vouched::Sources
        | Vouched::Operations
        | Vouched::Reports
        | Vouched::RefusedReports
        | Vouched::Cases
        | Vouched::Decisions
        | Vouched::FollowUps
        | Vouched::Endpoints
        | Vouched::Deliveries
        | Vouched::CaseMoves => "id",
        Vouched::SourceTokens => "source_id",
        Vouched::Contents | Vouched::Identifiers | Vouched::Holds | Vouched::IssuedKeys => {
            "operation_id"
        }
        Vouched::Instructions | Vouched::Register => "number",
        Vouched::EndpointSecrets => "endpoint_id",
        Vouched::DeliveryAttempts => "delivery_id",
        Vouched::QueueFlow => "slot",
        Vouched::BacklogHours => "hour",
        // The row is there from the beginning, without an hour.
        Vouched::BacklogHead => "CASE WHEN hour IS NOT NULL THEN id END",
    }
}

/// Rows that a transaction wrote, by their tables and keys.
#[derive(Debug, Default)]
pub(super) struct Written(BTreeSet<(Vouched, i64)>);

impl Written {
    pub(super) fn note(&mut self, table: Vouched, key: i64) {
        self.0.insert((table, key));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (table, key) in &self.0 {
            write!(f, "{table} {key}, ")?;
        }
        Ok(())
    }
}

/// The digests of what was written, as it is now.
pub(super) async fn of_written(tx: &mut Tx, written: &Written) -> Result<Vec<Vouch>> {
    let mut vouches = Vec::with_capacity(written.0.len());
    for table in Vouched::ALL {
        let first = (table, i64::MIN);
        let keys = written.0.range(first..=(table, i64::MAX));
        let keys: Vec<i64> = keys.map(|(_, key)| *key).collect();
        for some in keys.chunks(AT_ONCE) {
            let found = of_keys(&mut *tx, table, some).await?;
            let mut found = found.into_iter().peekable();
            for key in some {
                let digest = found.next_if(|(of, _)| of == key).map(|(_, digest)| digest);
                vouches.push(Vouch {
                    table,
                    key: *key,
                    digest,
                });
            }
        }
    }
    Ok(vouches)
}

/// The digests of the rows of these keys, in the order of the keys; those that have no rows are left out.
pub async fn of_keys<'c>(
    conn: impl Into<Conn<'c>>,
    table: Vouched,
    keys: &[i64],
) -> Result<Vec<(i64, String)>> {
    on!(conn.into(), |c| {
        let mut query = selecting::<DB>(table);
        query.push(" IN (");
        let mut list = query.separated(", ");
        for key in super::batch::padded(keys) {
            list.push_bind(*key);
        }
        query.push(")");
        query.push(" ORDER BY ").push(key(table));
        together(&query.build().fetch_all(c).await?)
    })
}

/// The digests of all rows with keys after `after` and up to `last`, in the order of the keys.
pub async fn of_range<'c>(
    conn: impl Into<Conn<'c>>,
    table: Vouched,
    after: i64,
    last: i64,
) -> Result<Vec<(i64, String)>> {
    on!(conn.into(), |c| {
        let mut query = selecting::<DB>(table);
        query.push(" > ").push_bind(after).push(" AND ");
        query.push(key(table)).push(" <= ").push_bind(last);
        query.push(" ORDER BY ").push(key(table));
        together(&query.build().fetch_all(c).await?)
    })
}

/// The next keys after `after`, no more than `limit`.
pub(super) async fn keys_after<'c>(
    conn: impl Into<Conn<'c>>,
    table: Vouched,
    after: i64,
    limit: i64,
) -> Result<Vec<i64>> {
    let key = key(table);
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT DISTINCT ");
        query.push(key).push(" AS k FROM ").push(table);
        query.push(" WHERE ").push(key).push(" > ").push_bind(after);
        query.push(" ORDER BY k LIMIT ").push_bind(limit);
        query.build_query_scalar().fetch_all(c).await
    })
}

/// The key at which `limit` rows after this one end; `None` if there are no more than that.
pub async fn end_of_page<'c>(
    conn: impl Into<Conn<'c>>,
    table: Vouched,
    after: i64,
    limit: i64,
) -> Result<Option<i64>> {
    let key = key(table);
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT CASE WHEN COUNT(*) = ");
        query
            .push_bind(limit)
            .push(" THEN MAX(k) END FROM (SELECT ");
        query.push(key).push(" AS k FROM ").push(table);
        query.push(" WHERE ").push(key).push(" > ").push_bind(after);
        query.push(" ORDER BY ").push(key).push(" LIMIT ");
        query.push_bind(limit).push(") AS page");
        query.build_query_scalar().fetch_one(c).await
    })
}

fn selecting<DB: sqlx::Database>(table: Vouched) -> QueryBuilder<DB> {
    let mut query = QueryBuilder::<DB>::new("SELECT ");
    query.push(key(table)).push(", ").push(columns(table));
    query.push(" FROM ").push(table);
    query.push(" WHERE ").push(key(table));
    query
}

/// The digest of each key's rows, which follow each other.
fn together<R: Cells>(rows: &[R]) -> Result<Vec<(i64, String)>> {
    let mut of_keys: Vec<(i64, Vec<Value>)> = Vec::new();
    for row in rows {
        let key = row.key()?;
        let cells = (1..row.len()).map(|place| row.cell(place));
        let cells = Value::Array(cells.collect::<Result<Vec<_>>>()?);
        match of_keys.last_mut() {
            Some((last, rows)) if *last == key => rows.push(cells),
            Some(_) | None => of_keys.push((key, vec![cells])),
        }
    }
    // Databases sort text by different rules; the digest does not depend on them.
    let digest = |(key, mut rows): (i64, Vec<Value>)| {
        if rows.len() > 1 {
            rows.sort_by_cached_key(Value::to_string);
        }
        (key, rows_digest(rows))
    };
    Ok(of_keys.into_iter().map(digest).collect())
}

/// A row whose cells are read as they are, whatever somebody wrote there.
trait Cells: Row {
    fn key(&self) -> Result<i64>;
    fn cell(&self, place: usize) -> Result<Value>;
}

impl Cells for SqliteRow {
    fn key(&self) -> Result<i64> {
        self.try_get_unchecked(0)
    }

    fn cell(&self, place: usize) -> Result<Value> {
        let raw = self.try_get_raw(place)?;
        if raw.is_null() {
            return Ok(Value::Null);
        }
        let kind = raw.type_info().name().to_owned();
        Ok(match kind.as_str() {
            "INTEGER" | "BOOLEAN" => json!(<i64 as Decode<Sqlite>>::decode(raw).map_err(decode)?),
            "TEXT" => text(<&[u8] as Decode<Sqlite>>::decode(raw).map_err(decode)?),
            "BLOB" => bytes(<&[u8] as Decode<Sqlite>>::decode(raw).map_err(decode)?),
            // This program writes none.
            _ => {
                let real = <f64 as Decode<Sqlite>>::decode(raw).map_err(decode)?;
                json!({ kind: real.to_bits() })
            }
        })
    }
}

impl Cells for PgRow {
    fn key(&self) -> Result<i64> {
        self.try_get(0)
    }

    fn cell(&self, place: usize) -> Result<Value> {
        let raw = self.try_get_raw(place)?;
        if raw.is_null() {
            return Ok(Value::Null);
        }
        let kind = raw.type_info().name().to_owned();
        Ok(match kind.as_str() {
            "INT8" => json!(<i64 as Decode<Postgres>>::decode(raw).map_err(decode)?),
            "BOOL" => json!(i64::from(
                <bool as Decode<Postgres>>::decode(raw).map_err(decode)?
            )),
            "BYTEA" => bytes(<&[u8] as Decode<Postgres>>::decode(raw).map_err(decode)?),
            _ => text(raw.as_bytes().map_err(decode)?),
        })
    }
}

fn text(raw: &[u8]) -> Value {
    match std::str::from_utf8(raw) {
        Ok(text) => json!(text),
        Err(_) => bytes(raw),
    }
}

/// No column holds a JSON object, so this is like nothing else.
fn bytes(raw: &[u8]) -> Value {
    json!({ "bytes": raw.iter().map(|byte| format!("{byte:02x}")).collect::<String>() })
}

fn decode(error: sqlx::error::BoxDynError) -> sqlx::Error {
    sqlx::Error::Decode(error)
}
