//! Faults that JSON's grammar allows: members named twice, halves of characters, nesting without end.

use super::fault::{JsonFault, JsonFaultKind};
use super::{DEEPEST, pointer_to};
use std::borrow::Cow;
use std::collections::HashSet;

/// Names beginning so stand for numbers and raw text inside the JSON library.
const RESERVED_PREFIX: &str = "$serde_json::private::";

/// Every such fault of a text that is known to be JSON.
pub(super) fn faults(text: &str) -> Vec<JsonFault> {
    let mut scanner = Scanner {
        text,
        at: 0,
        open: Vec::new(),
        faults: Vec::new(),
    };
    scanner.run();
    scanner.faults
}

/// An array or object whose end has not been reached.
enum Open<'a> {
    Array {
        index: usize,
    },
    Object {
        names: HashSet<Cow<'a, str>>,
        name: Cow<'a, str>,
    },
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open<'a>>,
    faults: Vec<JsonFault>,
}

impl<'a> Scanner<'a> {
    fn run(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'[' => self.open.push(Open::Array { index: 0 }),
                b'{' => self.open.push(Open::Object {
                    names: HashSet::new(),
                    name: Cow::default(),
                }),
                b']' | b'}' => drop(self.open.pop()),
                b',' => self.next_item(),
                _ => {}
            }
            if self.open.len() > DEEPEST {
                self.fault(JsonFaultKind::TooDeep { limit: DEEPEST });
                return;
            }
            self.at += 1;
        }
    }

    fn next_item(&mut self) {
        if let Some(Open::Array { index }) = self.open.last_mut() {
            *index += 1;
        }
    }

    /// A string, which is a member's name if a colon follows it.
    fn string(&mut self) {
        let literal = self.take_literal();
        let Some(string) = read(literal) else {
            self.fault(JsonFaultKind::LoneSurrogate);
            return;
        };
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.trim_start().starts_with(':') {
            self.member(string);
        }
    }

    /// Moves past a string and gives it, quotes and escapes included.
    fn take_literal(&mut self) -> &'a str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while bytes.get(end).is_some_and(|&byte| byte != b'"') {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        self.at = (end + 1).min(bytes.len());
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn member(&mut self, new: Cow<'a, str>) {
        let Some(Open::Object { names, name }) = self.open.last_mut() else {
            return;
        };
        name.clone_from(&new);
        let is_new = names.insert(new.clone());
        if !is_new {
            let name = new.into_owned();
            self.fault(JsonFaultKind::DuplicateMember { name });
        } else if new.starts_with(RESERVED_PREFIX) {
            let name = new.into_owned();
            self.fault(JsonFaultKind::ReservedName { name });
        }
    }

    fn fault(&mut self, kind: JsonFaultKind) {
        let pointer = self.pointer();
        self.faults.push(JsonFault { pointer, kind });
    }

    fn pointer(&self) -> String {
        self.open
            .iter()
            .take(DEEPEST)
            .fold(String::new(), |parent, open| match open {
                Open::Array { index } => pointer_to(&parent, &index.to_string()),
                Open::Object { name, .. } => pointer_to(&parent, name),
            })
    }
}

/// What a literal says; `None` if it holds half a character.
fn read(literal: &str) -> Option<Cow<'_, str>> {
    if literal.contains('\\') {
        let string: String = serde_json::from_str(literal).ok()?;
        return Some(Cow::Owned(string));
    }
    let string = literal.strip_prefix('"')?.strip_suffix('"')?;
    Some(Cow::Borrowed(string))
}
