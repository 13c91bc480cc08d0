//! What the connector knows: a document for each operation and for each taking, and the journal that keeps them.
//!
//! The journal has one line of JSON for each change, and the whole document in it, so that the last line of a key is how it
//! stands. A line is on the disk before the connector goes on.

use super::shop::Job;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
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
        let (mut reader, mut line, mut whole) = (BufReader::new(file), Vec::new(), 0);
        while reader.read_until(b'\n', &mut line)? > 0 {
            if !line.ends_with(b"\n") {
                // The power went while it was written, so nothing was sent because of it.
                journal.file.set_len(whole)?;
                break;
            }
            journal.take_in(serde_json::from_slice(&line).with_context(place)?);
            whole += u64::try_from(line.len())?;
            line.clear();
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

    /// The last attempt that we know of at the operation of a case.
    pub fn last_attempt_of_case(&self, case: &Value) -> Option<Value> {
        let mut all = self.operations.values();
        let operation = all.find(|operation| operation["case"] == *case)?;
        let last = list(&operation["report"]["attempts"]).last()?;
        Some(
            json!({"step": last["step"], "number": last["number"], "started_at": last["started_at"]}),
        )
    }
}

/// A step of the operation's report.
pub fn step<'a>(operation: &'a Value, name: &str) -> &'a Value {
    let steps = list(&operation["report"]["steps"]);
    let step = steps.iter().find(|step| step["name"] == name);
    step.unwrap_or(&Value::Null)
}

/// The same, to be changed. What undoes a step joins the chain when it is first sent.
fn step_mut<'a>(operation: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    let steps = operation["report"]["steps"].as_array_mut()?;
    let at = steps.iter().position(|step| step["name"] == name);
    steps.get_mut(at?)
}

/// Adds a step that undoes another, if it is not there yet.
fn add_undoing(operation: &mut Value, run: &Value) {
    if !step(operation, text(&run["step"])).is_null() {
        return;
    }
    let system = step(operation, text(&run["undo_step"]))["system"].clone();
    let undoing = json!({"name": run["step"], "system": system, "undoes": run["undo_step"], "state": "pending",
                         "idempotency_key": run["idempotency_key"], "results": []});
    push(&mut operation["report"]["steps"], undoing);
}

/// A step is done, and this came of it.
pub fn complete(operation: &mut Value, name: &str, result: &Value, at: &str) {
    if let Some(step) = step_mut(operation, name) {
        step["state"] = json!("completed");
        step["completed_at"] = json!(at);
        step["results"] = json!([{"type": result["type"], "id": result["id"]}]);
    }
}

/// Writes an attempt into the operation's report, before it is sent.
pub fn begin_attempt(operation: &mut Value, job: &Job, worker: &str, now: &str) {
    let attempts = list(&operation["report"]["attempts"]);
    let before = attempts.iter().filter(|a| a["step"] == *job.step).count();
    let attempt = json!({
        "step": job.step, "number": before + 1, "started_at": now, "outcome": "crashed",
        "idempotency_key": job.key, "worker": worker,
    });
    push(&mut operation["report"]["attempts"], attempt);
    if let Some(step) = step_mut(operation, &job.step) {
        step["state"] = json!("unknown");
        step["idempotency_key"] = json!(job.key);
    }
}

/// Writes into it how the attempt ended.
pub fn end_attempt(
    operation: &mut Value,
    job: &Job,
    (outcome, status): (&str, Option<u16>),
    body: &Value,
    now: &str,
) {
    let attempts = operation["report"]["attempts"].as_array_mut();
    if let Some(attempt) = attempts.and_then(|all| all.last_mut()) {
        attempt["finished_at"] = json!(now);
        attempt["outcome"] = json!(outcome);
        attempt["http_status"] = json!(status);
        attempt["detail"] = body["error"].clone();
    }
    match (outcome, step_mut(operation, &job.step)) {
        ("acknowledged", _) => complete(operation, &job.step, body, now),
        ("refused", Some(step)) => step["state"] = json!("refused"),
        _ => {}
    }
}

