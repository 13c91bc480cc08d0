//! Where two documents differ.

use super::canonical::{canonical, same};
use super::pointer_to;
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

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

/// Every place where two documents differ in meaning, in the order of the old one; of arrays the
/// items that both have, in their order, stand beside each other.
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
            compare_items(pointer, old, new, found);
        }
        (Some(old), Some(new)) if same(old, new) => {}
        (old, new) => found.push(Difference {
            pointer: pointer.to_owned(),
            old: old.cloned(),
            new: new.cloned(),
        }),
    }
}

/// Items that only moved because others were put in before them, or taken out, are no differences. Those put in stand at
/// their place in the new array, those taken out at their place in the old one.
fn compare_items(pointer: &str, old: &[Value], new: &[Value], found: &mut Vec<Difference>) {
    let texts = |items: &[Value]| -> Vec<String> { items.iter().map(canonical).collect() };
    for part in capture_diff_slices(Algorithm::Myers, &texts(old), &texts(new)) {
        if matches!(part, DiffOp::Equal { .. }) {
            continue;
        }
        let (from, to) = (part.old_range(), part.new_range());
        for place in 0..from.len().max(to.len()) {
            let at = |range: &Range<usize>| (place < range.len()).then_some(range.start + place);
            let (old_place, new_place) = (at(&from), at(&to));
            let Some(index) = old_place.or(new_place) else {
                continue;
            };
            compare(
                &pointer_to(pointer, &index.to_string()),
                old_place.and_then(|place| old.get(place)),
                new_place.and_then(|place| new.get(place)),
                found,
            );
        }
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
