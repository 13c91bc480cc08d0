//! One case under the hands of one transaction: read and locked, changed by the rules, written back as a whole.

use super::actor::{Actor, Part};
use super::opening::{Opening, opened};
use super::surplus::{FoundBy, found};
use super::{Hint, Services, Source};
use crate::domain::basis::basis;
use crate::domain::case::CaseStanding;
use crate::domain::changes::knowledge_changes;
use crate::domain::facts::Facts;
use crate::domain::history::EntryKind;
use crate::domain::ids::{
    CaseId, HistoryNumber, InstructionId, OperationId, OperationKey, SourceId, StepName, Team,
    Version,
};
use crate::domain::json::digest;
use crate::domain::outcome::{StopAgain, StoppedAgain};
use crate::domain::queue_row::queue_row;
use crate::domain::review::{Review, review};
use crate::domain::rules::Rules;
use crate::domain::standing::{CaseState, OperationStanding, Resolution};
use crate::domain::surplus::{Surplus, found_since};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::cases::{CaseDetails, CaseRow};
use crate::store::follow_ups::NewFollowUp;
use crate::store::history::NewEntry;
use crate::store::instructions::InstructionRow;
use crate::store::operations::OperationRow;
use crate::store::{self, Tx, cases, follow_ups, history, instructions, operations};
use serde_json::{Value, json};
use std::sync::Arc;

/// Why a wait ended before its time.
pub(super) const FACTS_CAME: &str = "facts";

