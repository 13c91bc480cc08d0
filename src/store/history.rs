//! The history. It only grows: nothing here changes or removes an entry.

use super::batch::{comes_again, to_insert};
use super::vouches::{self, Written};
use super::{Conn, Tx, register};
use crate::domain::digest::sha256_hex;
use crate::domain::history::{
    ActorKind, ChainRow, EntryKind, Vouched, entry_hash, founds, vouched,
};
use crate::domain::ids::{CaseId, HistoryNumber, OperationId, SourceId};
use crate::domain::time::Timestamp;
use crate::on;
use serde_json::{Value, json};
use sqlx::{Error, Result};

/// An entry before it has its place.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry {
    pub at: Timestamp,
    pub case: Option<CaseId>,
    pub operation: Option<OperationId>,
    pub actor_kind: ActorKind,
    pub actor: String,
    pub kind: EntryKind,
    pub document: Value,
}

/// An entry as it stands in the table, unread: whoever edits a row may write anything there.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EntryRow {
    pub number: i64,
    pub case_id: Option<i64>,
    pub operation_id: Option<i64>,
    pub at: i64,
    pub actor_kind: String,
    pub actor: String,
    pub kind: String,
    pub document: String,
    pub previous_hash: String,
    pub hash: String,
}

impl EntryRow {
    /// What the verification of the chain reads.
    #[must_use]
    pub fn chain_row(&self) -> ChainRow<'_> {
        ChainRow {
            number: self.number,
            at: self.at,
            case: self.case_id,
            operation: self.operation_id,
            actor_kind: &self.actor_kind,
            actor: &self.actor,
            kind: &self.kind,
            document: &self.document,
            previous: &self.previous_hash,
            hash: &self.hash,
        }
    }
}

/// The last entry's number and hash.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Head {
    pub number: i64,
    pub hash: String,
}

/// Appends entries and gives their numbers. They are written at the commit, to the register as well where they belong there.
/// From here to the end of the transaction nobody else can append, so numbers
/// follow the order of commits; let it be one of the last things a transaction does.
pub async fn append(tx: &mut Tx, entries: Vec<NewEntry>) -> Result<Vec<HistoryNumber>> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let head = reserve(tx, entries.len()).await?;
    let last = head.number;
    let untold = tx.untold();
    untold.previous.get_or_insert(head);
    let numbers = (last + 1..).map(HistoryNumber).take(entries.len());
    untold.entries.extend(entries);
    Ok(numbers.collect())
}

/// What the history is told when a transaction commits: the entries that have numbers already, and the digests of all rows
/// that were written until then.
#[derive(Debug, Default)]
pub(super) struct Untold {
    /// The head as it was before the first of the entries.
    previous: Option<Head>,
    entries: Vec<NewEntry>,
    pub(super) rows: Written,
}

/// Writes the entries, the last of them with the digests of the rows.
pub(super) async fn tell(tx: &mut Tx) -> Result<()> {
    let Some(head) = tx.untold().previous.take() else {
        let rows = &tx.untold().rows;
        return if rows.is_empty() {
            Ok(())
        } else {
            Err(Error::Protocol(format!(
                "rows were written of which the history is told nothing: {rows}"
            )))
        };
    };
    let mut entries = std::mem::take(&mut tx.untold().entries);
    if head.number == 0 {
        begin(&mut entries);
    }
    let numbered = (head.number + 1..).zip(entries);
    let mut rows: Vec<EntryRow> = numbered
        .map(|(number, entry)| bare(number, entry))
        .collect();
    register::enter(tx, &rows).await?;
    let written = std::mem::take(&mut tx.untold().rows);
    let vouches = vouches::of_written(tx, &written).await?;
    if let Some(last) = rows.last_mut()
        && !vouches.is_empty()
    {
        let text = vouched::to_text(&vouches);
        carry(&mut last.document, &text)?;
        insert_vouches(tx, last.number, &text).await?;
    }
    let mut hash = head.hash;
    for row in &mut rows {
        row.previous_hash = hash;
        row.hash = entry_hash(&row.chain_row());
        hash = row.hash.clone();
    }
    for some in to_insert(&rows) {
        insert(tx, some).await?;
    }
    set_head_hash(tx, &hash).await
}

/// A history that begins with this version vouches for every row as it is written, unless rows were found before.
fn begin(entries: &mut [NewEntry]) {
    if let Some(first) = entries.first_mut()
        && !founds::is_of_found(first.kind.as_str(), &first.document)
        && let Some(told) = first.document.as_object_mut()
    {
        let last = Vouched::LAST.as_str();
        told.insert(founds::VOUCHED_TO.to_owned(), json!(last));
    }
}

/// The document's text, with the digest of what is vouched for.
fn carry(document: &mut String, text: &str) -> Result<()> {
    let mut told: Value =
        serde_json::from_str(document).map_err(|error| Error::Encode(Box::new(error)))?;
    if !told.is_object() {
        told = json!({});
    }
    told[vouched::MEMBER] = json!(sha256_hex(text));
    *document = told.to_string();
    Ok(())
}

