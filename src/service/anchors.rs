//! Anchors: the head of the history, signed. Whoever signs keeps them outside the database.

use super::actor::{Actor, Part};
use super::{Answer, Services};
use crate::domain::history::EntryKind;
use crate::domain::history::anchor::{Anchor, SignedAnchor, SigningKey};
use crate::domain::ids::HistoryNumber;
use crate::store::anchors;
use crate::store::history;
use serde_json::json;
use std::convert::Infallible;

pub use crate::store::anchors::AnchorRow;

/// More entries than that do not tell of the same head.
const OWN_ENTRIES: i64 = 100;
/// So many anchors are shown.
const LATEST: i64 = 50;

/// Signs the head as it is now. `None` if only that it was signed was told since then, or nothing has happened yet: several instances
/// sign by themselves, and the same anchor twice does no harm.
///
/// # Errors
/// Only if the database fails.
pub async fn sign_head(
    services: &Services,
    key: &SigningKey,
) -> Answer<Option<SignedAnchor>, Infallible> {
    let mut connection = services.db.read().await?;
    let head = history::head(&mut connection).await?;
    let last = anchors::latest(&mut connection, 1).await?;
    if head.number == 0 {
        return Ok(None);
    }
    if let Some(last) = last.first().filter(|last| last.number <= head.number) {
        // That something was signed is no reason to sign again.
        let after = HistoryNumber(last.number);
        let since = history::after(&mut connection, after, OWN_ENTRIES).await?;
        let signed = EntryKind::AnchorSigned.as_str();
        if since.iter().all(|entry| entry.kind == signed) {
            return Ok(None);
        }
    }
    drop(connection);
    let anchor = Anchor {
        number: head.number,
        hash: head.hash,
        at: services.now(),
    };
    Ok(Some(key.sign(&anchor)))
}

/// Where an anchor went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    pub to_file: bool,
    pub to_webhook: bool,
}

/// Notes an anchor and where it went, for people to see; what counts is what stands outside.
///
/// # Errors
/// Only if the database fails.
pub async fn note(
    services: &Services,
    anchor: &SignedAnchor,
    written: Written,
) -> Answer<(), Infallible> {
    let mut tx = services.db.begin().await?;
    let row = AnchorRow {
        number: anchor.number,
        hash: anchor.hash.clone(),
        at: anchor.at.clone(),
        public_key: anchor.public_key.clone(),
        signature: anchor.signature.clone(),
        to_file: written.to_file,
        to_webhook: written.to_webhook,
    };
    anchors::insert(&mut tx, &row).await?;
    let told = json!({
        "number": row.number, "public_key": row.public_key, "to_file": row.to_file, "to_webhook": row.to_webhook,
    });
    let by = Actor::Program(Part::Anchors);
    let entry = by.of_no_case(EntryKind::AnchorSigned, told, services.now());
    history::append(&mut tx, vec![entry]).await?;
    tx.commit_aside().await?;
    Ok(())
}

/// An anchor, and whether the history still has the entry that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub row: AnchorRow,
    pub holds: bool,
}

/// The latest anchors, newest first.
///
/// # Errors
/// Only if the database fails.
pub async fn latest(services: &Services) -> Answer<Vec<Kept>, Infallible> {
    let mut connection = services.db.read().await?;
    let mut kept = Vec::new();
    for row in anchors::latest(&mut connection, LATEST).await? {
        let before = HistoryNumber(row.number - 1);
        let entry = history::after(&mut connection, before, 1).await?;
        let holds = entry
            .first()
            .is_some_and(|entry| entry.number == row.number && entry.hash == row.hash);
        kept.push(Kept { row, holds });
    }
    Ok(kept)
}
