//! The moment at which a new operation comes to be: a worker takes its instruction (`domain.md` §4.2).

use super::Source;
use super::actor::Actor;
use super::case_work::{CaseWork, WorkError, written};
use super::opening::{Opening, opened};
use crate::domain::basis::basis;
use crate::domain::facts::{Arrival, Facts};
use crate::domain::found_by::found_by;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, OperationId};
use crate::domain::json::digest;
use crate::domain::merge;
use crate::domain::new_operation::{Begun, NewOperationPlan};
use crate::domain::order::{Order, Take};
use crate::domain::report::StopReport;
use crate::domain::review::review;
use crate::domain::standing::CaseState;
use crate::domain::surplus::surplus;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::contents::{self, ContentRow};
use crate::store::identifiers::{self, Identifier};
use crate::store::instructions::InstructionRow;
use crate::store::operations::{self, NewOperation, OperationRow};
use crate::store::{self, Tx, cases, decisions, holds};
use serde_json::{Value, json};

/// A new operation, and the case that it is carried out under.
pub(super) struct NewlyBegun {
    pub operation: OperationId,
    pub case: CaseId,
    /// The facts on which the renewals of its taking are judged.
    pub facts_digest: String,
    /// What the history tells of the case.
    opened: Value,
}

/// A worker takes the instruction of a new operation, of one source.
pub(super) struct Beginning<'a> {
    pub source: &'a Source,
    pub policy: &'a Policy,
    /// The old operation's case, locked.
    pub work: &'a CaseWork,
    pub row: &'a InstructionRow,
    pub plan: &'a NewOperationPlan,
}

impl Beginning<'_> {
    /// Makes the new operation with the taking on it, and its case.
    pub async fn begin(
        &self,
        tx: &mut Tx,
        order: &Order,
        take: Take,
    ) -> Result<NewlyBegun, WorkError> {
        let decision = decisions::get(&mut *tx, self.row.decision_id).await?;
        let decision = decision.ok_or(store::Error::RowNotFound)?;
        let now = self.work.now;
        let report = self.plan.first_report(
            &self.work.facts,
            Begun {
                instruction: &self.row.id,
                at: now,
                decided_by: &decision.by_name,
                decided_at: decision.decided_at,
            },
        );
        let arrival = Arrival {
            at: now,
            clock_ahead: 0,
        };
        let mut facts = merge::open(&report, arrival);
        let facts_digest = digest(&basis(&review(&facts, self.work.rules(), now)));
        facts.begin_taking(order, take);
        let operation = self.make(tx, &report, &facts).await?;
        self.make_findable(tx, &report, &facts, operation.id)
            .await?;
        let case = self.open_case(tx, &operation, &facts, decision.decided_at);
        let (case, opened) = case.await?;
        Ok(NewlyBegun {
            operation: operation.id,
            case,
            facts_digest,
            opened,
        })
    }

    /// The operation itself. Its key was given out for it alone; if a source used it all the same, nothing is begun.
    async fn make(
        &self,
        tx: &mut Tx,
        report: &StopReport,
        facts: &Facts,
    ) -> Result<OperationRow, WorkError> {
        let new = NewOperation {
            key: self.plan.key.clone(),
            operation_type: report.operation.operation_type.clone(),
            facts: serde_json::to_string(facts)?,
        };
        let made = operations::get_or_create(tx, self.source.id, vec![new], self.work.now).await?;
        let made = made.into_iter().find(|made| made.created);
        let operation = made.ok_or(store::Error::RowNotFound)?.row;
        let old = &self.plan.supersedes;
        written(operations::takes_place_of(tx, operation.id, old).await?)?;
        Ok(operation)
    }

    /// The case that the new operation is carried out under, linked to the old one's. It waits for nobody, unless the
    /// outcome turns out to be unknown or refused.
    async fn open_case(
        &self,
        tx: &mut Tx,
        operation: &OperationRow,
        facts: &Facts,
        decided_at: Timestamp,
    ) -> Result<(CaseId, Value), WorkError> {
        let opening = Opening {
            operation,
            source: self.source,
            review: &review(facts, self.work.rules(), self.work.now),
            stopped_at: self.work.now,
            opened_at: self.work.now,
            previous: Some(self.work.case.id),
        };
        let mut new = opening.case(self.policy);
        new.details.state = CaseState::Executing;
        new.details.decided_at = Some(decided_at);
        let numbers = cases::insert(tx, std::slice::from_ref(&new)).await?;
        let (_, case) = *numbers.first().ok_or(store::Error::RowNotFound)?;
        let details = &new.details;
        let mut document = opened(details.kind, details.due_at, new.origin.previous_case_id);
        document["supersedes"] = json!(self.plan.supersedes);
        document["instruction"] = json!(self.row.id);
        Ok((case, document))
    }

    /// Whoever has one of the two keys in hand finds both operations.
    async fn make_findable(
        &self,
        tx: &mut Tx,
        report: &StopReport,
        facts: &Facts,
        operation: OperationId,
    ) -> Result<(), WorkError> {
        let identifier = |operation, name: &str, term: &str| Identifier {
            operation,
            name: name.to_owned(),
            term: term.to_owned(),
        };
        let found = found_by(report).into_iter();
        let mut terms: Vec<_> = found
            .map(|found| identifier(operation, &found.name, &found.term))
            .collect();
        let (old, new) = (self.plan.supersedes.as_str(), self.plan.key.as_str());
        terms.push(identifier(operation, "supersedes", old));
        terms.push(identifier(self.work.operation().id, "superseded_by", new));
        identifiers::insert(tx, &terms).await?;
        let held = facts.holds.iter().map(|hold| (hold.clone(), operation));
        holds::insert(tx, &held.collect::<Vec<_>>()).await?;
        let kept = merge::contents_to_store(facts, report).into_iter();
        let kept = kept.map(|(digest, payload)| ContentRow {
            operation_id: operation,
            digest,
            payload,
            arrived_at: self.work.now,
        });
        Ok(contents::insert(tx, &kept.collect::<Vec<_>>()).await?)
    }
}

impl NewlyBegun {
    /// Tells the history that the old operation is over, and of the new one how it came to be.
    pub fn note(
        self,
        work: &mut CaseWork,
        actor: Actor<'_>,
        order: &Order,
        plan: &NewOperationPlan,
    ) -> Result<(), WorkError> {
        let of_new = (self.operation, self.case);
        work.note_of_new(of_new, actor, EntryKind::CaseOpened, self.opened);
        let surplus = surplus(&work.review(), order);
        work.supersede(actor, plan.key.clone(), self.case, &surplus)
    }
}
