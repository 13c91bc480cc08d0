//! What an installation's policy decides, as far as the rules need it (`domain.md` §9). The file itself is read by
//! `crate::policy`.

use super::ids::Team;
use super::lapse::LapseRule;
use super::mask::Mask;
use super::retention::Retention;
use super::standing::DecisionKind;
use super::text::LocalText;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How much a second effect, or a lost one, would cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Low,
    Normal,
    High,
}

/// What the policy says about one type of operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypePolicy {
    /// What people call operations of this type; `None` shows the type's own name.
    pub title: Option<LocalText>,
    pub risk: Risk,
    /// The team that owns its cases; `None` leaves them to everybody.
    pub owner_team: Option<Team>,
    /// How soon somebody has to claim a case, counted from the first stop.
    pub respond_within: Duration,
    /// How soon a case has to be resolved, counted from the first stop.
    pub resolve_within: Duration,
    /// The decisions that a second person has to approve before anything is ordered.
    pub second_person: Vec<DecisionKind>,
    /// How long a proposal waits for the second person before it goes back to review.
    pub approve_within: Duration,
    /// The longest wait that a reviewer can name.
    pub snooze_limit: Duration,
    /// How long what is known of such operations is kept.
    pub retention: Retention,
    /// After which time an unanswered unknown result is let be; `None`: never. Only where the risk is low.
    pub lapse: Option<LapseRule>,
    /// What of their payloads is personal.
    pub mask: Mask,
}

impl TypePolicy {
    /// Whether a second person has to approve such a decision (`domain.md` §4.6).
    pub fn wants_second_person(&self, kind: DecisionKind) -> bool {
        self.second_person.contains(&kind)
    }
}

/// Where that was decided what holds for a type of operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyOrigin {
    /// The policy file has a section for the type.
    OwnSection,
    /// It has none, and its default section holds.
    DefaultSection,
    /// It has no default section either: the standard policy of the program holds.
    Standard,
}

impl PolicyOrigin {
    /// Whether the policy names the type.
    pub fn names_the_type(self) -> bool {
        match self {
            Self::OwnSection => true,
            Self::DefaultSection | Self::Standard => false,
        }
    }
}

/// Times and limits that hold for every type of operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Margins {
    /// By how much earlier than a key's window protection ends.
    pub safety_margin: Duration,
    /// How long an instruction may wait to be taken.
    pub take_before: Duration,
    /// How long a claim lasts without work on the case.
    pub claim_lease: Duration,
    /// How long a worker's lease on an instruction runs before it has to be renewed.
    pub take_lease: Duration,
    /// The settling time of people's checks where the contract states none; `None`: their absence is then never proof.
    pub settling_for_people: Option<Duration>,
    /// The least number of characters in a justification.
    pub justification_minimum: usize,
}

/// A reason's stable name, as decisions and instructions carry it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReasonCode(String);

impl ReasonCode {
    /// Takes the text as it is; `ReasonCodes` tells whether the policy knows it.
    pub fn new(code: impl Into<String>) -> Self {
        Self(code.into())
    }

    /// The code as it is written in the policy.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReasonCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One reason that a reviewer can give for a decision, or one basis of a new operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub code: ReasonCode,
    pub title: LocalText,
    pub names: ReasonNames,
    pub fits: ReasonFits,
}

/// What a decision with this reason has to name beside its justification (`domain.md` §4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonNames {
    Nothing,
    /// A reference to what was done by other means.
    Reference,
    /// The key of the operation that this one duplicates.
    Operation,
}

/// The facts that a reason for resuming or undoing speaks of; it can be given only where they are so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonFits {
    Always,
    /// An unknown step is repeated under its protection.
    ProtectedRepeat,
    /// A step is sent again because its absence was proven.
    AbsenceProven,
    /// A check found a step's result.
    Found,
    /// A step is sent that was never sent, or whose every attempt was refused.
    NotDone,
    /// It is settled which of several contents is the operation's.
    ContentSettled,
    /// A step was done more than once; for an undoing, one that is undone.
    MoreThanOnce,
}

/// The reasons to choose from, per decision, in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonCodes {
    pub resume: Vec<Reason>,
    /// The bases of a new operation: why a second action is legitimate (`domain.md` §4.2).
    pub new_operation: Vec<Reason>,
    pub compensate: Vec<Reason>,
    pub close: Vec<Reason>,
}

impl ReasonCodes {
    /// The reasons for a decision.
    pub fn of(&self, kind: DecisionKind) -> &[Reason] {
        match kind {
            DecisionKind::Resume => &self.resume,
            DecisionKind::NewOperation => &self.new_operation,
            DecisionKind::Compensate => &self.compensate,
            DecisionKind::Close => &self.close,
        }
    }

    /// The reason of that code among those for a decision.
    pub fn find(&self, kind: DecisionKind, code: &str) -> Option<&Reason> {
        let mut reasons = self.of(kind).iter();
        reasons.find(|reason| reason.code.as_str() == code)
    }
}
