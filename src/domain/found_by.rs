//! Whatever an operation can be found by: every key, reference and number that a report names.

use super::report::StopReport;
use serde_json::Value;
use std::collections::HashSet;

/// More than this nobody looks for, and a report of 2 MiB could name a hundred thousand.
const MOST: usize = 2_000;

/// Something that an operation can be found by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FoundBy {
    /// What the term is: `operation_key`, `reference:order_id`, `event`, `step_key`, `result`, `hold`, `report`.
    pub name: String,
    /// As it was sent.
    pub term: String,
}

/// Everything in a report that somebody may hold in their hands and look for.
pub fn found_by(report: &StopReport) -> Vec<FoundBy> {
    let mut found = Found::default();
    found.add("operation_key", report.operation.key.as_str());
    found.add("report", report.report_id.as_str());
    for (name, value) in &report.operation.references {
        found.add_leaves(&format!("reference:{name}"), value);
    }
    for hold in &report.operation.holds {
        found.add("hold", hold);
    }
    let message = report.message.iter().filter_map(|m| m.event_id.as_ref());
    let events = report.events.iter().filter_map(|event| event.id.as_ref());
    for id in events.chain(message) {
        found.add("event", id);
    }
    for step in &report.steps {
        step.results.iter().for_each(|r| found.add("result", &r.id));
    }
    let keys = report.steps.iter().map(|step| &step.idempotency_key);
    let tried = report.attempts.iter().map(|a| &a.idempotency_key);
    for key in keys.chain(tried).flatten() {
        found.add("step_key", key.as_str());
    }
    for object in report.observations.iter().filter_map(|o| o.object.as_ref()) {
        found.add("result", &object.id);
    }
    found.list
}

#[derive(Default)]
struct Found {
    list: Vec<FoundBy>,
    known: HashSet<FoundBy>,
}

impl Found {
    fn add(&mut self, name: &str, term: &str) {
        let new = FoundBy {
            name: name.to_owned(),
            term: term.to_owned(),
        };
        if self.list.len() < MOST && self.known.insert(new.clone()) {
            self.list.push(new);
        }
    }

    /// A reference may be any JSON; each text and each number in it is something to find.
    fn add_leaves(&mut self, name: &str, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::Number(number) => self.add(name, &number.to_string()),
            Value::String(text) => self.add(name, text),
            Value::Array(items) => items.iter().for_each(|item| self.add_leaves(name, item)),
            Value::Object(members) => members.values().for_each(|v| self.add_leaves(name, v)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::report_parse;
    use serde_json::json;

    #[test]
    fn keys_references_events_and_results_are_found_each_once() {
        let report = json!({
            "report_id": "r-1", "stopped_at": "2026-11-29T12:20:31Z", "stop": {"kind": "result_unknown"},
            "operation": {
                "key": "ship:1", "type": "shipment", "payload": null, "holds": ["shipment:S-1"],
                "references": {"order": 8817, "parcels": [{"no": "P-1"}, {"no": "P-2"}], "none": null},
            },
            "events": [{"id": "evt_1", "type": "paid"}, {"id": null, "type": "paid"}],
            "steps": [{"name": "a", "system": "s", "state": "completed", "idempotency_key": "k",
                       "results": [{"type": "task", "id": "T-1"}]}],
            "attempts": [{"step": "a", "number": 1, "outcome": "acknowledged", "idempotency_key": "k"}],
            "observations": [{"system": "s", "how": "callback", "seen": "found", "object": {"type": "task", "id": "T-2"}}],
        });
        let report = report_parse::parse(report, None).expect("a good report");
        let found = found_by(&report);
        let found: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.term.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("operation_key", "ship:1"),
                ("report", "r-1"),
                ("reference:order", "8817"),
                ("reference:parcels", "P-1"),
                ("reference:parcels", "P-2"),
                ("hold", "shipment:S-1"),
                ("event", "evt_1"),
                ("result", "T-1"),
                ("step_key", "k"),
                ("result", "T-2"),
            ]
        );
    }
}
