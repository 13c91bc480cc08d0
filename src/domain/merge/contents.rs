//! The contents under which the operation key came.
//!
//! The first content that came is the operation's until a person decides otherwise. Another one is recognised by its
//! digest: that of its payload where amount and type are those of the first content, else that of the three together.

use super::union::earlier;
use crate::domain::decimal::Decimal;
use crate::domain::facts::{Arrival, Content, ContentStanding, Facts};
use crate::domain::json::digest;
use crate::domain::payload::Payload;
use crate::domain::report::{Amount, Message, ReportedOperation, StopReport};
use serde_json::{Value, json};

/// The content with which an operation becomes known.
pub(super) fn first_content(report: &StopReport, arrival: Arrival) -> Content {
    let operation = &report.operation;
    Content {
        digest: Some(operation.payload.digest().to_owned()),
        payload_known: true,
        operation_type: operation.operation_type.clone(),
        amount: operation.amount.clone(),
        event_id: None,
        received_at: None,
        arrival,
        report: Some(report.report_id.clone()),
        standing: ContentStanding::Agreed,
    }
}

/// Takes in the contents of a report, and counts the new ones.
pub(super) fn merge(facts: &mut Facts, report: &StopReport, arrival: Arrival) -> usize {
    let message = report.message.as_ref();
    let messages = message.map(|message| message_content(facts, report, message, arrival));
    let told = operation_content(facts, report, arrival);
    let before = facts.contents.len();
    for content in std::iter::once(told).chain(messages) {
        add(&mut facts.contents, content);
    }
    facts.contents.len() - before
}

/// The payloads that a report holds, as they were written, with the digests of their contents.
pub fn contents_to_store(facts: &Facts, report: &StopReport) -> Vec<(String, String)> {
    let payloads = std::iter::once(&report.operation.payload)
        .chain(report.message.iter().filter_map(|m| m.payload.as_ref()));
    let mut contents: Vec<_> = payloads
        .map(|payload| {
            let digest = content_digest(facts, &report.operation, payload);
            (digest, payload.text())
        })
        .collect();
    contents.dedup_by(|b, a| a.0 == b.0);
    contents
}

fn operation_content(facts: &Facts, report: &StopReport, arrival: Arrival) -> Content {
    let operation = &report.operation;
    Content {
        digest: Some(content_digest(facts, operation, &operation.payload)),
        standing: ContentStanding::Contested,
        ..first_content(report, arrival)
    }
}

/// A message tells its payload, or only a digest, or neither; amount and type are those of the operation.
fn message_content(
    facts: &Facts,
    report: &StopReport,
    message: &Message,
    arrival: Arrival,
) -> Content {
    let payload = message.payload.as_ref();
    let of_payload = payload.map(|payload| content_digest(facts, &report.operation, payload));
    Content {
        digest: of_payload.or_else(|| message.digest.clone()),
        payload_known: payload.is_some(),
        operation_type: report.operation.operation_type.clone(),
        amount: report.operation.amount.clone(),
        event_id: message.event_id.clone(),
        received_at: message.received_at,
        arrival,
        report: Some(report.report_id.clone()),
        standing: ContentStanding::Contested,
    }
}

fn content_digest(facts: &Facts, operation: &ReportedOperation, payload: &Payload) -> String {
    let as_first = facts.contents.first().is_some_and(|first| {
        first.operation_type == operation.operation_type
            && canonical_amount(first.amount.as_ref())
                == canonical_amount(operation.amount.as_ref())
    });
    if as_first {
        return payload.digest().to_owned();
    }
    digest(&json!({
        "amount": canonical_amount(operation.amount.as_ref()),
        "payload": payload.value(),
        "type": operation.operation_type,
    }))
}

/// An amount by its exact value; one that is no decimal (`1.234,50`) by its text.
fn canonical_amount(amount: Option<&Amount>) -> Value {
    amount.map_or(Value::Null, |amount| {
        let exact = Decimal::parse(&amount.value);
        let value = exact.map_or_else(|| amount.value.clone(), |decimal| decimal.to_string());
        json!({"currency": amount.currency, "value": value})
    })
}

fn add(known: &mut Vec<Content>, told: Content) {
    match known
        .iter()
        .position(|content| same_content(content, &told))
    {
        Some(0) => came_earlier(&mut known[0], &told),
        Some(place) => tell_again(&mut known[place], told),
        None => known.push(told),
    }
    let later = known.get_mut(1..).unwrap_or_default();
    later.sort_by(|a, b| order(a).cmp(&order(b)));
}

/// The report that arrived first stands for it.
fn came_earlier(known: &mut Content, told: &Content) {
    let both = [&*known, told].map(|content| (content.arrival.at, content.report.clone()));
    if both[1] < both[0] {
        known.report.clone_from(&told.report);
    }
    known.arrival = earlier(known.arrival, told.arrival);
}

/// The earliest message that brought a content stands for it.
fn tell_again(known: &mut Content, told: Content) {
    known.payload_known |= told.payload_known;
    came_earlier(known, &told);
    let message = |content: &Content| {
        let unknown = content.received_at.is_none();
        (unknown, content.received_at, content.event_id.clone())
    };
    if message(&told) < message(known) {
        known.received_at = told.received_at;
        known.event_id = told.event_id;
    }
}

/// Contents of which nothing is known are told apart by the message that brought them.
fn same_content(known: &Content, told: &Content) -> bool {
    known.digest == told.digest
        && (known.digest.is_some()
            || known.event_id == told.event_id && known.received_at == told.received_at)
}

fn order(content: &Content) -> impl Ord {
    (
        content.arrival.at,
        content.digest.clone(),
        content.received_at,
        content.event_id.clone(),
    )
}
