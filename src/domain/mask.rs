//! Which values of payloads are personal, and what stands in their place for whoever does not see them.
//!
//! What is stored is always the whole document: its digests, and what goes to sources, are of the truth. Only what is shown,
//! or taken out, is covered.

use super::json::canonical;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

/// What stands in the place of a value.
pub const MARK: &str = "•••";
/// Whoever had the values of a case shown to them sees them for so long.
pub const SHOWN_FOR: Duration = Duration::from_secs(15 * 60);
/// The reason for having them shown has so many characters.
pub const REASON_LENGTH: std::ops::RangeInclusive<usize> = 5..=500;

/// Where a report holds payloads.
const OF_OPERATION: &str = "/operation/payload";
const OF_MESSAGE: &str = "/message/payload";
const EVENTS: &str = "/events";
const OF_EVENT: &str = "payload";

/// A JSON pointer (RFC 6901) into payloads, in which `*` stands for every item of a list or member of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pointer(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Every,
    Named(String),
}

/// A text is no pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a JSON pointer begins with \"/\", and \"~\" in it is written as \"~0\", such as \"/customer/email\" or \"/lines/*/note\""
)]
pub struct NoPointer;

impl Pointer {
    /// Reads a pointer. The empty one, which would be the whole payload, is none.
    ///
    /// # Errors
    /// [`NoPointer`].
    pub fn parse(text: &str) -> Result<Self, NoPointer> {
        let parts = text.strip_prefix('/').ok_or(NoPointer)?;
        parts
            .split('/')
            .map(Part::parse)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self, NoPointer> {
        if text == "*" {
            return Ok(Self::Every);
        }
        let well_written = text
            .split('~')
            .skip(1)
            .all(|after| after.starts_with(['0', '1']));
        let name = text.replace("~1", "/").replace("~0", "~");
        well_written.then_some(Self::Named(name)).ok_or(NoPointer)
    }
}

impl TryFrom<String> for Pointer {
    type Error = NoPointer;

    fn try_from(text: String) -> Result<Self, NoPointer> {
        Self::parse(&text)
    }
}

impl From<Pointer> for String {
    fn from(pointer: Pointer) -> Self {
        let part = |part: &Part| match part {
            Part::Every => "/*".to_owned(),
            Part::Named(name) => super::json::pointer_to("", name),
        };
        pointer.0.iter().map(part).collect()
    }
}

/// What of the payloads of a type of operation is personal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mask(Vec<Pointer>);

impl Mask {
    /// Of these pointers.
    pub fn new(pointers: Vec<Pointer>) -> Self {
        Self(pointers)
    }

    /// All that any of them covers.
    pub fn union<'m>(masks: impl IntoIterator<Item = &'m Self>) -> Self {
        let mut all: Vec<_> = masks.into_iter().flat_map(|mask| mask.0.clone()).collect();
        all.sort_unstable();
        all.dedup();
        Self(all)
    }

    /// Nothing is personal.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Covers documents that are looked at together: what is equal looks equal, and what differs looks different, without
/// telling more of a value than that. No digest stands in a value's place, for what can be guessed can be tried.
#[derive(Debug)]
pub struct Veil<'m> {
    mask: Cow<'m, Mask>,
    seen: Seen,
}

/// The number of each value that was covered, by its canonical text.
#[derive(Debug, Default)]
struct Seen(HashMap<String, usize>);

impl Veil<'static> {
    /// A veil for documents that come one after the other.
    pub fn lasting(mask: Mask) -> Self {
        let (mask, seen) = (Cow::Owned(mask), Seen::default());
        Self { mask, seen }
    }
}

impl<'m> Veil<'m> {
    /// A veil for a few documents.
    pub fn new(mask: &'m Mask) -> Self {
        let (mask, seen) = (Cow::Borrowed(mask), Seen::default());
        Self { mask, seen }
    }

    /// Whether there is nothing that it would cover.
    pub fn is_empty(&self) -> bool {
        self.mask.is_empty()
    }

