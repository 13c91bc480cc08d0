//! Where two documents differ.

use super::{canonical::same, pointer_to};
use serde_json::{Map, Value};

/// One place where two documents differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// A JSON pointer; empty where the documents differ as a whole.
    pub pointer: String,
    /// `None` where only the new document has it.
    pub old: Option<Value>,
    /// `None` where only the old document has it.
    pub new: Option<Value>,
}

/// Every place where two documents differ in meaning, in the order of the old one; arrays are compared by place.
pub fn differences(old: &Value, new: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", Some(old), Some(new), &mut found);
    found
}

fn compare(pointer: &str, old: Option<&Value>, new: Option<&Value>, found: &mut Vec<Difference>) {
    match (old, new) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            compare_members(pointer, old, new, found);
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            for index in 0..old.len().max(new.len()) {
                let place = pointer_to(pointer, &index.to_string());
                compare(&place, old.get(index), new.get(index), found);
            }
        }
        (Some(old), Some(new)) if same(old, new) => {}
        (old, new) => found.push(Difference {
            pointer: pointer.to_owned(),
            old: old.cloned(),
            new: new.cloned(),
        }),
    }
}

fn compare_members(
    pointer: &str,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    found: &mut Vec<Difference>,
) {
    let added = new.keys().filter(|name| !old.contains_key(*name));
    for name in old.keys().chain(added) {
        compare(
            &pointer_to(pointer, name),
            old.get(name),
            new.get(name),
            found,
        );
    }
}
