//! Two documents side by side, line by line.
//!
//! Members of the new document stand in the order of the old one, for their order means nothing.

use super::canonical::{canonical, same};
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// A line of the old document, the line of the new one that stands beside it, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub old: Option<Line>,
    pub new: Option<Line>,
    pub sameness: Sameness,
}

/// A line of an indented document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: usize,
    pub text: String,
}

/// What two lines side by side have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sameness {
    Same,
    /// Another spelling of the same value, such as 10.10 and 10.1.
    SameValue,
    Different,
}

/// Both documents, line by line; what was put in or taken out stands beside nothing.
pub fn side_by_side(old: &Value, new: &Value) -> Vec<Pair> {
    let (old_text, new_text) = (format!("{old:#}"), format!("{:#}", in_order_of(old, new)));
    let old: Vec<&str> = old_text.lines().collect();
    let new: Vec<&str> = new_text.lines().collect();
    let mut pairs = Pairs {
        old: &old,
        new: &new,
        list: Vec::with_capacity(old.len()),
    };
    let content = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| without_comma(line).to_owned())
            .collect()
    };
    let (old, new): (Vec<String>, Vec<String>) = (content(&old), content(&new));
    for part in capture_diff_slices(Algorithm::Myers, &old, &new) {
        pairs.add(part);
    }
    pairs.list
}

/// A document with its members in the order of another one, as far as that has them.
fn in_order_of(order: &Value, value: &Value) -> Value {
    match (order, value) {
        (Value::Object(order), Value::Object(value)) => {
            Value::Object(members_in_order(order, value))
        }
        (Value::Array(order), Value::Array(value)) => {
            let pairs = value.iter().enumerate();
            pairs
                .map(|(place, item)| {
                    order
                        .get(place)
                        .map_or_else(|| item.clone(), |o| in_order_of(o, item))
                })
                .collect()
        }
        (_, value) => value.clone(),
    }
}

fn members_in_order(order: &Map<String, Value>, value: &Map<String, Value>) -> Map<String, Value> {
    let known = order.iter().filter_map(|(name, order)| {
        let member = value.get(name)?;
        Some((name.clone(), in_order_of(order, member)))
    });
    let added = value.iter().filter(|(name, _)| !order.contains_key(*name));
    known
        .chain(added.map(|(name, member)| (name.clone(), member.clone())))
        .collect()
}

/// The comma behind a line says only that another one follows.
fn without_comma(line: &str) -> &str {
    line.strip_suffix(',').unwrap_or(line)
}

struct Pairs<'t> {
    old: &'t [&'t str],
    new: &'t [&'t str],
    list: Vec<Pair>,
}

impl Pairs<'_> {
    fn add(&mut self, part: DiffOp) {
        match part {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => {
                for place in 0..len {
                    self.pair(Some(old_index + place), Some(new_index + place));
                }
            }
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                self.replace(part.old_range(), part.new_range());
            }
        }
    }

    /// Of lines that were replaced, those of one member stand side by side.
    fn replace(&mut self, old: Range<usize>, new: Range<usize>) {
        let names = |lines: &[&str], range: Range<usize>| -> Vec<String> {
            let lines = lines.get(range).unwrap_or_default();
            lines.iter().map(|line| name_of(line).to_owned()).collect()
        };
        let (old_names, new_names) = (names(self.old, old.clone()), names(self.new, new.clone()));
        for part in capture_diff_slices(Algorithm::Myers, &old_names, &new_names) {
            let (from, to) = (part.old_range(), part.new_range());
            for place in 0..from.len().max(to.len()) {
                let at = |range: &Range<usize>, start: usize| {
                    (place < range.len()).then_some(start + range.start + place)
                };
                self.pair(at(&from, old.start), at(&to, new.start));
            }
        }
    }

    fn pair(&mut self, old: Option<usize>, new: Option<usize>) {
        let line = |lines: &[&str], place: Option<usize>| {
            let place = place?;
            Some(Line {
                number: place + 1,
                text: (*lines.get(place)?).to_owned(),
            })
        };
        let (old, new) = (line(self.old, old), line(self.new, new));
        let sameness = match (&old, &new) {
            (Some(old), Some(new)) => sameness(&old.text, &new.text),
            (Some(_) | None, Some(_) | None) => Sameness::Different,
        };
        self.list.push(Pair { old, new, sameness });
    }
}

