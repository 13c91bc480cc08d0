//! Inbound messages: in the order in which they came, with the order in which they happened.

use super::json_text;
use crate::domain::facts::{Facts, KnownEvent};
use crate::domain::time::Timestamp;

/// The events of an operation.
#[derive(Debug, Clone)]
pub struct Events {
    /// In the order of receipt.
    pub rows: Vec<Row>,
    /// They happened in another order than they came in.
    pub out_of_order: bool,
}

/// One message.
#[derive(Debug, Clone)]
pub struct Row {
    pub id: Option<String>,
    pub event_type: Option<String>,
    /// As it was sent.
    pub occurred_at: Option<String>,
    pub received_at: Option<Timestamp>,
    /// Its place by occurrence, from 1; `None` where its time cannot be read.
    pub by_occurrence: Option<usize>,
    /// The same message came before, by its id.
    pub again: bool,
    /// Its id came before with another body.
    pub other_body: bool,
    /// Members that the API does not name, such as the number of the delivery.
    pub extra: Vec<(String, String)>,
}

impl Events {
    /// Collects them.
    pub fn of(facts: &Facts) -> Self {
        let mut told: Vec<&KnownEvent> = facts.events.iter().map(|e| &e.fact).collect();
        // Those without a time of receipt stand where they were told.
        told.sort_by_key(|e| e.received_at.unwrap_or(Timestamp(i64::MAX)));
        let ranks = ranks(&told);
        let out_of_order = ranks.iter().flatten().is_sorted().then_some(()).is_none();
        let rows = (told.iter().enumerate())
            .map(|(place, event)| row(event, &told[..place], ranks[place]))
            .collect();
        Self { rows, out_of_order }
    }
}

/// The place of each event by occurrence. Equal times share a place.
fn ranks(told: &[&KnownEvent]) -> Vec<Option<usize>> {
    let times: Vec<Option<Timestamp>> = told
        .iter()
        .map(|e| e.occurred_at.as_deref().and_then(Timestamp::parse))
        .collect();
    times
        .iter()
        .map(|time| {
            let time = (*time)?;
            let mut earlier: Vec<Timestamp> = times
                .iter()
                .flatten()
                .copied()
                .filter(|t| *t < time)
                .collect();
            earlier.sort_unstable();
            earlier.dedup();
            Some(earlier.len() + 1)
        })
        .collect()
}

fn row(event: &KnownEvent, before: &[&KnownEvent], by_occurrence: Option<usize>) -> Row {
    let same_id = || before.iter().filter(|e| e.id.is_some() && e.id == event.id);
    Row {
        id: event.id.clone(),
        event_type: event.event_type.clone(),
        occurred_at: event.occurred_at.clone(),
        received_at: event.received_at,
        by_occurrence,
        again: same_id().any(|e| e.payload_digest == event.payload_digest),
        other_body: same_id().any(|e| e.payload_digest != event.payload_digest),
        extra: (event.extra.iter())
            .filter_map(|(name, value)| Some((name.clone(), json_text::some(value)?)))
            .collect(),
    }
}
