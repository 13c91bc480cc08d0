//! The connector's journal: one line of JSON for each change, and the whole document in it, so that the last line of a key is
//! how it stands. A line is on the disk before the connector goes on.

use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// What the connector knows, and will know after a restart.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// By operation key.
    pub operations: BTreeMap<String, Value>,
    /// By the id of the instruction.
    pub takings: BTreeMap<String, Value>,
    /// The number of the last event that was taken in.
    pub last_event: u64,
}

impl Journal {
    /// Reads what was written before; makes a new file where there is none.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> Result<Self> {
        let place = || format!("the journal {}", path.display());
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(path);
        let file = file.with_context(place)?;
        let mut journal = Self {
            file: file.try_clone()?,
            operations: BTreeMap::new(),
            takings: BTreeMap::new(),
            last_event: 0,
        };
        let mut lines = BufReader::new(file).lines().peekable();
        while let Some(line) = lines.next() {
            match serde_json::from_str(&line?) {
                Ok(document) => journal.take_in(document),
                // The power went while it was written, so nothing was sent because of it.
                Err(_) if lines.peek().is_none() => journal.file.write_all(b"\n")?,
                Err(why) => return Err(why).with_context(place),
            }
        }
        Ok(journal)
    }

    fn take_in(&mut self, document: Value) {
        if let Some(key) = document["key"].as_str() {
            let event = document["last_event"].as_u64().unwrap_or_default();
            self.last_event = self.last_event.max(event);
            self.operations.insert(key.to_owned(), document);
        } else if let Some(id) = document["instruction"].as_str() {
            self.takings.insert(id.to_owned(), document);
        }
    }

    /// Writes down how an operation or a taking stands.
    ///
    /// # Errors
    /// If it is not on the disk. Then nothing may be sent.
    pub fn keep(&mut self, document: &Value) -> Result<()> {
        let mut line = serde_json::to_vec(document)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.take_in(document.clone());
        Ok(())
    }

    /// Operations that were under way when the connector stopped.
    pub fn running(&self) -> Vec<Value> {
        self.those(|operation| operation["over"] != true && operation["waits"] != true)
    }

    /// Operations that wait for a person.
    pub fn waiting(&self) -> Vec<Value> {
        self.those(|operation| operation["waits"] == true)
    }

    /// Whether a report was written down that Holdpoint has not confirmed.
    pub fn has_unheard_reports(&self) -> bool {
        let mut all = self.operations.values();
        all.any(|operation| operation["waits"] == true && !operation["to_report"].is_null())
    }

    fn those(&self, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        let all = self.operations.values();
        all.filter(|operation| wanted(operation)).cloned().collect()
    }

    /// Takings whose end Holdpoint has not confirmed.
    pub fn open_takings(&self) -> Vec<Value> {
        let all = self.takings.values();
        all.filter(|taking| taking["over"] != true)
            .cloned()
            .collect()
    }

    /// The operation that a case is about.
    pub fn of_case(&self, case: &Value) -> Option<&Value> {
        let mut all = self.operations.values();
        all.find(|operation| operation["case"] == *case)
    }
}
