//! The instruction that carries a decision out. It is written in the transaction that makes the decision, under the number
//! of the history entry that tells of it, or not at all.

use super::case_work::{CaseWork, Saved, WorkError, free, written};
use super::instruction::run_document;
use super::webhook::outbox;
use super::{Services, case_work};
use crate::domain::ids::{HistoryNumber, InstructionId, OperationKey};
use crate::domain::order::Order;
use crate::domain::standing::CaseState;
use crate::domain::time::Timestamp;
use crate::domain::webhook::{Notice, NoticeKind};
use crate::store::instructions::{self, NewInstruction};
use crate::store::{self, Tx, decisions};
use serde_json::{Value, json};

/// An instruction on its way into the database.
pub(super) struct Issue {
    row: NewInstruction,
    /// What the history tells of it.
    pub told: Value,
}

impl Issue {
    /// The instruction for a decision on this case.
    pub fn of(
        services: &Services,
        work: &CaseWork,
        decision: i64,
        order: &Order,
    ) -> Result<Self, WorkError> {
        let take_before = work.now.plus(services.policy.margins().take_before);
        let id = services.ids.instruction(work.now);
        let told = json!({
            "kind": order.kind(),
            "instruction": id,
            "run": run_document(order.run()),
            "take_before": take_before.to_string(),
            "not_after": order.not_after().map(|t| t.to_string()),
        });
        let row = NewInstruction {
            id,
            // Known when the history is written.
            number: HistoryNumber(0),
            source_id: work.case.origin.source_id,
            operation_id: work.operation().id,
            case_id: work.case.id,
            decision_id: decision,
            action: order.kind(),
            document: serde_json::to_string(order)?,
            facts_digest: work.basis_digest(),
            take_before,
            not_after: order.not_after(),
            offered_at: work.now,
        };
        Ok(Self { row, told })
    }

    pub fn id(&self) -> &InstructionId {
        &self.row.id
    }

    /// Until when it can be taken: what may not be sent any more is not taken any more.
    pub fn take_before(&self) -> Timestamp {
        let taken = self.row.take_before;
        self.row.not_after.map_or(taken, |sent| sent.min(taken))
    }

    /// Writes the case, which is decided from now on, its history, whose last entry tells of the instruction, and the
    /// instruction; and commits.
    pub async fn commit(
        mut self,
        services: &Services,
        mut tx: Tx,
        mut work: Box<CaseWork>,
    ) -> Result<Saved, WorkError> {
        free(&mut work.details);
        work.details.state = CaseState::Decided;
        work.details.decided_at = Some(work.now);
        let (case, key) = (work.case.clone(), work.operation().key.clone());
        let saved = work.save(&mut tx).await?;
        self.row.number = *saved.numbers.last().ok_or(store::Error::RowNotFound)?;
        written(instructions::insert(&mut tx, &self.row).await?)?;
        decisions::set_instruction(&mut tx, self.row.decision_id, &self.row.id).await?;
        self.announce(&mut tx, &key).await?;
        case_work::commit(services, tx, &case, &saved).await?;
        Ok(saved)
    }

    async fn announce(&self, tx: &mut Tx, key: &OperationKey) -> Result<(), store::Error> {
        let row = &self.row;
        let notice = Notice {
            kind: NoticeKind::Offered,
            instruction: &row.id,
            case: row.case_id,
            operation_key: key,
            action: row.action,
            at: row.offered_at,
        };
        outbox::announce(tx, (row.source_id, row.operation_id), &notice).await
    }
}
