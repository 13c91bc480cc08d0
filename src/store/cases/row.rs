//! A case's row: all that the queue shows, and how it follows from a review of the facts.

use crate::domain::age::moves::Milestones;
use crate::domain::cause::Cause;
use crate::domain::ids::{
    CaseId, CauseId, OperationId, OperationKey, OperationType, SourceId, StepName, Team, UserId,
    Version,
};
use crate::domain::policy::Risk;
use crate::domain::queue_row::QueueRow;
use crate::domain::report::StopKind;
use crate::domain::retention::Kept;
use crate::domain::standing::{CaseProtection, CaseState, Resolution, Stage};
use crate::domain::time::Timestamp;
use crate::store::stored::storable;

/// A case as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct CaseRow {
    pub id: CaseId,
    pub version: Version,
    #[sqlx(flatten)]
    pub origin: CaseOrigin,
    #[sqlx(flatten)]
    pub details: CaseDetails,
    /// The holder's full name.
    pub holder_name: Option<String>,
    /// What retention has left of it.
    pub kept: Kept,
    /// The cause that it is counted under.
    pub cause: CauseId,
    #[sqlx(flatten)]
    pub milestones: Milestones,
}

/// What a case is about; it never changes.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct CaseOrigin {
    pub operation_id: OperationId,
    pub source_id: SourceId,
    pub operation_key: OperationKey,
    pub operation_type: OperationType,
    pub opened_at: Timestamp,
    /// The earlier case of the same operation, or of the one that this operation took the place of.
    pub previous_case_id: Option<CaseId>,
}

/// What can change about a case.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct CaseDetails {
    pub state: CaseState,
    pub kind: StopKind,
    pub title: String,
    /// The first stop; nothing resets it.
    pub stopped_at: Timestamp,
    pub authorised_at: Option<Timestamp>,
    pub due_at: Timestamp,
    /// When the policy lets it be if nobody answers. Taken away for good once the case is a person's.
    pub lapses_at: Option<Timestamp>,
    pub protection: CaseProtection,
    pub protection_since: Option<Timestamp>,
    /// Only with [`CaseProtection::Until`].
    pub protection_until: Option<Timestamp>,
    /// Empty where every team may see to it.
    pub owner_team: Team,
    pub risk: Risk,
    pub holder_id: Option<UserId>,
    pub claimed_at: Option<Timestamp>,
    pub claimed_until: Option<Timestamp>,
    /// Not offered as the next case before this time.
    pub look_again_at: Option<Timestamp>,
    /// The full name of whoever said so, and why.
    pub waits_by: Option<String>,
    pub waits_because: Option<String>,
    /// The full name of whoever handed the case over last, and what they said. It stands until the review is over.
    pub handed_by: Option<String>,
    pub handed_because: Option<String>,
    pub resume_step: Option<StepName>,
    /// Its place in the chain, from 1.
    pub resume_step_no: Option<i64>,
    pub step_count: i64,
    /// One sign a step.
    pub chain: String,
    /// The receiving system of the resume point; empty where there is none.
    pub system: String,
    /// The stop's code; empty where there is none.
    pub stop_code: String,
    /// Where it stopped, and the receiving system there; empty where there is none.
    pub cause_step: String,
    pub cause_system: String,
    pub reason: Option<String>,
    pub attempts: i64,
    pub last_attempt_at: Option<Timestamp>,
    /// As it was written.
    pub amount: Option<String>,
    pub currency: Option<String>,
    pub facts_digest: String,
    pub decided_at: Option<Timestamp>,
    pub resolved_at: Option<Timestamp>,
    pub resolution: Option<Resolution>,
}

/// Runs a body for each column of the details, with its name and its value.
macro_rules! for_each_detail {
    ($details:expr, |$name:ident, $value:ident| $body:expr) => {
        for_each_detail!(@ $details, $name, $value, $body;
            state kind title stopped_at authorised_at due_at lapses_at protection protection_since protection_until
            owner_team risk holder_id claimed_at claimed_until look_again_at waits_by waits_because handed_by
            handed_because resume_step resume_step_no step_count chain system stop_code cause_step cause_system reason
            attempts last_attempt_at amount currency facts_digest decided_at resolved_at resolution)
    };
    (@ $details:expr, $name:ident, $value:ident, $body:expr; $($field:ident)+) => {$({
        let ($name, $value) = (stringify!($field), &$details.$field);
        $body;
    })+};
}
pub(super) use for_each_detail;

