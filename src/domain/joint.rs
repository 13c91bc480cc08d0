//! One act of one person on several named cases at once. Each case keeps its own rules: what may not be done with it alone is not
//! done with it among others, and every case has its own outcome.
//!
//! Claiming, recording a look and continuing the old operation can be done so. Starting a new operation, undoing one and
//! closing a case cannot, for there is no word for them here.

use super::ids::{CaseId, JointActId, Version};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// More cases than this are never in one act: a person has to be able to look at each.
pub const MOST: usize = 100;

/// What is done with several cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    Claim,
    Check,
    Resume,
}

/// A case as it was named: by its number, and as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub case: CaseId,
    pub version: Version,
    /// The digest of the facts as seen; empty where no facts were shown.
    pub facts_digest: String,
}

impl Named {
    /// Reads `20418.3` or `20418.3.sha256:…`, as forms send it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        Some(Self {
            case: CaseId(parts.next()?.parse().ok()?),
            version: Version(parts.next()?.parse().ok()?),
            facts_digest: parts.next().unwrap_or_default().to_owned(),
        })
    }
}

/// What came of the act on one case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "came", rename_all = "snake_case")]
pub enum Came {
    Claimed {
        until: Timestamp,
    },
    Found,
    /// Something was found, by an identifier that is not the operation's own.
    Hint,
    AbsenceProven,
    /// Nothing was found, which proves nothing yet.
    NothingYet,
    Inconclusive,
    /// The instruction is on offer to the source.
    Offered {
        take_before: Timestamp,
    },
    /// A second person has to approve it.
    Proposed {
        answer_before: Timestamp,
    },
    /// It was not theirs to do now; `why` is the word of a `NotPermitted`.
    NotPermitted {
        why: String,
        holder: Option<String>,
    },
    /// The case, or what is known, was not what the person had seen any more.
    Changed,
    /// What is known does not allow it, or asks for something that only the case's own page does.
    NotAllowed,
    ReasonDoesNotFit,
    /// Open cases of other operations hold the same object: that is acknowledged on the case's own page.
    SharedHolds {
        cases: Vec<CaseId>,
    },
    /// What was said of it was not enough to be kept.
    Faulty,
    /// There is no such case.
    Gone,
    /// It does not belong to the cause whose cases were marked.
    OfAnotherCause,
}

impl Came {
    /// Whether the act was done with this case.
    pub const fn is_done(&self) -> bool {
        match self {
            Self::Claimed { .. }
            | Self::Found
            | Self::Hint
            | Self::AbsenceProven
            | Self::NothingYet
            | Self::Inconclusive
            | Self::Offered { .. }
            | Self::Proposed { .. } => true,
            Self::NotPermitted { .. }
            | Self::Changed
            | Self::NotAllowed
            | Self::ReasonDoesNotFit
            | Self::SharedHolds { .. }
            | Self::Faulty
            | Self::Gone
            | Self::OfAnotherCause => false,
        }
    }
}

/// The page of what came of an act.
pub fn parse_id(text: &str) -> Option<JointActId> {
    text.parse().ok().map(JointActId)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_named_with_what_was_seen() {
        let named = Named::parse("20418.3.sha256:ab").unwrap();
        assert_eq!((named.case, named.version), (CaseId(20_418), Version(3)));
        assert_eq!(named.facts_digest, "sha256:ab");
        assert_eq!(Named::parse("7.1").unwrap().facts_digest, "");
        for wrong in ["", "7", "x.1", "7.x", "7;1"] {
            assert_eq!(Named::parse(wrong), None, "{wrong}");
        }
    }
}
