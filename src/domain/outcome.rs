//! What became of a taking, as its source tells it, and what is learned from it (`domain.md` §5).

use super::facts::{Arrival, Facts, TakingEnd};
use super::ids::{InstructionId, ReportId};
use super::merge::{self, Added, Stamp};
use super::report::{Attempt, AttemptOutcome};
use super::resume::DoneStep;
use super::standing::InstructionOutcome;
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

impl Facts {
    /// Takes in what an outcome tells, whenever it comes, and says what was new in it.
    pub fn learn_outcome(
        &mut self,
        instruction: &InstructionId,
        outcome: &Outcome,
        arrival: Arrival,
    ) -> Added {
        let stamp = Stamp(arrival.at, ReportId::new(instruction.as_str()));
        let added = merge::learn(self, &outcome.attempts, &outcome.results, &stamp, arrival);
        self.end_taking(instruction, outcome.end());
        added
    }
}
