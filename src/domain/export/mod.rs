//! What is taken out of the program as a file: which list, in which form, and how a cell of a table is written so that it is
//! the same again when it is read.

mod cell;

pub use cell::{Cell, guarded, restored};

/// A list that can be taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// The register of decisions.
    Decisions,
    /// Every entry of the history.
    History,
    Cases,
}

impl Table {
    /// The word in addresses, in names of files and in the files themselves.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decisions => "decisions",
            Self::History => "history",
            Self::Cases => "cases",
        }
    }
}

/// The form of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// RFC 4180 in UTF-8, for spreadsheets.
    Csv,
    /// An object a line, for programs.
    JsonLines,
}

impl Format {
    /// Every one, in the order in which people choose from them.
    pub const ALL: [Self; 2] = [Self::Csv, Self::JsonLines];

    /// The word in forms, and the end of a file's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    /// The one of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.as_str() == word)
    }
}