    /// Covers a payload.
    pub fn cover(&mut self, payload: &mut Value) {
        let pointers: Vec<&[Part]> = self.mask.0.iter().map(|p| p.0.as_slice()).collect();
        self.seen.walk(payload, &pointers);
    }

    /// Covers every payload of a report.
    pub fn cover_report(&mut self, report: &mut Value) {
        for pointer in [OF_OPERATION, OF_MESSAGE] {
            if let Some(payload) = report.pointer_mut(pointer) {
                self.cover(payload);
            }
        }
        let events = report.pointer_mut(EVENTS).and_then(Value::as_array_mut);
        for event in events.into_iter().flatten() {
            if let Some(payload) = event.get_mut(OF_EVENT) {
                self.cover(payload);
            }
        }
    }

    /// Covers a document of ours, in which every payload has that name.
    pub fn cover_payloads(&mut self, document: &mut Value) {
        match document {
            Value::Array(items) => items.iter_mut().for_each(|item| self.cover_payloads(item)),
            Value::Object(members) => {
                for (name, member) in members {
                    if name == "payload" {
                        self.cover(member);
                    } else {
                        self.cover_payloads(member);
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Covers a document of which nobody knows where its payloads begin: they may begin at every place.
    pub fn cover_anywhere(&mut self, document: &mut Value) {
        match document {
            Value::Array(items) => items.iter_mut().for_each(|item| self.cover_anywhere(item)),
            Value::Object(members) => {
                members
                    .values_mut()
                    .for_each(|member| self.cover_anywhere(member));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return,
        }
        self.cover(document);
    }
}

impl Seen {
    fn walk(&mut self, value: &mut Value, pointers: &[&[Part]]) {
        if pointers.is_empty() {
            return;
        }
        if pointers.iter().any(|parts| parts.is_empty()) {
            return self.replace(value);
        }
        match value {
            // Where a pointer leads on, and the payload does not, what is there is taken for what was meant.
            Value::Bool(_) | Value::Number(_) | Value::String(_) => self.replace(value),
            Value::Null => {}
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    let below: Vec<_> = pointers.iter().filter_map(|p| into_item(p, at)).collect();
                    self.walk(item, &below);
                }
            }
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    let below: Vec<_> = pointers
                        .iter()
                        .filter_map(|p| into_member(p, name))
                        .collect();
                    self.walk(member, &below);
                }
            }
        }
    }

    fn replace(&mut self, value: &mut Value) {
        if value.is_null() {
            return;
        }
        let next = self.0.len() + 1;
        let number = *self.0.entry(canonical(value)).or_insert(next);
        *value = Value::String(if number == 1 {
            MARK.to_owned()
        } else {
            format!("{MARK} {number}")
        });
    }
}

/// What of a pointer is left within a member.
fn into_member<'p>(pointer: &&'p [Part], name: &str) -> Option<&'p [Part]> {
    let (first, rest) = pointer.split_first()?;
    let leads_there = match first {
        Part::Every => true,
        Part::Named(named) => named == name,
    };
    leads_there.then_some(rest)
}

/// The same within an item of a list. A name that is no number means the items: where one was expected there are several.
fn into_item<'p>(pointer: &&'p [Part], at: usize) -> Option<&'p [Part]> {
    let (first, rest) = pointer.split_first()?;
    match first {
        Part::Every => Some(rest),
        Part::Named(name) => match name.parse::<usize>() {
            Ok(number) => (number == at).then_some(rest),
            Err(_) => Some(pointer),
        },
    }
}

/// Whether marks stand in a document, which would then not be the true one.
pub fn holds_marks(value: &Value) -> bool {
    match value {
        Value::String(text) => is_mark(text),
        Value::Array(items) => items.iter().any(holds_marks),
        Value::Object(members) => members.values().any(holds_marks),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_mark(text: &str) -> bool {
    let number = text.strip_prefix(MARK).map(str::trim_start);
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The reason for having values shown, without the spaces around it; `None` if it is none.
pub fn reason(text: &str) -> Option<&str> {
    let text = text.trim();
    REASON_LENGTH
        .contains(&text.chars().count())
        .then_some(text)
}

#[cfg(test)]
mod tests;
