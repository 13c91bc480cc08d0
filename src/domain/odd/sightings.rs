//! Odd events and observations.

use super::Odd;
use crate::domain::facts::{Facts, KnownEvent};
use crate::domain::report::{Observation, ResultRef, Seen};
use crate::domain::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// Rows of one look with one id. A row that is still in progress is not one that was found.
pub(super) fn several_rows(facts: &Facts) -> Vec<Odd> {
    let mut looks: BTreeMap<_, (&Observation, &ResultRef, u64)> = BTreeMap::new();
    for seen in facts.observations.iter().map(|told| &told.fact) {
        if let (Seen::Found, Some(object)) = (seen.seen, &seen.object) {
            let known = looks.entry(look(seen, object)).or_insert((seen, object, 0));
            known.2 = known.2.saturating_add(seen.count.unwrap_or(1));
        }
    }
    let several = looks.into_values().filter(|(_, _, rows)| *rows > 1);
    several
        .map(|(seen, object, rows)| Odd::SeveralRows {
            system: seen.system.clone(),
            step: seen.step.clone(),
            object_type: object.object_type.clone(),
            id: object.id.clone(),
            rows,
        })
        .collect()
}

/// What two observations have in common that are rows of one look at one object.
fn look<'a>(seen: &'a Observation, object: &'a ResultRef) -> impl Ord + use<'a> {
    let place = (&seen.system, &seen.step, seen.how, seen.observed_at);
    let way = (&seen.by, &seen.look_up);
    (place, way, &object.object_type, &object.id)
}

/// The id of an event; an empty text is none.
fn id(event: &KnownEvent) -> Option<&str> {
    event.id.as_deref().filter(|id| !id.is_empty())
}

pub(super) fn event_ids_reused(facts: &Facts) -> Vec<Odd> {
    let mut bodies: BTreeMap<&str, BTreeSet<_>> = BTreeMap::new();
    for event in facts.events.iter().map(|told| &told.fact) {
        if let Some(id) = id(event) {
            let body = (&event.event_type, &event.occurred_at, &event.payload_digest);
            bodies.entry(id).or_default().insert(body);
        }
    }
    let reused = bodies.into_iter().filter(|(_, bodies)| bodies.len() > 1);
    reused
        .map(|(id, bodies)| Odd::EventIdReused {
            id: id.to_owned(),
            bodies: bodies.len(),
        })
        .collect()
}

/// Compares neighbours in the order of receipt, each event by its first delivery. Times that are no times are left out.
pub(super) fn events_out_of_order(facts: &Facts) -> Vec<Odd> {
    let mut ids = BTreeSet::new();
    let mut first_deliveries = Vec::new();
    for event in facts.events.iter().map(|told| &told.fact) {
        let happened = event.occurred_at.as_deref().and_then(Timestamp::parse);
        if let (Some(id), Some(happened), Some(_)) = (id(event), happened, event.received_at)
            && ids.insert(id)
        {
            first_deliveries.push((id, happened));
        }
    }
    let pairs = first_deliveries.windows(2).filter_map(|pair| match pair {
        [(first, earlier), (second, later)] if later < earlier => Some((first, second)),
        _ => None,
    });
    pairs
        .map(|(first, second)| Odd::EventsOutOfOrder {
            received_first: (*first).to_owned(),
            happened_first: (*second).to_owned(),
        })
        .collect()
}

pub(super) fn events_without_id(facts: &Facts) -> Vec<Odd> {
    let events = facts
        .events
        .iter()
        .filter(|told| id(&told.fact).is_none())
        .count();
    if events == 0 {
        return Vec::new();
    }
    vec![Odd::EventsWithoutId { events }]
}
