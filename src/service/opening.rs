//! A case as it begins.

use super::Source;
use crate::domain::ids::{CaseId, Team};
use crate::domain::lapse::{Unanswered, lapses_at};
use crate::domain::policy::Risk;
use crate::domain::queue_row::queue_row;
use crate::domain::report::StopKind;
use crate::domain::review::Review;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::cases::{CaseDetails, CaseOrigin, NewCase};
use crate::store::operations::OperationRow;
use serde_json::{Value, json};

/// What a case is opened for.
pub(super) struct Opening<'a> {
    pub operation: &'a OperationRow,
    pub source: &'a Source,
    pub review: &'a Review<'a>,
    /// The stop from which its age and its deadline are counted.
    pub stopped_at: Timestamp,
    pub opened_at: Timestamp,
    /// The operation's last case.
    pub previous: Option<CaseId>,
}

impl Opening<'_> {
    /// The case. It is due so long after the stop as the policy says today; a later change of the policy does not
    /// change that.
    pub fn case(&self, policy: &Policy) -> NewCase {
        let (of_type, _) = policy.operation_type(&self.operation.operation_type);
        let due_at = self.stopped_at.plus(of_type.resolve_within);
        let row = queue_row(self.review, due_at);
        let owner = self.owner(of_type.owner_team.as_ref());
        let mut details = CaseDetails::waiting(row, self.stopped_at, due_at, owner, of_type.risk);
        details.lapses_at = lapses_at(of_type.lapse.as_ref(), self.unanswered(of_type.risk));
        NewCase {
            origin: CaseOrigin {
                operation_id: self.operation.id,
                source_id: self.source.id,
                operation_key: self.operation.key.clone(),
                operation_type: self.operation.operation_type.clone(),
                opened_at: self.opened_at,
                previous_case_id: self.previous,
            },
            details,
        }
    }

    fn unanswered(&self, risk: Risk) -> Unanswered<'_> {
        Unanswered {
            review: self.review,
            kind: self.review.kind,
            risk,
            operation: self.operation.standing,
            is_first: self.previous.is_none(),
            stopped_at: self.stopped_at,
        }
    }

    /// The policy's word comes before the source's.
    fn owner(&self, of_type: Option<&Team>) -> Team {
        of_type.unwrap_or(&self.source.owner_team).clone()
    }
}

/// What the history tells of a case that is open from now on.
pub(super) fn opened(kind: StopKind, due_at: Timestamp, previous: Option<CaseId>) -> Value {
    json!({
        "kind": kind,
        "due_at": due_at.to_string(),
        "previous_case": previous,
        "version": 1,
    })
}
