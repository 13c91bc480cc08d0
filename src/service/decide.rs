//! What every decision has in common (`domain.md` §4.6): holder, version, facts as seen, a reason and a justification;
//! and that it is recorded with its history entry and its instruction, or not at all.

use super::actor::Actor;
use super::case_work::{CaseWork, WorkError, commit, free, written};
use super::history::since;
use super::instruction::run_document;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::basis::facts_as_seen;
use crate::domain::decision::{
    Justification, NoAuthority, NoDecision, NoJustification, authority, permission,
};
use crate::domain::history::{Entry, EntryKind};
use crate::domain::ids::{CaseId, HistoryNumber, InstructionId, SourceId, Version};
use crate::domain::json::digest;
use crate::domain::order::Order;
use crate::domain::people::allows;
use crate::domain::policy::{Reason, ReasonCode, ReasonFits};
use crate::domain::standing::{CaseState, DecisionKind, DecisionState};
use crate::domain::time::Timestamp;
use crate::store::decisions::{self, NewDecision};
use crate::store::instructions::{self, NewInstruction};
use crate::store::{self, Tx, drafts};
use serde_json::json;

/// What the page showed to the person who decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub version: Version,
    /// The digest of the facts as seen, protection included.
    pub facts_digest: String,
}

/// The person's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    pub reason_code: String,
    pub justification: String,
}

/// A decision that is recorded, and on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub instruction: InstructionId,
    pub version: Version,
    pub take_before: Timestamp,
}

/// Why nothing was recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionRefused {
    pub against: Against,
    /// The version that the case has now.
    pub version: Version,
    /// What happened to the case since the version that the person saw, oldest first; only where that is the reason.
    pub since: Vec<Entry>,
}

/// What stands against a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum Against {
    /// The case is not the person's to decide now.
    Authority {
        why: NoAuthority,
        /// The full name of whoever holds the case.
        holder: Option<String>,
    },
    /// The case, or what is known, is not what the person saw. Without an entry since, it was time that passed: a
    /// protection ended.
    Changed,
    /// The form is not filled in as it has to be.
    Form(Vec<FormFault>),
    /// The facts do not allow it.
    Rules(Vec<NoDecision>),
}

/// What is wrong with a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormFault {
    /// The policy has no such reason for this decision.
    UnknownReason,
    /// The reason speaks of facts that are not so.
    ReasonDoesNotFit(ReasonFits),
    Justification(NoJustification),
    /// The reason wants a reference to what was done by other means.
    ReferenceMissing,
    /// The reason wants the key of another operation.
    OperationMissing,
    TooLong,
    /// Open cases of other operations hold the same object, and the person did not say that they know.
    HoldsNotAcknowledged {
        cases: Vec<CaseId>,
    },
}

/// A case, locked, on which this person may decide now, and which is what they saw.
pub(super) struct Deciding<'a> {
    pub services: &'a Services,
    pub person: &'a Person,
    pub tx: Tx,
    pub work: Box<CaseWork>,
}

pub(super) type Refused = ServiceError<DecisionRefused>;

impl<'a> Deciding<'a> {
    /// Opens the transaction, and checks role, state, holder, version and facts, in this order.
    pub async fn begin(
        services: &'a Services,
        person: &'a Person,
        kind: DecisionKind,
        case: CaseId,
        seen: &Seen,
    ) -> Result<Self, Refused> {
        if !allows(person.role, permission(kind)) {
            return Err(ServiceError::NotAllowed);
        }
        let mut tx = services.db.begin().await?;
        let work = CaseWork::lock(&mut tx, services, case)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let standing = work.standing();
        if let Err(why) = authority(kind, standing, person.id, person.role, work.now) {
            let holder = work.case.holder_name.clone();
            return Err(changed(tx, &work, seen, Against::Authority { why, holder }).await?);
        }
        if work.case.version != seen.version || facts_digest(&work) != seen.facts_digest {
            return Err(changed(tx, &work, seen, Against::Changed).await?);
        }
        Ok(Self {
            services,
            person,
            tx,
            work,
        })
    }

    /// The transaction ends without having changed anything.
    pub fn refuse(self, against: Against) -> Refused {
        refused(&self.work, against, Vec::new())
    }

    /// Reads the person's words, and gives every fault.
    pub fn words(
        &self,
        why: &Why,
        reason: Option<&Reason>,
        faults: &mut Vec<FormFault>,
    ) -> Option<(ReasonCode, Justification)> {
        if reason.is_none() {
            faults.push(FormFault::UnknownReason);
        }
        let minimum = self.services.policy.margins().justification_minimum;
        let justification = Justification::parse(&why.justification, minimum)
            .map_err(|fault| faults.push(FormFault::Justification(fault)))
            .ok();
        Some((reason?.code.clone(), justification?))
    }

