//! Reading what sources send (`connector-api.md`): all its faults at once, or all that it tells.

mod fault;
mod members;
mod operation;
mod sightings;
mod step_names;
mod steps;
mod taking;
mod values;

pub use fault::{Expected, Fault, FaultKind};
pub use taking::{OutcomeReport, TakeRequest, parse_outcome, parse_renew, parse_take};
pub use values::LONGEST_NAME;

use super::ids::{ReportId, StepName};
use super::report::{ReportedStep, Stop, StopReport};
use members::{Members, Notes};
use serde_json::Value;
use step_names::StepNames;
use values::{STOP_KINDS, count, id, text, text_or_number, time, word};

/// The most steps in a report.
pub const MOST_STEPS: usize = 100;
/// The most attempts in a report.
pub const MOST_ATTEMPTS: usize = 500;

/// Reads a report. `expected_id` is the id in the address, where there is one.
///
/// # Errors
/// Every fault of the report, each with its place.
pub fn parse(value: Value, expected_id: Option<&ReportId>) -> Result<StopReport, Vec<Fault>> {
    let mut notes = Notes::default();
    let report = Members::of(value, String::new(), &mut notes)
        .and_then(|report| read_report(report, expected_id));
    match report {
        Some(mut report) if notes.faults.is_empty() => {
            report.also_reported = notes.also_reported;
            Ok(report)
        }
        Some(_) | None => Err(notes.faults),
    }
}

/// What was read, if nothing was wrong with it.
fn finish<T>(read: Option<T>, notes: Notes) -> Result<T, Vec<Fault>> {
    match read {
        Some(read) if notes.faults.is_empty() => Ok(read),
        Some(_) | None => Err(notes.faults),
    }
}

fn read_report(mut report: Members<'_>, expected_id: Option<&ReportId>) -> Option<StopReport> {
    let report_id = read_report_id(&mut report, expected_id);
    let stopped_at = report.required("stopped_at", time);
    let stop = report.object("stop").and_then(read_stop);
    let operation = report.object("operation").and_then(operation::read);
    let events = report.list("events", None, sightings::read_event);
    let names = StepNames::gather(&mut report);
    let steps = read_steps(&mut report, &names);
    let attempts = report.list("attempts", Some(MOST_ATTEMPTS), |attempt| {
        steps::read_attempt(attempt, &names)
    });
    let attempts_omitted = report.optional("attempts_omitted", count).unwrap_or(0);
    let observations = report.list("observations", None, |observation| {
        sightings::read_observation(observation, &names)
    });
    let message = report
        .optional_object("message")
        .map(operation::read_message);
    report.also_report_rest();
    Some(StopReport {
        report_id: report_id?,
        stopped_at: stopped_at?,
        stop: stop?,
        operation: operation?,
        events,
        steps,
        attempts,
        attempts_omitted,
        observations,
        message,
        also_reported: Vec::new(),
    })
}

fn read_report_id(report: &mut Members<'_>, expected: Option<&ReportId>) -> Option<ReportId> {
    let found = report.required("report_id", id(ReportId::new))?;
    match expected {
        Some(address) if *address != found => {
            let address = address.to_string();
            report.fault("report_id", FaultKind::OtherReportId { address });
        }
        Some(_) | None => {}
    }
    Some(found)
}

fn read_stop(mut stop: Members<'_>) -> Option<Stop> {
    let kind = stop.required("kind", word(STOP_KINDS));
    let step = stop.optional("step", id(StepName::new));
    let code = stop.optional("code", text_or_number);
    let reason = stop.optional("reason", text);
    stop.also_report_rest();
    Some(Stop {
        kind: kind?,
        step,
        code,
        reason,
    })
}

/// Without a single step everything would count as done, so a report names at least one.
fn read_steps(report: &mut Members<'_>, names: &StepNames) -> Vec<ReportedStep> {
    match report.peek("steps") {
        None => report.fault("steps", FaultKind::Missing),
        Some(_) if report.lacks_items("steps") => report.fault("steps", FaultKind::Empty),
        Some(_) => {}
    }
    report.list("steps", Some(MOST_STEPS), |step| {
        steps::read_step(step, names)
    })
}

#[cfg(test)]
mod tests;
