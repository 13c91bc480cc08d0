//! Alerts: a team is told once when something about its cases begins to need it, and once when that is over.
//!
//! A *condition* holds for a team or does not, as its cases stand at a moment. While it holds there is one *alert*; what is
//! told of it, and when, is the rule of [`Life`]. Only open cases count.

mod mail_address;
mod message;
mod policy;
mod quiet;
mod rule;
mod telling;

pub use mail_address::{BadMailAddress, MailAddress};
pub use message::{Letter, Told, webhook_body};
pub use policy::{AlertPolicy, TeamAlerts};
pub use quiet::{ClockTime, QuietHours};
pub use rule::{Life, Sees, Turn};
pub use telling::{
    Channel, Failure, GIVE_UP_AFTER, Heard, Next, TellingState, Word, next, one_line,
};

use super::age::growth::Signal;
use super::ids::Team;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a team is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Its queue grows, or is left alone: the signal of [`growth`](super::age::growth).
    Growth,
    /// Cases have less than a quarter of their time left.
    DueSoon,
    /// Cases are past their deadline.
    Overdue,
    /// Decisions have not reached their source: the notice was given up, or nobody took the instruction for too long.
    Undelivered,
    /// Proposals have waited too long for a second person.
    ApprovalLate,
}

impl Condition {
    /// In the order in which they are shown.
    pub const ALL: [Self; 5] = [
        Self::Growth,
        Self::Overdue,
        Self::DueSoon,
        Self::ApprovalLate,
        Self::Undelivered,
    ];

    /// Its word in notices and in the policy.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Growth => "growth",
            Self::DueSoon => "due_soon",
            Self::Overdue => "overdue",
            Self::Undelivered => "undelivered",
            Self::ApprovalLate => "approval_late",
        }
    }
}

/// A condition that holds for a team at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    pub condition: Condition,
    /// Empty: the cases that every team may see to.
    pub team: Team,
    /// How many cases it is about.
    pub cases: i64,
    /// Since when it has held, as far as the cases tell.
    pub since: Timestamp,
    /// What there is to tell of growth.
    pub signal: Option<Signal>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_conditions_are_those_of_documents() {
        for condition in Condition::ALL {
            let written = serde_json::to_value(condition).unwrap();
            assert_eq!(written, condition.as_str());
        }
    }
}
