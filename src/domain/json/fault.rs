//! What can be wrong with a document before anybody asks what it means.

use std::fmt;
use thiserror::Error;

/// A fault and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonFault {
    /// A JSON pointer; empty for the whole document.
    pub pointer: String,
    pub kind: JsonFaultKind,
}

impl JsonFault {
    /// A fault of the whole document.
    pub(super) fn whole(kind: JsonFaultKind) -> Self {
        Self {
            pointer: String::new(),
            kind,
        }
    }
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        self.kind.fmt(f)
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum JsonFaultKind {
    #[error("not UTF-8: the byte at offset {offset} is wrong")]
    NotUtf8 { offset: usize },
    #[error("not JSON: something else was expected at line {line}, column {column}")]
    NotJson { line: usize, column: usize },
    #[error("not JSON: the document ends before it is complete")]
    CutOff,
    #[error("nested more than {limit} deep")]
    TooDeep { limit: usize },
    /// A reader would keep one of them and drop the other.
    #[error("the member {name:?} is there more than once")]
    DuplicateMember { name: String },
    #[error("a \\u escape is half of a character: a surrogate without its other half")]
    LoneSurrogate,
    /// The JSON library keeps this name for itself, and would read the object as something else.
    #[error("the member name {name:?} cannot be used")]
    ReservedName { name: String },
}
