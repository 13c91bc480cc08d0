//! Judging whose a find is that does not count by itself, and confirming what somebody judged (`domain.md` §3, "Finds").
//!
//! As with a check, nobody needs to hold the case, and it is possible in every state.

use super::actor::Actor;
use super::case_work::{CaseWork, commit, publish_of};
use super::record_check::{keep_claim, open_again};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::CaseId;
use crate::domain::judgement::{
    Judge, Judgement, NoJudgement, Second, Thing, Verdict, confirm, judge,
};
use crate::domain::people::{Action, allows};
use crate::domain::policy::Risk;
use crate::domain::standing::CaseState;
use crate::store::{Tx, cases};
use serde_json::{Value, json};

/// What a person says about a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeRequest {
    pub thing: Thing,
    /// How many judgements about it the person saw.
    pub seen: usize,
    pub says: Says,
    /// In the person's own words.
    pub grounds: String,
}

/// Whether they judge themselves, or confirm what somebody judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    Judges(Verdict),
    Confirms,
}

/// A judgement that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgementKept {
    /// The case on which it is recorded: the operation's open one. If all were resolved, and it tells something new, it
    /// opened this one.
    pub case: CaseId,
    /// It counts; otherwise a second person has to confirm it.
    pub counts: bool,
    /// An instruction waited, and its decision does not stand on these facts: it is withdrawn.
    pub withdrew_decision: bool,
}

/// Why nothing was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgementRefused(pub NoJudgement);

/// Records whose a find is.
///
/// # Errors
/// [`JudgementRefused`]. That the first person tried to be the second is kept in the history.
pub async fn judge_hint(
    services: &Services,
    person: &Person,
    id: CaseId,
    request: &JudgeRequest,
) -> Answer<JudgementKept, JudgementRefused> {
    if !allows(person.role, Action::RecordCheck) {
        return Err(ServiceError::NotAllowed);
    }
    let mut tx = services.db.begin().await?;
    let looked_at = cases::get(&mut tx, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let work = CaseWork::lock_latest(&mut tx, services, looked_at.origin.operation_id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    match judgement(services, person, &work, request) {
        Ok(judgement) => keep(services, person, tx, work, judgement).await,
        Err(why) => turn_away(services, person, tx, work, (request, why)).await,
    }
}

fn judgement(
    services: &Services,
    person: &Person,
    work: &CaseWork,
    request: &JudgeRequest,
) -> Result<Judgement, NoJudgement> {
    let who = Judge {
        user: person.id,
        name: &person.name,
        at: work.now,
        minimum: services.policy.margins().justification_minimum,
    };
    let about = (&request.thing, request.seen);
    let words = (who, request.grounds.as_str());
    let (policy, _) = services.policy.operation_type(&work.facts.operation_type);
    let takes_two = policy.risk == Risk::High;
    match &request.says {
        Says::Judges(verdict) => judge(&work.facts, about, verdict.clone(), words, takes_two),
        Says::Confirms => confirm(&work.facts, about, words),
    }
}

async fn keep(
    services: &Services,
    person: &Person,
    mut tx: Tx,
    mut work: Box<CaseWork>,
    judgement: Judgement,
) -> Answer<JudgementKept, JudgementRefused> {
    let (state, counts) = (work.details.state, judgement.counts());
    let kind = match judgement.second {
        Second::NotNeeded | Second::Awaited => EntryKind::HintJudged,
        Second::Given(_) => EntryKind::HintConfirmed,
    };
    work.facts.keep_judgement(judgement.clone());
    let document = document(&work, &judgement);
    work.note(Actor::Person(person), kind, document);
    let cause = json!({"judged": judgement.thing, "by": person.name});
    work.facts_changed(&mut tx, cause).await?;
    let opened = open_again(&mut tx, &mut work, person).await?;
    keep_claim(services, &mut work, person);
    let withdrew_decision = state == CaseState::Decided && work.details.state != state;
    let case = work.case.clone();
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    if let Some(opened) = opened {
        publish_of(services, opened, case.origin.source_id, &saved);
    }
    Ok(JudgementKept {
        case: opened.unwrap_or(case.id),
        counts,
        withdrew_decision,
    })
}

fn document(work: &CaseWork, judgement: &Judgement) -> Value {
    let grounds = match &judgement.second {
        Second::NotNeeded | Second::Awaited => &judgement.first.grounds,
        Second::Given(second) => &second.grounds,
    };
    json!({
        "thing": judgement.thing,
        "verdict": judgement.verdict,
        "judged_by": judgement.first.name,
        "grounds": grounds,
        "counts": judgement.counts(),
        "knowledge": work.knowledge_changes(),
    })
}

/// Nothing is kept but that somebody tried to be their own second person.
async fn turn_away(
    services: &Services,
    person: &Person,
    mut tx: Tx,
    mut work: Box<CaseWork>,
    (request, why): (&JudgeRequest, NoJudgement),
) -> Answer<JudgementKept, JudgementRefused> {
    if why == NoJudgement::SamePerson {
        let document =
            json!({"tried": "confirm_judgement", "thing": request.thing, "because": "same_person"});
        work.note(Actor::Person(person), EntryKind::TurnedAway, document);
        let case = work.case.clone();
        let saved = work.save(&mut tx).await?;
        commit(services, tx, &case, &saved).await?;
    }
    Err(ServiceError::Refused(JudgementRefused(why)))
}
