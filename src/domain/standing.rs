//! Where cases, decisions, instructions and operations stand (`domain.md` §4 and §5), in the words under which they are stored.

use serde::{Deserialize, Serialize};

/// Where a case stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseState {
    /// Free for anybody to claim.
    Waiting,
    /// Somebody holds the claim.
    InReview,
    /// A proposal waits for a second person; the case is frozen.
    AwaitingApproval,
    /// An instruction is offered, and nobody has taken it.
    Decided,
    /// A worker holds the lease on the instruction.
    Executing,
    Resolved,
}

impl CaseState {
    /// The stage that people see.
    pub fn stage(self) -> Stage {
        match self {
            Self::Waiting | Self::InReview | Self::AwaitingApproval => Stage::ToReview,
            Self::Decided | Self::Executing => Stage::Decided,
            Self::Resolved => Stage::Resolved,
        }
    }
}

/// The three stages that people see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    ToReview,
    Decided,
    Resolved,
}

impl Stage {
    /// Whether a case of this stage is open: an operation has at most one.
    pub fn is_open(self) -> bool {
        match self {
            Self::ToReview | Self::Decided => true,
            Self::Resolved => false,
        }
    }
}

/// What the queue says of the protection of a case's resume step. Whether a named end has passed is for the clock to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseProtection {
    /// In force until a time that is stored beside it, and over from then on.
    Until,
    /// A repeat is harmless at any time.
    WithoutEnd,
    None,
    NotKnown,
    /// The receiver would only give its stored 5xx again, which proves nothing: no repeat is sent, whatever the key.
    Stored5xx,
    /// The step was never sent, so nothing has to protect a repeat.
    NotNeeded,
}

/// How a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// The source continued the operation to its end.
    Resumed,
    /// Every step was done already; nothing was sent.
    ConfirmedComplete,
    /// A new operation took this one's place.
    NewOperation,
    /// The source carried out, to its end, what was begun in the place of an old operation.
    CarriedOut,
    Compensated,
    Closed,
    /// The policy let it be; nobody decided.
    Lapsed,
}

/// What a reviewer can order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionKind {
    Resume,
    NewOperation,
    Compensate,
    Close,
}

/// What became of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionState {
    /// It waits for a second person.
    Proposed,
    /// It was made, and its instruction offered.
    Made,
    /// The second person refused it.
    Refused,
    /// Facts or time ended the proposal before anybody answered it.
    Returned,
    /// It was taken back before a worker took its instruction.
    Withdrawn,
}

/// Where an instruction stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstructionState {
    Offered,
    /// A worker holds its lease.
    Taken,
    /// The source told the outcome.
    Reported,
    /// Taken back before a worker took it.
    Withdrawn,
    /// Its last moment, or the lease of its taking, passed.
    Lapsed,
}

/// How a taking went, as the source tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstructionOutcome {
    Done,
    Refused,
    Unknown,
}

/// Whether anything more may ever be sent for an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationStanding {
    Open,
    /// Every step is done, or its undoing is.
    Done,
    Closed,
    /// A new operation took its place for ever.
    Superseded,
}

impl OperationStanding {
    /// An operation whose case is resolved. What another operation has taken the place of stays so, whatever becomes of the
    /// cases that account for its effects.
    #[must_use]
    pub fn when_resolved(self, resolution: Resolution) -> Self {
        match (self, resolution) {
            (Self::Superseded, _) | (_, Resolution::NewOperation) => Self::Superseded,
            (
                Self::Open | Self::Done | Self::Closed,
                Resolution::Resumed | Resolution::ConfirmedComplete | Resolution::CarriedOut,
            ) => Self::Done,
            (
                Self::Open | Self::Done | Self::Closed,
                Resolution::Compensated | Resolution::Closed | Resolution::Lapsed,
            ) => Self::Closed,
        }
    }

    /// An operation that stops again after its end goes on. What another operation has taken the place of never does.
    #[must_use]
    pub fn when_stopped_again(self) -> Self {
        match self {
            Self::Open | Self::Done | Self::Closed => Self::Open,
            Self::Superseded => Self::Superseded,
        }
    }
}
