//! What Holdpoint knows in the small world, and the facts that it makes.

use super::world::STEPS;
use crate::domain::facts::{Facts, Taking, TakingEnd};
use crate::domain::ids::{InstructionId, StepName};
use crate::domain::report::{AttemptOutcome, Seen, StepClaim};
use crate::domain::tests::facts::*;

/// What Holdpoint knows, in the order of arrival.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Known {
    pub(super) reported: bool,
    pub(super) sent: Vec<Sent>,
    pub(super) looks: Vec<(usize, i64, bool)>,
    pub(super) takings: Vec<(i64, i64, Vec<usize>, TakingState)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TakingState {
    Running,
    Reported,
    WithoutOutcome,
}

/// An attempt as it is written down: before it is sent, and with its answer once there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Sent {
    pub(super) step: usize,
    pub(super) started: i64,
    pub(super) answered: bool,
}

impl Known {
    /// Takes an attempt over; whether it, or its answer, is new.
    pub(super) fn learn(&mut self, sent: Sent) -> bool {
        let same = |s: &&mut Sent| s.step == sent.step && s.started == sent.started;
        match self.sent.iter_mut().find(same) {
            Some(known) if known.answered || !sent.answered => false,
            Some(known) => {
                known.answered = true;
                true
            }
            None => {
                self.sent.push(sent);
                self.sent.sort_by_key(|s| (s.started, s.step));
                true
            }
        }
    }

    pub(super) fn facts(&self, with_running: bool) -> Facts {
        let mut facts = operation(&STEPS);
        for (i, name) in STEPS.iter().enumerate() {
            let sent = |s: &&Sent| s.step == i;
            facts.steps[i].claims = vec![claim(StepClaim::Pending)];
            if self.sent.iter().filter(sent).any(|s| s.answered) {
                facts.steps[i].results = vec![told(result("effect"), 0)];
            }
            for s in self.sent.iter().filter(sent) {
                let outcome = if s.answered {
                    AttemptOutcome::Acknowledged
                } else {
                    AttemptOutcome::Timeout
                };
                let mut attempt = attempt(name, s.started, outcome);
                attempt.arrival = arrived(s.started);
                facts.attempts.push(attempt);
            }
        }
        for (step, seconds, there) in &self.looks {
            let mut looked = person_look(STEPS[*step], *seconds, Seen::Absent);
            if *there {
                looked.fact.seen = Seen::Found;
                looked.fact.object = Some(result("effect"));
                looked.fact.matches = Some(true);
            }
            facts.observations.push(looked);
        }
        for (taken, until, run, end) in &self.takings {
            if *end == TakingState::Running && !with_running {
                continue;
            }
            facts.takings.push(Taking {
                instruction: InstructionId::new("01J"),
                worker: "w".into(),
                taken_at: at(*taken),
                lease_until: at(*until),
                run: run
                    .iter()
                    .map(|i| (StepName::new(STEPS[*i]), Some(key(STEPS[*i]))))
                    .collect(),
                end: match end {
                    TakingState::Running => TakingEnd::Running,
                    TakingState::Reported => TakingEnd::Reported,
                    TakingState::WithoutOutcome => TakingEnd::WithoutOutcome,
                },
            });
        }
        facts
    }
}
