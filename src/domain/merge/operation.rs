//! What is known of the operation as a whole.

use super::Stamp;
use super::contents::first_content;
use crate::domain::facts::{Arrival, Facts};
use crate::domain::json::pointer_to;
use crate::domain::report::StopReport;
use crate::domain::time::Timestamp;

/// The operation itself, still without steps, attempts, observations and events.
pub(super) fn first_facts(report: &StopReport, arrival: Arrival) -> Facts {
    let operation = &report.operation;
    Facts {
        key: operation.key.clone(),
        operation_type: operation.operation_type.clone(),
        authorised_at: None,
        authorised_by: None,
        references: Default::default(),
        holds: Vec::new(),
        amount: operation.amount.clone(),
        steps: Vec::new(),
        attempts: Vec::new(),
        attempts_omitted: 0,
        observations: Vec::new(),
        judgements: Vec::new(),
        events: Vec::new(),
        contents: vec![first_content(report, arrival)],
        takings: Vec::new(),
        skipped: Vec::new(),
        stop: report.stop.clone(),
        stopped_at: report.stopped_at,
        first_stopped_at: stop_as_known(report, arrival),
        also_reported: Vec::new(),
        memory: Default::default(),
    }
}

/// Takes in what a report tells of the operation as a whole, its content apart.
pub(super) fn merge(facts: &mut Facts, report: &StopReport, stamp: &Stamp, arrival: Arrival) {
    let operation = &report.operation;
    facts.first_stopped_at = facts.first_stopped_at.min(stop_as_known(report, arrival));
    if facts.memory.is_latest("stop", stamp) {
        facts.stop = report.stop.clone();
        facts.stopped_at = report.stopped_at;
        facts.also_reported.clone_from(&report.also_reported);
    }
    let authorisations = facts
        .authorised_at
        .into_iter()
        .chain(operation.authorised_at);
    facts.authorised_at = authorisations.min();
    if operation.authorised_by.is_some() && facts.memory.is_earliest("authorised_by", stamp) {
        facts.authorised_by.clone_from(&operation.authorised_by);
    }
    for (name, value) in &operation.references {
        if facts
            .memory
            .is_latest(&pointer_to("references", name), stamp)
        {
            facts.references.insert(name.clone(), value.clone());
        }
    }
    facts.holds.extend_from_slice(&operation.holds);
    facts.holds.sort_unstable();
    facts.holds.dedup();
}

/// When it stopped, by a clock that runs right: never later than we heard of it.
fn stop_as_known(report: &StopReport, arrival: Arrival) -> Timestamp {
    arrival.adjust(report.stopped_at).min(arrival.at)
}
