//! Taking what is told of an operation into what is known of it (`domain.md` §3, §6).
//!
//! The same reports give the same facts in whatever order they arrive and however often, with two exceptions: when
//! each fact arrived, and which content came first (the operation goes on with that one until a person decides).
//! Of facts that can have one version only, such as a step's description, the report with the latest stop decides;
//! of keys the one with the earliest. Nothing that is known is ever taken away.

mod contents;
mod forget;
mod memory;
mod operation;
mod steps;
mod union;

pub use contents::contents_to_store;
pub use forget::forget;
pub use memory::{Memory, Stamp};

use super::facts::{Arrival, Facts, Told};
use super::report::{Attempt, Observation, StopReport};
use super::resume::DoneStep;

/// What was new in what was told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Added {
    pub attempts: usize,
    pub results: usize,
    pub observations: usize,
    pub contents: usize,
    pub events: usize,
    pub steps: usize,
    /// Steps of which something is claimed that was never claimed before.
    pub claims: usize,
    /// Idempotency keys of steps.
    pub keys: usize,
    /// A step's system, its undoing or the life of its key, or how many attempts were left out.
    pub terms: usize,
}

impl Added {
    /// Whether there was an attempt, a result, an observation or a content that was not known. A report without any
    /// is late.
    pub fn adds_facts(&self) -> bool {
        self.attempts + self.results + self.observations + self.contents > 0
    }

    /// Whether anything was new from which knowledge, protection or the stop kind follow.
    pub fn bears_on_knowledge(&self) -> bool {
        self.adds_facts() || self.steps + self.claims + self.keys + self.terms > 0
    }
}

/// The facts of an operation of which nothing was known before this report.
pub fn open(report: &StopReport, arrival: Arrival) -> Facts {
    let mut facts = operation::first_facts(report, arrival);
    merge(&mut facts, report, arrival);
    facts
}

/// Takes in a report of the same operation.
pub fn merge(facts: &mut Facts, report: &StopReport, arrival: Arrival) -> Added {
    let stamp = Stamp(report.stopped_at, report.report_id.clone());
    let mut added = Added::default();
    operation::merge(facts, report, &stamp, arrival);
    steps::merge(facts, report, &stamp, arrival, &mut added);
    added.attempts = union::add_attempts(facts, &report.attempts, arrival);
    added.terms += usize::from(union::note_omitted(facts, report.attempts_omitted));
    added.observations = union::add_observations(facts, &report.observations, arrival);
    added.events = union::add_events(facts, &report.events, arrival);
    added.contents = contents::merge(facts, report, arrival);
    added
}

/// Takes in attempts and results that were told beside a report, by an instruction's outcome. Results of steps that are
/// not known are left out.
pub fn learn(
    facts: &mut Facts,
    attempts: &[Attempt],
    results: &[DoneStep],
    stamp: &Stamp,
    arrival: Arrival,
) -> Added {
    Added {
        attempts: union::add_attempts(facts, attempts, arrival),
        results: steps::add_results(facts, results, stamp, arrival),
        ..Added::default()
    }
}

/// Takes in what a person saw.
pub fn saw(facts: &mut Facts, seen: &Told<Observation>) {
    union::add_observations(facts, std::slice::from_ref(&seen.fact), seen.arrival);
}

#[cfg(test)]
mod tests;
