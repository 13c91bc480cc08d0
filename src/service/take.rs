//! A worker takes an instruction: one gets it, and nothing is sent outside its taking.

use super::actor::{Actor, Part};
use super::case_work::{CaseWork, WorkError, commit, written};
use super::instruction::{bounds, order, run_document, standing};
use super::take_new_operation::Beginning;
use super::{Answer, ServiceError, Services, Source};
use crate::domain::decision::still_possible;
use crate::domain::digest::sha256_hex;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, InstructionId, OperationKey};
use crate::domain::instruction::{
    self, EndedBecause, Granted, InstructionStanding, NoTaking, knows_more,
};
use crate::domain::new_operation::NewOperationPlan;
use crate::domain::order::{Order, Take};
use crate::domain::report_parse::TakeRequest;
use crate::domain::standing::CaseState;
use crate::domain::surplus::surplus;
use crate::domain::time::Timestamp;
use crate::store::instructions::{self, InstructionRow, NewTaking};
use crate::store::{Tx, decisions, operations};
use serde_json::{Value, json};

/// What the worker is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub instruction: InstructionId,
    pub case: CaseId,
    /// Of the operation that was decided about.
    pub operation_key: OperationKey,
    pub order: Order,
    /// The same token took it before: the worker sends nothing that it cannot prove unsent.
    pub repeated: bool,
    /// To the end of the lease, rounded down.
    pub seconds_left: u64,
    pub decided_by: String,
    pub approved_by: Option<String>,
    pub decided_at: Timestamp,
    pub reason_code: String,
    pub justification: String,
}

/// An instruction of a source, locked with its case.
pub(super) struct Locked {
    pub tx: Tx,
    pub work: Box<CaseWork>,
    pub row: InstructionRow,
}

/// Locks an instruction with its case. An instruction of another source is not found.
pub(super) async fn lock(
    services: &Services,
    source: &Source,
    id: &InstructionId,
) -> Result<Option<Locked>, WorkError> {
    let mut tx = services.db.begin().await?;
    let locked = CaseWork::lock_with_instruction(&mut tx, services, source.id, id).await?;
    Ok(locked.map(|(work, row)| Locked { tx, work, row }))
}

/// Takes an instruction.
///
/// # Errors
/// [`NoTaking`]. Where the reason is the facts or the time, the instruction is ended and the case is back in review.
pub async fn take(
    services: &Services,
    source: &Source,
    id: &InstructionId,
    request: &TakeRequest,
) -> Answer<Taken, NoTaking> {
    let mut locked = lock(services, source, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let token_hash = sha256_hex(&request.take_token);
    let state = standing(&locked.row);
    let order = order(&locked.row)?;
    let possible = still_possible(locked.work.operation().standing, order.kind()).is_ok()
        && new_key_is_free(&mut locked.tx, source, &state, &order).await?;
    let asked = Asked {
        services,
        source,
        request,
        token_hash: &token_hash,
    };
    match grant(&asked, &locked, &state, possible) {
        Ok(granted) if granted.repeated => answer(locked, granted).await,
        Ok(granted) => asked.give(locked, granted).await,
        Err(why) => asked.turn_away(locked, &state, why).await,
    }
}

fn grant(
    asked: &Asked<'_>,
    locked: &Locked,
    state: &InstructionStanding,
    possible: bool,
) -> Result<Granted, NoTaking> {
    let (work, row) = (&locked.work, &locked.row);
    if order(row).is_ok_and(|order| order.resolved_by_taking().is_some())
        && let Some(granted) = instruction::acknowledged_before(state, asked.token_hash)
    {
        return Ok(granted);
    }
    let same_facts = possible && row.facts_digest == work.basis_digest() && !asked.knows_more(work);
    let lease = asked.services.policy.margins().take_lease;
    instruction::take(
        state,
        bounds(row),
        asked.token_hash,
        lease,
        same_facts,
        work.now,
    )
}

/// A new operation begins only if no source reported another one under its key meanwhile.
async fn new_key_is_free(
    tx: &mut Tx,
    source: &Source,
    state: &InstructionStanding,
    order: &Order,
) -> Result<bool, WorkError> {
    match (state, order) {
        (InstructionStanding::Offered, Order::NewOperation(plan)) => {
            let known = operations::by_key(tx, source.id, &plan.key).await?;
            Ok(known.is_none())
        }
        (_, Order::NewOperation(_) | Order::Resume(_) | Order::Compensate(_) | Order::Close(_)) => {
            Ok(true)
        }
    }
}

/// A worker's question.
struct Asked<'a> {
    services: &'a Services,
    source: &'a Source,
    request: &'a TakeRequest,
    token_hash: &'a str,
}

