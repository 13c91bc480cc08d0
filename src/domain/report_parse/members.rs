//! Taking an object apart, member by member, and noting every fault on the way.

use super::fault::{Expected, Fault, FaultKind};
use crate::domain::json::pointer_to;
use crate::domain::report::Extra;
use serde_json::{Map, Value};

/// What the parser has to say beside the report itself.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub faults: Vec<Fault>,
    pub also_reported: Vec<Extra>,
}

impl Notes {
    pub fn fault(&mut self, pointer: String, kind: FaultKind) {
        self.faults.push(Fault { pointer, kind });
    }
}

/// The members of one object that have not been read yet.
pub(super) struct Members<'n> {
    pointer: String,
    rest: Map<String, Value>,
    notes: &'n mut Notes,
}

impl<'n> Members<'n> {
    /// The members of a value that should be an object; if it is not, that is noted.
    pub fn of(value: Value, pointer: String, notes: &'n mut Notes) -> Option<Self> {
        if let Value::Object(rest) = value {
            return Some(Self {
                pointer,
                rest,
                notes,
            });
        }
        notes.fault(
            pointer,
            FaultKind::WrongType {
                expected: Expected::Object,
            },
        );
        None
    }

    /// Notes a fault at a member.
    pub fn fault(&mut self, name: &str, kind: FaultKind) {
        self.notes.fault(pointer_to(&self.pointer, name), kind);
    }

    /// Notes a fault at a member of an item of a list.
    pub fn fault_below(&mut self, list: &str, place: usize, name: &str, kind: FaultKind) {
        let item = pointer_to(&pointer_to(&self.pointer, list), &place.to_string());
        self.notes.fault(pointer_to(&item, name), kind);
    }

    /// The member as it stands, not yet read.
    pub fn peek(&self, name: &str) -> Option<&Value> {
        self.rest.get(name)
    }

    /// Whether a list is missing or has no items. What is no list at all is another fault.
    pub fn lacks_items(&self, name: &str) -> bool {
        match self.peek(name) {
            None | Some(Value::Null) => true,
            Some(value) => value.as_array().is_some_and(Vec::is_empty),
        }
    }

    /// A member that has to be there.
    pub fn required<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Value) -> Result<T, FaultKind>,
    ) -> Option<T> {
        match self.rest.shift_remove(name) {
            Some(value) => self.read(name, value, read),
            None => {
                self.fault(name, FaultKind::Missing);
                None
            }
        }
    }

    /// A member that may be missing or null.
    pub fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Value) -> Result<T, FaultKind>,
    ) -> Option<T> {
        match self.rest.shift_remove(name) {
            None | Some(Value::Null) => None,
            Some(value) => self.read(name, value, read),
        }
    }

    fn read<T>(
        &mut self,
        name: &str,
        value: Value,
        read: impl FnOnce(Value) -> Result<T, FaultKind>,
    ) -> Option<T> {
        read(value).map_err(|kind| self.fault(name, kind)).ok()
    }

    /// A member that may be any JSON; null if it is missing.
    pub fn any(&mut self, name: &str) -> Value {
        self.rest.shift_remove(name).unwrap_or_default()
    }

    /// An object that has to be there.
    pub fn object(&mut self, name: &str) -> Option<Members<'_>> {
        match self.rest.shift_remove(name) {
            Some(value) => Members::of(value, pointer_to(&self.pointer, name), self.notes),
            None => {
                self.fault(name, FaultKind::Missing);
                None
            }
        }
    }

    /// An object that may be missing or null.
    pub fn optional_object(&mut self, name: &str) -> Option<Members<'_>> {
        match self.rest.shift_remove(name) {
            None | Some(Value::Null) => None,
            Some(value) => Members::of(value, pointer_to(&self.pointer, name), self.notes),
        }
    }

    /// A list of objects; one that is missing or null is empty, and one that is too long is not read.
    pub fn list<T>(
        &mut self,
        name: &str,
        limit: Option<usize>,
        mut read: impl FnMut(Members<'_>) -> Option<T>,
    ) -> Vec<T> {
        let items = self.optional(name, |value| within(items(value)?, limit));
        let pointer = pointer_to(&self.pointer, name);
        let mut list = Vec::new();
        for (place, item) in items.unwrap_or_default().into_iter().enumerate() {
            let pointer = pointer_to(&pointer, &place.to_string());
            list.extend(Members::of(item, pointer, self.notes).and_then(&mut read));
        }
        list
    }

    /// The members that nobody asked for, to be kept with what was read from the object.
    pub fn rest(self) -> Map<String, Value> {
        self.rest
    }

    /// Keeps the members that nobody asked for under their place in the report.
    pub fn also_report_rest(self) {
        for (name, value) in self.rest {
            self.notes.also_reported.push(Extra {
                pointer: pointer_to(&self.pointer, &name),
                value,
            });
        }
    }
}

fn items(value: Value) -> Result<Vec<Value>, FaultKind> {
    match value {
        Value::Array(items) => Ok(items),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            Err(FaultKind::WrongType {
                expected: Expected::List,
            })
        }
    }
}

fn within(items: Vec<Value>, limit: Option<usize>) -> Result<Vec<Value>, FaultKind> {
    match limit {
        Some(limit) if items.len() > limit => Err(FaultKind::TooMany {
            limit,
            found: items.len(),
        }),
        Some(_) | None => Ok(items),
    }
}
