//! Anchors: the head of the history, signed. Whoever signs keeps them outside the database.

use super::{Answer, Services};
use crate::domain::history::anchor::{Anchor, SignedAnchor, SigningKey};
use crate::domain::ids::HistoryNumber;
use crate::store::anchors;
use crate::store::history;
use std::convert::Infallible;

pub use crate::store::anchors::AnchorRow;

/// So many anchors are shown.
const LATEST: i64 = 50;

/// Signs the head as it is now. `None` if it is the one that was signed last, or nothing has happened yet: several instances
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
    drop(connection);
    if head.number == 0 || last.iter().any(|last| last.number == head.number) {
        return Ok(None);
    }
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
    let mut connection = services.db.write().await?;
    let row = AnchorRow {
        number: anchor.number,
        hash: anchor.hash.clone(),
        at: anchor.at.clone(),
        public_key: anchor.public_key.clone(),
        signature: anchor.signature.clone(),
        to_file: written.to_file,
        to_webhook: written.to_webhook,
    };
    Ok(anchors::insert(&mut connection, &row).await?)
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
