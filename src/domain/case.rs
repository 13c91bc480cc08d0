//! The life of a case (`domain.md` §5) and what a report does to it (§6).

use super::ids::UserId;
use super::standing::{CaseState, OperationStanding};
use super::time::Timestamp;

/// Where a case stands, with what belongs to it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseStanding {
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

impl CaseStanding {
    /// The word under which the standing is stored.
    pub fn state(self) -> CaseState {
        match self {
            Self::Waiting => CaseState::Waiting,
            Self::InReview { .. } => CaseState::InReview,
            Self::AwaitingApproval => CaseState::AwaitingApproval,
            Self::Decided => CaseState::Decided,
            Self::Executing => CaseState::Executing,
            Self::Resolved => CaseState::Resolved,
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
    /// The same, of an operation that another one took the place of.
    Superseded,
}

/// What a report does, given the operation's newest case (if any), where the operation stands, whether the report adds an attempt, a result,
/// an observation or a content, and whether the facts on which a decision stands changed.
pub fn report_effect(
    newest: Option<CaseStanding>,
    operation: OperationStanding,
    adds_facts: bool,
    changes_basis: bool,
) -> ReportEffect {
    match newest {
        None => ReportEffect::OpensCase,
        Some(CaseStanding::Resolved) if adds_facts => ReportEffect::OpensCase,
        Some(CaseStanding::Resolved) => match operation {
            OperationStanding::Superseded => ReportEffect::Superseded,
            OperationStanding::Open | OperationStanding::Done | OperationStanding::Closed => {
                ReportEffect::Late
            }
        },
        Some(CaseStanding::Waiting | CaseStanding::InReview { .. }) => ReportEffect::JoinsCase,
        Some(CaseStanding::AwaitingApproval | CaseStanding::Decided) if changes_basis => {
            ReportEffect::WithdrawsDecision
        }
        Some(CaseStanding::Executing) if adds_facts => ReportEffect::EndsTaking,
        Some(CaseStanding::AwaitingApproval | CaseStanding::Decided | CaseStanding::Executing)
            if adds_facts =>
        {
            ReportEffect::JoinsCase
        }
        Some(CaseStanding::AwaitingApproval | CaseStanding::Decided | CaseStanding::Executing) => {
            ReportEffect::Late
        }
    }
}
