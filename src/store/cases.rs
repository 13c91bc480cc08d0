//! Cases. The row carries all that the queue shows, so that a page of it is one index scan.

use super::age::steps::at_opening;
use super::batch::{chunks, comes_again, to_insert};
use super::db::Dialect;
use super::stored::storable;
use super::{Conn, Tx};
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
use crate::on;
use sqlx::Result;
use std::collections::HashMap;

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
            handed_because resume_step resume_step_no step_count chain system stop_code cause_step cause_system reason attempts last_attempt_at amount currency facts_digest decided_at
            resolved_at resolution)
    };
    (@ $details:expr, $name:ident, $value:ident, $body:expr; $($field:ident)+) => {$({
        let ($name, $value) = (stringify!($field), &$details.$field);
        $body;
    })+};
}

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

/// What every function here selects.
macro_rules! select_cases {
    ($rest:literal) => {
        concat!(
            "SELECT c.*, (SELECT u.full_name FROM users u WHERE u.id = c.holder_id) AS holder_name FROM cases c ",
            $rest
        )
    };
}
pub(super) use select_cases;

/// Opens cases, of version 1, and gives the number of each with its operation's.
pub async fn insert(tx: &mut Tx, cases: &[NewCase]) -> Result<Vec<(OperationId, CaseId)>> {
    let mut numbers = Vec::with_capacity(cases.len());
    for some in to_insert(cases) {
        numbers.extend(insert_some(tx, some).await?);
    }
    let by_operation: HashMap<_, _> = numbers.iter().copied().collect();
    for case in cases {
        tx.moves().enter(case.origin.source_id, &case.details);
        // An operation has one open case at most.
        if let Some(number) = by_operation.get(&case.origin.operation_id) {
            tx.steps().opened(*number, case);
        }
    }
    Ok(numbers)
}

async fn insert_some(tx: &mut Tx, cases: &[NewCase]) -> Result<Vec<(OperationId, CaseId)>> {
    let Some(first) = cases.first() else {
        return Ok(Vec::new());
    };
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "INSERT INTO cases (operation_id, source_id, operation_key, operation_type, opened_at, previous_case_id,
                version, stage, protection_order, urgent_at, cause, came_in_at, first_claimed_at, first_decided_at",
        );
        for_each_detail!(first.details, |name, _value| query.push(", ").push(name));
        query.push(") ");
        query.push_values(cases, |mut row, case| {
            let details = case.details.storable();
            let (_, milestones) = at_opening(case);
            row.push_bind(case.origin.operation_id)
                .push_bind(case.origin.source_id)
                .push_bind(&case.origin.operation_key)
                .push_bind(&case.origin.operation_type)
                .push_bind(case.origin.opened_at)
                .push_bind(case.origin.previous_case_id)
                .push_bind(1_i64)
                .push_bind(details.state.stage())
                .push_bind(details.protection_order())
                .push_bind(details.urgent_at())
                .push_bind(details.cause(case.origin.source_id).id())
                .push_bind(milestones.came_in_at)
                .push_bind(milestones.first_claimed_at)
                .push_bind(milestones.first_decided_at);
            for_each_detail!(details, |_name, value| row.push_bind(value));
        });
        query.push(" RETURNING operation_id, id");
        query
            .build_query_as()
            .persistent(comes_again(cases.len()))
            .fetch_all(c)
            .await
    })
}

/// Writes a case's details over the version that was read, as they are from `at` on, and moves the version on. `false` if
/// somebody else changed the case meanwhile; then nothing is written.
pub async fn update(
    tx: &mut Tx,
    before: &CaseRow,
    details: &CaseDetails,
    at: Timestamp,
) -> Result<bool> {
    let details = details.storable();
    let moves = before.milestones.moves(
        Some(before.details.state),
        details.state,
        details.resolution,
    );
    let milestones = before.milestones.after(&moves, at);
    let cause = details.cause(before.origin.source_id);
    let written = on!((&mut *tx).into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("UPDATE cases SET version = version + 1");
        query.push(", stage = ").push_bind(details.state.stage());
        query
            .push(", protection_order = ")
            .push_bind(details.protection_order());
        query.push(", urgent_at = ").push_bind(details.urgent_at());
        query.push(", cause = ").push_bind(cause.id());
        query
            .push(", came_in_at = ")
            .push_bind(milestones.came_in_at);
        query
            .push(", first_claimed_at = ")
            .push_bind(milestones.first_claimed_at);
        query
            .push(", first_decided_at = ")
            .push_bind(milestones.first_decided_at);
        for_each_detail!(details, |name, value| query
            .push(", ")
            .push(name)
            .push(" = ")
            .push_bind(value));
        query.push(" WHERE id = ").push_bind(before.id);
        query.push(" AND version = ").push_bind(before.version);
        query.build().execute(c).await?.rows_affected()
    });
    if written == 1 {
        let counts = tx.moves();
        counts.leave(before);
        counts.enter(before.origin.source_id, &details);
        tx.steps().changed(before, &details, moves, at);
    }
    Ok(written == 1)
}

