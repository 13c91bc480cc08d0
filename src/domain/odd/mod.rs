//! What is merely odd in what was told: kept, filed by the facts, and shown in words (`connector-api.md`).

mod attempts;
mod keys;
mod sightings;
mod steps;

use super::facts::{Arrival, Facts};
use super::ids::{IdempotencyKey, StepName, SystemName};
use super::report::Attempt;
use super::time::Timestamp;
use std::time::Duration;

/// Clocks are compared by a header that counts whole seconds; a time that is ahead by less than this is not odd.
const CLOCKS_DIFFER: Duration = Duration::from_secs(5);

/// Something odd. The variants stand in the order of their importance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Odd {
    /// Several steps carry one key: the receiver may take one for the other.
    KeyShared {
        key: IdempotencyKey,
        steps: Vec<StepName>,
    },
    /// Attempts went out under another key than the step's own, or without one.
    OtherKey {
        step: StepName,
        own: Option<IdempotencyKey>,
        sent: Option<IdempotencyKey>,
        attempts: Vec<AttemptName>,
    },
    /// Reports name several keys for a step.
    SeveralKeys {
        step: StepName,
        own: IdempotencyKey,
        others: Vec<IdempotencyKey>,
    },
    /// The key was sent, and was an empty text.
    EmptyKey { step: StepName },
    /// The source calls the step pending, and tells attempts at it.
    AttemptsAtPending { step: StepName, attempts: usize },
    /// The result is not known, and not one attempt was told.
    NoAttempts { step: StepName },
    /// Two attempts ran at the same time.
    Overlap {
        step: StepName,
        first: AttemptName,
        second: AttemptName,
    },
    /// When an attempt started was not told.
    NoStart {
        step: StepName,
        attempt: AttemptName,
    },
    /// A step is called completed, and one before it pending.
    CompletedAfterPending {
        completed: StepName,
        pending: StepName,
    },
    /// A step was refused, and one behind it is called completed.
    CompletedAfterRefused {
        completed: StepName,
        refused: StepName,
    },
    /// One look found one object in several rows: seen several times, or done several times.
    SeveralRows {
        system: SystemName,
        step: Option<StepName>,
        object_type: String,
        id: String,
        rows: u64,
    },
    /// One event id came with several bodies.
    EventIdReused { id: String, bodies: usize },
    /// An attempt with a higher number started earlier.
    NumbersOutOfOrder {
        step: StepName,
        first: AttemptName,
        second: AttemptName,
    },
    /// Several attempts at a step have one number.
    NumberRepeated {
        step: StepName,
        number: i64,
        attempts: usize,
    },
    /// No attempt has a number from this range.
    NumbersMissing { first: i64, last: i64 },
    FinishedBeforeStarted {
        step: StepName,
        attempt: AttemptName,
    },
    /// A time is later than the report that told it.
    InTheFuture {
        what: Dated,
        at: Timestamp,
        told_at: Timestamp,
    },
    /// Events came in another order than they happened.
    EventsOutOfOrder {
        received_first: String,
        happened_first: String,
    },
    /// Events without an id: a repeat cannot be told from another event.
    EventsWithoutId { events: usize },
    /// The stop names a step that is not listed.
    StopAtUnlistedStep { step: StepName },
    /// Nobody told what sending these steps does.
    NoDescription { steps: Vec<StepName> },
}

/// By what people recognise an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptName {
    pub number: Option<i64>,
    pub started_at: Option<Timestamp>,
    pub worker: Option<String>,
}

impl AttemptName {
    fn of(attempt: &Attempt) -> Self {
        Self {
            number: attempt.number,
            started_at: attempt.started_at,
            worker: attempt.worker.clone(),
        }
    }
}

/// What has a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dated {
    Stop,
    Attempt { step: StepName, number: Option<i64> },
    Observation { system: SystemName },
    Event { id: Option<String> },
}

/// Everything odd in the facts, the most important first.
pub fn oddities(facts: &Facts) -> Vec<Odd> {
    [
        keys::shared,
        keys::other_keys_sent,
        keys::several_keys,
        keys::empty_keys,
        steps::attempts_at_pending,
        steps::no_attempts,
        attempts::overlaps,
        attempts::no_start,
        steps::completed_after_pending,
        steps::completed_after_refused,
        sightings::several_rows,
        sightings::event_ids_reused,
        attempts::numbers_out_of_order,
        attempts::numbers_repeated,
        attempts::numbers_missing,
        attempts::finished_before_started,
        in_the_future,
        sightings::events_out_of_order,
        sightings::events_without_id,
        steps::stop_at_unlisted_step,
        steps::no_description,
    ]
    .into_iter()
    .flat_map(|find| find(facts))
    .collect()
}

fn in_the_future(facts: &Facts) -> Vec<Odd> {
    let claims = facts.steps.iter().flat_map(|step| &step.claims);
    let stop = claims
        .filter(|told| told.fact.stopped_at == facts.stopped_at)
        .take(1)
        .filter_map(|told| future(Dated::Stop, told.fact.stopped_at, told.arrival));
    let attempts = facts.attempts.iter().filter_map(|told| {
        let attempt = &told.fact;
        let what = Dated::Attempt {
            step: attempt.step.clone(),
            number: attempt.number,
        };
        future(
            what,
            attempt.started_at.max(attempt.finished_at)?,
            told.arrival,
        )
    });
    let observations = facts.observations.iter().filter_map(|told| {
        let system = told.fact.system.clone();
        let what = Dated::Observation { system };
        future(what, told.fact.observed_at?, told.arrival)
    });
    let events = facts.events.iter().filter_map(|told| {
        let happened = told.fact.occurred_at.as_deref().and_then(Timestamp::parse);
        let id = told.fact.id.clone();
        future(
            Dated::Event { id },
            happened.max(told.fact.received_at)?,
            told.arrival,
        )
    });
    stop.chain(attempts)
        .chain(observations)
        .chain(events)
        .collect()
}

fn future(what: Dated, at: Timestamp, arrival: Arrival) -> Option<Odd> {
    let told_at = arrival.at;
    (arrival.adjust(at).since(told_at) >= CLOCKS_DIFFER).then_some(Odd::InTheFuture {
        what,
        at,
        told_at,
    })
}

#[cfg(test)]
mod tests;
