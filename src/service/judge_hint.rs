//! Judging whose a find is that does not count by itself, and confirming what somebody judged (`domain.md` §3, "Finds").
//!
//! As with a check, nobody needs to hold the case, and it is possible in every state.

use super::actor::Actor;
use super::case_work::CaseWork;
use super::evidence::Evidence;
use super::turned_away::turned_away;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::CaseId;
use crate::domain::judgement::{
    Judge, Judgement, NoJudgement, Second, Thing, Verdict, confirm, judge,
};
use crate::domain::permits::Act;
use crate::domain::policy::Risk;
use crate::store::drafts;
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
    let act = match request.says {
        Says::Judges(_) => Act::Judge,
        Says::Confirms => Act::ConfirmJudgement,
    };
    let evidence = Evidence::begin(services, person, act, id).await?;
    match judgement(services, person, &evidence.work, request) {
        Ok(judgement) => keep(evidence, person, id, judgement).await,
        Err(why) => {
            let case = evidence.work.case.id;
            drop(evidence);
            if why == NoJudgement::SamePerson {
                turned_away(services, person, case, act, "same_person").await?;
            }
            Err(ServiceError::Refused(JudgementRefused(why)))
        }
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
    mut evidence: Evidence<'_>,
    person: &Person,
    asked: CaseId,
    judgement: Judgement,
) -> Answer<JudgementKept, JudgementRefused> {
    let counts = judgement.counts();
    let kind = match judgement.second {
        Second::NotNeeded | Second::Awaited => EntryKind::HintJudged,
        Second::Given(_) => EntryKind::HintConfirmed,
    };
    let work = &mut evidence.work;
    work.facts.keep_judgement(judgement.clone());
    let document = document(work, &judgement);
    work.note(Actor::Person(person), kind, document);
    let cause = json!({"judged": judgement.thing, "by": person.name});
    drafts::delete(&mut evidence.tx, person.id, asked, DraftForm::Judge).await?;
    let kept = evidence.keep(cause).await?;
    Ok(JudgementKept {
        case: kept.case,
        counts,
        withdrew_decision: kept.withdrew_decision,
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
