//! Where a person goes back to after something in between, such as signing in: always a page of ours.

use serde::{Deserialize, Deserializer};
use std::fmt;

/// A path on this site, with its query. Never another site's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnPath(String);

impl ReturnPath {
    const LONGEST: usize = 4096;

    /// Reads a path from outside. `None` for anything that a browser might take for another site's address.
    pub fn parse(text: &str) -> Option<Self> {
        // Browsers read `//host` and `/\host` as addresses, and drop tabs and line ends before they look.
        let ours = text.starts_with('/')
            && !text.starts_with("//")
            && text.len() <= Self::LONGEST
            && text.chars().all(|c| c != '\\' && c.is_ascii_graphic());
        ours.then(|| Self(text.to_owned()))
    }

    /// Path and query.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path alone.
    pub fn path(&self) -> &str {
        self.0.split('?').next().unwrap_or(&self.0)
    }
}

/// The first page.
impl Default for ReturnPath {
    fn default() -> Self {
        Self("/".to_owned())
    }
}

impl fmt::Display for ReturnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// In forms and queries, anything that is no path of ours is the first page.
impl<'de> Deserialize<'de> for ReturnPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(Self::parse(&text).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site() {
        for ours in ["/", "/cases/20418/resume?x=//y#z", "/search?q=%2F%2Fevil"] {
            assert_eq!(ReturnPath::parse(ours).unwrap().as_str(), ours);
        }
        for other in [
            "",
            "queue",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example/",
            "/\t/evil.example",
            "/a\r\nSet-Cookie:x",
            "javascript:alert(1)",
            "/с",
        ] {
            assert_eq!(ReturnPath::parse(other), None, "{other:?}");
        }
        assert_eq!(ReturnPath::parse(&"/".repeat(5000)), None);
    }
}
