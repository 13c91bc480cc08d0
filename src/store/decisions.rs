//! Decisions and proposals, with the facts each was made on.

use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, InstructionId, OperationId, OperationType, UserId, Version};
use crate::domain::policy::Risk;
use crate::domain::standing::{DecisionKind, DecisionState};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// A decision as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DecisionRow {
    pub id: i64,
    pub case_id: CaseId,
    pub operation_id: OperationId,
    /// The version of the case that the reviewer was looking at.
    pub case_version: Version,
    pub kind: DecisionKind,
    pub state: DecisionState,
    pub by_user: UserId,
    /// The person's name and role as they were at the time.
    pub by_name: String,
    pub role: String,
    pub decided_at: Timestamp,
    pub reason_code: String,
    pub justification: String,
    /// What the page showed, JSON.
    pub facts_as_seen: String,
    pub facts_digest: String,
    /// The digest of what must stay the same from the decision on.
    pub basis_digest: String,
    /// What was ordered, JSON.
    pub document: String,
    pub answered_by: Option<UserId>,
    pub answered_name: Option<String>,
    pub answered_at: Option<Timestamp>,
    pub answer_words: Option<String>,
    pub instruction_id: Option<InstructionId>,
    /// A proposal ends by itself at this time.
    pub answer_before: Option<Timestamp>,
}

/// A decision or a proposal to record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDecision {
    pub case_id: CaseId,
    pub operation_id: OperationId,
    pub case_version: Version,
    pub kind: DecisionKind,
    pub state: DecisionState,
    pub by_user: UserId,
    pub by_name: String,
    pub role: String,
    pub decided_at: Timestamp,
    pub reason_code: String,
    pub justification: String,
    pub facts_as_seen: String,
    pub facts_digest: String,
    pub basis_digest: String,
    pub document: String,
    pub answer_before: Option<Timestamp>,
}

/// The second person's answer to a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAnswer<'a> {
    pub by_user: UserId,
    pub by_name: &'a str,
    pub at: Timestamp,
    pub words: &'a str,
}

/// Records a decision or a proposal, and gives its number.
pub async fn insert(tx: &mut Tx, new: &NewDecision) -> Result<i64> {
    let sql = "INSERT INTO decisions (case_id, operation_id, case_version, kind, state, by_user, by_name, role,
            decided_at, reason_code, justification, facts_as_seen, facts_digest, document, answer_before,
            basis_digest)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id";
    let id = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(new.case_id)
            .bind(new.operation_id)
            .bind(new.case_version)
            .bind(new.kind)
            .bind(new.state)
            .bind(new.by_user)
            .bind(&new.by_name)
            .bind(&new.role)
            .bind(new.decided_at)
            .bind(&new.reason_code)
            .bind(storable(&new.justification))
            .bind(&new.facts_as_seen)
            .bind(&new.facts_digest)
            .bind(&new.document)
            .bind(new.answer_before)
            .bind(&new.basis_digest)
            .fetch_one(c)
            .await?
    });
    tx.wrote(Vouched::Decisions, id);
    Ok(id)
}

/// Names the instruction that carries a decision out.
pub async fn set_instruction(tx: &mut Tx, id: i64, instruction: &InstructionId) -> Result<()> {
    tx.wrote(Vouched::Decisions, id);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE decisions SET instruction_id = $2 WHERE id = $1")
            .bind(id)
            .bind(instruction)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// Moves a decision from one state to the next. `false` if it is not in that state any more.
pub async fn move_on(tx: &mut Tx, id: i64, from: DecisionState, to: DecisionState) -> Result<bool> {
    tx.wrote(Vouched::Decisions, id);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE decisions SET state = $3 WHERE id = $1 AND state = $2")
            .bind(id)
            .bind(from)
            .bind(to)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Records the second person's answer. `false` if the proposal was answered, or returned, before.
pub async fn answer(
    tx: &mut Tx,
    id: i64,
    to: DecisionState,
    answer: &NewAnswer<'_>,
) -> Result<bool> {
    let sql = "UPDATE decisions SET state = $2, answered_by = $3, answered_name = $4, answered_at = $5, answer_words = $6
        WHERE id = $1 AND state = 'proposed'";
    tx.wrote(Vouched::Decisions, id);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(to)
            .bind(answer.by_user)
            .bind(answer.by_name)
            .bind(answer.at)
            .bind(storable(answer.words))
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// A decision by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: i64) -> Result<Option<DecisionRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DecisionRow>("SELECT * FROM decisions WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// The decisions of a case, oldest first.
pub async fn of_case<'c>(conn: impl Into<Conn<'c>>, case: CaseId) -> Result<Vec<DecisionRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DecisionRow>("SELECT * FROM decisions WHERE case_id = $1 ORDER BY id")
            .bind(case)
            .fetch_all(c)
            .await
    })
}

/// The decisions of an operation, all its cases together, newest first.
pub async fn of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<Vec<DecisionRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DecisionRow>(
            "SELECT * FROM decisions WHERE operation_id = $1 ORDER BY id DESC",
        )
        .bind(operation)
        .fetch_all(c)
        .await
    })
}

/// The proposal that freezes a case.
pub async fn proposal_of_case<'c>(
    conn: impl Into<Conn<'c>>,
    case: CaseId,
) -> Result<Option<DecisionRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DecisionRow>(
            "SELECT * FROM decisions WHERE case_id = $1 AND state = 'proposed'",
        )
        .bind(case)
        .fetch_optional(c)
        .await
    })
}

/// A proposal as the list of them shows it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ProposalRow {
    pub id: i64,
    pub case_id: CaseId,
    pub kind: DecisionKind,
    pub by_full_name: String,
    pub decided_at: Timestamp,
    pub answer_before: Timestamp,
    pub justification: String,
    pub title: String,
    pub operation_type: OperationType,
    pub risk: Risk,
}

/// The proposals that wait after the one of that place, in the order of the time until which they can be answered.
pub async fn proposals<'c>(
    conn: impl Into<Conn<'c>>,
    after: Option<(Timestamp, i64)>,
    limit: i64,
) -> Result<Vec<ProposalRow>> {
    let sql = "SELECT d.id, d.case_id, d.kind, u.full_name AS by_full_name, d.decided_at, d.answer_before,
            d.justification, c.title, c.operation_type, c.risk
        FROM decisions d JOIN cases c ON c.id = d.case_id JOIN users u ON u.id = d.by_user
        WHERE d.state = 'proposed' AND (d.answer_before, d.id) > ($1, $2)
        ORDER BY d.answer_before, d.id LIMIT $3";
    let (until, id) = after.unwrap_or((Timestamp(i64::MIN), i64::MIN));
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ProposalRow>(sql)
            .bind(until)
            .bind(id)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// Proposals that nobody answered in time.
pub async fn expired_proposals<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<DecisionRow>> {
    let sql = "SELECT * FROM decisions WHERE state = 'proposed' AND answer_before <= $1
        ORDER BY answer_before, id LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, DecisionRow>(sql)
            .bind(now)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}
