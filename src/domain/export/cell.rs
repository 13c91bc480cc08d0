//! One value of a table.
//!
//! In CSV a text must stay a text in whatever program opens it, and must be the same when it is read again. So an apostrophe
//! stands before a text that a spreadsheet would take for a formula, a number, a time or a truth, and before one that begins
//! with an apostrophe itself;
//! and a text with control characters other than line feeds, which spreadsheets drop or change, is written as an apostrophe
//! and its JSON string. Whoever reads the file takes the apostrophe away, and reads what then begins with a quotation mark as
//! JSON.

use crate::domain::time::Timestamp;
use serde_json::Value;
use std::borrow::Cow;

/// What stands before a text that has to be guarded.
const GUARD: char = '\'';

/// A value of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Nothing,
    /// As it is stored.
    Text(String),
    Number(i64),
    /// A decimal number as it was written.
    Decimal(String),
    Flag(bool),
    Time(Timestamp),
}

impl Cell {
    /// As JSON: times as RFC 3339 in UTC.
    pub fn json(&self) -> Value {
        match self {
            Self::Nothing => Value::Null,
            Self::Text(text) | Self::Decimal(text) => text.as_str().into(),
            Self::Number(number) => (*number).into(),
            Self::Flag(flag) => (*flag).into(),
            Self::Time(at) => at.to_string().into(),
        }
    }

    /// As a cell of a CSV file, before what CSV itself does to it.
    pub fn csv(&self) -> Cow<'_, str> {
        match self {
            Self::Nothing => "".into(),
            Self::Decimal(text) if is_kept_as_number(text) => text.into(),
            Self::Text(text) | Self::Decimal(text) => guarded(text),
            Self::Number(number) => number.to_string().into(),
            Self::Flag(true) => "true".into(),
            Self::Flag(false) => "false".into(),
            Self::Time(at) => at.to_string().into(),
        }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Timestamp> for Cell {
    fn from(at: Timestamp) -> Self {
        Self::Time(at)
    }
}

/// A text as no spreadsheet takes it for anything else.
pub fn guarded(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_lost) {
        return format!("{GUARD}{}", Value::from(text)).into();
    }
    let first = text.trim_start().chars().next();
    if text.starts_with(GUARD) || first.is_some_and(begins_a_formula) || is_taken_for_a_value(text)
    {
        return format!("{GUARD}{text}").into();
    }
    text.into()
}

/// The text that a guarded cell stands for. `None` if [`guarded`] never writes such a cell.
pub fn restored(cell: &str) -> Option<Cow<'_, str>> {
    match cell.strip_prefix(GUARD) {
        Some(json) if json.starts_with('"') => {
            let text: String = serde_json::from_str(json).ok()?;
            Some(text.into())
        }
        Some(text) => Some(text.into()),
        None => Some(cell.into()),
    }
}

/// Those that spreadsheets know, the wide ones of East Asian keyboards included.
fn begins_a_formula(first: char) -> bool {
    "=+-@＝＋－＠".contains(first)
}

/// A number, a day or a time loses its zeros and its digits after the fifteenth.
fn is_taken_for_a_value(text: &str) -> bool {
    let text = text.trim();
    let is_numeric = |c: char| c.is_ascii_digit() || ".,:/-+eE% ".contains(c);
    (text.chars().all(is_numeric) && text.chars().any(|c| c.is_ascii_digit()))
        || text.eq_ignore_ascii_case("true")
        || text.eq_ignore_ascii_case("false")
}

/// A plain decimal number of few digits has the same value in every spreadsheet, and can be added up.
fn is_kept_as_number(text: &str) -> bool {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    are_digits(whole) && are_digits(part) && text.len() <= 15
}

/// What a spreadsheet drops, or makes a line's end of.
fn is_lost(c: char) -> bool {
    c < ' ' && c != '\n'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_formula_is_left_and_plain_texts_are_left_alone() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            (" \n@SUM(A1)", "' \n@SUM(A1)"),
            ("+7 900", "'+7 900"),
            ("-5", "'-5"),
            ("＝1", "'＝1"),
            ("'quoted'", "''quoted'"),
            ("\t=1", r#"'"\t=1""#),
            ("a\rb", r#"'"a\rb""#),
            ("nul\0", r#"'"nul\u0000""#),
            ("two\nlines, \"both\" 🚚", "two\nlines, \"both\" 🚚"),
            ("\"=1\"", "\"=1\""),
            ("S-104", "S-104"),
            ("0088", "'0088"),
            ("1E5", "'1E5"),
            ("2026-11-29", "'2026-11-29"),
            ("TRUE", "'TRUE"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), cell, "{text:?}");
        }
        assert_eq!(restored("'\"no end"), None);
        for (amount, cell) in [
            ("10.10", "10.10"),
            ("1234567890123456.5", "'1234567890123456.5"),
            ("-1", "'-1"),
        ] {
            assert_eq!(Cell::Decimal(amount.to_owned()).csv(), cell);
        }
    }

    proptest! {
        #[test]
        fn what_is_guarded_is_restored(text in "[=+@'\"\\-\\t\\r\\n\\x00-\\x7f＝é🚚 ]{0,12}") {
            let cell = guarded(&text);
            let first = cell.trim_start().chars().next();
            prop_assert!(!first.is_some_and(begins_a_formula));
            prop_assert!(!cell.chars().any(is_lost));
            let again = restored(&cell);
            prop_assert_eq!(again.as_deref(), Some(text.as_str()));
        }
    }
}
