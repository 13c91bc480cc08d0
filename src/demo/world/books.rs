//! What the receiving systems write down: one line for each request that changed something or whose answer is kept.

use super::kept::Kept;
use super::system::System;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::path::Path;

/// One request, what it did, and what was answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub number: u64,
    #[serde(with = "super::at")]
    pub at: DateTime<Utc>,
    pub system: System,
    /// `orders`, `payments`, …
    pub collection: String,
    pub key: Option<String>,
    /// The caller's own name for what it is about.
    pub reference: String,
    pub content: Value,
    /// `None` where it did nothing.
    pub effect: Option<Effect>,
    pub answer: Answer,
}

/// What a request created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    #[serde(rename = "type")]
    pub object_type: String,
    pub id: String,
}

/// What a system answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

/// The books of all systems, in the order in which things happened. With a file they outlive the program.
#[derive(Debug, Default)]
pub struct Books(Kept<Line>);

impl Books {
    /// Goes on with the books in that file, which is made if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        Kept::open(path).map(Self)
    }

    #[must_use]
    pub fn lines(&self) -> &[Line] {
        self.0.lines()
    }

    /// The number of the next line.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.lines().last().map_or(1, |line| line.number + 1)
    }

    /// Writes a line down. It is in the file before it is in force, so that no death of the program takes it away.
    ///
    /// # Errors
    /// If it cannot be written; then nothing has happened.
    pub fn write(&mut self, line: Line) -> io::Result<()> {
        self.0.write(line)
    }
}
