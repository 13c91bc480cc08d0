//! Walks a TOML document by hand and collects every fault with its line. Deserialising it would stop at the first.

use super::fault::{Fault, FaultKind, Faults};
use super::span;
use crate::domain::text::LocalText;
use crate::domain::time::Day;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use std::cell::RefCell;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where faults are written down while a document is read.
struct FaultLog<'r> {
    text: &'r str,
    faults: RefCell<Vec<Fault>>,
}

impl FaultLog<'_> {
    fn add(&self, at: usize, place: &str, kind: FaultKind) {
        let before = self.text.as_bytes().iter().take(at);
        self.faults.borrow_mut().push(Fault {
            line: 1 + before.filter(|byte| **byte == b'\n').count(),
            place: place.to_owned(),
            kind,
        });
    }

    fn into_faults(self) -> Faults {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|fault| fault.line);
        Faults(faults)
    }
}

/// Reads a whole document. What `read` makes of it counts only if no fault was found.
pub(super) fn read_document<T>(
    text: &str,
    read: impl FnOnce(&mut Section<'_>) -> Option<T>,
) -> Result<T, Faults> {
    let log = FaultLog {
        text,
        faults: RefCell::default(),
    };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        log.add(at, "", FaultKind::Syntax(error.message().to_owned()));
    }
    // Half a document has faults that its writer did not make.
    let result = if log.faults.borrow().is_empty() {
        Section::read(&log, String::new(), 0, document.get_ref(), read)
    } else {
        None
    };
    match result {
        Some(result) if log.faults.borrow().is_empty() => Ok(result),
        Some(_) | None => Err(log.into_faults()),
    }
}

/// A table whose keys are known beforehand; every other key is a fault.
pub(super) struct Section<'r> {
    log: &'r FaultLog<'r>,
    place: String,
    at: usize,
    table: &'r DeTable<'r>,
    known: Vec<&'static str>,
}

impl<'r> Section<'r> {
    fn read<T>(
        log: &'r FaultLog<'r>,
        place: String,
        at: usize,
        table: &'r DeTable<'r>,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let mut section = Self {
            log,
            place,
            at,
            table,
            known: Vec::new(),
        };
        let result = read(&mut section);
        section.refuse_the_rest();
        result
    }

    /// A member that may be left out.
    pub(super) fn optional<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Value<'r>) -> Option<T>,
    ) -> Option<T> {
        self.known.push(name);
        let value = self.table.get(name)?;
        read(&Value::new(self.log, &self.place, name, value))
    }

    /// A member that must be there.
    pub(super) fn required<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Value<'r>) -> Option<T>,
    ) -> Option<T> {
        if !self.has(name) {
            self.fault(FaultKind::Missing(name));
        }
        self.optional(name, read)
    }

    /// A member that must be there unless there is a value to fall back on.
    pub(super) fn or<T>(
        &mut self,
        name: &'static str,
        fallback: Option<T>,
        read: impl FnOnce(&Value<'r>) -> Option<T>,
    ) -> Option<T> {
        match fallback {
            Some(fallback) => self.optional(name, read).or(Some(fallback)),
            None => self.required(name, read),
        }
    }

    /// A table that may be left out, which is the same as an empty one.
    pub(super) fn section<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.has(name) {
            self.optional(name, |value| value.section(read))
        } else {
            self.known.push(name);
            let mut absent = Self {
                log: self.log,
                place: join(&self.place, name),
                at: self.at,
                table: EMPTY.get_or_init(DeTable::new),
                known: Vec::new(),
            };
            read(&mut absent)
        }
    }

    /// Whether the member was written at all, rightly or wrongly.
    pub(super) fn has(&self, name: &str) -> bool {
        self.table.contains_key(name)
    }

    /// A fault of one member, or of the section if the member is not there.
    pub(super) fn fault_at(&self, name: &str, kind: FaultKind) {
        let at = self.table.get(name).map_or(self.at, |v| v.span().start);
        self.log.add(at, &join(&self.place, name), kind);
    }

    /// A fault of the section as a whole.
    pub(super) fn fault(&self, kind: FaultKind) {
        self.log.add(self.at, &self.place, kind);
    }

    fn refuse_the_rest(self) {
        for (key, _) in self.table {
            if !self.known.contains(&key.get_ref().as_ref()) {
                let known = self.known.clone();
                let place = join(&self.place, key.get_ref());
                self.log
                    .add(key.span().start, &place, FaultKind::UnknownKey { known });
            }
        }
    }
}

static EMPTY: std::sync::OnceLock<DeTable<'static>> = std::sync::OnceLock::new();

/// A value and its place.
pub(super) struct Value<'r> {
    log: &'r FaultLog<'r>,
    place: String,
    spanned: &'r Spanned<DeValue<'r>>,
}

impl<'r> Value<'r> {
    fn new(
        log: &'r FaultLog<'r>,
        parent: &str,
        name: &str,
        spanned: &'r Spanned<DeValue<'r>>,
    ) -> Self {
        Self {
            log,
            place: join(parent, name),
            spanned,
        }
    }

    /// Writes down a fault of this value; always `None`, to be returned.
    pub(super) fn fault<T>(&self, kind: FaultKind) -> Option<T> {
        self.log.add(self.spanned.span().start, &self.place, kind);
        None
    }

