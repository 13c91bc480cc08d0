//! Query strings, read and written: what is in an address may be anything, so nothing in it is ever an error.

use actix_web::web::Query;
use std::fmt::Write;

/// The pairs of a query string, decoded, in their order. Bytes that are no UTF-8 become replacement signs.
pub fn pairs(query: &str) -> Vec<(String, String)> {
    Query::<Vec<(String, String)>>::from_query(query).map_or_else(|_| Vec::new(), Query::into_inner)
}

/// A pair that means nothing, as it is told to whoever sent it: not longer than a line.
pub fn told(name: &str, value: &str) -> String {
    const LONGEST: usize = 60;
    let pair = format!("{name}={value}");
    if pair.chars().count() <= LONGEST {
        return pair;
    }
    pair.chars().take(LONGEST).chain(['…']).collect()
}

/// Builds a path with a query string.
#[derive(Debug, Clone)]
pub struct Address(String);

impl Address {
    /// Begins with a path of the application.
    pub fn new(path: &str) -> Self {
        Self(path.to_owned())
    }

    /// Adds a pair.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.push(if self.0.contains('?') { '&' } else { '?' });
        self.0.push_str(name);
        self.0.push('=');
        for byte in value.bytes() {
            self.push_encoded(byte);
        }
        self
    }

    /// Adds a pair if there is a value.
    #[must_use]
    pub fn with_some(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Everything but the characters that mean themselves everywhere is written as `%XX`.
    fn push_encoded(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() || b"-._~:@/".contains(&byte) {
            self.0.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(self.0, "%{byte:02X}");
        }
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_is_read_back() {
        let values = [
            "a b+c%20",
            "ship/8817?x=1&y=#2",
            "Ё😀\u{202E}طلب",
            "",
            "100%",
        ];
        let mut address = Address::new("/search");
        for value in values {
            address = address.with("q", value);
        }
        let address = String::from(address);
        let (path, query) = address.split_once('?').unwrap();
        assert_eq!(path, "/search");
        let read: Vec<_> = pairs(query).into_iter().map(|(_, value)| value).collect();
        assert_eq!(read, values);
    }

    #[test]
    fn what_means_nothing_is_told_in_a_line() {
        assert_eq!(told("what", "all"), "what=all");
        let long = told("ж", &"я".repeat(500));
        assert_eq!((long.chars().count(), long.chars().last()), (61, Some('…')));
    }

    #[test]
    fn garbled_text_is_no_error() {
        for garbled in ["%", "%zz=%", "a=%FF%FE", "&&==&", "kind"] {
            pairs(garbled);
        }
        assert_eq!(pairs("a=%FF"), [("a".to_owned(), "\u{FFFD}".to_owned())]);
    }
}
