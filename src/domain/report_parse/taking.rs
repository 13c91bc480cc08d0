//! Reading what workers say about instructions: taking one, asking to go on, telling the outcome.

use super::fault::{Fault, FaultKind};
use super::members::{Members, Notes};
use super::step_names::StepNames;
use super::steps::{read_attempt, read_result};
use super::values::{INSTRUCTION_OUTCOMES, id, integer, name, secret, time, word};
use super::{MOST_ATTEMPTS, finish};
use crate::domain::ids::StepName;
use crate::domain::instruction::LastAttempt;
use crate::domain::outcome::Outcome;
use crate::domain::resume::DoneStep;
use crate::domain::standing::InstructionOutcome;
use serde_json::Value;

/// A worker wants an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeRequest {
    pub worker: String,
    pub take_token: String,
    /// The last attempt that the source knows of.
    pub last_attempt: Option<LastAttempt>,
}

/// Reads the body of a taking.
///
/// # Errors
/// Every fault, each with its place.
pub fn parse_take(value: Value) -> Result<TakeRequest, Vec<Fault>> {
    let mut notes = Notes::default();
    let request = Members::of(value, String::new(), &mut notes).and_then(|mut body| {
        let worker = body.required("worker", name);
        let take_token = body.required("take_token", secret);
        let last_attempt = body
            .optional_object("last_attempt")
            .and_then(read_last_attempt);
        Some(TakeRequest {
            worker: worker?,
            take_token: take_token?,
            last_attempt,
        })
    });
    finish(request, notes)
}

fn read_last_attempt(mut attempt: Members<'_>) -> Option<LastAttempt> {
    let step = attempt.required("step", id(StepName::new));
    let number = attempt.optional("number", integer);
    let started_at = attempt.required("started_at", time);
    Some(LastAttempt {
        step: step?,
        number,
        started_at: started_at?,
    })
}

/// Reads the body of a renewal: its take token.
///
/// # Errors
/// Every fault, each with its place.
pub fn parse_renew(value: Value) -> Result<String, Vec<Fault>> {
    let mut notes = Notes::default();
    let token = Members::of(value, String::new(), &mut notes)
        .and_then(|mut body| body.required("take_token", name));
    finish(token, notes)
}

/// What a worker tells of a taking, and by which token.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeReport {
    pub take_token: String,
    pub outcome: Outcome,
}

/// Reads the body of an outcome. `steps` are the operation's, `run` those that the instruction asked for: `done` has
/// to name a result for each of them.
///
/// # Errors
/// Every fault, each with its place.
pub fn parse_outcome<'s>(
    value: Value,
    steps: impl IntoIterator<Item = &'s StepName>,
    run: &[&StepName],
) -> Result<OutcomeReport, Vec<Fault>> {
    let names = StepNames::of(steps);
    let mut notes = Notes::default();
    let report = Members::of(value, String::new(), &mut notes)
        .and_then(|body| read_outcome(body, &names, run));
    finish(report, notes)
}

fn read_outcome(
    mut body: Members<'_>,
    names: &StepNames,
    run: &[&StepName],
) -> Option<OutcomeReport> {
    let take_token = body.required("take_token", name);
    let word = body.required("outcome", word(INSTRUCTION_OUTCOMES));
    let results = body.list("results", None, |item| read_step_result(item, names));
    let attempts = body.list("attempts", Some(MOST_ATTEMPTS), |attempt| {
        read_attempt(attempt, names)
    });
    let detail = body.any("detail");
    if word == Some(InstructionOutcome::Done) {
        for step in run {
            if !results.iter().any(|r| r.step == **step) {
                let name = step.to_string();
                body.fault("results", FaultKind::DoneWithoutResult { name });
            }
        }
    }
    Some(OutcomeReport {
        take_token: take_token?,
        outcome: Outcome {
            word: word?,
            results,
            attempts,
            detail,
        },
    })
}

fn read_step_result(mut item: Members<'_>, names: &StepNames) -> Option<DoneStep> {
    let step = item.required("step", |value| names.listed(value));
    let result = read_result(item);
    Some(DoneStep {
        step: step?,
        result: result?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_fault_of_an_outcome_is_named_at_its_place() {
        let (a, b) = (StepName::new("a"), StepName::new("b"));
        let body = json!({
            "outcome": "done",
            "results": [{"step": "a", "type": "task"}, {"step": "c", "id": "1"}],
            "attempts": [{"step": "b", "outcome": "perhaps"}],
        });
        let faults = parse_outcome(body, [&a, &b], &[&a, &b]).unwrap_err();
        let places: Vec<_> = faults.iter().map(|f| f.pointer.as_str()).collect();
        assert_eq!(
            places,
            [
                "/take_token",
                "/results/0/id",
                "/results/1/step",
                "/attempts/0/outcome",
                "/results",
                "/results",
            ]
        );
    }

    #[test]
    fn a_taking_may_come_from_a_source_that_knows_no_attempt() {
        let body = json!({"worker": "w", "take_token": "f3b1c2a977d04c1e", "last_attempt": null});
        assert_eq!(parse_take(body).unwrap().last_attempt, None);
        let faults = parse_take(json!({"last_attempt": {"step": "a"}})).unwrap_err();
        let places: Vec<_> = faults.iter().map(|f| f.pointer.as_str()).collect();
        assert_eq!(
            places,
            ["/worker", "/take_token", "/last_attempt/started_at"]
        );
    }

    #[test]
    fn a_token_that_could_be_guessed_takes_nothing() {
        let body = json!({"worker": "w", "take_token": "f3b1c2a977d04c1"});
        let kind = FaultKind::TooShort {
            least: 16,
            characters: 15,
        };
        let pointer = "/take_token".to_owned();
        assert_eq!(parse_take(body), Err(vec![Fault { pointer, kind }]));
    }
}