    fn wrong_type<T>(&self, expected: &'static str) -> Option<T> {
        let found = self.spanned.get_ref().type_str();
        self.fault(FaultKind::WrongType { expected, found })
    }

    /// Whether this is exactly that text.
    pub(super) fn is_text(&self, text: &str) -> bool {
        self.spanned.get_ref().as_str() == Some(text)
    }

    /// A text that is not empty.
    pub(super) fn text(&self) -> Option<String> {
        let Some(text) = self.spanned.get_ref().as_str() else {
            return self.wrong_type("a text");
        };
        if text.trim().is_empty() {
            return self.fault(FaultKind::Empty);
        }
        Some(text.to_owned())
    }

    /// One text for all languages, or a table with a text for each.
    pub(super) fn local_text(&self) -> Option<LocalText> {
        if self.spanned.get_ref().is_str() {
            return self.text().map(LocalText::same);
        }
        self.section(local_text)
    }

    /// One of the names of an enum, as serde spells them.
    pub(super) fn choice<T: DeserializeOwned>(&self) -> Option<T> {
        let Some(text) = self.spanned.get_ref().as_str() else {
            return self.wrong_type("a text");
        };
        let name: StrDeserializer<'_, ValueError> = text.into_deserializer();
        match T::deserialize(name) {
            Ok(chosen) => Some(chosen),
            Err(error) => self.fault(FaultKind::NotOneOf(error.to_string())),
        }
    }

    /// A span of time, which may be none at all: `0 s`.
    pub(super) fn span(&self) -> Option<Duration> {
        let text = match self.spanned.get_ref() {
            DeValue::String(text) => text.as_ref(),
            DeValue::Integer(number) => {
                return self.fault(FaultKind::NoUnit(number.as_str().to_owned()));
            }
            DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => return self.wrong_type("a time such as \"90 s\""),
        };
        match span::parse(text) {
            Ok(span) => Some(span),
            Err(kind) => self.fault(kind),
        }
    }

    /// A span of time that is longer than nothing.
    pub(super) fn positive_span(&self) -> Option<Duration> {
        match self.span()? {
            Duration::ZERO => self.fault(FaultKind::OutOfRange("longer than nothing")),
            span => Some(span),
        }
    }

    /// A day, as text or as TOML's own date.
    pub(super) fn day(&self) -> Option<Day> {
        let text = match self.spanned.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Datetime(date) => date.to_string(),
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => return self.wrong_type("a day such as \"2026-11-29\""),
        };
        match Day::parse(&text) {
            Some(day) => Some(day),
            None => self.fault(FaultKind::NotADay(text)),
        }
    }

    /// A whole number within bounds; `bounds` says them in words.
    pub(super) fn number(
        &self,
        range: std::ops::RangeInclusive<usize>,
        bounds: &'static str,
    ) -> Option<usize> {
        let Some(number) = self.spanned.get_ref().as_integer() else {
            return self.wrong_type("a whole number");
        };
        match usize::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) if range.contains(&number) => Some(number),
            Ok(_) | Err(_) => self.fault(FaultKind::OutOfRange(bounds)),
        }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self) -> Option<bool> {
        match self.spanned.get_ref().as_bool() {
            Some(value) => Some(value),
            None => self.wrong_type("true or false"),
        }
    }

    /// A table whose keys are known beforehand.
    pub(super) fn section<T>(&self, read: impl FnOnce(&mut Section<'r>) -> Option<T>) -> Option<T> {
        let Some(table) = self.spanned.get_ref().as_table() else {
            return self.wrong_type("a table");
        };
        let at = self.spanned.span().start;
        Section::read(self.log, self.place.clone(), at, table, read)
    }

    /// A table whose keys are names that its writer chose, in the order of the file.
    pub(super) fn entries(&self) -> Option<Vec<(&'r str, Value<'r>)>> {
        let Some(table) = self.spanned.get_ref().as_table() else {
            return self.wrong_type("a table");
        };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut named = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let name: &str = key.get_ref();
            if name.trim().is_empty() {
                self.log
                    .add(key.span().start, &self.place, FaultKind::Empty);
            }
            named.push((name, Self::new(self.log, &self.place, name, value)));
        }
        Some(named)
    }

    /// The items of an array.
    pub(super) fn items(&self) -> Option<Vec<Value<'r>>> {
        let Some(array) = self.spanned.get_ref().as_array() else {
            return self.wrong_type("a list");
        };
        let item = |(index, item): (usize, _)| {
            Self::new(self.log, &self.place, &(index + 1).to_string(), item)
        };
        Some(array.iter().enumerate().map(item).collect())
    }
}

/// The members `en` and `ru`, of which one may be left out.
pub(super) fn local_text(section: &mut Section<'_>) -> Option<LocalText> {
    let en = section.optional("en", Value::text);
    let ru = section.optional("ru", Value::text);
    match (en, ru) {
        (Some(en), Some(ru)) => Some(LocalText { en, ru }),
        (Some(text), None) | (None, Some(text)) => Some(LocalText::same(text)),
        (None, None) => {
            section.fault(FaultKind::Missing("en"));
            None
        }
    }
}

fn join(parent: &str, name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        format!("{name:?}")
    };
    if parent.is_empty() {
        name
    } else {
        format!("{parent}.{name}")
    }
}
