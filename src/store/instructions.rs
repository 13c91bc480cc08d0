//! Instructions: decisions on their way to the source and back.

use super::batch::padded;
use super::db::Dialect;
use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, HistoryNumber, InstructionId, OperationId, SourceId};
use crate::domain::standing::{DecisionKind, InstructionOutcome, InstructionState};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;
use std::collections::HashMap;

/// An instruction as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct InstructionRow {
    pub id: InstructionId,
    /// The history entry that offered it; the cursor of the list.
    pub number: HistoryNumber,
    pub source_id: SourceId,
    /// Of an instruction to start a new operation: the old one, and once it is taken the new one.
    pub operation_id: OperationId,
    /// The case that was decided about.
    pub case_id: CaseId,
    pub decision_id: i64,
    pub action: DecisionKind,
    pub state: InstructionState,
    /// What the worker is told when it takes it, JSON.
    pub document: String,
    /// The facts on which it was decided; once it is taken, those on which its renewals are judged.
    pub facts_digest: String,
    pub take_before: Timestamp,
    pub not_after: Option<Timestamp>,
    pub offered_at: Timestamp,
    /// When the source was first given it, in a list or by a long poll.
    pub delivered_at: Option<Timestamp>,
    pub worker: Option<String>,
    /// SHA-256 of the taker's token, in hexadecimal.
    pub token_hash: Option<String>,
    pub taken_at: Option<Timestamp>,
    pub lease_until: Option<Timestamp>,
    pub outcome: Option<InstructionOutcome>,
    pub outcome_digest: Option<String>,
    /// What the source reported, JSON as it was sent.
    pub outcome_document: Option<String>,
    pub reported_at: Option<Timestamp>,
    /// Why it was withdrawn or lapsed, or why its taker was turned away.
    pub ended_reason: Option<String>,
}

impl InstructionRow {
    /// On offer, or in a worker's hands.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        match self.state {
            InstructionState::Offered | InstructionState::Taken => true,
            InstructionState::Reported | InstructionState::Lapsed | InstructionState::Withdrawn => {
                false
            }
        }
    }
}

/// An instruction to offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInstruction {
    pub id: InstructionId,
    pub number: HistoryNumber,
    pub source_id: SourceId,
    pub operation_id: OperationId,
    pub case_id: CaseId,
    pub decision_id: i64,
    pub action: DecisionKind,
    pub document: String,
    pub facts_digest: String,
    pub take_before: Timestamp,
    pub not_after: Option<Timestamp>,
    pub offered_at: Timestamp,
}

/// A worker's lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTaking<'a> {
    pub worker: &'a str,
    pub token_hash: &'a str,
    pub taken_at: Timestamp,
    pub lease_until: Timestamp,
    /// The facts on which its renewals are judged: those of the decision, with what holds from the taking on.
    pub facts_digest: &'a str,
}

/// What a source reports of a taking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOutcome<'a> {
    pub outcome: InstructionOutcome,
    pub digest: &'a str,
    pub document: &'a str,
    pub reported_at: Timestamp,
}

/// Offers an instruction. `false` if its operation has a live one already; then nothing is offered.
pub async fn insert(tx: &mut Tx, new: &NewInstruction) -> Result<bool> {
    let sql = "INSERT INTO instructions (id, number, source_id, operation_id, case_id, decision_id, action, state,
            document, facts_digest, take_before, not_after, offer_ends_at, offered_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'offered', $8, $9, $10, $11, $12, $13)
        ON CONFLICT (operation_id) WHERE state IN ('offered', 'taken') DO NOTHING";
    let ends_at = new
        .not_after
        .map_or(new.take_before, |end| end.min(new.take_before));
    tx.wrote(Vouched::Instructions, new.number.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(&new.id)
            .bind(new.number)
            .bind(new.source_id)
            .bind(new.operation_id)
            .bind(new.case_id)
            .bind(new.decision_id)
            .bind(new.action)
            .bind(&new.document)
            .bind(&new.facts_digest)
            .bind(new.take_before)
            .bind(new.not_after)
            .bind(ends_at)
            .bind(new.offered_at)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// An instruction by its id.
pub async fn get<'c>(
    conn: impl Into<Conn<'c>>,
    id: &InstructionId,
) -> Result<Option<InstructionRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, InstructionRow>("SELECT * FROM instructions WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// The operation that a source's instruction is about.
pub async fn operation_of<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    id: &InstructionId,
) -> Result<Option<OperationId>> {
    let sql = "SELECT operation_id FROM instructions WHERE id = $1 AND source_id = $2";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, OperationId>(sql)
            .bind(id)
            .bind(source)
            .fetch_optional(c)
            .await
    })
}

