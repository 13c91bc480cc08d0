//! Who looked at what. Opening a page changes nothing, so it is no entry of the history: it is told by a log of its own, which
//! the policy keeps for as long as it says.

use super::ids::{CaseId, OperationKey};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Whoever opens the same thing again within this time is told of once: pages fetch themselves again by themselves.
const AGAIN: Duration = Duration::from_secs(60);

/// What was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opened {
    /// A page of a case.
    Case,
    /// A decision, with all that is known of its operation.
    Decision,
    /// A content of an operation, by its digest.
    Content,
    /// A report as it was sent.
    Report,
    /// A report that could not be understood.
    RefusedReport,
    /// What was taken out of the program.
    Export,
    /// Personal values that were shown, with the reason.
    Unmasked,
}

impl Opened {
    /// Every one, in the order in which people choose from them.
    pub const ALL: [Self; 7] = [
        Self::Case,
        Self::Decision,
        Self::Content,
        Self::Report,
        Self::RefusedReport,
        Self::Export,
        Self::Unmasked,
    ];

    /// The word in the database, in addresses and in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Decision => "decision",
            Self::Content => "content",
            Self::Report => "report",
            Self::RefusedReport => "refused_report",
            Self::Export => "export",
            Self::Unmasked => "unmasked",
        }
    }

    /// The one of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|opened| opened.as_str() == word)
    }

    /// Whether opening it at `now` is told of, after it was told of at `last`.
    pub fn is_new(self, last: Option<Timestamp>, now: Timestamp) -> bool {
        match self {
            // The one takes its data with it, and the other has a reason each time.
            Self::Export | Self::Unmasked => true,
            Self::Case | Self::Decision | Self::Content | Self::Report | Self::RefusedReport => {
                last.is_none_or(|last| now.since(last) >= AGAIN || now < last)
            }
        }
    }
}

/// One thing that somebody opened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Access {
    pub opened: Opened,
    /// The case, and the operation's key; `None` of what belongs to no case.
    pub case: Option<(CaseId, OperationKey)>,
    /// Which document of it, which export, or for which reason; empty for the case itself.
    pub item: String,
}

impl Access {
    /// A page of a case.
    pub fn case(case: CaseId, key: &OperationKey) -> Self {
        Self::of_case(Opened::Case, case, key, String::new())
    }

    /// A decision on a case, by its number.
    pub fn decision(case: CaseId, key: &OperationKey, decision: i64) -> Self {
        Self::of_case(Opened::Decision, case, key, decision.to_string())
    }

    /// A content, by its digest.
    pub fn content(case: CaseId, key: &OperationKey, digest: &str) -> Self {
        Self::of_case(Opened::Content, case, key, digest.to_owned())
    }

    /// A report of a case, by its id.
    pub fn report(case: CaseId, key: &OperationKey, id: &str) -> Self {
        Self::of_case(Opened::Report, case, key, id.to_owned())
    }

    /// A report that could not be understood, by its number.
    pub fn refused_report(number: i64) -> Self {
        Self {
            opened: Opened::RefusedReport,
            case: None,
            item: number.to_string(),
        }
    }

    /// Reports that could not be understood, from one number to another, on a page of their list.
    pub fn refused_reports(first: i64, last: i64) -> Self {
        Self {
            opened: Opened::RefusedReport,
            case: None,
            item: format!("{first}–{last}"),
        }
    }

    /// An export: of what, in words for those who read the log.
    pub fn export(of: String, case: Option<(CaseId, OperationKey)>) -> Self {
        Self {
            opened: Opened::Export,
            case,
            item: of,
        }
    }

    /// Personal values of a case, for a reason.
    pub fn unmasked(case: CaseId, key: &OperationKey, reason: &str) -> Self {
        Self::of_case(Opened::Unmasked, case, key, reason.to_owned())
    }

    fn of_case(opened: Opened, case: CaseId, key: &OperationKey, item: String) -> Self {
        Self {
            opened,
            case: Some((case, key.clone())),
            item,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_a_minute_the_same_is_told_of_once_but_each_export_is_told_of() {
        let now = Timestamp(1_000_000_000);
        let ago = |seconds| Some(now.minus(Duration::from_secs(seconds)));
        for opened in Opened::ALL {
            assert_eq!(Opened::parse(opened.as_str()), Some(opened));
            let told = [None, ago(60), ago(59), ago(0)].map(|last| opened.is_new(last, now));
            let again = matches!(opened, Opened::Export | Opened::Unmasked);
            assert_eq!(told, [true, true, again, again], "{opened:?}");
            // A clock that was put back silences nothing.
            assert!(opened.is_new(Some(now.plus(AGAIN)), now));
        }
    }
}