impl Asked<'_> {
    /// The worker's source knows a later attempt than the decision did.
    fn knows_more(&self, work: &CaseWork) -> bool {
        let last = self.request.last_attempt.as_ref();
        last.is_some_and(|last| knows_more(last, &work.facts))
    }

    /// Gives the instruction to the worker.
    async fn give(&self, mut locked: Locked, granted: Granted) -> Answer<Taken, NoTaking> {
        let (work, row) = (&mut locked.work, &locked.row);
        let order = order(row)?;
        let taking = Take {
            instruction: row.id.clone(),
            worker: self.request.worker.clone(),
            at: work.now,
            lease_until: granted.until,
        };
        match &order {
            Order::NewOperation(plan) => {
                self.begin_another(&mut locked, granted, (&order, plan), taking)
                    .await?;
            }
            Order::Resume(_) | Order::Compensate(_) | Order::Close(_) => {
                work.facts.begin_taking(&order, taking);
                let digest = work.basis_digest();
                self.mark_taken(&mut locked, granted, &order, &digest)
                    .await?;
                self.go_on(&mut locked, &order).await?;
            }
        }
        self.commit_and_answer(locked, granted).await
    }

    /// Where nothing is sent, the taking is the end of it.
    async fn go_on(&self, locked: &mut Locked, order: &Order) -> Result<(), WorkError> {
        let Locked { tx, work, row } = locked;
        match order.resolved_by_taking() {
            Some(resolution) => {
                written(instructions::acknowledge(tx, &row.id, work.now).await?)?;
                work.live = None;
                let surplus = surplus(&work.review(), order);
                work.resolve(Actor::Source(self.source), resolution, &surplus)?;
            }
            None => work.details.state = CaseState::Executing,
        }
        Ok(())
    }

    /// The new operation comes to be, and the taking is its own; the old one is superseded.
    async fn begin_another(
        &self,
        locked: &mut Locked,
        granted: Granted,
        (order, plan): (&Order, &NewOperationPlan),
        taking: Take,
    ) -> Result<(), WorkError> {
        let beginning = Beginning {
            source: self.source,
            policy: &self.services.policy,
            work: &locked.work,
            row: &locked.row,
            plan,
        };
        let begun = beginning.begin(&mut locked.tx, order, taking).await?;
        self.mark_taken(locked, granted, order, &begun.facts_digest)
            .await?;
        let Locked { tx, work, row } = locked;
        written(instructions::goes_on_with(tx, &row.id, begun.operation).await?)?;
        begun.note(work, Actor::Source(self.source), order, plan)
    }

    /// From here on the instruction is this worker's; `facts_digest` is of the facts on which its renewals are judged.
    async fn mark_taken(
        &self,
        locked: &mut Locked,
        granted: Granted,
        order: &Order,
        facts_digest: &str,
    ) -> Result<(), WorkError> {
        let Locked { tx, work, row } = locked;
        let new = NewTaking {
            worker: &self.request.worker,
            token_hash: self.token_hash,
            taken_at: work.now,
            lease_until: granted.until,
            facts_digest,
        };
        written(instructions::take(tx, &row.id, &new).await?)?;
        let document = json!({
            "instruction": row.id,
            "worker": self.request.worker,
            "lease_until": granted.until.to_string(),
            "run": run_document(order.run()),
        });
        let actor = Actor::Source(self.source);
        work.note(actor, EntryKind::InstructionTaken, document);
        Ok(())
    }

    async fn commit_and_answer(&self, locked: Locked, granted: Granted) -> Answer<Taken, NoTaking> {
        let Locked { mut tx, work, row } = locked;
        let taken = taken(&mut tx, &work, &row, granted)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let case = work.case.clone();
        let saved = work.save(&mut tx).await?;
        commit(self.services, tx, &case, &saved).await?;
        Ok(taken)
    }

    /// Says no. What the worker's question brought to light about an offer is written down before.
    async fn turn_away(
        &self,
        mut locked: Locked,
        state: &InstructionStanding,
        why: NoTaking,
    ) -> Answer<Taken, NoTaking> {
        let (tx, work, row) = (&mut locked.tx, &mut locked.work, &locked.row);
        let rules = Actor::Program(Part::Rules);
        match (&why, state) {
            (NoTaking::FactsChanged, InstructionStanding::Offered) => {
                let because = EndedBecause::FactsChanged;
                let cause = self.what_it_knows();
                work.withdraw(tx, rules, row, because, cause).await?;
            }
            (NoTaking::TooLate, InstructionStanding::Offered) => {
                work.end_offer(tx, rules, row).await?;
            }
            _ => return Err(ServiceError::Refused(why)),
        }
        let case = locked.work.case.clone();
        let saved = locked.work.save(&mut locked.tx).await?;
        commit(self.services, locked.tx, &case, &saved).await?;
        Err(ServiceError::Refused(why))
    }

    fn what_it_knows(&self) -> Value {
        match &self.request.last_attempt {
            Some(last) => json!({"last_attempt": {
                "step": last.step, "number": last.number, "started_at": last.started_at.to_string(),
            }}),
            None => Value::Null,
        }
    }
}

async fn answer(mut locked: Locked, granted: Granted) -> Answer<Taken, NoTaking> {
    taken(&mut locked.tx, &locked.work, &locked.row, granted)
        .await?
        .ok_or(ServiceError::NotFound)
}

async fn taken(
    tx: &mut Tx,
    work: &CaseWork,
    row: &InstructionRow,
    granted: Granted,
) -> Result<Option<Taken>, WorkError> {
    let Some(decision) = decisions::get(tx, row.decision_id).await? else {
        return Ok(None);
    };
    let order = order(row)?;
    let key = order.supersedes().unwrap_or(&work.operation().key);
    Ok(Some(Taken {
        instruction: row.id.clone(),
        case: row.case_id,
        operation_key: key.clone(),
        order,
        repeated: granted.repeated,
        seconds_left: granted.until.since(work.now).as_secs(),
        decided_by: decision.by_name,
        approved_by: decision.answered_name,
        decided_at: decision.decided_at,
        reason_code: decision.reason_code,
        justification: decision.justification,
    }))
}
