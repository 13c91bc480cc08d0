//! Follow-ups: what somebody has to account for, from the moment it is found until what became of it is recorded.

use super::access::opened;
use super::actor::Actor;
use super::case_work::{CaseWork, WorkError, commit};
use super::permitted::permitted;
use super::turned_away::turned_away;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::access::Access;
use crate::domain::check::LONGEST_IDENTIFIER;
use crate::domain::decision::{Justification, NoJustification};
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, FollowUpId, OperationId, OperationType, Team};
use crate::domain::people::{Action, allows};
use crate::domain::permits::Act;
use crate::domain::surplus::{Settlement, Surplus};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
pub use crate::store::follow_ups::{Cursor, FollowUpRow, Page, Place};

use crate::store::Pooled;
use crate::store::drafts;
use crate::store::follow_ups::{self, NewFollowUp, NewSettlement, Which};
use serde_json::{Value, json};
use std::convert::Infallible;

/// How many follow-ups a page of their list holds.
pub const PAGE_SIZE: usize = 25;
/// More owners than this nobody reads.
const OWNERS: i64 = 200;
/// They are counted no further than this.
pub const COUNT_CAP: i64 = 500;

/// Of whom and when a follow-up is made.
pub(super) struct FoundBy<'a> {
    pub case: CaseId,
    pub operation: OperationId,
    pub operation_type: &'a OperationType,
    pub owner: &'a Team,
    pub at: Timestamp,
}

impl FoundBy<'_> {
    /// The follow-up, due as long after it was found as the policy gives a case of this type.
    pub fn follow_up(&self, found: &Surplus, policy: &Policy) -> serde_json::Result<NewFollowUp> {
        let (of_type, _) = policy.operation_type(self.operation_type);
        Ok(NewFollowUp {
            case_id: self.case,
            operation_id: self.operation,
            step: found.step.clone(),
            object_type: found.result.object_type.clone(),
            object_id: found.result.id.clone(),
            result: serde_json::to_string(&found.result)?,
            seen_rows: i64::try_from(found.rows).unwrap_or(i64::MAX),
            owner_team: self.owner.clone(),
            found_at: self.at,
            due_at: self.at.plus(of_type.resolve_within),
        })
    }
}

/// What the history tells of a follow-up that is open from now on.
pub(super) fn found(surplus: &Surplus, new: &NewFollowUp) -> Value {
    json!({
        "step": surplus.step,
        "result": surplus.result,
        "rows": surplus.rows,
        "owner": new.owner_team,
        "due_at": new.due_at.to_string(),
    })
}

/// Which of the open follow-ups a person wants to see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    pub owner: Option<Team>,
    /// Only those that are over their due time.
    pub over: bool,
}

impl Wanted {
    fn which(&self, now: Timestamp) -> Which {
        Which {
            owner: self.owner.clone(),
            due_before: self.over.then_some(now),
        }
    }
}

/// Open follow-ups, those due first at the head.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn open(
    services: &Services,
    person: &Person,
    wanted: &Wanted,
    place: Place,
) -> Answer<Page, Infallible> {
    let mut connection = reading(services, person).await?;
    let which = wanted.which(services.now());
    Ok(follow_ups::open(&mut connection, &which, place, PAGE_SIZE).await?)
}

/// How many are open of each of these, counted no further than [`COUNT_CAP`].
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn counts(
    services: &Services,
    person: &Person,
    wanted: &[Wanted],
) -> Answer<Vec<i64>, Infallible> {
    let mut connection = reading(services, person).await?;
    let mut counts = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let which = wanted.which(services.now());
        counts.push(follow_ups::count_open(&mut connection, &which, COUNT_CAP).await?);
    }
    Ok(counts)
}

/// The teams that own open follow-ups, in order.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn owners(services: &Services, person: &Person) -> Answer<Vec<Team>, Infallible> {
    let mut connection = reading(services, person).await?;
    Ok(follow_ups::owners(&mut connection, OWNERS).await?)
}

async fn reading(services: &Services, person: &Person) -> Answer<Pooled, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    Ok(services.db.read().await?)
}