/// Moves the end of a claim on, for work on the case renews it; the version stays. `false` if the claim is not theirs.
pub async fn extend_claim<'c>(
    conn: impl Into<Conn<'c>>,
    id: CaseId,
    holder: UserId,
    until: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE cases SET claimed_until = $3
        WHERE id = $1 AND holder_id = $2 AND stage = 0 AND state = 'in_review' AND claimed_until < $3";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(holder)
            .bind(until)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Somebody writes an answer to a case, or the policy's time for it is another one than was said: it is let be at that time,
/// or not at all; the version stays.
pub async fn set_lapse<'c>(
    conn: impl Into<Conn<'c>>,
    id: CaseId,
    lapses_at: Option<Timestamp>,
) -> Result<()> {
    let sql = "UPDATE cases SET lapses_at = $2 WHERE id = $1 AND lapses_at IS NOT NULL";
    on!(conn.into(), |c| {
        let query = sqlx::query(sql).bind(id).bind(lapses_at);
        query.execute(c).await.map(|_| ())
    })
}

/// Cases that nobody holds and whose time to be let be has come, longest ago first.
pub async fn to_lapse<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<CaseId>> {
    let sql = "SELECT id FROM cases
        WHERE stage = 0 AND state = 'waiting' AND lapses_at IS NOT NULL AND lapses_at <= $1
        ORDER BY lapses_at, id LIMIT $2";
    on!(conn.into(), |c| {
        let query = sqlx::query_scalar::<DB, CaseId>(sql);
        query.bind(now).bind(limit).fetch_all(c).await
    })
}

/// A case by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: CaseId) -> Result<Option<CaseRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, CaseRow>(select_cases!("WHERE c.id = $1"))
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// Locks a case until the transaction ends, and reads it. Who changes its operation as well locks that one first.
pub async fn lock(tx: &mut Tx, id: CaseId) -> Result<Option<CaseRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(select_cases!("WHERE c.id = "));
        query.push_bind(id).push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// Locks and reads the latest case of an operation that this transaction has locked; where one is open, it is that one.
pub async fn lock_latest(tx: &mut Tx, operation: OperationId) -> Result<Option<CaseRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(select_cases!("WHERE c.operation_id = "));
        query.push_bind(operation);
        query
            .push(" ORDER BY c.id DESC LIMIT 1")
            .push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// The open case of an operation.
pub async fn open_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<Option<CaseRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, CaseRow>(select_cases!("WHERE c.operation_id = $1 AND c.stage < 2"))
            .bind(operation)
            .fetch_optional(c)
            .await
    })
}

/// Locks and reads the open cases of operations that this transaction has locked.
pub async fn lock_open_of_operations(
    tx: &mut Tx,
    operations: &[OperationId],
) -> Result<Vec<CaseRow>> {
    let mut cases = Vec::new();
    for some in chunks(operations, 1) {
        let rows: Vec<CaseRow> = on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(select_cases!(
                "WHERE c.stage < 2 AND c.operation_id IN ("
            ));
            let mut list = query.separated(", ");
            for operation in some {
                list.push_bind(*operation);
            }
            query.push(") ORDER BY c.id").push(DB::FOR_UPDATE);
            query
                .build_query_as()
                .persistent(false)
                .fetch_all(c)
                .await?
        });
        cases.extend(rows);
    }
    Ok(cases)
}

/// The latest cases of an operation, newest first.
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, CaseRow>(select_cases!(
            "WHERE c.operation_id = $1 ORDER BY c.id DESC LIMIT $2"
        ))
        .bind(operation)
        .bind(limit)
        .fetch_all(c)
        .await
    })
}