/// Why the case could not be read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WorkError {
    #[error(transparent)]
    Database(#[from] store::Error),
    #[error(transparent)]
    Document(#[from] serde_json::Error),
}

/// A case with its operation, locked until the transaction ends.
pub(super) struct CaseWork {
    policy: Arc<Policy>,
    pub now: Timestamp,
    /// As it was read.
    pub case: CaseRow,
    /// As it will be written.
    pub details: CaseDetails,
    operation: OperationRow,
    standing_before: OperationStanding,
    before: Facts,
    pub facts: Facts,
    /// The operation's instruction that is offered or taken.
    pub live: Option<InstructionRow>,
    entries: Vec<NewEntry>,
    /// Entries on what was found, where the operation has no follow-up for it yet.
    found: Vec<(NewEntry, NewFollowUp)>,
}

/// What was written.
#[derive(Debug, Clone)]
pub(super) struct Saved {
    pub version: Version,
    /// The numbers of the entries that were noted, in their order.
    pub numbers: Vec<HistoryNumber>,
}

/// Where a case stands, from its columns.
pub(super) fn standing(details: &CaseDetails) -> CaseStanding {
    match (details.state, details.holder_id, details.claimed_until) {
        (CaseState::InReview, Some(holder), Some(until)) => {
            CaseStanding::InReview { holder, until }
        }
        (CaseState::Waiting | CaseState::InReview, _, _) => CaseStanding::Waiting,
        (CaseState::AwaitingApproval, _, _) => CaseStanding::AwaitingApproval,
        (CaseState::Decided, _, _) => CaseStanding::Decided,
        (CaseState::Executing, _, _) => CaseStanding::Executing,
        (CaseState::Resolved, _, _) => CaseStanding::Resolved,
    }
}

/// Gives a case back to the queue: nobody holds it, and no decision is on its way.
pub(super) fn free(details: &mut CaseDetails) {
    details.state = CaseState::Waiting;
    details.holder_id = None;
    details.claimed_at = None;
    details.claimed_until = None;
    details.decided_at = None;
}

impl CaseWork {
    /// Locks a case and its operation, in the order in which everybody locks them. `None` if there is no such case.
    pub async fn lock(
        tx: &mut Tx,
        services: &Services,
        id: CaseId,
    ) -> Result<Option<Box<Self>>, WorkError> {
        let Some(case) = cases::get(&mut *tx, id).await? else {
            return Ok(None);
        };
        match operations::lock(tx, case.origin.operation_id).await? {
            Some(operation) => Self::lock_case(tx, services, operation, id).await,
            None => Ok(None),
        }
    }

    /// Locks an operation with its open case, or with its last one.
    pub async fn lock_latest(
        tx: &mut Tx,
        services: &Services,
        operation: OperationId,
    ) -> Result<Option<Box<Self>>, WorkError> {
        let Some(operation) = operations::lock(tx, operation).await? else {
            return Ok(None);
        };
        let Some(case) = cases::lock_latest(tx, operation.id).await? else {
            return Ok(None);
        };
        let live = instructions::live_of_operation(&mut *tx, operation.id).await?;
        Ok(Some(Box::new(Self::of(services, case, operation, live)?)))
    }

    /// Locks an instruction, after its operation with the open case, or with the last one. An instruction of another source
    /// is not found.
    pub async fn lock_with_instruction(
        tx: &mut Tx,
        services: &Services,
        source: SourceId,
        id: &InstructionId,
    ) -> Result<Option<(Box<Self>, InstructionRow)>, WorkError> {
        let Some(operation) = instructions::operation_of(&mut *tx, source, id).await? else {
            return Ok(None);
        };
        let Some(operation) = operations::lock(tx, operation).await? else {
            return Ok(None);
        };
        let Some(case) = cases::lock_latest(tx, operation.id).await? else {
            return Ok(None);
        };
        let Some(row) = instructions::lock(tx, id).await? else {
            return Ok(None);
        };
        // An operation has one at most.
        let live = if row.is_live() && row.operation_id == operation.id {
            Some(row.clone())
        } else {
            instructions::live_of_operation(&mut *tx, operation.id).await?
        };
        let work = Self::of(services, case, operation, live)?;
        Ok(Some((Box::new(work), row)))
    }

    async fn lock_case(
        tx: &mut Tx,
        services: &Services,
        operation: OperationRow,
        id: CaseId,
    ) -> Result<Option<Box<Self>>, WorkError> {
        let Some(case) = cases::lock(tx, id).await? else {
            return Ok(None);
        };
        let live = instructions::live_of_operation(&mut *tx, operation.id).await?;
        Ok(Some(Box::new(Self::of(services, case, operation, live)?)))
    }

    /// A case and its operation that this transaction has locked.
    pub fn of(
        services: &Services,
        case: CaseRow,
        operation: OperationRow,
        live: Option<InstructionRow>,
    ) -> Result<Self, WorkError> {
        let facts: Facts = serde_json::from_str(&operation.facts)?;
        Ok(Self {
            policy: Arc::clone(&services.policy),
            now: services.now(),
            details: case.details.clone(),
            case,
            standing_before: operation.standing,
            operation,
            before: facts.clone(),
            facts,
            live,
            entries: Vec::new(),
            found: Vec::new(),
        })
    }

    pub fn rules(&self) -> Rules<'_> {
        self.policy.rules()
    }

    /// What is known now.
    pub fn review(&self) -> Review<'_> {
        review(&self.facts, self.rules(), self.now)
    }

    pub fn operation(&self) -> &OperationRow {
        &self.operation
    }

    /// The digest of what must stay the same for the live instruction. What its own taking may have sent is no new fact.
    pub fn basis_digest(&self) -> String {
        match &self.live {
            None => digest(&basis(&self.review())),
            Some(live) => {
                let facts = self.facts.without_taking(&live.id);
                digest(&basis(&review(&facts, self.rules(), self.now)))
            }
        }
    }

    /// Whether the changes so far change what a decision stands on.
    pub fn basis_changed(&self) -> bool {
        let before = review(&self.before, self.rules(), self.now);
        basis(&before) != basis(&self.review())
    }

    /// What the changes so far change about what is known.
    pub fn knowledge_changes(&self) -> Value {
        let before = review(&self.before, self.rules(), self.now);
        json!(knowledge_changes(&before, &self.review()))
    }

    /// Notes an entry of the history; every entry names the version of the case that it brings.
    pub fn note(&mut self, actor: Actor<'_>, kind: EntryKind, mut document: Value) {
        if let Actor::Person(_) = actor {
            self.details.is_a_persons();
        }
        if let Value::Object(members) = &mut document {
            members.insert("version".to_owned(), json!(self.next_version()));
        }
        self.note_of(self.case.id, actor, kind, document);
    }

    /// Notes an entry about another operation, which came to be in the place of this one.
    pub fn note_of_new(
        &mut self,
        (operation, case): (OperationId, CaseId),
        actor: Actor<'_>,
        kind: EntryKind,
        document: Value,
    ) {
        self.note_of(case, actor, kind, document);
        if let Some(entry) = self.entries.last_mut() {
            entry.operation = Some(operation);
        }
    }

    /// Another operation takes this one's place for ever, and that resolves its case.
    pub fn supersede(
        &mut self,
        actor: Actor<'_>,
        by: OperationKey,
        case: CaseId,
        surplus: &[Surplus],
    ) -> Result<(), WorkError> {
        let document = json!({"by": by, "case": case});
        self.note(actor, EntryKind::Superseded, document);
        self.operation.superseded_by = Some(by);
        self.live = None;
        self.resolve(actor, Resolution::NewOperation, surplus)
    }

    fn note_of(&mut self, case: CaseId, actor: Actor<'_>, kind: EntryKind, document: Value) {
        let entry = self.entry(case, actor, kind, document);
        self.entries.push(entry);
    }

    fn entry(&self, case: CaseId, actor: Actor<'_>, kind: EntryKind, document: Value) -> NewEntry {
        NewEntry {
            at: self.now,
            case: Some(case),
            operation: Some(self.operation.id),
            actor_kind: actor.kind(),
            actor: actor.name(),
            kind,
            document,
        }
    }

    fn next_version(&self) -> Version {
        Version(self.case.version.0 + 1)
    }

    /// Sets the stop kind anew, as it follows from the facts.
    pub fn set_kind(&mut self, actor: Actor<'_>) {
        let kind = self.review().kind;
        if kind != self.details.kind {
            let change = json!({"was": self.details.kind, "is": kind});
            self.note(actor, EntryKind::KindChanged, change);
            self.details.kind = kind;
        }
    }

    /// The operation stops again, by what `told_by` brought to light; of what kind that is follows from the facts.
    pub fn stop_again(
        &mut self,
        why: StoppedAgain,
        step: Option<StepName>,
        told_by: &str,
        at: Timestamp,
    ) {
        let kind = self.review().kind;
        self.facts.stop_again(StopAgain {
            why,
            kind,
            step,
            told_by,
            at,
        });
    }

    /// Resolves the case. Results beyond those that the operation went on with become follow-ups: somebody has to account
    /// for them.
    pub fn resolve(
        &mut self,
        actor: Actor<'_>,
        resolution: Resolution,
        surplus: &[Surplus],
    ) -> Result<(), WorkError> {
        free(&mut self.details);
        self.details.decided_at = self.case.details.decided_at;
        self.details.state = CaseState::Resolved;
        self.details.resolved_at = Some(self.now);
        self.details.resolution = Some(resolution);
        self.details.lapses_at = None;
        self.operation.standing = self.operation.standing.when_resolved(resolution);
        self.note(
            actor,
            EntryKind::Resolved,
            json!({ "resolution": resolution }),
        );
        let (case, owner) = (self.case.id, self.details.owner_team.clone());
        self.follow_up(actor, case, &owner, surplus)
    }

    /// Notes what somebody has to account for, as found by this case.
    fn follow_up(
        &mut self,
        actor: Actor<'_>,
        case: CaseId,
        owner: &Team,
        surplus: &[Surplus],
    ) -> Result<(), WorkError> {
        for surplus in surplus {
            let by = FoundBy {
                case,
                operation: self.operation.id,
                operation_type: &self.operation.operation_type,
                owner,
                at: self.now,
            };
            let new = by.follow_up(surplus, &self.policy)?;
            let document = found(surplus, &new);
            let entry = self.entry(case, actor, EntryKind::SurplusFound, document);
            self.found.push((entry, new));
        }
        Ok(())
    }

    /// Something new is known of an operation whose case is resolved: it gets another case, linked to that one.
    pub async fn open_again(
        &mut self,
        tx: &mut Tx,
        actor: Actor<'_>,
        source: &Source,
    ) -> Result<CaseId, WorkError> {
        self.operation.standing = self.operation.standing.when_stopped_again();
        let opening = Opening {
            operation: &self.operation,
            source,
            review: &self.review(),
            stopped_at: self.now,
            opened_at: self.now,
            previous: Some(self.case.id),
        };
        let new = opening.case(&self.policy);
        let numbers = cases::insert(tx, std::slice::from_ref(&new)).await?;
        let (_, case) = *numbers.first().ok_or(store::Error::RowNotFound)?;
        let document = opened(new.details.kind, new.details.due_at, Some(self.case.id));
        self.note_of(case, actor, EntryKind::CaseOpened, document);
        let before = review(&self.before, self.rules(), self.now);
        let since = found_since(&before, &self.review());
        self.follow_up(actor, case, &new.details.owner_team, &since)?;
        Ok(case)
    }

    /// Writes everything that changed; the caller commits.
    pub async fn save(self: Box<Self>, tx: &mut Tx) -> Result<Saved, WorkError> {
        let (version, entries) = self.write(tx).await?;
        let numbers = history::append(tx, entries).await?;
        Ok(Saved { version, numbers })
    }

    fn settle_desk(&mut self) {
        if self.details.settle_desk(&self.case.details) {
            let document = wait_ended(&self.case, FACTS_CAME);
            self.note(Actor::Program(Part::Rules), EntryKind::WaitEnded, document);
        }
    }

    /// The same without the history, for a transaction in which more is to come: its entries are the last of its writes.
    pub async fn write(
        mut self: Box<Self>,
        tx: &mut Tx,
    ) -> Result<(Version, Vec<NewEntry>), WorkError> {
        let row = queue_row(&self.review(), self.details.due_at);
        let kind = self.details.kind;
        self.details.follow(row);
        // What becomes known does not move a case to another lane; only `set_kind` does.
        self.details.kind = kind;
        self.settle_desk();
        if self.facts != self.before || self.operation.standing != self.standing_before {
            self.operation.facts = serde_json::to_string(&self.facts)?;
            written(operations::save(tx, &self.operation).await?)?;
        }
        written(cases::update(tx, &self.case, &self.details, self.now).await?)?;
        let version = self.next_version();
        for (entry, new) in self.found {
            // The operation may have one for this result already, found by an earlier case.
            if follow_ups::insert(tx, &new).await? {
                self.entries.push(entry);
            }
        }
        Ok((version, self.entries))
    }
}

