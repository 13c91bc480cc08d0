//! What the history vouches for beside itself: at the end of a transaction every row that it wrote is read back, and its
//! digest is told with the last entry. Verification reads the same rows in the same way.

use super::{Conn, Tx};
use crate::domain::history::{Vouch, Vouched, rows_digest};
use crate::on;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    Decode, PgConnection, Postgres, QueryBuilder, Result, Row, Sqlite, SqliteConnection, TypeInfo,
    ValueRef,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

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

const TELLING: &str = "id, word, channel, address, subject, body, state, give_up_at, status, failure, words, ended_at";
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
        Vouched::Signs => "sign, at, source_id, operation_type, case_id, report_id",
        Vouched::SignCounts => {
            "source_id, operation_type, reports, repeated, reused_id, key_conflict, sent_though_done"
        }
        Vouched::JointActs => "form, kind, cause, by_user, by_name, begun_at",
        Vouched::JointActCases => "place, case_id, result",
        Vouched::Alerts => {
            "key, condition, owner_team, since, begun_at, cases, most, told_at, ceased_at, ended_at"
        }
        Vouched::AlertTellings => TELLING,
        Vouched::SavedViews => "made_by, team, name, name_key, filters, made_at",
        Vouched::DefaultViews => "view_id",
        Vouched::Verifications => {
            "id, by_name, started_at, ended_at, entries, compared, found, fault"
        }
        Vouched::Anchors => "number, hash, at, public_key, signature, to_file, to_webhook",
        Vouched::Accesses => "id, at, person, role, opened, case_id, operation_key, item",
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
        | Vouched::CaseMoves
        | Vouched::Signs
        | Vouched::JointActs
        | Vouched::Alerts
        | Vouched::SavedViews
        | Vouched::Anchors => "id",
        Vouched::SourceTokens => "source_id",
        Vouched::Contents | Vouched::Identifiers | Vouched::Holds | Vouched::IssuedKeys => {
            "operation_id"
        }
        Vouched::Instructions | Vouched::Register => "number",
        Vouched::EndpointSecrets => "endpoint_id",
        Vouched::DeliveryAttempts => "delivery_id",
        Vouched::QueueFlow | Vouched::SignCounts => "slot",
        Vouched::JointActCases => "act_id",
        Vouched::AlertTellings => "alert_id",
        Vouched::DefaultViews => "user_id",
        Vouched::BacklogHours => "hour",
        // What is not sealed yet has none.
        Vouched::Accesses => "seal",
        Vouched::Verifications => "entry",
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

    fn by_table(&self) -> BTreeMap<Vouched, Vec<i64>> {
        let mut tables: BTreeMap<_, Vec<i64>> = BTreeMap::new();
        for (table, key) in &self.0 {
            tables.entry(*table).or_default().push(*key);
        }
        tables
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
    let tables = written.by_table();
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let found = match (&mut *tx).into() {
        Conn::Sqlite(c) => together(&rows_at_once(c, &tables).await?)?,
        Conn::Postgres(c) => together(&rows_by_table(c, &tables).await?)?,
    };
    // Both are in the order of tables and keys.
    let mut found = found.into_iter().peekable();
    let vouch = |&(table, key): &(Vouched, i64)| Vouch {
        table,
        key,
        digest: found
            .next_if(|(of, _)| *of == (table as i64, key))
            .map(|(_, digest)| digest),
    };
    Ok(written.0.iter().map(vouch).collect())
}

/// SQLite runs statements that come together one after the other, and each takes its keys as one value: so a transaction
/// waits once for all that it reads back, and few of these texts differ.
async fn rows_at_once(
    c: &mut SqliteConnection,
    tables: &BTreeMap<Vouched, Vec<i64>>,
) -> Result<Vec<SqliteRow>> {
    let mut query = QueryBuilder::<Sqlite>::new("");
    for (table, keys) in tables {
        select(&mut query, *table);
        query.push(" IN (SELECT value FROM json_each(");
        query.push_bind(json!(keys).to_string());
        query.push(")) ORDER BY 2; ");
    }
    query.build().fetch_all(c).await
}

async fn rows_by_table(
    c: &mut PgConnection,
    tables: &BTreeMap<Vouched, Vec<i64>>,
) -> Result<Vec<PgRow>> {
    let mut rows = Vec::new();
    for (table, keys) in tables {
        let mut query = QueryBuilder::<Postgres>::new("");
        select(&mut query, *table);
        query.push(" = ANY(").push_bind(keys.as_slice());
        query.push(") ORDER BY 2");
        rows.extend(query.build().fetch_all(&mut *c).await?);
    }
    Ok(rows)
}

