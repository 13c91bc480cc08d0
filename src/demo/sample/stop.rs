//! Writes a stop report step by step, with times told as minutes before now.

use super::{Sample, Since};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};

/// A stop report in the making.
pub struct Stop {
    now: DateTime<Utc>,
    source: &'static str,
    report: Value,
    /// The messages of further reports.
    messages: Vec<Value>,
    since: Since,
}

/// A step's result: kind of object and id.
pub type Made<'a> = (&'a str, &'a str);

impl Stop {
    /// Begins a report of an operation that was authorised `authorised` minutes ago and stopped `stopped` minutes ago.
    pub fn new(
        now: DateTime<Utc>,
        source: &'static str,
        operation: (&str, &str),
        authorised: f64,
        stopped: f64,
    ) -> Self {
        let (operation_type, key) = operation;
        let report = json!({
            "report_id": format!("{source}:{key}:1"),
            "stopped_at": ago(now, stopped),
            "stop": {},
            "operation": {
                "key": key,
                "type": operation_type,
                "authorised_at": ago(now, authorised),
                "references": {},
                "payload": {},
            },
            "events": [],
            "steps": [],
            "attempts": [],
            "observations": [],
        });
        Self {
            now,
            source,
            report,
            messages: Vec::new(),
            since: Since::Nothing,
        }
    }

    /// Why it stopped.
    pub fn because(mut self, kind: &str, step: &str, code: &str, reason: &str) -> Self {
        self.report["stop"] = json!({ "kind": kind, "step": step, "code": code, "reason": reason });
        self
    }

    /// Business references, holds and what authorised the operation.
    pub fn about(mut self, by: &str, references: Value, holds: &[&str]) -> Self {
        let operation = &mut self.report["operation"];
        operation["authorised_by"] = by.into();
        operation["references"] = references;
        operation["holds"] = json!(holds);
        self
    }

    pub fn amount(mut self, value: &str, currency: &str) -> Self {
        self.report["operation"]["amount"] = json!({ "value": value, "currency": currency });
        self
    }

    pub fn payload(mut self, payload: Value) -> Self {
        self.report["operation"]["payload"] = payload;
        self
    }

    pub fn event(mut self, id: &str, event_type: &str, minutes: f64) -> Self {
        let received_at = ago(self.now, minutes);
        self.push(
            "events",
            json!({ "id": id, "type": event_type, "received_at": received_at }),
        );
        self
    }

    /// A step that is done, with its result.
    pub fn done(mut self, step: &str, system: &str, does: &str, made: Made<'_>) -> Self {
        let (object_type, id) = made;
        let mut value = self.step_value(step, system, does, "completed");
        value["results"] = json!([{ "type": object_type, "id": id }]);
        value["compensable"] = true.into();
        self.push("steps", value);
        self
    }

    /// The last step was done once more.
    pub fn done_again(mut self, (object_type, id): Made<'_>) -> Self {
        let last = (self.report["steps"].as_array_mut()).and_then(|steps| steps.last_mut());
        if let Some(results) = last.and_then(|step| step["results"].as_array_mut()) {
            results.push(json!({ "type": object_type, "id": id }));
        }
        self
    }

    /// A step that is not done: `unknown`, `refused` or `pending`.
    pub fn step(mut self, state: &str, step: &str, system: &str, does: &str) -> Self {
        let value = self.step_value(step, system, does, state);
        self.push("steps", value);
        self
    }

    /// Takes the key off the last step: its receiver has none.
    pub fn without_key(mut self) -> Self {
        if let Some(step) = self.report["steps"]
            .as_array_mut()
            .and_then(|s| s.last_mut())
        {
            step["idempotency_key"] = Value::Null;
        }
        self
    }

    /// An attempt at a step that began `minutes` ago and took `seconds`, under the step's own key.
    pub fn attempt(mut self, step: &str, minutes: f64, seconds: f64, outcome: &str) -> Self {
        let number = self.count("attempts", step) + 1;
        let http_status = match outcome {
            "server_error" => json!(503),
            "acknowledged" => json!(201),
            "refused" => json!(422),
            "duplicate" => json!(409),
            _ => Value::Null,
        };
        let value = json!({
            "step": step,
            "number": number,
            "started_at": ago(self.now, minutes),
            "finished_at": ago(self.now, minutes - seconds / 60.0),
            "outcome": outcome,
            "http_status": http_status,
            "idempotency_key": self.key_of(step),
            "worker": format!("{}-{}", self.source, number % 2 + 1),
        });
        self.push("attempts", value);
        self
    }

    /// What a look, callback or answer showed.
    pub fn saw(mut self, step: &str, minutes: f64, seen: Value) -> Self {
        let mut value = json!({
            "step": step,
            "system": self.step_member(step, "system"),
            "observed_at": ago(self.now, minutes),
        });
        if let (Some(value), Some(seen)) = (value.as_object_mut(), seen.as_object()) {
            value.extend(seen.clone());
        }
        self.push("observations", value);
        self
    }

    /// The same key came with this payload.
    pub fn came_with(mut self, event_id: &str, minutes: f64, payload: Value) -> Self {
        self.report["message"] = json!({
            "event_id": event_id,
            "received_at": ago(self.now, minutes),
            "payload": payload,
        });
        self
    }

    /// A further report tells that the same key came with this payload, too.
    pub fn came_again(mut self, event_id: &str, payload: Value) -> Self {
        self.messages
            .push(json!({ "event_id": event_id, "payload": payload }));
        self
    }

    /// What has happened since.
    pub fn then(mut self, since: Since) -> Self {
        self.since = since;
        self
    }

    /// The finished sample.
    pub fn sample(self) -> Sample {
        let further = self.messages.iter().enumerate().map(|(place, message)| {
            let mut report = self.report.clone();
            let first = report["report_id"].as_str().unwrap_or_default();
            report["report_id"] = format!("{first}:{}", place + 2).into();
            report["message"] = message.clone();
            report
        });
        Sample {
            further: further.collect(),
            source: self.source,
            report: self.report,
            since: self.since,
        }
    }

    fn step_value(&self, step: &str, system: &str, does: &str, state: &str) -> Value {
        let key = self.report["operation"]["key"].as_str().unwrap_or_default();
        json!({
            "name": step,
            "system": system,
            "state": state,
            "does": does,
            "idempotency_key": format!("{key}#{step}"),
        })
    }

    fn key_of(&self, step: &str) -> Value {
        self.step_member(step, "idempotency_key")
    }

    fn step_member(&self, step: &str, member: &str) -> Value {
        let steps = self.report["steps"].as_array();
        steps
            .and_then(|all| all.iter().find(|s| s["name"] == step))
            .map_or(Value::Null, |s| s[member].clone())
    }

    fn count(&self, list: &str, step: &str) -> usize {
        let all = self.report[list].as_array();
        all.map_or(0, |all| all.iter().filter(|a| a["step"] == step).count())
    }

    fn push(&mut self, list: &str, value: Value) {
        if let Some(all) = self.report[list].as_array_mut() {
            all.push(value);
        }
    }
}

/// A time some minutes before now, to the millisecond.
fn ago(now: DateTime<Utc>, minutes: f64) -> String {
    let span = TimeDelta::from_std(std::time::Duration::from_secs_f64(minutes.abs() * 60.0));
    let span = span.unwrap_or_default();
    let at = if minutes < 0.0 {
        now + span
    } else {
        now - span
    };
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}