async fn insert_vouches(tx: &mut Tx, number: i64, text: &str) -> Result<()> {
    on!(tx.into(), |c| {
        sqlx::query("INSERT INTO vouches (number, digests) VALUES ($1, $2)")
            .bind(number)
            .bind(text)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// An entry with its number, before it has its place in the chain.
fn bare(number: i64, new: NewEntry) -> EntryRow {
    EntryRow {
        number,
        case_id: new.case.map(|case| case.0),
        operation_id: new.operation.map(|operation| operation.0),
        at: new.at.0,
        actor_kind: new.actor_kind.to_string(),
        actor: new.actor,
        kind: new.kind.to_string(),
        document: new.document.to_string(),
        previous_hash: String::new(),
        hash: String::new(),
    }
}

/// Locks the head, moves its number on, and gives it as it was.
async fn reserve(tx: &mut Tx, entries: usize) -> Result<Head> {
    let sql = "UPDATE chain_head SET number = number + $1 WHERE id = 1 RETURNING number - $1 AS number, hash";
    let entries = i64::try_from(entries).unwrap_or(i64::MAX);
    on!(tx.into(), |c| {
        sqlx::query_as::<DB, Head>(sql)
            .bind(entries)
            .fetch_one(c)
            .await
    })
}

async fn insert(tx: &mut Tx, rows: &[EntryRow]) -> Result<()> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "INSERT INTO history (number, case_id, operation_id, at, actor_kind, actor, kind, document,
                previous_hash, hash) ",
        );
        query.push_values(rows, |mut row, entry| {
            row.push_bind(entry.number)
                .push_bind(entry.case_id)
                .push_bind(entry.operation_id)
                .push_bind(entry.at)
                .push_bind(&entry.actor_kind)
                .push_bind(&entry.actor)
                .push_bind(&entry.kind)
                .push_bind(&entry.document)
                .push_bind(&entry.previous_hash)
                .push_bind(&entry.hash);
        });
        query
            .build()
            .persistent(comes_again(rows.len()))
            .execute(c)
            .await?;
    });
    Ok(())
}

async fn set_head_hash(tx: &mut Tx, hash: &str) -> Result<()> {
    on!(tx.into(), |c| {
        sqlx::query("UPDATE chain_head SET hash = $1 WHERE id = 1")
            .bind(hash)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// The head of the chain.
pub async fn head<'c>(conn: impl Into<Conn<'c>>) -> Result<Head> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, Head>("SELECT number, hash FROM chain_head WHERE id = 1")
            .fetch_one(c)
            .await
    })
}

/// The entries after the one of that number, in order, at most `limit`: to verify, to export, and to see what is new.
pub async fn after<'c>(
    conn: impl Into<Conn<'c>>,
    number: HistoryNumber,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EntryRow>(
            "SELECT * FROM history WHERE number > $1 ORDER BY number LIMIT $2",
        )
        .bind(number)
        .bind(limit)
        .fetch_all(c)
        .await
    })
}

/// What entries after the one of that number and up to `last` vouch for beside themselves, as it is stored, by their numbers.
pub async fn vouches<'c>(
    conn: impl Into<Conn<'c>>,
    number: HistoryNumber,
    last: HistoryNumber,
) -> Result<Vec<(i64, String)>> {
    let sql =
        "SELECT number, digests FROM vouches WHERE number > $1 AND number <= $2 ORDER BY number";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, (i64, String)>(sql)
            .bind(number)
            .bind(last)
            .fetch_all(c)
            .await
    })
}

/// How many rows there are of what entries vouch for.
pub async fn count_vouches<'c>(conn: impl Into<Conn<'c>>) -> Result<i64> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>("SELECT COUNT(*) FROM vouches")
            .fetch_one(c)
            .await
    })
}

/// An entry about a case, without what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Change {
    pub number: HistoryNumber,
    pub case_id: CaseId,
    pub source_id: SourceId,
}

/// Of the entries after the one of that number, those about cases, in order, at most `limit`.
pub async fn changes<'c>(
    conn: impl Into<Conn<'c>>,
    number: HistoryNumber,
    limit: i64,
) -> Result<Vec<Change>> {
    let sql =
        "SELECT h.number, h.case_id, c.source_id FROM history h JOIN cases c ON c.id = h.case_id
        WHERE h.number > $1 ORDER BY h.number LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, Change>(sql)
            .bind(number)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The entries of a case before the one of that number (`None` for the latest), newest first, at most `limit`.
pub async fn of_case<'c>(
    conn: impl Into<Conn<'c>>,
    case: CaseId,
    before: Option<HistoryNumber>,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    let sql =
        "SELECT * FROM history WHERE case_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EntryRow>(sql)
            .bind(case)
            .bind(before.unwrap_or(HistoryNumber(i64::MAX)))
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// What somebody tried who was turned away.
#[derive(Debug, Clone, Copy)]
pub struct Tried<'a> {
    pub person: &'a str,
    pub tried: &'a str,
    pub why: &'a str,
}

