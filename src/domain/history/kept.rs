//! What the history vouches for outside itself: the rows that keep decisions and reports, with the documents that are
//! too long for an entry. The chain covers the entries; an entry covers its row, by telling its words and its digests.

use super::kind::EntryKind;
use super::removal::{Removal, RemovalTold};
use crate::domain::json::{self, digest};
use crate::domain::retention::Kept;
use serde_json::Value;
use std::fmt;
use thiserror::Error;

/// A table whose rows the history vouches for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    Decisions,
    Reports,
}

impl Table {
    /// Its name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decisions => "decisions",
            Self::Reports => "reports",
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The row that an entry tells of, as the entry names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// A decision that one person made, or a proposal.
    Decision(i64),
    /// What the second person said to a proposal.
    Answer(i64),
    /// By the source's own id for it.
    Report(String),
}

impl Told {
    /// What an entry of that kind tells of, if it is such a kind.
    pub fn by(kind: &str, document: &Value) -> Option<Self> {
        let kind = EntryKind::parse(kind)?;
        let decision = || document.get("decision")?.as_i64();
        if kind == EntryKind::Decided || kind == EntryKind::Proposed {
            decision().map(Self::Decision)
        } else if kind == EntryKind::Approved || kind == EntryKind::ProposalRefused {
            decision().map(Self::Answer)
        } else if kind == EntryKind::ReportReceived || kind == EntryKind::ReportLate {
            let report = document.get("report")?.as_str()?;
            Some(Self::Report(report.to_owned()))
        } else {
            None
        }
    }

    /// Whether the row is told of for the first time; an answer comes after its proposal.
    pub fn is_first(&self) -> bool {
        match self {
            Self::Decision(_) | Self::Report(_) => true,
            Self::Answer(_) => false,
        }
    }

    pub fn table(&self) -> Table {
        match self {
            Self::Decision(_) | Self::Answer(_) => Table::Decisions,
            Self::Report(_) => Table::Reports,
        }
    }

    /// The row's name within its table, or within its operation for a report.
    pub fn name(&self) -> String {
        match self {
            Self::Decision(id) | Self::Answer(id) => id.to_string(),
            Self::Report(id) => id.clone(),
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decision(id) => write!(f, "decision {id}"),
            Self::Answer(id) => write!(f, "the answer to proposal {id}"),
            Self::Report(id) => write!(f, "report {id}"),
        }
    }
}

/// An entry that vouches for a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    pub number: i64,
    pub told: Told,
    /// Microseconds since the epoch.
    pub at: i64,
    pub case: Option<i64>,
    pub operation: Option<i64>,
    pub actor: String,
    pub document: Value,
}

/// A decision as it stands in its table, unread: whoever edits a row may write anything there.
#[derive(Debug, Clone, Copy)]
pub struct KeptDecision<'a> {
    pub case: i64,
    pub operation: i64,
    pub kind: &'a str,
    pub by_name: &'a str,
    pub role: &'a str,
    /// Microseconds since the epoch.
    pub decided_at: i64,
    pub reason_code: &'a str,
    pub justification: &'a str,
    pub facts_as_seen: &'a str,
    pub facts_digest: &'a str,
    /// What was ordered.
    pub document: &'a str,
    pub instruction: Option<&'a str>,
    /// The second person, and what they said.
    pub answered_name: Option<&'a str>,
    /// Microseconds since the epoch.
    pub answered_at: Option<i64>,
    pub answer_words: Option<&'a str>,
}

/// A report as it stands in its table, unread.
#[derive(Debug, Clone, Copy)]
pub struct KeptReport<'a> {
    pub case: Option<i64>,
    pub operation: i64,
    pub digest: &'a str,
    pub document: &'a str,
}

/// What is wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RowFault {
    #[error("its {column} is not what entry {number} of the history tells")]
    NotAsTold { column: &'static str, number: i64 },
    #[error("its {column} does not give the digest that entry {number} of the history tells")]
    OtherDigest { column: &'static str, number: i64 },
    #[error("its {column} is gone, and no entry after {number} tells that retention removed it")]
    Gone { column: &'static str, number: i64 },
}

impl RowFault {
    /// The entry that tells otherwise.
    #[must_use]
    pub fn number(&self) -> i64 {
        match self {
            Self::NotAsTold { number, .. }
            | Self::OtherDigest { number, .. }
            | Self::Gone { number, .. } => *number,
        }
    }
}

/// No document is empty: an empty column is one that was removed.
fn is_gone(document: &str) -> bool {
    document.is_empty()
}

impl KeptDecision<'_> {
    /// Whether something of it is not there any more.
    pub fn is_bare(&self) -> bool {
        is_gone(self.facts_as_seen)
    }
}

impl KeptReport<'_> {
    /// Whether its document is not there any more.
    pub fn is_bare(&self) -> bool {
        is_gone(self.document)
    }
}