/// Takes in what the order says about the operation; gives the steps that are to be sent, in their order.
pub fn prepare(operation: &mut Value, action: &str, what: &Value, now: &str) -> Vec<Value> {
    match action {
        "resume" => {
            for done in list(&what["done"]) {
                // A result that a person found, or chose among several.
                complete(operation, text(&done["step"]), &done["result"], now);
            }
            for skip in list(&what["skip"]) {
                if let Some(step) = step_mut(operation, text(&skip["step"])) {
                    step["skipped"] = json!(true);
                }
            }
            choose_content(operation, &what["content"]);
            list(&what["run"]).to_vec()
        }
        "new_operation" => list(&what["step_keys"]).to_vec(),
        "compensate" => {
            for run in list(&what["run"]) {
                add_undoing(operation, run);
            }
            list(&what["run"]).to_vec()
        }
        // To close: nothing is sent.
        _ => Vec::new(),
    }
}

/// A person may say that a changed order is the right one; it is named by its digest.
fn choose_content(operation: &mut Value, content: &Value) {
    let chosen = list(&operation["versions"]).iter();
    let chosen = chosen
        .rev()
        .find(|version| content["digest"] == digest(version))
        .cloned();
    if let (Some(chosen), Some("changed")) = (chosen, content["which"].as_str()) {
        operation["report"]["operation"]["payload"] = chosen;
    }
}

/// The attempts that were made inside a taking.
pub fn sent_in<'a>(taking: &Value, operation: &'a Value) -> &'a [Value] {
    let before = taking["attempts_before"]
        .as_u64()
        .and_then(|n| usize::try_from(n).ok());
    let all = list(&operation["report"]["attempts"]);
    before
        .and_then(|before| all.get(before..))
        .unwrap_or_default()
}

/// What is told of a taking. Once written down it does not change, however often it has to be told.
pub fn outcome_of(taking: &Value, operation: &Value, word: &str) -> Value {
    let attempts = sent_in(taking, operation).to_vec();
    let done = attempts.iter().filter(|a| a["outcome"] == "acknowledged");
    let results = done.filter_map(|attempt| {
        let result = step(operation, text(&attempt["step"]))["results"].get(0)?;
        Some(json!({"step": attempt["step"], "type": result["type"], "id": result["id"]}))
    });
    let results: Vec<_> = results.collect();
    json!({
        "take_token": taking["request"]["take_token"], "outcome": word, "results": results, "attempts": attempts,
    })
}

/// The step whose last answer is missing, if the last attempt of all has none.
pub fn unanswered(operation: &Value) -> Option<&str> {
    let last = list(&operation["report"]["attempts"]).last()?;
    let name = last["step"].as_str()?;
    let answered = matches!(text(&last["outcome"]), "acknowledged" | "refused");
    let settled = step(operation, name)["state"] == "completed";
    (!answered && !settled).then_some(name)
}

/// The digest under which Holdpoint names a content: SHA-256 over sorted keys, compact.
/// How the latest attempt ended, which is why an operation stops.
pub fn last_outcome(operation: &Value) -> &str {
    let attempts = list(&operation["report"]["attempts"]);
    attempts
        .last()
        .map_or("", |latest| text(&latest["outcome"]))
}

fn digest(content: &Value) -> String {
    let hash = Sha256::digest(sorted(content).to_string());
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            members
                .into_iter()
                .map(|(name, value)| (name.clone(), sorted(value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub fn push(list: &mut Value, item: Value) {
    if let Some(list) = list.as_array_mut() {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_line_is_as_if_it_had_never_been_begun() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.ndjson");
        let operation = |key: &str| json!({"key": key, "waits": true});
        Journal::open(&path).unwrap().keep(&operation("a")).unwrap();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(br#"{"key": "b", "wa"#).unwrap();
        Journal::open(&path).unwrap().keep(&operation("c")).unwrap();
        let known = Journal::open(&path).unwrap();
        let keys: Vec<_> = known.operations.keys().collect();
        assert_eq!(keys, ["a", "c"]);
    }
}