impl CaseDetails {
    /// A case that waits to be claimed for the first time.
    #[must_use]
    pub fn waiting(
        row: QueueRow,
        stopped_at: Timestamp,
        due_at: Timestamp,
        owner_team: Team,
        risk: Risk,
    ) -> Self {
        let (amount, currency) = row.amount.map(|a| (a.value, a.currency)).unzip();
        Self {
            state: CaseState::Waiting,
            kind: row.kind,
            title: row.title,
            stopped_at,
            authorised_at: row.authorised_at,
            due_at,
            lapses_at: None,
            protection: row.protection,
            protection_since: row.protection_since,
            protection_until: row.protection_until,
            owner_team,
            risk,
            holder_id: None,
            claimed_at: None,
            claimed_until: None,
            look_again_at: None,
            waits_by: None,
            waits_because: None,
            handed_by: None,
            handed_because: None,
            resume_step: row.resume_step,
            resume_step_no: row.resume_step_no,
            step_count: row.step_count,
            chain: row.chain,
            system: row.system.map_or_else(String::new, |s| s.to_string()),
            stop_code: row.stop_code.unwrap_or_default(),
            cause_step: row.cause_step.map_or_else(String::new, |s| s.to_string()),
            cause_system: row.cause_system.map_or_else(String::new, |s| s.to_string()),
            reason: row.reason,
            attempts: row.attempts,
            last_attempt_at: row.last_attempt_at,
            amount,
            currency,
            facts_digest: row.facts_digest,
            decided_at: None,
            resolved_at: None,
            resolution: None,
        }
    }

    /// Takes over everything that follows from a new review of the facts; who holds the case, and where it stands, stays.
    pub fn follow(&mut self, row: QueueRow) {
        let before = self.clone();
        // Once more is known than that, nothing is let be any more.
        let is_unknown = row.kind == StopKind::ResultUnknown;
        *self = Self {
            state: self.state,
            holder_id: self.holder_id,
            claimed_at: self.claimed_at,
            claimed_until: self.claimed_until,
            look_again_at: self.look_again_at,
            waits_by: before.waits_by,
            waits_because: before.waits_because,
            handed_by: before.handed_by,
            handed_because: before.handed_because,
            lapses_at: before.lapses_at.filter(|_| is_unknown),
            decided_at: self.decided_at,
            resolved_at: self.resolved_at,
            resolution: self.resolution,
            ..Self::waiting(
                row,
                self.stopped_at,
                self.due_at,
                before.owner_team,
                self.risk,
            )
        };
    }

    /// Somebody has begun to answer it: the policy does not let it be any more.
    pub fn is_a_persons(&mut self) {
        self.lapses_at = None;
    }

    /// Whether somebody wants to look at it again later, and it is not offered before.
    pub fn is_put_off(&self) -> bool {
        self.state.stage() == Stage::ToReview && self.look_again_at.is_some()
    }

    /// The case is offered again, whatever time somebody named.
    pub fn end_wait(&mut self) {
        self.look_again_at = None;
        self.waits_by = None;
        self.waits_because = None;
    }

    /// What was said at the desk is over with the review; and who waits does not know of facts that come meanwhile.
    /// Tells whether that ended a wait which would have gone on.
    pub fn settle_desk(&mut self, before: &Self) -> bool {
        if self.state.stage() != Stage::ToReview {
            self.end_wait();
            self.handed_by = None;
            self.handed_because = None;
            return false;
        }
        let overtaken = self.look_again_at.is_some() && self.facts_digest != before.facts_digest;
        if overtaken {
            self.end_wait();
        }
        overtaken
    }

    /// The end of the protection, or the end of time where there is none to wait for: the queue's order by protection.
    #[must_use]
    pub fn protection_order(&self) -> Timestamp {
        self.protection_until.unwrap_or(Timestamp(i64::MAX))
    }

    /// The earlier of the due time and the end of the protection: the queue's order by urgency.
    #[must_use]
    pub fn urgent_at(&self) -> Timestamp {
        self.due_at.min(self.protection_order())
    }

    /// The cause that it shares with others of its source.
    #[must_use]
    pub fn cause(&self, source: SourceId) -> Cause {
        Cause {
            kind: self.kind,
            source,
            step: storable(&self.cause_step),
            system: storable(&self.cause_system),
            stop_code: storable(&self.stop_code),
        }
    }

    /// The same with every text from outside as it comes back from the database.
    #[must_use]
    pub fn storable(&self) -> Self {
        Self {
            title: storable(&self.title),
            chain: storable(&self.chain),
            system: storable(&self.system),
            stop_code: storable(&self.stop_code),
            cause_step: storable(&self.cause_step),
            cause_system: storable(&self.cause_system),
            reason: self.reason.as_deref().map(storable),
            amount: self.amount.as_deref().map(storable),
            currency: self.currency.as_deref().map(storable),
            waits_because: self.waits_because.as_deref().map(storable),
            handed_because: self.handed_because.as_deref().map(storable),
            ..self.clone()
        }
    }
}

/// A case to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCase {
    pub origin: CaseOrigin,
    pub details: CaseDetails,
}