impl Witness {
    /// Compares a decision with what this entry tells of it. `removals` of its operation tell what is gone.
    ///
    /// # Errors
    /// The first column that differs.
    pub fn decision(
        &self,
        row: &KeptDecision<'_>,
        removals: &[RemovalTold],
    ) -> Result<(), RowFault> {
        self.same("case_id", self.case == Some(row.case))?;
        self.same("operation_id", self.operation == Some(row.operation))?;
        match self.told {
            Told::Answer(_) => self.answer(row),
            Told::Decision(_) | Told::Report(_) => self.decided(row, removals),
        }
    }

    fn answer(&self, row: &KeptDecision<'_>) -> Result<(), RowFault> {
        self.same("kind", self.text("kind") == Some(row.kind))?;
        self.same("answered_name", row.answered_name == Some(&self.actor))?;
        self.same("answered_at", row.answered_at == Some(self.at))?;
        let words = self.text("words").map(as_kept);
        self.same("answer_words", row.answer_words == words.as_deref())?;
        let instruction = self.text("instruction");
        self.same("instruction_id", instruction == row.instruction)
    }

    fn decided(&self, row: &KeptDecision<'_>, removals: &[RemovalTold]) -> Result<(), RowFault> {
        self.same("by_name", self.actor == row.by_name)?;
        self.same("decided_at", self.at == row.decided_at)?;
        self.same("kind", self.text("kind") == Some(row.kind))?;
        self.same("role", self.text("role") == Some(row.role))?;
        self.same(
            "reason_code",
            self.text("reason_code") == Some(row.reason_code),
        )?;
        let justification = self.text("justification").map(as_kept);
        self.same(
            "justification",
            justification.as_deref() == Some(row.justification),
        )?;
        // Of a proposal, the answer tells which instruction came of it.
        if let Some(instruction) = self.text("instruction") {
            self.same("instruction_id", row.instruction == Some(instruction))?;
            self.same("answered_name", row.answered_name.is_none())?;
        }
        let facts = self.text("facts_digest");
        self.same("facts_digest", facts == Some(row.facts_digest))?;
        if !row.is_bare() {
            self.gives("facts_as_seen", row.facts_as_seen, facts)?;
            return self.gives("document", row.document, self.text("order_digest"));
        }
        let removed = self.removed("facts_as_seen", removals, |told| told.left == Kept::Keys)?;
        let decision = self.document.get("decision").and_then(Value::as_i64);
        let mut bare = removed.removal.orders.iter();
        let bare = bare.find(|order| Some(order.decision) == decision);
        let order = bare.map(|order| order.digest.as_str());
        self.gives(
            "document",
            row.document,
            order.or(self.text("order_digest")),
        )
    }

    /// Compares a report with what this entry tells of it. `removals` of its operation tell what is gone.
    ///
    /// # Errors
    /// The first column that differs.
    pub fn report(&self, row: &KeptReport<'_>, removals: &[RemovalTold]) -> Result<(), RowFault> {
        self.same("case_id", self.case == row.case)?;
        self.same("operation_id", self.operation == Some(row.operation))?;
        let told = self.text("digest");
        self.same("digest", told == Some(row.digest))?;
        if row.is_bare() {
            return self.removed("document", removals, |_| true).map(|_| ());
        }
        self.gives("document", row.document, told)
    }

    /// The first removal after this entry that took the column away.
    fn removed<'r>(
        &self,
        column: &'static str,
        removals: &'r [RemovalTold],
        took: impl Fn(&Removal) -> bool,
    ) -> Result<&'r RemovalTold, RowFault> {
        let number = self.number;
        let mut after = removals.iter().filter(|told| {
            told.number > number && self.operation == Some(told.operation) && took(&told.removal)
        });
        after.next().ok_or(RowFault::Gone { column, number })
    }

    fn text(&self, member: &str) -> Option<&str> {
        self.document.get(member)?.as_str()
    }

    fn same(&self, column: &'static str, same: bool) -> Result<(), RowFault> {
        let number = self.number;
        if same {
            Ok(())
        } else {
            Err(RowFault::NotAsTold { column, number })
        }
    }

    fn gives(
        &self,
        column: &'static str,
        document: &str,
        told: Option<&str>,
    ) -> Result<(), RowFault> {
        let number = self.number;
        let given = json::parse(document.as_bytes()).ok().as_ref().map(digest);
        if given.is_some() && given.as_deref() == told {
            Ok(())
        } else {
            Err(RowFault::OtherDigest { column, number })
        }
    }
}

/// A person's words as a column keeps them: it cannot hold U+0000, which an entry's JSON can.
fn as_kept(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests;
