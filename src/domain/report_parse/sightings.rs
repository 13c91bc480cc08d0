//! What came in and what was seen: events and observations.

use super::members::Members;
use super::step_names::StepNames;
use super::values::{
    SEEN, SEEN_HOW, boolean, count, id, object_id, text, text_or_number, time, word,
};
use crate::domain::ids::SystemName;
use crate::domain::report::{Event, Observation, ResultRef};
use serde_json::Value;

pub(super) fn read_event(mut event: Members<'_>) -> Option<Event> {
    Some(Event {
        id: event.optional("id", text_or_number),
        event_type: event.optional("type", text),
        occurred_at: event.optional("occurred_at", text_or_number),
        received_at: event.optional("received_at", time),
        payload: event.any("payload"),
        extra: event.rest(),
    })
}

pub(super) fn read_observation(
    mut observation: Members<'_>,
    names: &StepNames,
) -> Option<Observation> {
    let system = observation.required("system", id(SystemName::new));
    let step = observation.optional("step", |value| names.listed(value));
    let how = observation.required("how", word(SEEN_HOW));
    let by = observation.optional("by", text);
    let seen = observation.required("seen", word(SEEN));
    let observed_at = observation.optional("observed_at", time);
    let rows = observation.optional("count", count);
    let matches = observation.optional("matches", boolean);
    let look_up = observation.optional("look_up", text);
    let detail = observation.any("detail");
    let (object, rows_of_object) = read_object(&mut observation);
    Some(Observation {
        system: system?,
        step,
        how: how?,
        by,
        seen: seen?,
        observed_at,
        object,
        count: rows.or(rows_of_object),
        matches,
        look_up,
        detail,
        person: None,
        extra: observation.rest(),
    })
}

/// The object that was seen, and in how many rows. One without an id cannot be told from any other, so it is left
/// among the observation's other members.
fn read_object(observation: &mut Members<'_>) -> (Option<ResultRef>, Option<u64>) {
    let names_no_id = observation
        .peek("object")
        .and_then(Value::as_object)
        .is_some_and(|object| object.get("id").is_none_or(is_blank));
    if names_no_id {
        return (None, None);
    }
    let Some(mut object) = observation.optional_object("object") else {
        return (None, None);
    };
    let object_type = object.optional("type", text).unwrap_or_default();
    let id = object.required("id", object_id);
    let url = object.optional("url", text);
    let status = object.optional("status", text_or_number);
    let rows = object.optional("count", count);
    object.also_report_rest();
    let seen = id.map(|id| ResultRef {
        object_type,
        id,
        url,
        status,
    });
    (seen, rows)
}

fn is_blank(id: &Value) -> bool {
    id.is_null() || id == ""
}
