//! The chain of hashes over the history, and its verification.
//!
//! Every entry's hash covers the hash of the entry before it. Anybody can re-compute it from the table:
//!
//! ```python
//! import hashlib, json
//!
//! def sha256(text):
//!     return hashlib.sha256(text.encode()).hexdigest()
//!
//! def entry_hash(previous, number, at, case, operation, actor_kind, actor, kind, document):
//!     parts = [previous, number, at, case, operation, actor_kind, actor, kind, sha256(document)]
//!     return sha256(json.dumps(parts, separators=(",", ":"), ensure_ascii=False))
//! ```
//!
//! `number`, `at` (microseconds since the epoch), `case` and `operation` are integers (the last two may be null), the
//! rest is text, and `document` is the stored text as it stands. The `previous` of the first entry is 64 zeros.

use crate::domain::digest::sha256_hex;
use serde_json::json;
use thiserror::Error;

/// What stands before the first entry.
pub const FIRST_PREVIOUS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// An entry as it stands in the table, unread: whoever edits a row may write anything there.
#[derive(Debug, Clone, Copy)]
pub struct ChainRow<'a> {
    pub number: i64,
    /// Microseconds since the epoch.
    pub at: i64,
    pub case: Option<i64>,
    pub operation: Option<i64>,
    pub actor_kind: &'a str,
    pub actor: &'a str,
    pub kind: &'a str,
    /// The document's stored text.
    pub document: &'a str,
    /// The hash of the entry before this one, as this row tells it.
    pub previous: &'a str,
    /// This entry's hash, as this row tells it.
    pub hash: &'a str,
}

/// The hash of an entry by the rule above; what the row says about its own hash plays no part.
pub fn entry_hash(row: &ChainRow<'_>) -> String {
    let parts = json!([
        row.previous,
        row.number,
        row.at,
        row.case,
        row.operation,
        row.actor_kind,
        row.actor,
        row.kind,
        sha256_hex(row.document),
    ]);
    sha256_hex(parts.to_string())
}

/// The first thing that is wrong with a history.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChainFault {
    #[error("entry {expected} is missing: entry {found} stands in its place")]
    Gap { expected: i64, found: i64 },
    #[error("entry {found} stands where entry {expected} should: it was inserted or moved")]
    OutOfOrder { expected: i64, found: i64 },
    #[error("entry {number} was changed: its content does not give its hash")]
    Changed { number: i64 },
    #[error("entry {number} does not follow the entry before it: one of the two was replaced")]
    NotLinked { number: i64 },
    #[error(
        "the history ends with entry {found}, but the head names entry {head}: the end was cut off or added to"
    )]
    HeadNumber { head: i64, found: i64 },
    #[error(
        "the head does not carry the hash of the last entry, {number}: one of the two was replaced"
    )]
    HeadHash { number: i64 },
}

/// Walks through the history in order and stops at the first entry that is wrong.
#[derive(Debug, Clone)]
pub struct Verifier {
    last_number: i64,
    last_hash: String,
}

impl Default for Verifier {
    fn default() -> Self {
        Self::after(0, FIRST_PREVIOUS)
    }
}

impl Verifier {
    /// Begins at the first entry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins after an entry whose number and hash are vouched for elsewhere, in an earlier export say.
    pub fn after(number: i64, hash: impl Into<String>) -> Self {
        Self {
            last_number: number,
            last_hash: hash.into(),
        }
    }

    /// Takes the next row.
    ///
    /// # Errors
    /// What is wrong with it; what follows a wrong row proves nothing.
    pub fn check(&mut self, row: &ChainRow<'_>) -> Result<(), ChainFault> {
        self.check_number(row.number)?;
        if entry_hash(row) != row.hash {
            return Err(ChainFault::Changed { number: row.number });
        }
        if row.previous != self.last_hash {
            return Err(ChainFault::NotLinked { number: row.number });
        }
        self.last_number = row.number;
        row.hash.clone_into(&mut self.last_hash);
        Ok(())
    }

    fn check_number(&self, found: i64) -> Result<(), ChainFault> {
        let expected = self.last_number + 1;
        if found > expected {
            Err(ChainFault::Gap { expected, found })
        } else if found < expected {
            Err(ChainFault::OutOfOrder { expected, found })
        } else {
            Ok(())
        }
    }

    /// Compares the end with the head that is kept apart, and gives the number of the last entry.
    ///
    /// # Errors
    /// If the history ends elsewhere than at its head.
    pub fn finish(self, head_number: i64, head_hash: &str) -> Result<i64, ChainFault> {
        if head_number != self.last_number {
            return Err(ChainFault::HeadNumber {
                head: head_number,
                found: self.last_number,
            });
        }
        if head_hash != self.last_hash {
            return Err(ChainFault::HeadHash {
                number: self.last_number,
            });
        }
        Ok(self.last_number)
    }
}
