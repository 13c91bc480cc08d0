//! Keeping what a person saw in a receiving system.

use super::actor::Actor;
use super::case_work::{CaseWork, WorkError, commit, publish_of};
use super::claim::holds;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::absence::{Absence, judge};
use crate::domain::check::{Look, NoCheck, observe};
use crate::domain::draft::DraftForm;
use crate::domain::facts::Told;
use crate::domain::history::EntryKind;
use crate::domain::ids::CaseId;
use crate::domain::merge;
use crate::domain::outcome::StoppedAgain;
use crate::domain::people::{Action, allows};
use crate::domain::report::{Observation, Seen};
use crate::domain::standing::CaseState;
use crate::store::identifiers::{self, Identifier};
use crate::store::{Tx, cases, drafts, sources};
use serde_json::{Value, json};

/// A check that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckRecorded {
    /// The case on which it is recorded: the operation's open one. If all were resolved, and it tells something new, it
    /// opened this one.
    pub case: CaseId,
    pub worth: Worth,
    /// An instruction waited, and its decision does not stand on these facts: it is withdrawn.
    pub withdrew_decision: bool,
}

/// What the check is good for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Worth {
    /// A find of the operation's own.
    Find,
    /// Something was found, by an identifier that is not the operation's own.
    Hint,
    /// What an empty answer proves, or why it does not.
    Absence(Absence),
    /// Looked, and it was not clear.
    Inconclusive,
}

/// Why nothing was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckRefused(pub Vec<NoCheck>);

/// Records a check. Nobody needs to hold the case for that, and it is possible in every state.
///
/// # Errors
/// Everything that is wrong with what the person says.
pub async fn record_check(
    services: &Services,
    person: &Person,
    id: CaseId,
    look: &Look,
) -> Answer<CheckRecorded, CheckRefused> {
    if !allows(person.role, Action::RecordCheck) {
        return Err(ServiceError::NotAllowed);
    }
    let mut tx = services.db.begin().await?;
    let looked_at = cases::get(&mut tx, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let operation = looked_at.origin.operation_id;
    let mut work = CaseWork::lock_latest(&mut tx, services, operation)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let told = observe(&work.facts, look, &person.name, work.now)
        .map_err(|faults| ServiceError::Refused(CheckRefused(faults)))?;
    let state = work.details.state;
    merge::saw(&mut work.facts, &told);
    let worth = worth(&work, look, &told);
    let document = document(&work, look, &told, &worth);
    work.note(Actor::Person(person), EntryKind::CheckRecorded, document);
    let cause = json!({"check": told.fact.seen, "step": told.fact.step, "by": person.name});
    work.facts_changed(&mut tx, cause).await?;
    let opened = open_again(&mut tx, &mut work, person).await?;
    keep_claim(services, &mut work, person);
    if let Some(found) = found_identifier(&work, &told) {
        identifiers::insert(&mut tx, &[found]).await?;
    }
    drafts::delete(&mut tx, person.id, id, DraftForm::Check).await?;
    let withdrew_decision = state == CaseState::Decided && work.details.state != state;
    let case = work.case.clone();
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    if let Some(opened) = opened {
        publish_of(services, opened, case.origin.source_id, &saved);
    }
    Ok(CheckRecorded {
        case: opened.unwrap_or(case.id),
        worth,
        withdrew_decision,
    })
}

/// What comes to light after the end gets a case of its own: nobody looks at a resolved one again.
pub(super) async fn open_again(
    tx: &mut Tx,
    work: &mut CaseWork,
    person: &Person,
) -> Result<Option<CaseId>, WorkError> {
    if work.details.state != CaseState::Resolved || !work.basis_changed() {
        return Ok(None);
    }
    let Some(source) = sources::get(&mut *tx, work.case.origin.source_id).await? else {
        return Ok(None);
    };
    let now = work.now;
    let why = StoppedAgain::LateCheck;
    work.stop_again(why, None, &person.name, now);
    let source = source.into();
    let opened = work.open_again(tx, Actor::Person(person), &source).await?;
    Ok(Some(opened))
}

fn worth(work: &CaseWork, look: &Look, told: &Told<Observation>) -> Worth {
    match told.fact.seen {
        Seen::Found if told.fact.matches == Some(true) => Worth::Find,
        Seen::Found => Worth::Hint,
        Seen::Inconclusive | Seen::InProgress => Worth::Inconclusive,
        Seen::Absent => {
            let review = work.review();
            let step = review.steps.iter().find(|s| s.step.name == look.step);
            step.map_or(Worth::Inconclusive, |step| {
                Worth::Absence(judge(told, step.step, &step.known.sent, work.rules()))
            })
        }
    }
}

fn document(work: &CaseWork, look: &Look, told: &Told<Observation>, worth: &Worth) -> Value {
    let proof = match worth {
        Worth::Find => json!("find"),
        Worth::Hint => json!("hint"),
        Worth::Inconclusive => json!("inconclusive"),
        Worth::Absence(Absence::Proven { .. }) => json!("absence_proven"),
        Worth::Absence(Absence::NothingYet(why)) => json!({ "nothing_yet": why }),
        Worth::Absence(Absence::NobodyLooked) => json!("inconclusive"),
    };
    json!({
        "step": look.step,
        "system": told.fact.system,
        "place": look.place.trim(),
        "by": told.fact.by,
        "shows_at_once": look.shows_at_once,
        "seen": told.fact.seen,
        "object": told.fact.object,
        "note": look.note,
        "worth": proof,
        "knowledge": work.knowledge_changes(),
    })
}

/// Working on one's own case renews the claim.
pub(super) fn keep_claim(services: &Services, work: &mut CaseWork, person: &Person) {
    if holds(&work.details, person, work.now) {
        let until = work.now.plus(services.policy.margins().claim_lease);
        work.details.claimed_until = work.details.claimed_until.max(Some(until));
    }
}

/// What was found can be searched for from now on.
fn found_identifier(work: &CaseWork, told: &Told<Observation>) -> Option<Identifier> {
    told.fact.object.as_ref().map(|object| Identifier {
        operation: work.operation().id,
        name: "result".to_owned(),
        term: object.id.clone(),
    })
}