/// One follow-up.
///
/// # Errors
/// If the person may not see cases, there is no such follow-up, or the database fails.
pub async fn see(
    services: &Services,
    person: &Person,
    id: FollowUpId,
) -> Answer<FollowUpRow, Infallible> {
    let mut connection = reading(services, person).await?;
    let found = follow_ups::get(&mut connection, id).await?;
    drop(connection);
    let row = found.ok_or(ServiceError::NotFound)?;
    let access = Access::case(row.case_id, &row.operation_key);
    opened(services, person, access).await;
    Ok(row)
}

/// What a person says of a follow-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settle {
    /// Empty where the person chose none.
    pub settlement: String,
    pub words: String,
    /// Where it can be looked up; may be empty.
    pub reference: String,
}

/// Why nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSettled {
    Form(Vec<SettleFault>),
    /// Somebody else said so before.
    Settled {
        by: String,
    },
}

/// What is wrong with what a person says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettleFault {
    NothingChosen,
    Words(NoJustification),
    TooLong,
}

/// Records what became of a follow-up. It is possible whatever state its case is in, and nobody needs to hold that. The
/// same said once more by the same person, as a second click sends it, changes nothing and is no fault.
///
/// # Errors
/// [`NotSettled`]; then nothing is recorded.
pub async fn settle(
    services: &Services,
    person: &Person,
    id: FollowUpId,
    said: &Settle,
) -> Answer<CaseId, NotSettled> {
    let mut tx = services.db.begin().await?;
    let looked_at = follow_ups::get(&mut tx, id).await?;
    let case = looked_at.ok_or(ServiceError::NotFound)?.case_id;
    let mut work = CaseWork::lock(&mut tx, services, case)
        .await?
        .ok_or(ServiceError::NotFound)?;
    if let Err(why) = permitted(&mut tx, &work.case, person, Act::Settle, work.now).await? {
        drop(tx);
        turned_away(services, person, case, Act::Settle, why.as_str()).await?;
        return Err(ServiceError::NotAllowed);
    }
    let minimum = services.policy.margins().justification_minimum;
    let (settlement, words) =
        read(said, minimum).map_err(|faults| ServiceError::Refused(NotSettled::Form(faults)))?;
    let reference = Some(said.reference.trim()).filter(|text| !text.is_empty());
    let new = NewSettlement {
        settlement,
        by_user: person.id,
        by_name: &person.name,
        at: work.now,
        words: words.as_str(),
        reference,
    };
    // Read again: until the case was locked, somebody else could be quicker.
    let row = follow_ups::get(&mut tx, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    if is_said(&row, &new) {
        return Ok(case);
    }
    if !follow_ups::settle(&mut tx, id, &new).await? {
        let by = row.settled_name.unwrap_or_default();
        return Err(ServiceError::Refused(NotSettled::Settled { by }));
    }
    drafts::delete(&mut tx, person.id, case, DraftForm::Settle(id)).await?;
    note(&mut work, person, &row, &new)?;
    let row = work.case.clone();
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &row, &saved).await?;
    Ok(case)
}

/// Whether this person settled it so.
fn is_said(row: &FollowUpRow, new: &NewSettlement<'_>) -> bool {
    row.settled_by == Some(new.by_user)
        && row.settlement == Some(new.settlement)
        && row.settled_words.as_deref() == Some(new.words)
        && row.reference.as_deref() == new.reference
}

fn read(said: &Settle, minimum: usize) -> Result<(Settlement, Justification), Vec<SettleFault>> {
    let mut faults = Vec::new();
    let settlement = Settlement::parse(&said.settlement);
    if settlement.is_none() {
        faults.push(SettleFault::NothingChosen);
    }
    let words = Justification::parse(&said.words, minimum)
        .map_err(|why| faults.push(SettleFault::Words(why)))
        .ok();
    if said.reference.trim().len() > LONGEST_IDENTIFIER {
        faults.push(SettleFault::TooLong);
    }
    match (settlement, words) {
        (Some(settlement), Some(words)) if faults.is_empty() => Ok((settlement, words)),
        _ => Err(faults),
    }
}

fn note(
    work: &mut CaseWork,
    person: &Person,
    row: &FollowUpRow,
    new: &NewSettlement<'_>,
) -> Result<(), WorkError> {
    let result: Value = serde_json::from_str(&row.result)?;
    let document = json!({
        "follow_up": row.id,
        "step": row.step,
        "result": result,
        "settlement": new.settlement,
        "words": new.words,
        "reference": new.reference,
    });
    work.note(Actor::Person(person), EntryKind::SurplusSettled, document);
    Ok(())
}
