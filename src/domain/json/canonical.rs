//! One text for all spellings of a document (`domain.md` §1, *content*).
//!
//! Members sorted by code point, no spaces, text unescaped, numbers by their exact decimal value. For documents with
//! ordinary numbers this is Python's `json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`.

use crate::domain::decimal::Decimal;
use crate::domain::digest::sha256_hex;
use serde_json::{Map, Value};

/// The canonical text.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write_value(value, &mut text);
    text
}

/// The digest of the canonical text: `sha256:` and 64 hexadecimal digits.
pub fn digest(value: &Value) -> String {
    format!("sha256:{}", sha256_hex(canonical(value)))
}

/// Whether two documents mean the same.
pub fn same(one: &Value, other: &Value) -> bool {
    one == other || canonical(one) == canonical(other)
}

fn write_value(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::String(string) => write_string(string, text),
        Value::Number(number) => text.push_str(&canonical_number(number)),
        Value::Array(items) => {
            write_list(text, ['[', ']'], items, |item, text| {
                write_value(item, text);
            });
        }
        Value::Object(members) => write_object(members, text),
    }
}

fn write_object(members: &Map<String, Value>, text: &mut String) {
    let mut sorted: Vec<_> = members.iter().collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    write_list(text, ['{', '}'], sorted, |(name, value), text| {
        write_string(name, text);
        text.push(':');
        write_value(value, text);
    });
}

fn write_string(string: &str, text: &mut String) {
    let is_escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    if string.bytes().any(is_escaped) {
        text.push_str(&Value::from(string).to_string());
    } else {
        text.push('"');
        text.push_str(string);
        text.push('"');
    }
}

fn write_list<T>(
    text: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut String),
) {
    text.push(open);
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(close);
}

/// A number with an exponent beyond 64 bits stays as it was written: it equals only itself.
fn canonical_number(number: &serde_json::Number) -> String {
    let written = number.to_string();
    Decimal::parse(&written).map_or(written, |decimal| decimal.to_string())
}
