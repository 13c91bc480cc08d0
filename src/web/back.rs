//! The way back from a case to the list it was opened from. It travels in the address as `back`, and is read anew: whatever
//! somebody wrote there, it can lead only to a list of this application.

use super::cause::address::{cause_of, group_href};
use super::query::{self, Address};
use super::queue::address::QueueAddress;
use crate::domain::ids::{CaseId, CauseId};

/// The list that a case was opened from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Back {
    Queue(Box<QueueAddress>),
    /// The answers to a search.
    Search(String),
    /// A group of cases of one cause.
    Cause(CauseId),
}

impl Back {
    /// Reads the value of `back`; what is no list of ours is the queue.
    pub fn read(value: Option<&str>) -> Self {
        let (path, query) = value
            .map(|value| value.split_once('?').unwrap_or((value, "")))
            .unwrap_or_default();
        let sought = || {
            query::pairs(query)
                .into_iter()
                .find(|(name, _)| name == "q")
        };
        if let Some(cause) = cause_of(path) {
            return Self::Cause(cause);
        }
        match (path, sought()) {
            ("/search", Some((_, q))) => Self::Search(q),
            ("/", _) => Self::Queue(Box::new(QueueAddress::read(query).address)),
            _ => Self::Queue(Box::new(QueueAddress::read("").address)),
        }
    }

    /// Where it leads.
    pub fn href(&self) -> String {
        match self {
            Self::Queue(address) => address.href(),
            Self::Cause(cause) => group_href(cause),
            Self::Search(q) => Address::new("/search").with("q", q).into(),
        }
    }

    /// A path with this way back in it.
    pub fn on(&self, path: &str) -> String {
        Address::new(path).with("back", &self.href()).into()
    }
}

/// The address of a case that was opened from a list.
pub fn case_href(case: CaseId, back: &Back) -> String {
    back.on(&format!("/cases/{case}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_leads_back_to_the_same_page_of_the_same_list() {
        for list in [
            "/?kind=payload_conflict&type=re/fund%20%26&after=5.20418",
            "/search?q=a%20b%26c",
            "/causes/0123456789abcdef0123456789abcdef",
            "/",
        ] {
            assert_eq!(Back::read(Some(list)).href(), list);
        }
    }

    #[test]
    fn it_never_leads_elsewhere() {
        for elsewhere in [
            "https://evil.example/",
            "//evil.example/?kind=payload_conflict",
            "/\\evil.example",
            "javascript:alert(1)",
            "/sign-out?q=1",
            "/search",
            "/causes/../settings",
            "",
        ] {
            assert_eq!(Back::read(Some(elsewhere)).href(), "/", "{elsewhere}");
        }
        assert_eq!(Back::read(None).href(), "/");
        assert_eq!(Back::read(Some("/?next=//evil")).href(), "/");
    }
}