/// The digests of all rows with keys after `after` and up to `last`, in the order of the keys.
pub async fn of_range<'c>(
    conn: impl Into<Conn<'c>>,
    table: Vouched,
    after: i64,
    last: i64,
) -> Result<Vec<(i64, String)>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("");
        select(&mut query, table);
        query.push(" > ").push_bind(after).push(" AND ");
        query.push(key(table)).push(" <= ").push_bind(last);
        query.push(" ORDER BY 2");
        let found = together(&query.build().fetch_all(c).await?)?;
        let keyed = found.into_iter().map(|((_, key), digest)| (key, digest));
        Ok(keyed.collect())
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

/// The number of the table, the key, and what is vouched for, of rows whose key is not yet said.
fn select<DB: sqlx::Database>(query: &mut QueryBuilder<DB>, table: Vouched) {
    let number = table as i64;
    query
        .push("SELECT CAST(")
        .push(number)
        .push(" AS BIGINT), ");
    query.push(key(table)).push(", ").push(columns(table));
    query.push(" FROM ").push(table);
    query.push(" WHERE ").push(key(table));
}

/// A table's number, and the key of rows of it.
type Place = (i64, i64);

/// The digest of each key's rows, which follow each other.
fn together<R: Cells>(rows: &[R]) -> Result<Vec<(Place, String)>> {
    let mut of_keys: Vec<(Place, Vec<Vec<u8>>)> = Vec::new();
    for row in rows {
        let place = (row.number(0)?, row.number(1)?);
        let mut told = vec![b'['];
        for cell in 2..row.len() {
            if cell > 2 {
                told.push(b',');
            }
            row.tell(cell, &mut told)?;
        }
        told.push(b']');
        match of_keys.last_mut() {
            Some((last, rows)) if *last == place => rows.push(told),
            Some(_) | None => of_keys.push((place, vec![told])),
        }
    }
    let digests = of_keys.into_iter();
    Ok(digests
        .map(|(place, rows)| (place, rows_digest(rows)))
        .collect())
}

/// A row whose cells are read as they are, whatever somebody wrote there.
trait Cells: Row {
    fn number(&self, place: usize) -> Result<i64>;
    /// Writes a cell as JSON.
    fn tell(&self, place: usize, to: &mut Vec<u8>) -> Result<()>;
}

impl Cells for SqliteRow {
    fn number(&self, place: usize) -> Result<i64> {
        self.try_get_unchecked(place)
    }

    fn tell(&self, place: usize, to: &mut Vec<u8>) -> Result<()> {
        let raw = self.try_get_raw(place)?;
        if raw.is_null() {
            return write(to, &());
        }
        let kind = raw.type_info().into_owned();
        match kind.name() {
            "INTEGER" | "BOOLEAN" => {
                write(to, &<i64 as Decode<Sqlite>>::decode(raw).map_err(decode)?)
            }
            "TEXT" => text(to, <&[u8] as Decode<Sqlite>>::decode(raw).map_err(decode)?),
            "BLOB" => bytes(to, <&[u8] as Decode<Sqlite>>::decode(raw).map_err(decode)?),
            // This program writes none.
            other => {
                let real = <f64 as Decode<Sqlite>>::decode(raw).map_err(decode)?;
                write(to, &json!({ other: real.to_bits() }))
            }
        }
    }
}

impl Cells for PgRow {
    fn number(&self, place: usize) -> Result<i64> {
        self.try_get(place)
    }

    fn tell(&self, place: usize, to: &mut Vec<u8>) -> Result<()> {
        let raw = self.try_get_raw(place)?;
        if raw.is_null() {
            return write(to, &());
        }
        let kind = raw.type_info().into_owned();
        match kind.name() {
            "INT8" => write(to, &<i64 as Decode<Postgres>>::decode(raw).map_err(decode)?),
            "BOOL" => {
                let flag = <bool as Decode<Postgres>>::decode(raw).map_err(decode)?;
                write(to, &i64::from(flag))
            }
            "BYTEA" => bytes(
                to,
                <&[u8] as Decode<Postgres>>::decode(raw).map_err(decode)?,
            ),
            _ => text(to, raw.as_bytes().map_err(decode)?),
        }
    }
}

fn write<T: Serialize + ?Sized>(to: &mut Vec<u8>, value: &T) -> Result<()> {
    serde_json::to_writer(to, value).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

fn text(to: &mut Vec<u8>, raw: &[u8]) -> Result<()> {
    match std::str::from_utf8(raw) {
        Ok(text) => write(to, text),
        Err(_) => bytes(to, raw),
    }
}

/// No column holds a JSON object, so this is like nothing else.
fn bytes(to: &mut Vec<u8>, raw: &[u8]) -> Result<()> {
    let digits: String = raw.iter().map(|byte| format!("{byte:02x}")).collect();
    write(to, &json!({ "bytes": digits }))
}

fn decode(error: sqlx::error::BoxDynError) -> sqlx::Error {
    sqlx::Error::Decode(error)
}
