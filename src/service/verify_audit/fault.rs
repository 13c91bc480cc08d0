//! What can be wrong with a history, or with what it vouches for.

use crate::domain::history::anchor::AnchorFault;
use crate::domain::history::{ChainFault, RowFault, Table, Told, Vouched};
use crate::store;
use crate::store::schema_kept::Difference;
use serde_json::{Value, json};

/// The first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditFault {
    #[error(transparent)]
    Chain(ChainFault),
    #[error("row {id} of {table} was changed: {fault}")]
    Row {
        table: Table,
        id: i64,
        fault: RowFault,
    },
    #[error("entry {number} tells of {told}, which is not there")]
    Missing { number: i64, told: Told },
    #[error("the digests that entry {number} vouches by were changed, or are gone")]
    Vouches { number: i64 },
    #[error(
        "entry {number} vouches for rows as they were found, after rows were vouched for as they were written"
    )]
    FoundLater { number: i64 },
    #[error("digests were added by which no entry vouches")]
    VouchesAdded,
    #[error("row {key} of {table} was changed: it is not what entry {number} vouches for")]
    Changed {
        table: Vouched,
        key: i64,
        number: i64,
    },
    #[error("row {key} of {table} is gone: entry {number} vouches for it")]
    Gone {
        table: Vouched,
        key: i64,
        number: i64,
    },
    #[error("source {name} is not in sources any more: entry {number} tells of a report of it")]
    NoSource { number: i64, name: String },
    #[error("row {key} of {table} {}", if *comes_last {
        "comes after all that the history tells of: it was added, or the end of the history was cut off"
    } else {
        "was added: the history does not tell of it"
    })]
    Added {
        table: Vouched,
        key: i64,
        /// Its key is greater than all that the history tells of, as those of new rows are.
        comes_last: bool,
    },
    #[error("instruction {} and decision {} do not name each other", named(instruction), numbered(*decision))]
    Unmatched {
        instruction: Option<String>,
        decision: Option<i64>,
    },
    #[error(
        "the queue's counter of stage {stage}, {kind} is {told}, and there are {counted} cases"
    )]
    Count {
        stage: i64,
        kind: String,
        told: i64,
        counted: i64,
    },
    #[error(
        "the counter of cause {cause} says {told}, or names it otherwise, and there are {counted} cases"
    )]
    Cause {
        cause: String,
        told: i64,
        counted: i64,
    },
    #[error("row {number} of register was changed: of decision {} the history tells another {column}", numbered(*decision))]
    Register {
        number: i64,
        decision: Option<i64>,
        column: &'static str,
    },
    #[error("register_words of row {number} of register are not those that the history tells")]
    Words { number: i64 },
    #[error("{what} tells of what there is not")]
    Counter { what: String },
    #[error("flow_totals of {kind} are not what queue_flow adds up to")]
    Total { kind: String },
    #[error(transparent)]
    Anchor(AnchorFault),
    #[error("the state file is of another history: entry {number} is not the one it was")]
    OtherHistory { number: i64 },
    #[error("the schema is not the one that this version makes: {0}")]
    Schema(Difference),
    #[error("the database cannot be read as it was written: {what}")]
    Damaged { what: String },
}

impl AuditFault {
    /// What is wrong as JSON: a word for it, what names the place, and the sentence that the command line says.
    #[must_use]
    pub fn told(&self) -> Value {
        let said = self.to_string();
        let row = |fault: &str, table: &str, key: i64, number: Option<i64>| json!({"fault": fault, "table": table, "key": key, "number": number, "said": said});
        let plain = |fault: &str| json!({"fault": fault, "said": said});
        match self {
            Self::Chain(_) | Self::FoundLater { .. } => plain("chain"),
            Self::Row { table, id, fault } => {
                row("changed", table.as_str(), *id, Some(fault.number()))
            }
            Self::Changed { table, key, number } => {
                row("changed", table.as_str(), *key, Some(*number))
            }
            Self::Register { number, .. } => row("register", "register", *number, Some(*number)),
            Self::Words { number } => row("register", "register_words", *number, Some(*number)),
            Self::Vouches { number } => row("changed", "vouches", *number, Some(*number)),
            Self::Missing { number, told } => {
                let table = told.table().as_str();
                json!({"fault": "gone", "table": table, "key": told.name(), "number": number, "said": said})
            }
            Self::Gone { table, key, number } => row("gone", table.as_str(), *key, Some(*number)),
            Self::NoSource { number, name } => {
                json!({"fault": "gone", "table": "sources", "key": name, "number": number, "said": said})
            }
            Self::Added {
                table,
                key,
                comes_last,
            } => {
                let fault = if *comes_last { "added_last" } else { "added" };
                row(fault, table.as_str(), *key, None)
            }
            Self::VouchesAdded => plain("added_digests"),
            Self::Unmatched { .. } => plain("unmatched"),
            Self::Count { .. } | Self::Cause { .. } | Self::Counter { .. } | Self::Total { .. } => {
                plain("counted")
            }
            Self::Anchor(_) => plain("anchor"),
            Self::OtherHistory { number } => {
                json!({"fault": "other_history", "number": number, "said": said})
            }
            Self::Schema(differs) => {
                let (kind, how) = (differs.kind.as_str(), differs.how.as_str());
                json!({"fault": "schema", "kind": kind, "name": differs.name, "how": how, "said": said})
            }
            Self::Damaged { .. } => plain("damaged"),
        }
    }
}

fn named(instruction: &Option<String>) -> &str {
    instruction.as_deref().unwrap_or("-")
}

fn numbered(decision: Option<i64>) -> String {
    decision.map_or_else(|| "-".to_owned(), |decision| decision.to_string())
}

/// What was damaged, if the error says that the database holds what this program does not write.
pub(super) fn damage(error: &store::Error) -> Option<String> {
    /// SQLite's `SQLITE_CORRUPT` and `SQLITE_NOTADB`, and PostgreSQL's `data_corrupted` and `index_corrupted`.
    const CODES: [&str; 4] = ["11", "26", "XX001", "XX002"];
    // Only the row of the head has to be there whatever has happened.
    if matches!(error, store::Error::RowNotFound) {
        return Some("chain_head has no row".to_owned());
    }
    if matches!(
        error,
        store::Error::Decode(_)
            | store::Error::ColumnDecode { .. }
            | store::Error::ColumnNotFound(_)
    ) {
        return Some(error.to_string());
    }
    let why = error.as_database_error()?;
    let code = why.code()?;
    // SQLite's further codes have the kind of error in their last byte.
    let kind = code
        .parse::<i64>()
        .map_or_else(|_| code.to_string(), |code| (code & 0xff).to_string());
    let damaged = CODES.contains(&kind.as_str()) || missing_schema(why.message());
    damaged.then(|| why.to_string())
}

/// A table, or a column of one, that is not there any more.
fn missing_schema(message: &str) -> bool {
    [
        "no such table",
        "no such column",
        "malformed",
        "does not exist",
    ]
    .iter()
    .any(|words| message.contains(words))
}
