//! Keeping what a person saw in a receiving system.

use super::actor::Actor;
use super::case_work::CaseWork;
use super::evidence::Evidence;
use super::joint::JointPart;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::absence::{Absence, judge};
use crate::domain::check::{Look, NoCheck, observe};
use crate::domain::draft::DraftForm;
use crate::domain::facts::Told;
use crate::domain::history::EntryKind;
use crate::domain::ids::CaseId;
use crate::domain::joint::Came;
use crate::domain::merge;
use crate::domain::permits::Act;
use crate::domain::report::{Observation, Seen};
use crate::store::drafts;
use crate::store::identifiers::{self, Identifier};
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

impl Worth {
    /// What is told of one case where one look was over many.
    const fn came(&self) -> Came {
        match self {
            Self::Find => Came::Found,
            Self::Hint => Came::Hint,
            Self::Inconclusive | Self::Absence(Absence::NobodyLooked) => Came::Inconclusive,
            Self::Absence(Absence::Proven { .. }) => Came::AbsenceProven,
            Self::Absence(Absence::NothingYet(_)) => Came::NothingYet,
        }
    }
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
    let evidence = Evidence::begin(services, person, Act::Check, id).await?;
    record(evidence, id, look, None).await
}

/// The same of a case that is locked already, as part of a joint act or by itself.
pub(super) async fn record(
    mut evidence: Evidence<'_>,
    id: CaseId,
    look: &Look,
    joint: Option<&JointPart>,
) -> Answer<CheckRecorded, CheckRefused> {
    let person = evidence.person;
    let work = &mut evidence.work;
    let told = observe(&work.facts, look, &person.name, work.now)
        .map_err(|faults| ServiceError::Refused(CheckRefused(faults)))?;
    merge::saw(&mut work.facts, &told);
    let worth = worth(work, look, &told);
    let document = document(work, look, &told, &worth);
    work.note(Actor::Person(person), EntryKind::CheckRecorded, document);
    let cause = json!({"check": told.fact.seen, "step": told.fact.step, "by": person.name});
    let found = found_identifier(work, &told);
    identifiers::insert(&mut evidence.tx, found.as_slice()).await?;
    drafts::delete(&mut evidence.tx, person.id, id, DraftForm::Check).await?;
    if let Some(part) = joint {
        part.keep(&mut evidence.tx, &worth.came()).await?;
    }
    let kept = evidence.keep(cause).await?;
    Ok(CheckRecorded {
        case: kept.case,
        worth,
        withdrew_decision: kept.withdrew_decision,
    })
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

/// What was found can be searched for from now on.
fn found_identifier(work: &CaseWork, told: &Told<Observation>) -> Option<Identifier> {
    told.fact.object.as_ref().map(|object| Identifier {
        operation: work.operation().id,
        name: "result".to_owned(),
        term: object.id.clone(),
    })
}
