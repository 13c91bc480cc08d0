//! What became of a taking, as its source tells it, and what is learned from it (`domain.md` §5).

use super::facts::{Arrival, Facts, TakingEnd};
use super::ids::{InstructionId, ReportId, StepName};
use super::merge::{self, Added, Stamp};
use super::report::{Attempt, AttemptOutcome, Stop, StopKind};
use super::resume::DoneStep;
use super::standing::InstructionOutcome;
use super::time::Timestamp;
use serde_json::Value;

/// The outcome of a taking.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub word: InstructionOutcome,
    /// For `done` at least one for every step that was to be sent.
    pub results: Vec<DoneStep>,
    /// What was sent inside the taking.
    pub attempts: Vec<Attempt>,
    pub detail: Value,
}

impl Outcome {
    /// How the taking ended.
    ///
    /// An account that does not say what became of the taking leaves it open: `unknown` without an unanswered attempt,
    /// or `refused` without a refused one, counts for everything that could have been sent.
    pub fn end(&self) -> TakingEnd {
        let tells = match self.word {
            InstructionOutcome::Done => return TakingEnd::Done,
            InstructionOutcome::Refused => self.has(|o| o == AttemptOutcome::Refused),
            InstructionOutcome::Unknown => {
                self.has(|o| o.is_unanswered() || o == AttemptOutcome::Duplicate)
            }
        };
        if tells {
            TakingEnd::Reported
        } else {
            TakingEnd::WithoutOutcome
        }
    }

    fn has(&self, outcome: impl Fn(AttemptOutcome) -> bool) -> bool {
        self.attempts.iter().any(|a| outcome(a.outcome))
    }
}

/// Why Holdpoint itself stops an operation again, as the code of its stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedAgain {
    /// The lease of a taking ran out, and nobody told its outcome.
    TakingWithoutOutcome,
    /// The source told that it does not know.
    OutcomeUnknown,
    /// A receiver refused.
    OutcomeRefused,
    /// All that could be sent is done, and the next step may not be sent without another look.
    StoppedBeforeStep,
    /// Every step is done, and one of them more often than the decision knew.
    DoneMoreThanOnce,
    /// An outcome came when the case was resolved already, and told something new.
    LateOutcome,
    /// A person saw something new when the case was resolved already.
    LateCheck,
}

impl StoppedAgain {
    pub const ALL: [Self; 7] = [
        Self::TakingWithoutOutcome,
        Self::OutcomeUnknown,
        Self::OutcomeRefused,
        Self::StoppedBeforeStep,
        Self::DoneMoreThanOnce,
        Self::LateOutcome,
        Self::LateCheck,
    ];

    /// The code under which the stop is kept.
    pub fn code(self) -> &'static str {
        match self {
            Self::TakingWithoutOutcome => "taking_without_outcome",
            Self::OutcomeUnknown => "outcome_unknown",
            Self::OutcomeRefused => "outcome_refused",
            Self::StoppedBeforeStep => "stopped_before_step",
            Self::DoneMoreThanOnce => "done_more_than_once",
            Self::LateOutcome => "late_outcome",
            Self::LateCheck => "late_check",
        }
    }

    /// The reason behind a stop's code, where it is one of these.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.code() == code)
    }
}

impl Facts {
    /// Takes in what an outcome tells, whenever it comes, and gives how much of it was new.
    pub fn learn_outcome(
        &mut self,
        instruction: &InstructionId,
        outcome: &Outcome,
        arrival: Arrival,
    ) -> Added {
        let stamp = stamp(instruction.as_str(), arrival.at);
        let added = merge::learn(self, &outcome.attempts, &outcome.results, &stamp, arrival);
        self.end_taking(instruction, outcome.end());
        added
    }

    /// The operation stops again: from then on that is its latest stop.
    pub fn stop_again(&mut self, again: StopAgain<'_>) {
        let StopAgain {
            why,
            kind,
            step,
            told_by,
            at,
        } = again;
        if self.memory.is_latest("stop", &stamp(told_by, at)) {
            self.stopped_at = at;
            self.stop = Stop {
                kind,
                step,
                code: Some(why.code().to_owned()),
                reason: None,
            };
        }
    }
}

/// A stop that no report told of.
#[derive(Debug, Clone)]
pub struct StopAgain<'a> {
    pub why: StoppedAgain,
    /// By the facts.
    pub kind: StopKind,
    pub step: Option<StepName>,
    /// The instruction, or the person, that brought it to light.
    pub told_by: &'a str,
    pub at: Timestamp,
}

/// The place of what was told beside the reports among them.
fn stamp(told_by: &str, at: Timestamp) -> Stamp {
    Stamp(at, ReportId::new(told_by))
}
