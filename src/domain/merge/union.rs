//! Facts that are told in numbers: attempts, observations, events. Each is kept as often as the one report tells it
//! that tells it most often: two equal rows of one look-up are two rows, and a report told again adds none.

use crate::domain::digest::sha256_hex;
use crate::domain::facts::{Arrival, Facts, KnownEvent, Told};
use crate::domain::ids::StepName;
use crate::domain::json::{canonical, digest};
use crate::domain::report::{Attempt, Event, Observation};
use crate::domain::report_parse::MOST_ATTEMPTS;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;

/// Takes in attempts, and counts the new ones.
pub(super) fn add_attempts(facts: &mut Facts, told: &[Attempt], arrival: Arrival) -> usize {
    let (dropped, forgotten) = (&facts.memory.dropped_attempts, &facts.memory.forgotten);
    let is_gone =
        |attempt: &Attempt| is_forgotten(dropped, attempt) || is_forgotten(forgotten, attempt);
    let told = told.iter().filter(|told| !is_gone(told)).cloned();
    let new = unite(&mut facts.attempts, told, arrival);
    sort_attempts(facts);
    drop_middle(facts);
    count_omitted(facts);
    new
}

/// Notes how many attempts the source itself left out. True if they are more than it ever said.
pub(super) fn note_omitted(facts: &mut Facts, by_source: u64) -> bool {
    let more = by_source > facts.memory.omitted_by_source;
    if more {
        facts.memory.omitted_by_source = by_source;
        count_omitted(facts);
    }
    more
}

fn count_omitted(facts: &mut Facts) {
    let memory = &facts.memory;
    facts.attempts_omitted = memory
        .omitted_by_source
        .saturating_add(memory.dropped_attempts.len() as u64);
}

/// Takes in observations, and counts the new ones.
pub(super) fn add_observations(facts: &mut Facts, told: &[Observation], arrival: Arrival) -> usize {
    let forgotten = &facts.memory.forgotten;
    let told = told.iter().filter(|seen| !is_forgotten(forgotten, *seen));
    let new = unite(&mut facts.observations, told.cloned(), arrival);
    sort_observations(facts);
    new
}

/// By their time; of one time by what they say.
pub(super) fn sort_attempts(facts: &mut Facts) {
    sort_by(&mut facts.attempts, |attempt| {
        (last(attempt.started_at), last(attempt.number))
    });
}

/// By their time; of one time by what they say.
pub(super) fn sort_observations(facts: &mut Facts) {
    sort_by(&mut facts.observations, |seen| last(seen.observed_at));
}

/// Takes in events, and counts the new ones. Another delivery of an event is kept beside the first.
pub(super) fn add_events(facts: &mut Facts, told: &[Event], arrival: Arrival) -> usize {
    let forgotten = &facts.memory.forgotten;
    let told = told.iter().map(without_payload);
    let told = told.filter(|event| !is_forgotten(forgotten, event));
    let new = unite(&mut facts.events, told, arrival);
    sort_by(&mut facts.events, |event| last(event.received_at));
    new
}

fn without_payload(event: &Event) -> KnownEvent {
    KnownEvent {
        id: event.id.clone(),
        event_type: event.event_type.clone(),
        occurred_at: event.occurred_at.clone(),
        received_at: event.received_at,
        payload_digest: (!event.payload.is_null()).then(|| digest(&event.payload)),
        extra: event.extra.clone(),
    }
}

fn unite<T: Serialize + Debug>(
    known: &mut Vec<Told<T>>,
    told: impl Iterator<Item = T>,
    arrival: Arrival,
) -> usize {
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, fact) in known.iter().enumerate().rev() {
        places.entry(identity(&fact.fact)).or_default().push(place);
    }
    let before = known.len();
    for fact in told {
        match places.get_mut(&identity(&fact)).and_then(Vec::pop) {
            Some(place) => known[place].arrival = earlier(known[place].arrival, arrival),
            None => known.push(Told { fact, arrival }),
        }
    }
    known.len() - before
}

/// A text that is the same for equal facts only, however their JSON was spelled.
fn identity<T: Serialize + Debug>(fact: &T) -> String {
    serde_json::to_value(fact).map_or_else(|_| format!("{fact:?}"), |value| canonical(&value))
}

fn is_forgotten<T: Serialize + Debug>(forgotten: &BTreeSet<String>, fact: &T) -> bool {
    !forgotten.is_empty() && forgotten.contains(&short_digest(fact))
}

/// By which a fact is recognised that is not kept itself.
pub(super) fn short_digest<T: Serialize + Debug>(fact: &T) -> String {
    let mut digest = sha256_hex(identity(fact));
    digest.truncate(16);
    digest
}

/// The earlier of two arrivals of one fact.
pub(super) fn earlier(one: Arrival, other: Arrival) -> Arrival {
    let order = |arrival: Arrival| (arrival.at, arrival.clock_ahead);
    if order(other) < order(one) {
        other
    } else {
        one
    }
}

/// Puts what is missing behind everything else.
pub(super) fn last<T>(value: Option<T>) -> (bool, Option<T>) {
    (value.is_none(), value)
}

fn sort_by<T: Serialize + Debug, K: Ord>(facts: &mut [Told<T>], key: impl Fn(&T) -> K) {
    facts.sort_by_cached_key(|told| (key(&told.fact), identity(&told.fact), told.arrival.at));
}

/// Beyond the limit, keeps the first and the last attempts at each step, and remembers the others by their digests.
/// At least two of each step stay: a step that was sent must never look as if it had not been.
fn drop_middle(facts: &mut Facts) {
    let dropped = &mut facts.memory.dropped_attempts;
    if facts.attempts.len() + dropped.len() <= MOST_ATTEMPTS {
        return;
    }
    let mut totals: HashMap<StepName, usize> = HashMap::new();
    for told in &facts.attempts {
        *totals.entry(told.fact.step.clone()).or_default() += 1;
    }
    let each_end = (MOST_ATTEMPTS / totals.len() / 2).max(1);
    let mut seen: HashMap<StepName, usize> = HashMap::new();
    facts.attempts.retain(|told| {
        let before = seen.entry(told.fact.step.clone()).or_default();
        let behind = totals[&told.fact.step] - *before - 1;
        let keep = *before < each_end || behind < each_end;
        *before += 1;
        if !keep {
            dropped.insert(short_digest(&told.fact));
        }
        keep
    });
}
