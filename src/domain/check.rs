//! A person's look into a receiving system, as an observation (`domain.md` §3, "Absence" and "Finds").

use super::facts::{Arrival, Facts, Told};
use super::ids::StepName;
use super::judgement::{Thing, holding};
use super::report::{Observation, PersonCheck, ResultRef, Seen, SeenHow};
use super::time::Timestamp;
use serde_json::Value;

/// The most characters of a text that a person types here.
pub const LONGEST_TEXT: usize = 2_000;
/// The longest identifier, in bytes.
pub const LONGEST_IDENTIFIER: usize = 512;

/// Names of references that many operations share. Something found by one of these is a hint.
const SHARED: [&str; 9] = [
    "customer", "client", "buyer", "user", "phone", "email", "address", "amount", "basket",
];

/// What a person says about their look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub step: StepName,
    /// Where they looked, in their words.
    pub place: String,
    /// By which identifier.
    pub by: String,
    /// Whether that place shows new records at once.
    pub shows_at_once: bool,
    pub saw: Saw,
    /// Anything else, in their words.
    pub note: Option<String>,
    /// When they looked, if not just now.
    pub looked_at: Option<Timestamp>,
}

/// What they saw there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saw {
    Found(ResultRef),
    Absent,
    Inconclusive,
}

/// What is wrong with what a person says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoCheck {
    /// The operation has no step of that name.
    NoSuchStep,
    PlaceMissing,
    IdentifierMissing,
    /// Something was found, and its reference is not told.
    ReferenceMissing,
    /// One of the texts is longer than is kept.
    TooLong,
}

/// An identifier that is the operation's own, by which its effects can be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnIdentifier {
    /// What it is: `operation_key`, the name of a reference, `idempotency_key`, or the type of a result.
    pub name: String,
    pub value: String,
}

/// The operation's own identifiers, each value once: its key, its references, keys of steps, and known results.
pub fn own_identifiers(facts: &Facts) -> Vec<OwnIdentifier> {
    let mut all = Vec::new();
    add(&mut all, "operation_key", facts.key.as_str());
    for (name, value) in &facts.references {
        if !is_shared(name) {
            match value {
                Value::String(text) => add(&mut all, name, text),
                Value::Number(number) => add(&mut all, name, &number.to_string()),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {}
            }
        }
    }
    for step in &facts.steps {
        for key in step
            .key
            .iter()
            .chain(&step.ordered_key)
            .chain(&step.other_keys)
        {
            add(&mut all, "idempotency_key", key.as_str());
        }
        for told in &step.results {
            add(&mut all, &told.fact.object_type, &told.fact.id);
        }
    }
    for seen in facts.observations.iter().map(|o| &o.fact) {
        let judged = Thing::of(seen).and_then(|thing| holding(facts, &thing)?.counts_for());
        if let (true, Some(object)) = (seen.matches == Some(true) || judged.is_some(), &seen.object)
        {
            add(&mut all, &object.object_type, &object.id);
        }
    }
    all
}

fn add(all: &mut Vec<OwnIdentifier>, name: &str, value: &str) {
    let value = value.trim();
    if !value.is_empty() && !all.iter().any(|known| known.value == value) {
        all.push(OwnIdentifier {
            name: name.to_owned(),
            value: value.to_owned(),
        });
    }
}

fn is_shared(reference: &str) -> bool {
    let name = reference.to_lowercase();
    SHARED.iter().any(|shared| name.contains(shared))
}

/// The own identifier that a person looked by: its value, or `name=value`.
fn identifier<'i>(own: &'i [OwnIdentifier], by: &str) -> Option<&'i OwnIdentifier> {
    own.iter()
        .find(|id| by == id.value || by == format!("{}={}", id.name, id.value))
}

/// Makes the observation of a look that is told now. Nobody has looked later than that.
///
/// A find matches only if it was looked for by the operation's own identifier; otherwise it is kept as a hint.
///
/// # Errors
/// Everything that is wrong with the look.
pub fn observe(
    facts: &Facts,
    look: &Look,
    who: &str,
    now: Timestamp,
) -> Result<Told<Observation>, Vec<NoCheck>> {
    let step = facts.steps.iter().find(|s| s.name == look.step);
    let faults = faults(look, step.is_none());
    let (Some(step), true) = (step, faults.is_empty()) else {
        return Err(faults);
    };
    let own = own_identifiers(facts);
    let by = look.by.trim();
    let looked_by = identifier(&own, by);
    let (seen, object) = match &look.saw {
        Saw::Found(object) => (Seen::Found, Some(object.clone())),
        Saw::Absent => (Seen::Absent, None),
        Saw::Inconclusive => (Seen::Inconclusive, None),
    };
    let fact = Observation {
        system: step.system.clone(),
        step: Some(step.name.clone()),
        how: SeenHow::Person,
        by: Some(looked_by.map_or_else(|| by.to_owned(), |id| format!("{}={}", id.name, id.value))),
        seen,
        observed_at: Some(look.looked_at.map_or(now, |at| at.min(now))),
        matches: object.as_ref().and(looked_by).map(|_| true),
        object,
        count: None,
        look_up: None,
        detail: look.note.clone().map_or(Value::Null, Value::String),
        person: Some(PersonCheck {
            who: who.to_owned(),
            place: look.place.trim().to_owned(),
            shows_at_once: look.shows_at_once,
        }),
        extra: serde_json::Map::new(),
    };
    let arrival = Arrival {
        at: now,
        clock_ahead: 0,
    };
    Ok(Told { fact, arrival })
}

fn faults(look: &Look, no_such_step: bool) -> Vec<NoCheck> {
    let note = look.note.as_deref().unwrap_or_default();
    let mut texts = vec![look.place.as_str(), note];
    let mut identifiers = vec![look.by.as_str()];
    let mut reference_missing = false;
    match &look.saw {
        Saw::Found(object) => {
            identifiers.extend([object.id.as_str(), object.object_type.as_str()]);
            texts.extend(
                [&object.url, &object.status]
                    .into_iter()
                    .flatten()
                    .map(String::as_str),
            );
            reference_missing = object.id.trim().is_empty();
        }
        Saw::Absent | Saw::Inconclusive => {}
    }
    let too_long = texts.iter().any(|t| t.chars().count() > LONGEST_TEXT)
        || identifiers.iter().any(|t| t.len() > LONGEST_IDENTIFIER);
    [
        (no_such_step, NoCheck::NoSuchStep),
        (look.place.trim().is_empty(), NoCheck::PlaceMissing),
        (look.by.trim().is_empty(), NoCheck::IdentifierMissing),
        (reference_missing, NoCheck::ReferenceMissing),
        (too_long, NoCheck::TooLong),
    ]
    .into_iter()
    .filter_map(|(wrong, fault)| wrong.then_some(fault))
    .collect()
}