/// Whether a person was turned away from the same deed on a case for the same reason since then; `None`: on no case in
/// particular.
pub async fn turned_away_since(
    tx: &mut Tx,
    case: Option<CaseId>,
    the_same: Tried<'_>,
    since: Timestamp,
) -> Result<bool> {
    // A row each for the few that were turned away within minutes; what each tried stands in its document.
    let sql = "SELECT * FROM history WHERE kind = 'turned_away' AND at > $1
        AND case_id IS NOT DISTINCT FROM $2 AND actor = $3";
    let lately: Vec<EntryRow> = on!(tx.into(), |c| {
        sqlx::query_as::<DB, EntryRow>(sql)
            .bind(since)
            .bind(case)
            .bind(the_same.person)
            .fetch_all(c)
            .await?
    });
    let is_same = |row: &EntryRow| {
        let document: Value = serde_json::from_str(&row.document).ok()?;
        let told = |name| document.get(name)?.as_str();
        Some(told("tried")? == the_same.tried && told("why")? == the_same.why)
    };
    Ok(lately.iter().any(|row| is_same(row) == Some(true)))
}

/// The entries of an operation, all its cases together, as [`of_case`].
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    before: Option<HistoryNumber>,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    let sql = "SELECT * FROM history WHERE operation_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EntryRow>(sql)
            .bind(operation)
            .bind(before.unwrap_or(HistoryNumber(i64::MAX)))
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The first entry of an operation.
pub async fn first_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<Option<HistoryNumber>> {
    let sql = "SELECT MIN(number) FROM history WHERE operation_id = $1";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Option<HistoryNumber>>(sql)
            .bind(operation)
            .fetch_one(c)
            .await
    })
}

/// What retention removed of operations, as it told the history, in order.
pub async fn removals_of<'c>(
    conn: impl Into<Conn<'c>>,
    operations: &[OperationId],
) -> Result<Vec<EntryRow>> {
    on!(conn.into(), |c| {
        let mut query =
            sqlx::QueryBuilder::<DB>::new("SELECT * FROM history WHERE operation_id IN (");
        let mut list = query.separated(", ");
        for operation in operations {
            list.push_bind(*operation);
        }
        query.push(") AND kind = ").push_bind(EntryKind::Removed);
        query.push(" ORDER BY number");
        query.build_query_as().persistent(false).fetch_all(c).await
    })
}

/// What people noted on an operation's cases, newest first, at most `limit`.
pub async fn notes_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    let sql =
        "SELECT * FROM history WHERE operation_id = $1 AND kind = $2 ORDER BY number DESC LIMIT $3";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, EntryRow>(sql)
            .bind(operation)
            .bind(EntryKind::Noted)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The last entry of that kind about a case.
pub async fn last_of_case<'c>(
    conn: impl Into<Conn<'c>>,
    case: CaseId,
    kind: EntryKind,
) -> Result<Option<EntryRow>> {
    let sql = "SELECT * FROM history WHERE case_id = $1 AND kind = $2 ORDER BY number DESC LIMIT 1";
    on!(conn.into(), |c| {
        let query = sqlx::query_as::<DB, EntryRow>(sql).bind(case).bind(kind);
        query.fetch_optional(c).await
    })
}

/// The last entry of that kind.
pub async fn last_of_kind<'c>(
    conn: impl Into<Conn<'c>>,
    kind: EntryKind,
) -> Result<Option<EntryRow>> {
    let sql = "SELECT * FROM history WHERE kind = $1 ORDER BY at DESC, number DESC LIMIT 1";
    on!(conn.into(), |c| {
        let query = sqlx::query_as::<DB, EntryRow>(sql).bind(kind);
        query.fetch_optional(c).await
    })
}

/// When a person did last what entries of a kind tell, to a case, after a moment. Such kinds are rare, so the last of them are
/// looked through.
pub async fn last_by<'c>(
    conn: impl Into<Conn<'c>>,
    (case, kind): (CaseId, EntryKind),
    person: &str,
    after: Timestamp,
) -> Result<Option<Timestamp>> {
    let sql = "SELECT MAX(at) FROM history
        WHERE kind = $1 AND at > $2 AND COALESCE(case_id, 0) = $3 AND actor_kind = 'person' AND actor = $4";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Option<Timestamp>>(sql)
            .bind(kind)
            .bind(after)
            .bind(case)
            .bind(person)
            .fetch_one(c)
            .await
    })
}

/// How many entries of a kind there are from `since` on: how much came in, how much was decided.
pub async fn count_since<'c>(
    conn: impl Into<Conn<'c>>,
    kind: EntryKind,
    since: Timestamp,
) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM history WHERE kind = $1 AND at >= $2";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(kind)
            .bind(since)
            .fetch_one(c)
            .await
    })
}