/// The decision that an instruction carries out.
pub async fn decision_of<'c>(conn: impl Into<Conn<'c>>, id: &InstructionId) -> Result<Option<i64>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, i64>("SELECT decision_id FROM instructions WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// Locks an instruction until the transaction ends, and reads it. Its operation and its case are locked before it.
pub async fn lock(tx: &mut Tx, id: &InstructionId) -> Result<Option<InstructionRow>> {
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("SELECT * FROM instructions WHERE id = ");
        query.push_bind(id).push(DB::FOR_UPDATE);
        query.build_query_as().fetch_optional(c).await
    })
}

/// The operation's instruction that is offered or taken.
pub async fn live_of_operation<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
) -> Result<Option<InstructionRow>> {
    let sql =
        "SELECT * FROM instructions WHERE operation_id = $1 AND state IN ('offered', 'taken')";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, InstructionRow>(sql)
            .bind(operation)
            .fetch_optional(c)
            .await
    })
}

/// The instructions of a case, oldest first.
pub async fn of_case<'c>(conn: impl Into<Conn<'c>>, case: CaseId) -> Result<Vec<InstructionRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, InstructionRow>(
            "SELECT * FROM instructions WHERE case_id = $1 ORDER BY number",
        )
        .bind(case)
        .fetch_all(c)
        .await
    })
}

/// What a source has not taken yet, after the one of that number, in the order in which it was offered.
pub async fn offered<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    after: HistoryNumber,
    limit: i64,
) -> Result<Vec<InstructionRow>> {
    let sql =
        "SELECT * FROM instructions WHERE source_id = $1 AND state = 'offered' AND number > $2
        ORDER BY number LIMIT $3";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, InstructionRow>(sql)
            .bind(source)
            .bind(after)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The newest number on offer to each source; sources with nothing on offer are left out.
pub async fn newest_offers<'c>(
    conn: impl Into<Conn<'c>>,
    sources: &[SourceId],
) -> Result<HashMap<SourceId, HistoryNumber>> {
    if sources.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(SourceId, Option<HistoryNumber>)> = on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("WITH asked (source_id) AS (");
        query.push_values(padded(sources), |mut row, source| {
            row.push_bind(*source);
        });
        query.push(
            ") SELECT source_id, (SELECT MAX(number) FROM instructions i
                WHERE i.source_id = asked.source_id AND i.state = 'offered') FROM asked",
        );
        query.build_query_as().fetch_all(c).await?
    });
    let offered = rows.into_iter();
    Ok(offered
        .filter_map(|(source, number)| Some((source, number?)))
        .collect())
}

