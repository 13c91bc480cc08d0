//! Commits by the store alone: no rows are kept of which the history is told nothing.

use holdpoint::domain::history::{ActorKind, EntryKind};
use holdpoint::domain::time::Timestamp;
use holdpoint::store::Tx;
use holdpoint::store::history::{self, NewEntry};
use serde_json::json;

/// Tells the history of a test's writes, and commits them.
pub async fn told(mut tx: Tx) {
    let entry = NewEntry {
        at: Timestamp(0),
        case: None,
        operation: None,
        actor_kind: ActorKind::Program,
        actor: "test".to_owned(),
        kind: EntryKind::RowsKept,
        document: json!({"what": "test"}),
    };
    history::append(&mut tx, vec![entry]).await.expect("told");
    tx.commit().await.expect("committed");
}