/// The entry that tells why a case is offered again before the time that somebody named, or at it.
pub(super) fn wait_ended(case: &CaseRow, because: &str) -> Value {
    json!({
        "until": case.details.look_again_at.map(|t| t.to_string()),
        "by": case.details.waits_by,
        "because": because,
    })
}

/// Rows that are locked cannot be overtaken; if one was all the same, nothing of the transaction may stay.
pub(super) fn written(done: bool) -> Result<(), store::Error> {
    if done {
        Ok(())
    } else {
        Err(store::Error::RowNotFound)
    }
}

/// Commits, and then tells whoever listens.
pub(super) async fn commit(
    services: &Services,
    tx: Tx,
    case: &CaseRow,
    saved: &Saved,
) -> Result<(), store::Error> {
    tx.commit().await?;
    publish(services, case, saved);
    Ok(())
}

/// Tells whoever listens of what is committed.
pub(super) fn publish(services: &Services, case: &CaseRow, saved: &Saved) {
    publish_of(services, case.id, case.origin.source_id, saved);
}

/// The same for a case that was opened just now.
pub(super) fn publish_of(services: &Services, case: CaseId, source: SourceId, saved: &Saved) {
    if let Some(number) = saved.numbers.last() {
        services.hints.publish(Hint {
            case,
            source,
            number: Some(*number),
        });
    }
}
