//! Why a report cannot be understood.

use crate::domain::json::{JsonFault, JsonFaultKind};
use std::fmt;
use thiserror::Error;

/// A fault and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// A JSON pointer; empty for the whole report.
    pub pointer: String,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        self.kind.fmt(f)
    }
}

impl From<JsonFault> for Fault {
    fn from(fault: JsonFault) -> Self {
        Self {
            pointer: fault.pointer,
            kind: FaultKind::Json(fault.kind),
        }
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FaultKind {
    #[error("{0}")]
    Json(JsonFaultKind),
    #[error("missing")]
    Missing,
    #[error("expected {expected}")]
    WrongType { expected: Expected },
    #[error("{found:?} is none of {}", allowed.join(", "))]
    UnknownWord {
        found: String,
        allowed: Vec<&'static str>,
    },
    #[error("expected a time in RFC 3339 with an offset, such as 2026-11-29T12:20:31Z")]
    NotATime,
    #[error("may not be empty")]
    Empty,
    #[error("is {bytes} bytes long; {limit} are allowed")]
    TooLong { limit: usize, bytes: usize },
    #[error("has {characters} characters; at least {least} are needed")]
    TooShort { least: usize, characters: usize },
    #[error("may not contain the character U+0000")]
    NulCharacter,
    #[error("has {found} items; {limit} are allowed")]
    TooMany { limit: usize, found: usize },
    #[error("step {first} has this name already")]
    DuplicateStep {
        /// The place in `steps`, from 0.
        first: usize,
    },
    #[error("no step of the name {name:?} is listed in steps")]
    UnlistedStep { name: String },
    #[error("a step cannot undo itself")]
    UndoesItself,
    #[error("a completed step needs a result, with the id of what it created")]
    CompletedWithoutResult,
    #[error("outcome done has to name a result for step {name:?}")]
    DoneWithoutResult { name: String },
    #[error("differs from the report id in the address, {address:?}")]
    OtherReportId { address: String },
}

/// The type that was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Text,
    TextOrNumber,
    WholeNumber,
    TrueOrFalse,
    Object,
    List,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::TextOrNumber => "text or a number",
            Self::WholeNumber => "a whole number of ordinary size",
            Self::TrueOrFalse => "true or false",
            Self::Object => "an object",
            Self::List => "a list",
        })
    }
}