    /// Records the decision with its history entry and its instruction.
    pub async fn record(
        mut self,
        words: (ReasonCode, Justification),
        order: &Order,
    ) -> Answer<Decided, DecisionRefused> {
        let draft = Draft::of(&self, words, order)?;
        let decision = decisions::insert(&mut self.tx, &draft.decision).await?;
        let basis = self.work.basis_digest();
        self.take_from_review(&draft, decision, order);
        let case = self.work.case.clone();
        let saved = self.work.save(&mut self.tx).await?;
        let number = *saved.numbers.first().ok_or(store::Error::RowNotFound)?;
        let offer = draft.offer(decision, order, basis, number)?;
        written(instructions::insert(&mut self.tx, &offer).await?)?;
        decisions::set_instruction(&mut self.tx, decision, &offer.id).await?;
        let form = order.kind().into();
        drafts::delete(&mut self.tx, self.person.id, case.id, form).await?;
        commit(self.services, self.tx, &case, &saved).await?;
        Ok(Decided {
            instruction: offer.id,
            version: saved.version,
            take_before: offer.take_before,
        })
    }

    fn take_from_review(&mut self, draft: &Draft, decision: i64, order: &Order) {
        let work = &mut self.work;
        free(&mut work.details);
        work.details.state = CaseState::Decided;
        work.details.decided_at = Some(work.now);
        let document = json!({
            "decision": decision,
            "kind": order.kind(),
            "role": draft.decision.role,
            "reason_code": draft.decision.reason_code,
            "justification": draft.decision.justification,
            "instruction": draft.instruction,
            "run": run_document(order.run()),
            "take_before": draft.take_before.to_string(),
            "not_after": order.not_after().map(|t| t.to_string()),
            "facts_digest": draft.decision.facts_digest,
            "order_digest": draft.order_digest,
        });
        work.note(Actor::Person(self.person), EntryKind::Decided, document);
    }
}

/// A decision before it has its number.
struct Draft {
    decision: NewDecision,
    instruction: InstructionId,
    take_before: Timestamp,
    source: SourceId,
    /// By which the history vouches for what was ordered.
    order_digest: String,
}

impl Draft {
    fn of(
        deciding: &Deciding<'_>,
        (reason, justification): (ReasonCode, Justification),
        order: &Order,
    ) -> Result<Self, WorkError> {
        let (work, person) = (&deciding.work, deciding.person);
        let seen = facts_as_seen(&work.review());
        let margins = deciding.services.policy.margins();
        let document = serde_json::to_value(order)?;
        Ok(Self {
            decision: NewDecision {
                case_id: work.case.id,
                operation_id: work.operation().id,
                case_version: work.case.version,
                kind: order.kind(),
                state: DecisionState::Made,
                by_user: person.id,
                by_name: person.name.clone(),
                role: person.role.to_string(),
                decided_at: work.now,
                reason_code: reason.to_string(),
                justification: justification.as_str().to_owned(),
                facts_digest: digest(&seen),
                facts_as_seen: seen.to_string(),
                document: document.to_string(),
                answer_before: None,
            },
            order_digest: digest(&document),
            instruction: deciding.services.ids.instruction(work.now),
            take_before: work.now.plus(margins.take_before),
            source: work.case.origin.source_id,
        })
    }

    fn offer(
        &self,
        decision: i64,
        order: &Order,
        facts_digest: String,
        number: HistoryNumber,
    ) -> Result<NewInstruction, WorkError> {
        Ok(NewInstruction {
            id: self.instruction.clone(),
            number,
            source_id: self.source,
            operation_id: self.decision.operation_id,
            case_id: self.decision.case_id,
            decision_id: decision,
            action: order.kind(),
            document: serde_json::to_string(order)?,
            facts_digest,
            take_before: self.take_before,
            not_after: order.not_after(),
            offered_at: self.decision.decided_at,
        })
    }
}

/// The digest of all that the page of this case shows now.
pub(super) fn facts_digest(work: &CaseWork) -> String {
    digest(&facts_as_seen(&work.review()))
}

async fn changed(
    mut tx: Tx,
    work: &CaseWork,
    seen: &Seen,
    against: Against,
) -> Result<Refused, store::Error> {
    let since = since(&mut tx, work.case.id, seen.version).await?;
    Ok(refused(work, against, since))
}

fn refused(work: &CaseWork, against: Against, since: Vec<Entry>) -> Refused {
    ServiceError::Refused(DecisionRefused {
        against,
        version: work.case.version,
        since,
    })
}
