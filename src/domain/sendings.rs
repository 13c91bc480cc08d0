//! What was sent for a step: attempts as their sources wrote them down, and takings that may have sent it.

use super::facts::{Facts, StepFacts, Taking, TakingEnd, Told};
use super::ids::IdempotencyKey;
use super::report::{Attempt, AttemptOutcome, StepClaim};
use super::time::Timestamp;

/// Everything that may have reached the receiver for one step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sendings {
    pub acknowledged: usize,
    pub refused: usize,
    pub duplicate: usize,
    /// No answer from which the effect follows.
    pub unanswered: usize,
    /// Takings that ended, or still run, without a known outcome.
    pub takings: usize,
    /// The source says that the result is not known, and wrote no unanswered attempt down.
    pub claimed_unknown: bool,
    /// A received 5xx, which some receivers store and replay.
    pub server_errors: usize,
    /// The first moment at which something may have been sent; `None` if nothing was, or the time is not known.
    pub first_at: Option<Timestamp>,
    /// Whether the first moment is known; false with an attempt without a time, or a claim without an attempt.
    pub first_known: bool,
    /// The last moment at which something may have been sent, by the source's adjusted clock.
    pub last_at: Option<Timestamp>,
    /// The same for people's checks: never before the report that first named the attempt arrived.
    pub last_for_people: Option<Timestamp>,
    /// The keys under which it was sent, `None` for a sending without one.
    pub keys: Vec<Option<IdempotencyKey>>,
}

impl Sendings {
    /// Collects what may have been sent for a step.
    pub fn of(facts: &Facts, step: &StepFacts) -> Self {
        let mut sent = Self {
            first_known: true,
            ..Self::default()
        };
        for attempt in distinct_attempts(facts, step) {
            sent.add_attempt(&attempt, step.ordered_key.as_ref());
        }
        for taking in &facts.takings {
            for (_, key) in taking.run.iter().filter(|(name, _)| *name == step.name) {
                sent.add_taking(taking, key.as_ref());
            }
        }
        sent.add_unknown_claims(step);
        sent
    }

    /// How many attempts there were, takings not counted.
    pub fn attempts(&self) -> usize {
        self.acknowledged + self.refused + self.duplicate + self.unanswered
    }

    /// Whether anything may have reached the receiver.
    pub fn any(&self) -> bool {
        self.attempts() > 0 || self.takings > 0 || self.claimed_unknown
    }

    /// Whether something was sent whose effect does not follow from an answer.
    pub fn open(&self) -> bool {
        self.unanswered > 0 || self.takings > 0 || self.claimed_unknown
    }

    fn add_attempt(&mut self, group: &AttemptGroup<'_>, ordered: Option<&IdempotencyKey>) {
        match group.outcome {
            AttemptOutcome::Acknowledged => self.acknowledged += 1,
            AttemptOutcome::Refused => self.refused += 1,
            AttemptOutcome::Duplicate => self.duplicate += 1,
            AttemptOutcome::Timeout
            | AttemptOutcome::ConnectionLost
            | AttemptOutcome::ServerError
            | AttemptOutcome::Crashed => self.unanswered += 1,
        }
        self.server_errors += usize::from(group.server_error);
        let attempt = &group.told.fact;
        if ordered.is_some()
            && group.outcome == AttemptOutcome::Refused
            && attempt.idempotency_key.as_ref() != ordered
        {
            // A refusal under the key that a decision has replaced since says nothing about the new one.
            return;
        }
        self.keys.push(attempt.idempotency_key.clone());
        let arrival = group.told.arrival;
        match attempt.started_at {
            Some(started) => {
                let at = arrival.adjust(started);
                self.note_time(at, at, at.max(arrival.at));
            }
            None => {
                self.first_known = false;
                self.note_last(arrival.at, arrival.at);
            }
        }
    }

    fn add_taking(&mut self, taking: &Taking, key: Option<&IdempotencyKey>) {
        match taking.end {
            TakingEnd::Running | TakingEnd::WithoutOutcome => {
                self.takings += 1;
                self.keys.push(key.cloned());
                self.note_time(taking.taken_at, taking.lease_until, taking.lease_until);
            }
            // What it created was not there before it: an absence seen earlier says nothing against its result.
            TakingEnd::Done => self.note_last(taking.taken_at, taking.taken_at),
            TakingEnd::Reported => {}
        }
    }

    /// A claim of `unknown` without an unanswered attempt: the source cannot promise that it writes attempts down,
    /// so something may have been sent up to the stop.
    fn add_unknown_claims(&mut self, step: &StepFacts) {
        if self.unanswered > 0 {
            return;
        }
        for claim in &step.claims {
            if claim.fact.state == StepClaim::Unknown {
                self.claimed_unknown = true;
                self.first_known = false;
                let at = claim.arrival.adjust(claim.fact.stopped_at);
                self.note_last(at, at.max(claim.arrival.at));
            }
        }
    }

    fn note_time(&mut self, first: Timestamp, last: Timestamp, for_people: Timestamp) {
        self.first_at = Some(self.first_at.map_or(first, |t| t.min(first)));
        self.note_last(last, for_people);
    }

    fn note_last(&mut self, last: Timestamp, for_people: Timestamp) {
        self.last_at = self.last_at.max(Some(last));
        self.last_for_people = self.last_for_people.max(Some(for_people));
    }
}

/// One attempt, which reports may have told in several versions.
struct AttemptGroup<'a> {
    told: &'a Told<Attempt>,
    outcome: AttemptOutcome,
    server_error: bool,
}

/// The attempts at a step, each once. Where reports tell one attempt with several outcomes, the one counts
/// that leaves least to chance: an acknowledgement, then a duplicate, then no answer, and only then a refusal.
fn distinct_attempts<'a>(facts: &'a Facts, step: &StepFacts) -> Vec<AttemptGroup<'a>> {
    let mut groups: Vec<AttemptGroup<'a>> = Vec::new();
    for told in facts.attempts.iter().filter(|a| a.fact.step == step.name) {
        let server_error = received_5xx(&told.fact);
        let known = groups
            .iter_mut()
            .find(|g| same_attempt(&g.told.fact, &told.fact));
        match known {
            Some(group) => {
                group.server_error |= server_error;
                if weight(told.fact.outcome) > weight(group.outcome) {
                    group.outcome = told.fact.outcome;
                }
            }
            None => groups.push(AttemptGroup {
                told,
                outcome: told.fact.outcome,
                server_error,
            }),
        }
    }
    groups
}

/// Whether two records are about one attempt: same number, start, key and worker. Without number and start there is nothing to tell by.
fn same_attempt(a: &Attempt, b: &Attempt) -> bool {
    a.started_at.is_some()
        && a.number == b.number
        && a.started_at == b.started_at
        && a.idempotency_key == b.idempotency_key
        && a.worker == b.worker
}

fn received_5xx(attempt: &Attempt) -> bool {
    attempt.outcome == AttemptOutcome::ServerError
        || attempt.http_status.is_some_and(|s| (500..600).contains(&s))
}

fn weight(outcome: AttemptOutcome) -> u8 {
    match outcome {
        AttemptOutcome::Acknowledged => 3,
        AttemptOutcome::Duplicate => 2,
        AttemptOutcome::Timeout
        | AttemptOutcome::ConnectionLost
        | AttemptOutcome::ServerError
        | AttemptOutcome::Crashed => 1,
        AttemptOutcome::Refused => 0,
    }
}
