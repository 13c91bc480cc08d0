//! JSON as people read it: numbers as they were written, members in their order.

use serde_json::Value;

/// More than this is not put into a page; it is summarised, and can be opened whole.
pub const LARGE: usize = 32 * 1024;

/// Indented, a member a line.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// A text as it is, and any other value as compact JSON.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}

/// The same, or `None` where there is nothing to show.
pub fn some(value: &Value) -> Option<String> {
    let text = plain(value);
    (!value.is_null() && !text.is_empty()).then_some(text)
}

/// What a large document holds, from afar: each of its members with how many items or characters there are.
pub fn members(value: &Value) -> Vec<Member> {
    let Value::Object(members) = value else {
        return Vec::new();
    };
    let member = |(name, value): (&String, &Value)| Member {
        name: name.clone(),
        value: match value {
            Value::Array(items) => Size::Items(items.len()),
            Value::Object(members) => Size::Members(members.len()),
            Value::String(text) if text.len() > SHORT => Size::Characters(text.chars().count()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Size::Whole(plain(value))
            }
        },
    };
    members.iter().map(member).collect()
}

const SHORT: usize = 200;

/// A member of a large document.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub name: String,
    pub value: Size,
}

/// How much a member holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Size {
    Items(usize),
    Members(usize),
    Characters(usize),
    /// Short enough to be shown.
    Whole(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json;

    #[test]
    fn numbers_stay_as_they_were_written() {
        let value = json::parse(br#"{"b": 10.10, "a": 9007199254740993}"#).unwrap();
        assert_eq!(
            pretty(&value),
            "{\n  \"b\": 10.10,\n  \"a\": 9007199254740993\n}"
        );
    }
}
