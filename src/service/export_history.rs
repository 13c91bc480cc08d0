//! The history as JSON Lines, for whoever verifies it elsewhere (`docs/integrity.md` has the form).

use super::Services;
use super::actor::{Actor, Part};
use crate::domain::history::EntryKind;
use crate::domain::history::anchor::SignedAnchor;
use crate::domain::ids::HistoryNumber;
use crate::store::anchors;
use crate::store::history::{self, EntryRow};
use crate::store::{self, Snapshot};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};

const PAGE: i64 = 1_000;

/// Why an export was not finished.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the database failed")]
    Store(#[from] store::Error),
    #[error("the export could not be written")]
    Io(#[from] io::Error),
}

/// Writes the whole history, with its anchors. That it was exported is its last entry.
///
/// # Errors
/// [`ExportError`]; what was written until then says by its missing end that it is not whole.
pub async fn export(
    services: &Services,
    out: &mut impl Write,
    mut progress: impl FnMut(i64, i64),
) -> Result<i64, ExportError> {
    record(services).await?;
    let mut snapshot = services.db.snapshot().await?;
    let head = history::head(&mut snapshot).await?;
    let first = json!({
        "export": "holdpoint history 1", "filter": "the whole history",
        "head": {"number": head.number, "hash": head.hash},
    });
    writeln!(out, "{first}")?;
    let mut reached = 0;
    while let Some(last) = page(&mut snapshot, out, reached).await? {
        reached = last;
        progress(reached, head.number);
    }
    let anchors = all_anchors(&mut snapshot, out).await?;
    let end = json!({"end": {"number": head.number, "hash": head.hash, "anchors": anchors}});
    writeln!(out, "{end}")?;
    out.flush()?;
    Ok(reached)
}

async fn record(services: &Services) -> Result<(), store::Error> {
    let mut tx = services.db.begin().await?;
    let by = Actor::Program(Part::CommandLine);
    let entry = by.of_no_case(
        EntryKind::Exported,
        json!({"what": "history"}),
        services.now(),
    );
    history::append(&mut tx, vec![entry]).await?;
    tx.commit().await
}

async fn page(
    snapshot: &mut Snapshot,
    out: &mut impl Write,
    reached: i64,
) -> Result<Option<i64>, ExportError> {
    let after = HistoryNumber(reached);
    let rows = history::after(&mut *snapshot, after, PAGE).await?;
    let Some(last) = rows.last().map(|row| row.number) else {
        return Ok(None);
    };
    let vouches = history::vouches(&mut *snapshot, after, HistoryNumber(last)).await?;
    let mut vouches: HashMap<i64, String> = vouches.into_iter().collect();
    for row in rows {
        let vouched = vouches.remove(&row.number);
        writeln!(out, "{}", line(row, vouched))?;
    }
    Ok(Some(last))
}

fn line(row: EntryRow, vouches: Option<String>) -> Value {
    let mut line = json!({
        "number": row.number, "at": row.at, "case": row.case_id, "operation": row.operation_id,
        "actor_kind": row.actor_kind, "actor": row.actor, "kind": row.kind, "document": row.document,
        "previous": row.previous_hash, "hash": row.hash,
    });
    if let Some(vouches) = vouches {
        line["vouches"] = json!(vouches);
    }
    line
}

async fn all_anchors(snapshot: &mut Snapshot, out: &mut impl Write) -> Result<i64, ExportError> {
    let (mut place, mut written) = (0, 0);
    loop {
        let page = anchors::after(&mut *snapshot, place, PAGE).await?;
        let Some((last, _)) = page.last() else {
            return Ok(written);
        };
        place = *last;
        for (_, row) in page {
            let anchor = SignedAnchor {
                anchor: 1,
                number: row.number,
                count: row.number,
                hash: row.hash,
                at: row.at,
                public_key: row.public_key,
                signature: row.signature,
            };
            writeln!(out, "{}", anchor.line())?;
            written += 1;
        }
    }
}