fn sameness(old: &str, new: &str) -> Sameness {
    let (old, new) = (without_comma(old), without_comma(new));
    if old == new {
        return Sameness::Same;
    }
    let (old_name, new_name) = (name_of(old), name_of(new));
    let value = |line: &str, name: &str| -> Option<Value> {
        serde_json::from_str(line.strip_prefix(name)?).ok()
    };
    match (value(old, old_name), value(new, new_name)) {
        (Some(one), Some(other)) if old_name == new_name && same(&one, &other) => {
            Sameness::SameValue
        }
        _ => Sameness::Different,
    }
}

/// What a line begins with: its indentation, and the name of its member if it is one. Values of an array all begin alike.
fn name_of(line: &str) -> &str {
    let indented = line.len() - line.trim_start().len();
    let (_, rest) = line.split_at(indented);
    let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let named = strings.next().is_some_and(|name| name.is_ok());
    let behind = strings.byte_offset();
    let name = match rest.get(behind..).and_then(|rest| rest.strip_prefix(": ")) {
        Some(_) if named => indented + behind + 2,
        Some(_) | None => indented,
    };
    line.get(..name).unwrap_or(line)
}

/// Places whose values are written differently and mean the same: numbers such as 10.10 and 10.1.
pub fn other_spellings(old: &Value, new: &Value) -> usize {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => (old.iter())
            .filter_map(|(name, old)| Some(other_spellings(old, new.get(name)?)))
            .sum(),
        (Value::Array(old), Value::Array(new)) => {
            let pairs = old.iter().zip(new);
            pairs.map(|(old, new)| other_spellings(old, new)).sum()
        }
        (Value::Number(old_number), Value::Number(new_number)) => usize::from(
            old_number.to_string() != new_number.to_string() && canonical(old) == canonical(new),
        ),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::parse;

    fn shown(old: &str, new: &str) -> Vec<String> {
        let read = |text: &str| parse(text.as_bytes()).expect("JSON");
        let text = |line: &Option<Line>| {
            line.as_ref().map_or(String::new(), |line| {
                format!("{} {}", line.number, line.text.trim())
            })
        };
        let sign = |pair: &Pair| match pair.sameness {
            Sameness::Same => "=",
            Sameness::SameValue => "≈",
            Sameness::Different => "≠",
        };
        (side_by_side(&read(old), &read(new)).iter())
            .map(|pair| format!("{} {} {}", text(&pair.old), sign(pair), text(&pair.new)))
            .collect()
    }

    #[test]
    fn members_stand_beside_themselves_and_order_is_no_difference() {
        let old = r#"{"qty": 2, "street": "Lenina 12", "note": "call", "total": 10.10}"#;
        let new = r#"{"total": 10.1, "street": "Lenina 21", "qty": 2}"#;
        assert_eq!(
            shown(old, new),
            [
                "1 { = 1 {",
                "2 \"qty\": 2, = 2 \"qty\": 2,",
                "3 \"street\": \"Lenina 12\", ≠ 3 \"street\": \"Lenina 21\",",
                "4 \"note\": \"call\", ≠ ",
                "5 \"total\": 10.10 ≈ 4 \"total\": 10.1",
                "6 } = 5 }",
            ]
        );
    }

    #[test]
    fn an_item_put_in_at_the_head_is_one_difference() {
        let lines = shown(r#"["a", "b: ", "c"]"#, r#"["new", "a", "b: ", "c"]"#);
        let changed: Vec<_> = lines.iter().filter(|line| line.contains('≠')).collect();
        assert_eq!(changed, [" ≠ 2 \"new\","]);
    }

    #[test]
    fn other_spellings_of_numbers_are_counted_and_texts_are_exact() {
        let read = |text: &str| parse(text.as_bytes()).expect("JSON");
        let old = read(r#"{"a": 10.10, "b": [1.0, 2], "c": "10.10"}"#);
        let new = read(r#"{"a": 10.1, "b": [1, 2], "c": "10.1"}"#);
        assert_eq!(other_spellings(&old, &new), 2);
    }
}
