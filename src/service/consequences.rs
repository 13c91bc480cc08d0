//! What follows for a case and its decision when facts change, or when time runs out (`domain.md` §4.5, §5).

use super::actor::{Actor, Part};
use super::case_work::{CaseWork, WorkError, free, written};
use super::instruction::order;
use super::webhook::outbox;
use crate::domain::approval::Stale;
use crate::domain::facts::TakingEnd;
use crate::domain::history::EntryKind;
use crate::domain::instruction::EndedBecause;
use crate::domain::outcome::StoppedAgain;
use crate::domain::standing::{CaseState, DecisionState};
use crate::domain::webhook::{Notice, NoticeKind};
use crate::store::decisions::DecisionRow;
use crate::store::instructions::{self, InstructionRow};
use crate::store::{Tx, decisions};
use serde_json::{Value, json};

impl CaseWork {
    /// A decision is only as good as the facts it was made on: if those changed before its instruction was taken, it
    /// is withdrawn, and the case comes back. A worker that has taken it is turned away when it asks to go on.
    ///
    /// `cause` tells of the fact that did it.
    pub async fn facts_changed(&mut self, tx: &mut Tx, cause: Value) -> Result<(), WorkError> {
        match self.details.state {
            CaseState::Waiting
            | CaseState::InReview
            | CaseState::Executing
            | CaseState::Resolved => Ok(()),
            CaseState::AwaitingApproval if self.basis_changed() => {
                let Some(proposal) = decisions::proposal_of_case(&mut *tx, self.case.id).await?
                else {
                    return Ok(());
                };
                let because = Stale::FactsChanged.as_str();
                let told = json!({"because": because, "cause": cause});
                let rules = Actor::Program(Part::Rules);
                self.return_proposal(tx, rules, &proposal, told).await
            }
            CaseState::AwaitingApproval => Ok(()),
            CaseState::Decided => match self.live.clone() {
                Some(live) if live.facts_digest != self.basis_digest() => {
                    let rules = Actor::Program(Part::Rules);
                    self.withdraw(tx, rules, &live, EndedBecause::FactsChanged, cause)
                        .await
                }
                Some(_) | None => Ok(()),
            },
        }
    }

    /// Ends a proposal that nobody answered; the case goes back to review. `told` says because of what.
    pub async fn return_proposal(
        &mut self,
        tx: &mut Tx,
        actor: Actor<'_>,
        proposal: &DecisionRow,
        mut told: Value,
    ) -> Result<(), WorkError> {
        let (from, to) = (DecisionState::Proposed, DecisionState::Returned);
        written(decisions::move_on(tx, proposal.id, from, to).await?)?;
        free(&mut self.details);
        told["decision"] = json!(proposal.id);
        told["kind"] = json!(proposal.kind);
        told["knowledge"] = self.knowledge_changes();
        self.note(actor, EntryKind::ProposalReturned, told);
        Ok(())
    }

    /// Takes back an instruction that nobody has taken; the case goes back to review.
    pub async fn withdraw(
        &mut self,
        tx: &mut Tx,
        actor: Actor<'_>,
        live: &InstructionRow,
        because: EndedBecause,
        cause: Value,
    ) -> Result<(), WorkError> {
        written(instructions::withdraw(tx, &live.id, because.as_str()).await?)?;
        let (from, to) = (DecisionState::Made, DecisionState::Withdrawn);
        written(decisions::move_on(tx, live.decision_id, from, to).await?)?;
        let notice = Notice {
            kind: NoticeKind::Withdrawn,
            instruction: &live.id,
            case: live.case_id,
            operation_key: &self.operation().key,
            action: live.action,
            at: self.now,
        };
        outbox::announce(tx, (live.source_id, live.operation_id), &notice).await?;
        self.live = None;
        free(&mut self.details);
        let mut document = json!({
            "instruction": live.id,
            "decision": live.decision_id,
            "because": because.as_str(),
            "knowledge": self.knowledge_changes(),
        });
        if let Some(role) = actor.role() {
            document["role"] = json!(role.to_string());
        }
        // A person gives words, and the program names the fact that did it.
        let tells = match because {
            EndedBecause::Person => "words",
            EndedBecause::FactsChanged
            | EndedBecause::OfferOver
            | EndedBecause::LeaseOver
            | EndedBecause::StopReported => "cause",
        };
        document[tells] = cause;
        self.note(actor, EntryKind::InstructionWithdrawn, document);
        Ok(())
    }

    /// Nobody took the instruction in time: the case goes back to review.
    pub async fn end_offer(
        &mut self,
        tx: &mut Tx,
        actor: Actor<'_>,
        live: &InstructionRow,
    ) -> Result<(), WorkError> {
        let because = EndedBecause::OfferOver;
        written(instructions::lapse(tx, &live.id, because.as_str()).await?)?;
        self.live = None;
        free(&mut self.details);
        let document = json!({
            "instruction": live.id,
            "because": because.as_str(),
            "take_before": live.take_before.to_string(),
            "not_after": live.not_after.map(|t| t.to_string()),
        });
        self.note(actor, EntryKind::InstructionExpired, document);
        Ok(())
    }

    /// A taking ended without a known outcome: everything that it could have sent is unknown from now on, and the case
    /// is open again with that as its stop reason.
    pub async fn end_taking(
        &mut self,
        tx: &mut Tx,
        actor: Actor<'_>,
        live: &InstructionRow,
        because: EndedBecause,
    ) -> Result<(), WorkError> {
        written(instructions::lapse(tx, &live.id, because.as_str()).await?)?;
        self.live = None;
        self.facts.end_taking(&live.id, TakingEnd::WithoutOutcome);
        let document = json!({
            "instruction": live.id,
            "because": because.as_str(),
            "worker": live.worker,
            "taken_at": live.taken_at.map(|t| t.to_string()),
            "lease_until": live.lease_until.map(|t| t.to_string()),
        });
        self.note(actor, EntryKind::TakingLapsed, document);
        let lease_until = live.lease_until.unwrap_or(self.now);
        let step = order(live)?.run().first().map(|run| run.step.clone());
        let why = StoppedAgain::TakingWithoutOutcome;
        self.stop_again(why, step, live.id.as_str(), lease_until);
        self.reopen(actor, why);
        Ok(())
    }

    /// Opens the case again after a taking; its kind follows from the facts anew.
    pub fn reopen(&mut self, actor: Actor<'_>, why: StoppedAgain) {
        free(&mut self.details);
        let document = json!({"why": why.code(), "knowledge": self.knowledge_changes()});
        self.note(actor, EntryKind::Reopened, document);
        self.set_kind(actor);
    }
}
