//! Reading single values.

use super::fault::{Expected, FaultKind};
use crate::domain::ids::IdempotencyKey;
use crate::domain::report::{AttemptOutcome, Seen, SeenHow, StepClaim, StopKind};
use crate::domain::standing::InstructionOutcome;
use crate::domain::time::Timestamp;
use serde_json::{Map, Value};

/// The longest key or name, in bytes.
pub const LONGEST_NAME: usize = 512;

/// The shortest secret, in characters: 64 bits in hexadecimal.
const SHORTEST_SECRET: usize = 16;

pub(super) const STOP_KINDS: &[(&str, StopKind)] = &[
    ("result_unknown", StopKind::ResultUnknown),
    ("next_step_pending", StopKind::NextStepPending),
    ("payload_conflict", StopKind::PayloadConflict),
];

pub(super) const STEP_CLAIMS: &[(&str, StepClaim)] = &[
    ("completed", StepClaim::Completed),
    ("unknown", StepClaim::Unknown),
    ("refused", StepClaim::Refused),
    ("pending", StepClaim::Pending),
];

pub(super) const ATTEMPT_OUTCOMES: &[(&str, AttemptOutcome)] = &[
    ("acknowledged", AttemptOutcome::Acknowledged),
    ("refused", AttemptOutcome::Refused),
    ("duplicate", AttemptOutcome::Duplicate),
    ("timeout", AttemptOutcome::Timeout),
    ("connection_lost", AttemptOutcome::ConnectionLost),
    ("server_error", AttemptOutcome::ServerError),
    ("crashed", AttemptOutcome::Crashed),
];

pub(super) const INSTRUCTION_OUTCOMES: &[(&str, InstructionOutcome)] = &[
    ("done", InstructionOutcome::Done),
    ("refused", InstructionOutcome::Refused),
    ("unknown", InstructionOutcome::Unknown),
];

/// A source cannot speak for a person: `person` is for checks that people record here.
pub(super) const SEEN_HOW: &[(&str, SeenHow)] = &[
    ("response", SeenHow::Response),
    ("callback", SeenHow::Callback),
    ("look_up", SeenHow::LookUp),
];

pub(super) const SEEN: &[(&str, Seen)] = &[
    ("found", Seen::Found),
    ("absent", Seen::Absent),
    ("inconclusive", Seen::Inconclusive),
    ("in_progress", Seen::InProgress),
];

fn expected<T>(expected: Expected) -> Result<T, FaultKind> {
    Err(FaultKind::WrongType { expected })
}

/// Any text, empty text too.
pub(super) fn text(value: Value) -> Result<String, FaultKind> {
    match value {
        Value::String(text) => Ok(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            expected(Expected::Text)
        }
    }
}

/// Text, or a number as it was written: many systems number their objects and codes.
pub(super) fn text_or_number(value: Value) -> Result<String, FaultKind> {
    match value {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            expected(Expected::TextOrNumber)
        }
    }
}

/// The same, and not empty.
pub(super) fn some_text_or_number(value: Value) -> Result<String, FaultKind> {
    not_empty(text_or_number(value)?)
}

/// A key or a name: not empty, not too long, and such that every database can hold it.
pub(super) fn name(value: Value) -> Result<String, FaultKind> {
    bounded(not_empty(text(value)?)?)
}

/// What nobody but its maker can say, as long as it is made at random.
pub(super) fn secret(value: Value) -> Result<String, FaultKind> {
    let text = name(value)?;
    let characters = text.chars().count();
    if characters < SHORTEST_SECRET {
        return Err(FaultKind::TooShort {
            least: SHORTEST_SECRET,
            characters,
        });
    }
    Ok(text)
}

/// A key or a name as a type of its own.
pub(super) fn id<T>(make: impl FnOnce(String) -> T) -> impl FnOnce(Value) -> Result<T, FaultKind> {
    move |value| name(value).map(make)
}

/// The id of an object in a receiving system.
pub(super) fn object_id(value: Value) -> Result<String, FaultKind> {
    bounded(some_text_or_number(value)?)
}

/// An idempotency key; an empty text is no key.
pub(super) fn idempotency_key(value: Value) -> Result<Option<IdempotencyKey>, FaultKind> {
    let text = bounded(text(value)?)?;
    Ok((!text.is_empty()).then(|| IdempotencyKey::new(text)))
}

fn not_empty(text: String) -> Result<String, FaultKind> {
    if text.is_empty() {
        return Err(FaultKind::Empty);
    }
    Ok(text)
}

fn bounded(text: String) -> Result<String, FaultKind> {
    if text.len() > LONGEST_NAME {
        return Err(FaultKind::TooLong {
            limit: LONGEST_NAME,
            bytes: text.len(),
        });
    }
    if text.contains('\0') {
        return Err(FaultKind::NulCharacter);
    }
    Ok(text)
}

/// A time with an offset.
pub(super) fn time(value: Value) -> Result<Timestamp, FaultKind> {
    let text = text(value)?;
    Timestamp::parse(&text).ok_or(FaultKind::NotATime)
}

/// One of a list of words.
pub(super) fn word<T: Copy>(
    words: &'static [(&'static str, T)],
) -> impl FnOnce(Value) -> Result<T, FaultKind> {
    move |value| {
        let found = text(value)?;
        let known = words.iter().find(|(word, _)| *word == found);
        known
            .map(|(_, meaning)| *meaning)
            .ok_or_else(|| FaultKind::UnknownWord {
                found,
                allowed: words.iter().map(|(word, _)| *word).collect(),
            })
    }
}

pub(super) fn boolean(value: Value) -> Result<bool, FaultKind> {
    match value.as_bool() {
        Some(boolean) => Ok(boolean),
        None => expected(Expected::TrueOrFalse),
    }
}

pub(super) fn integer(value: Value) -> Result<i64, FaultKind> {
    match value.as_i64() {
        Some(number) => Ok(number),
        None => expected(Expected::WholeNumber),
    }
}

/// A whole number that is not negative.
pub(super) fn count(value: Value) -> Result<u64, FaultKind> {
    match value.as_u64() {
        Some(number) => Ok(number),
        None => expected(Expected::WholeNumber),
    }
}

pub(super) fn map(value: Value) -> Result<Map<String, Value>, FaultKind> {
    match value {
        Value::Object(map) => Ok(map),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            expected(Expected::Object)
        }
    }
}

/// A list of names.
pub(super) fn names(value: Value) -> Result<Vec<String>, FaultKind> {
    match value {
        Value::Array(items) => items.into_iter().map(name).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            expected(Expected::List)
        }
    }
}
