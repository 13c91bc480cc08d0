//! The register: what was decided, proposed, answered, taken back, let be, or tried in vain, and what became of it. It holds
//! nothing that the history does not tell; this is how an entry of the history is read for it.

mod reading;
mod replay;
mod words;

pub use reading::{Entered, Named, Reading, Reopens, unknown_steps};
pub use replay::{Replay, Standing, Told};
pub use words::words;

use super::permits::Act;
use super::standing::{DecisionKind, InstructionOutcome};
use serde::{Deserialize, Serialize};

/// What an entry of the register tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// One person decided, and that was enough.
    Decided,
    /// A decision waited for a second person.
    Proposed,
    Approved,
    /// The second person refused the proposal.
    Refused,
    /// Facts or time ended the proposal.
    Returned,
    /// A decision or a proposal was taken back.
    Withdrawn,
    /// The policy let the case be; nobody decided.
    Lapsed,
    /// Somebody tried what they may not, or too late.
    TurnedAway,
}

impl What {
    /// Every one, in the order in which people choose from them.
    pub const ALL: [Self; 8] = [
        Self::Decided,
        Self::Proposed,
        Self::Approved,
        Self::Refused,
        Self::Returned,
        Self::Withdrawn,
        Self::Lapsed,
        Self::TurnedAway,
    ];

    /// The word in the database and in addresses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Proposed => "proposed",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Returned => "returned",
            Self::Withdrawn => "withdrawn",
            Self::Lapsed => "lapsed",
            Self::TurnedAway => "turned_away",
        }
    }

    /// The one of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|what| what.as_str() == word)
    }

    /// The answer that it gives to a proposal.
    pub const fn answer(self) -> Option<&'static str> {
        match self {
            Self::Approved | Self::Refused => Some(self.as_str()),
            Self::Decided
            | Self::Proposed
            | Self::Returned
            | Self::Withdrawn
            | Self::Lapsed
            | Self::TurnedAway => None,
        }
    }
}

/// The word of a decision's kind in the database.
pub const fn word(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Resume => "resume",
        DecisionKind::NewOperation => "new_operation",
        DecisionKind::Compensate => "compensate",
        DecisionKind::Close => "close",
    }
}

/// What became of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It waits for a second person.
    Awaited,
    /// Its instruction waits for a worker.
    Offered,
    /// A worker has it.
    UnderWay,
    Done,
    /// The receiving system refused.
    Refused,
    /// The source could not tell, or told nothing.
    Unknown,
    /// Nobody took it before its last moment.
    TooLate,
    /// It was refused, returned or taken back before anything was sent.
    NotSent,
}

impl Fate {
    /// Every one, in the order in which people choose from them.
    pub const ALL: [Self; 8] = [
        Self::Awaited,
        Self::Offered,
        Self::UnderWay,
        Self::Done,
        Self::Refused,
        Self::Unknown,
        Self::TooLate,
        Self::NotSent,
    ];

    /// The word in the database and in addresses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Awaited => "awaited",
            Self::Offered => "offered",
            Self::UnderWay => "under_way",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
            Self::TooLate => "too_late",
            Self::NotSent => "not_sent",
        }
    }

    /// The one of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fate| fate.as_str() == word)
    }

    /// As the source told it.
    pub fn of(outcome: InstructionOutcome) -> Self {
        match outcome {
            InstructionOutcome::Done => Self::Done,
            InstructionOutcome::Refused => Self::Refused,
            InstructionOutcome::Unknown => Self::Unknown,
        }
    }
}

/// The decision that somebody tried to make in vain, if it was one.
pub fn decision_tried(tried: &str) -> Option<DecisionKind> {
    match Act::parse(tried)? {
        Act::Decide(kind) => Some(kind),
        Act::Claim
        | Act::Release
        | Act::Check
        | Act::Judge
        | Act::ConfirmJudgement
        | Act::Settle
        | Act::Approve
        | Act::Refuse
        | Act::Withdraw
        | Act::Desk(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_and_are_those_of_documents() {
        for what in What::ALL {
            assert_eq!(What::parse(what.as_str()), Some(what));
            assert_eq!(serde_json::to_value(what).unwrap(), what.as_str());
        }
        for fate in Fate::ALL {
            assert_eq!(Fate::parse(fate.as_str()), Some(fate));
            assert_eq!(serde_json::to_value(fate).unwrap(), fate.as_str());
        }
        assert_eq!(What::parse("all"), None);
    }
}
