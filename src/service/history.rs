//! The history of a case, read for people.

use crate::domain::history::{ActorKind, Entry, EntryKind};
use crate::domain::ids::{CaseId, HistoryNumber, OperationId, Version};
use crate::domain::time::Timestamp;
use crate::store::history::{self, EntryRow};
use crate::store::{self, Conn};

/// How far back one looks for what changed; a page that is older than so many entries shows the latest of them.
const MOST_CHANGES: i64 = 100;

/// What happened to a case since a version of it, oldest first.
pub(super) async fn since<'c>(
    conn: impl Into<Conn<'c>>,
    case: CaseId,
    seen: Version,
) -> Result<Vec<Entry>, store::Error> {
    let latest = history::of_case(conn, case, None, MOST_CHANGES).await?;
    let mut entries: Vec<_> = latest
        .into_iter()
        .filter_map(entry)
        .take_while(|entry| brings(entry).is_none_or(|version| version > seen.0))
        .collect();
    entries.reverse();
    Ok(entries)
}

/// The version of the case that an entry brought.
fn brings(entry: &Entry) -> Option<i64> {
    entry.document.get("version")?.as_i64()
}

/// An entry as it was written. `None` for a row that no version of this program wrote: verification names it.
pub(super) fn entry(row: EntryRow) -> Option<Entry> {
    Some(Entry {
        number: HistoryNumber(row.number),
        at: Timestamp(row.at),
        case: row.case_id.map(CaseId),
        operation: row.operation_id.map(OperationId),
        actor_kind: ActorKind::parse(&row.actor_kind)?,
        kind: EntryKind::parse(&row.kind)?,
        document: serde_json::from_str(&row.document).ok()?,
        actor: row.actor,
    })
}
