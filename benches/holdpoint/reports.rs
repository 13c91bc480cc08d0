//! Stop reports to begin with: the sample world's and the real cases', each with marks in its identifiers, so that copies
//! can be told apart.

use crate::multiply::{SHARED, UNIQUE};
use holdpoint::demo::sample::{self, Sample};
use holdpoint::domain::time::Timestamp;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Reports that people of real installations would have sent, in files.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cases");

/// A report, marked, of a source of the sample world.
#[derive(Debug, Clone)]
pub struct Report {
    pub source: String,
    pub document: Value,
}

impl Report {
    pub fn id(&self) -> &str {
        self.document["report_id"].as_str().unwrap_or_default()
    }

    pub fn text(&self) -> String {
        self.document.to_string()
    }

    /// The same report of another operation.
    pub fn copied(&self, name: &str) -> (String, String) {
        let name = format!("-{name}");
        let copied = |text: &str| text.replace(UNIQUE, &name).replace(SHARED, &name);
        (copied(self.id()), copied(&self.text()))
    }
}

/// Every report there is, in an edition of that name: of other operations than those of the other editions.
pub fn edition(now: Timestamp, name: &str) -> anyhow::Result<Vec<Report>> {
    let mut all: Vec<Report> = sample::queue(now.to_utc())
        .into_iter()
        .map(of_sample)
        .collect();
    let source = all.first().map(|r| r.source.clone()).unwrap_or_default();
    let mut files: Vec<_> = fs::read_dir(Path::new(CASES))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|e| e == "json"));
    files.sort();
    for path in files {
        all.push(Report {
            source: source.clone(),
            document: serde_json::from_str(&fs::read_to_string(path)?)?,
        });
    }
    let (unique, shared) = (format!("-{name}{UNIQUE}"), format!("-{name}{SHARED}"));
    for report in &mut all {
        mark(&mut report.document, &unique, &shared);
    }
    Ok(all)
}

fn of_sample(sample: Sample) -> Report {
    Report {
        source: sample.source.to_owned(),
        document: sample.report,
    }
}

/// Puts the marks behind whatever identifies the operation, its events, its results and its customer.
fn mark(value: &mut Value, unique: &str, shared: &str) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "references" => mark_references(member, unique, shared),
                    "holds" | "report_id" | "key" | "id" | "idempotency_key" | "event_id" => {
                        append(member, unique);
                    }
                    _ => mark(member, unique, shared),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|i| mark(i, unique, shared)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn mark_references(references: &mut Value, unique: &str, shared: &str) {
    let Value::Object(members) = references else {
        return;
    };
    for (name, member) in members {
        let of_customer = ["customer", "buyer", "seller"]
            .iter()
            .any(|who| name.contains(who));
        append(member, if of_customer { shared } else { unique });
    }
}

fn append(value: &mut Value, mark: &str) {
    match value {
        Value::String(text) if !text.is_empty() => text.push_str(mark),
        Value::Array(items) => items.iter_mut().for_each(|item| append(item, mark)),
        Value::Object(members) => members.values_mut().for_each(|member| append(member, mark)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
