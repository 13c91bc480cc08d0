//! The life of a case (`domain.md` §5) and what a report does to it (§6).

use super::ids::UserId;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Where a case stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseState {
    Waiting,
    /// Claimed by a person. A claim is a lease: after `until` the case is free again.
    InReview {
        holder: UserId,
        until: Timestamp,
    },
    /// A proposal waits for a second person and freezes the case.
    AwaitingApproval,
    /// An instruction is on offer.
    Decided,
    /// A worker has taken the instruction.
    Executing,
    Resolved,
}

/// What people see of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    ToReview,
    Decided,
    Resolved,
}

impl Stage {
    pub const ALL: [Self; 3] = [Self::ToReview, Self::Decided, Self::Resolved];

    /// The stage's number in the database.
    pub fn number(self) -> i64 {
        match self {
            Self::ToReview => 0,
            Self::Decided => 1,
            Self::Resolved => 2,
        }
    }
}

impl CaseState {
    /// The stage that people see.
    pub fn stage(self) -> Stage {
        match self {
            Self::Waiting | Self::InReview { .. } | Self::AwaitingApproval => Stage::ToReview,
            Self::Decided | Self::Executing => Stage::Decided,
            Self::Resolved => Stage::Resolved,
        }
    }

    /// The state's name in the database and the history.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::InReview { .. } => "in_review",
            Self::AwaitingApproval => "awaiting_approval",
            Self::Decided => "decided",
            Self::Executing => "executing",
            Self::Resolved => "resolved",
        }
    }

    /// Who holds the case now; a claim whose lease is over holds nothing.
    pub fn holder(self, now: Timestamp) -> Option<UserId> {
        match self {
            Self::InReview { holder, until } if now < until => Some(holder),
            Self::InReview { .. }
            | Self::Waiting
            | Self::AwaitingApproval
            | Self::Decided
            | Self::Executing
            | Self::Resolved => None,
        }
    }
}

/// Why a case cannot be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoClaim {
    HeldBy { holder: UserId, until: Timestamp },
    AwaitingApproval,
    Decided,
    Resolved,
}

/// Whether `by` may claim the case now. Claiming one's own case again renews the lease.
pub fn claim(state: CaseState, by: UserId, now: Timestamp) -> Result<(), NoClaim> {
    match state {
        CaseState::Waiting => Ok(()),
        CaseState::InReview { holder, until } if now < until && holder != by => {
            Err(NoClaim::HeldBy { holder, until })
        }
        CaseState::InReview { .. } => Ok(()),
        CaseState::AwaitingApproval => Err(NoClaim::AwaitingApproval),
        CaseState::Decided | CaseState::Executing => Err(NoClaim::Decided),
        CaseState::Resolved => Err(NoClaim::Resolved),
    }
}

/// How a case was resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// The source carried the decision out and told its results.
    Done,
    /// Every step was done already; nothing was sent.
    ConfirmedComplete,
    /// Nothing more will be done.
    Closed,
    /// A new operation took its place, for ever.
    Superseded,
    /// The steps that were to be undone are undone.
    Compensated,
}

impl Resolution {
    pub const ALL: [Self; 5] = [
        Self::Done,
        Self::ConfirmedComplete,
        Self::Closed,
        Self::Superseded,
        Self::Compensated,
    ];

    /// The resolution's name in the database and the history.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::ConfirmedComplete => "confirmed_complete",
            Self::Closed => "closed",
            Self::Superseded => "superseded",
            Self::Compensated => "compensated",
        }
    }
}

/// What a report does to an operation's cases, beside adding its facts (`domain.md` §6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportEffect {
    /// The first stop, or one that adds something to an operation whose cases are all resolved.
    OpensCase,
    /// Added to the open case.
    JoinsCase,
    /// The facts of a decision changed before it was taken: it is withdrawn, and the case comes back.
    WithdrawsDecision,
    /// A worker is at it on facts that are no longer so: its taking ends as unknown, and the case comes back.
    EndsTaking,
    /// It adds nothing that the operation does not hold: kept, answered with the decision, reopens nothing.
    Late,
}

/// What a report does, given the operation's newest case (if any), whether the report adds an attempt, a result,
/// an observation or a content, and whether the facts on which a decision stands changed.
pub fn report_effect(
    newest: Option<CaseState>,
    adds_facts: bool,
    changes_basis: bool,
) -> ReportEffect {
    match newest {
        None => ReportEffect::OpensCase,
        Some(CaseState::Resolved) if adds_facts => ReportEffect::OpensCase,
        Some(CaseState::Resolved) => ReportEffect::Late,
        Some(CaseState::Waiting | CaseState::InReview { .. }) => ReportEffect::JoinsCase,
        Some(CaseState::AwaitingApproval | CaseState::Decided) if changes_basis => {
            ReportEffect::WithdrawsDecision
        }
        Some(CaseState::Executing) if adds_facts => ReportEffect::EndsTaking,
        Some(CaseState::AwaitingApproval | CaseState::Decided | CaseState::Executing)
            if adds_facts =>
        {
            ReportEffect::JoinsCase
        }
        Some(CaseState::AwaitingApproval | CaseState::Decided | CaseState::Executing) => {
            ReportEffect::Late
        }
    }
}