/// Notes when instructions were first given to their source. `false` if each of them was before.
pub async fn delivered(
    tx: &mut Tx,
    ids: impl Iterator<Item = &InstructionId>,
    at: Timestamp,
) -> Result<bool> {
    let written: Vec<i64> = on!((&mut *tx).into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("UPDATE instructions SET delivered_at = ");
        query.push_bind(at);
        query.push(" WHERE delivered_at IS NULL AND id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(") RETURNING number");
        query
            .build_query_scalar()
            .persistent(false)
            .fetch_all(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Gives an offered instruction to one worker. `false` if it is not offered any more.
pub async fn take(tx: &mut Tx, id: &InstructionId, taking: &NewTaking<'_>) -> Result<bool> {
    let sql = "UPDATE instructions SET state = 'taken', worker = $2, token_hash = $3, taken_at = $4, lease_until = $5,
            facts_digest = $6
        WHERE id = $1 AND state = 'offered' RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(storable(taking.worker))
            .bind(taking.token_hash)
            .bind(taking.taken_at)
            .bind(taking.lease_until)
            .bind(taking.facts_digest)
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// From its taking on, an instruction to start a new operation is about that operation. `false` if it is not taken.
pub async fn goes_on_with(tx: &mut Tx, id: &InstructionId, operation: OperationId) -> Result<bool> {
    let sql = "UPDATE instructions SET operation_id = $2 WHERE id = $1 AND state = 'taken' RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(operation)
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Ends a taking that sends nothing: it is its own outcome. `false` if it is not taken.
pub async fn acknowledge(tx: &mut Tx, id: &InstructionId, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE instructions SET state = 'reported', outcome = 'done', reported_at = $2
        WHERE id = $1 AND state = 'taken' RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(now)
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Notes that a worker was turned away when it asked to go on. `false` if it was before, or holds no lease.
pub async fn refuse_renewal(tx: &mut Tx, id: &InstructionId, reason: &str) -> Result<bool> {
    let sql = "UPDATE instructions SET ended_reason = $2
        WHERE id = $1 AND state = 'taken' AND ended_reason IS NULL RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(reason)
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Moves the end of a lease that still runs. `false` if it does not run, or is somebody else's.
pub async fn renew(
    tx: &mut Tx,
    id: &InstructionId,
    token_hash: &str,
    now: Timestamp,
    lease_until: Timestamp,
) -> Result<bool> {
    let sql = "UPDATE instructions SET lease_until = $4
        WHERE id = $1 AND state = 'taken' AND token_hash = $2 AND lease_until > $3 RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(token_hash)
            .bind(now)
            .bind(lease_until)
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Keeps the outcome of a taking, once. A taking that lapsed stays lapsed: its late outcome is kept as facts only.
/// `false` if there is an outcome already, or nobody ever took the instruction.
pub async fn report_outcome(tx: &mut Tx, id: &InstructionId, new: &NewOutcome<'_>) -> Result<bool> {
    let sql = "UPDATE instructions SET outcome = $2, outcome_digest = $3, outcome_document = $4, reported_at = $5,
            state = CASE WHEN state = 'taken' THEN 'reported' ELSE state END
        WHERE id = $1 AND state IN ('taken', 'lapsed') AND taken_at IS NOT NULL AND outcome IS NULL RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(new.outcome)
            .bind(new.digest)
            .bind(new.document)
            .bind(new.reported_at)
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Takes back an instruction that nobody has taken. `false` if somebody has, or it has ended.
pub async fn withdraw(tx: &mut Tx, id: &InstructionId, reason: &str) -> Result<bool> {
    let sql = "UPDATE instructions SET state = 'withdrawn', ended_reason = $2 WHERE id = $1 AND state = 'offered' RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(storable(reason))
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// Ends an instruction whose last moment, or whose taking's lease, passed. `false` if it is not live any more.
pub async fn lapse(tx: &mut Tx, id: &InstructionId, reason: &str) -> Result<bool> {
    let sql = "UPDATE instructions SET state = 'lapsed', ended_reason = $2
        WHERE id = $1 AND state IN ('offered', 'taken') RETURNING number";
    let written = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(storable(reason))
            .fetch_optional(c)
            .await?
    });
    Ok(note(tx, written))
}

/// The history vouches for the instructions of these numbers. `false` if there is none.
fn note(tx: &mut Tx, written: impl IntoIterator<Item = i64>) -> bool {
    let mut any = false;
    for number in written {
        tx.wrote(Vouched::Instructions, number);
        any = true;
    }
    any
}

/// Takings whose lease is over and whose outcome nobody told, longest ago first. To be locked again, operation first,
/// before they are ended.
pub async fn expired_leases<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<InstructionRow>> {
    let sql = "SELECT * FROM instructions WHERE state = 'taken' AND lease_until <= $1 ORDER BY lease_until LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, InstructionRow>(sql)
            .bind(now)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// Offers that nobody took in time, longest ago first. To be locked again, operation first, before they are ended.
pub async fn lapsed_offers<'c>(
    conn: impl Into<Conn<'c>>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<InstructionRow>> {
    let sql = "SELECT * FROM instructions WHERE state = 'offered' AND offer_ends_at <= $1
        ORDER BY offer_ends_at LIMIT $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, InstructionRow>(sql)
            .bind(now)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}
