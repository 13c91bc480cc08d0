//! The history: the append-only record of everything that happened to cases, by whom, and why.
//!
//! All entries of one database form one chain of hashes, in the order of their numbers, so that a changed,
//! removed, inserted or reordered entry is found by anyone who can read the table ([`chain`]).

pub mod anchor;
mod chain;
pub mod founds;
mod kept;
mod kind;
mod removal;
pub mod vouched;

pub use chain::{ChainFault, ChainRow, FIRST_PREVIOUS, Verifier, entry_hash};
pub use founds::Founds;
pub use kept::{KeptDecision, KeptReport, RowFault, Table, Told, Witness};
pub use kind::EntryKind;
pub use removal::{BareOrder, Removal, RemovalTold};
pub use vouched::{Vouch, Vouched, rows_digest};

use super::ids::{CaseId, HistoryNumber, OperationId};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Who did what an entry tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// Somebody signed in; the actor is their sign-in name.
    Person,
    /// A connector; the actor is the source's name.
    Source,
    /// Holdpoint itself, because of a fact or of the time; the actor names the part that did it.
    Program,
    /// A rule of the policy; the actor quotes the rule.
    Policy,
}

impl ActorKind {
    const ALL: [Self; 4] = [Self::Person, Self::Source, Self::Program, Self::Policy];

    /// The word under which it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Source => "source",
            Self::Program => "program",
            Self::Policy => "policy",
        }
    }

    /// The actor kind of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

impl fmt::Display for ActorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One entry of the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its place, from 1, without gaps, in the order of commits.
    pub number: HistoryNumber,
    pub at: Timestamp,
    pub case: Option<CaseId>,
    pub operation: Option<OperationId>,
    pub actor_kind: ActorKind,
    pub actor: String,
    pub kind: EntryKind,
    /// What there is to tell, by kind. It is stored, and hashed, as the text that [`Entry::document_text`] gives.
    pub document: Value,
}

impl Entry {
    /// The document as it is stored: compact JSON, members in their order, numbers as they were written.
    pub fn document_text(&self) -> String {
        self.document.to_string()
    }

    /// The hash of this entry when it follows the one whose hash is `previous` ([`FIRST_PREVIOUS`] for the first).
    pub fn hash(&self, previous: &str) -> String {
        let document = self.document_text();
        entry_hash(&ChainRow {
            number: self.number.0,
            at: self.at.0,
            case: self.case.map(|case| case.0),
            operation: self.operation.map(|operation| operation.0),
            actor_kind: self.actor_kind.as_str(),
            actor: &self.actor,
            kind: self.kind.as_str(),
            document: &document,
            previous,
            hash: "",
        })
    }
}

#[cfg(test)]
mod tests;
