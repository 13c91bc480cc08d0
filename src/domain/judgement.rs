//! What people judge about finds that do not count by themselves (`domain.md` §3, "Finds").
//!
//! An equal amount, phone or basket is a hint. A person may judge it to be this operation's, or not to be, naming the
//! grounds. Where the risk is high, a judgement counts only once a second person has confirmed it, whichever way it
//! goes: to put evidence aside can pay twice as well.

use super::decision::{Justification, NoJustification};
use super::facts::{Facts, KnownBy, Told};
use super::ids::{StepName, SystemName, UserId};
use super::knowledge::KnownResult;
use super::report::{Observation, ResultRef, Seen};
use super::review::StepReview;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// An object in a receiving system: what it is that was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thing {
    pub system: SystemName,
    pub object_type: String,
    pub id: String,
}

/// What somebody judged about a find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    pub thing: Thing,
    pub verdict: Verdict,
    pub first: Judged,
    pub second: Second,
}

/// Whose a find is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is this operation's: the result of that step.
    ThisOperations {
        step: StepName,
    },
    NotThisOperations,
}

/// Who said so, when, and on which grounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    pub user: UserId,
    /// The sign-in name.
    pub name: String,
    pub grounds: String,
    pub at: Timestamp,
}

/// The second person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Second {
    /// One person is enough.
    NotNeeded,
    /// The judgement does not count yet.
    Awaited,
    Given(Judged),
}

/// A find that does not count by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint<'f> {
    pub thing: Thing,
    pub object: &'f ResultRef,
    /// Every time it was seen.
    pub seen: Vec<&'f Told<Observation>>,
    /// The steps whose result it can be.
    pub steps: Vec<&'f StepName>,
    /// What was judged about it, oldest first; the last one holds.
    pub judgements: Vec<&'f Judgement>,
}

/// Somebody who judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judge<'a> {
    pub user: UserId,
    pub name: &'a str,
    pub at: Timestamp,
    /// The least number of characters that grounds have.
    pub minimum: usize,
}

/// Why a judgement is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoJudgement {
    /// There is no such hint; it may count by itself meanwhile.
    NoSuchHint,
    /// It cannot be the result of that step.
    NoSuchStep,
    /// Somebody judged it meanwhile.
    JudgedMeanwhile,
    /// The judgement that holds says the same.
    SaysTheSame,
    /// No judgement waits for a second person.
    NothingAwaited,
    /// The first person cannot be the second.
    SamePerson,
    Grounds(NoJustification),
}

impl Thing {
    /// What was seen, if it is something that can be told from any other.
    pub fn of(seen: &Observation) -> Option<Self> {
        let object = seen.object.as_ref().filter(|object| !object.id.is_empty());
        let found = object.filter(|_| seen.seen == Seen::Found);
        found.map(|object| Self::result(&seen.system, object))
    }

    /// A result in this system.
    pub fn result(system: &SystemName, result: &ResultRef) -> Self {
        Self {
            system: system.clone(),
            object_type: result.object_type.clone(),
            id: result.id.clone(),
        }
    }
}

impl Judgement {
    /// Whether it counts, or waits for a second person.
    pub fn counts(&self) -> bool {
        match self.second {
            Second::NotNeeded | Second::Given(_) => true,
            Second::Awaited => false,
        }
    }

    /// The step whose result the thing is, as far as this judgement counts.
    pub fn counts_for(&self) -> Option<&StepName> {
        match &self.verdict {
            Verdict::ThisOperations { step } => Some(step).filter(|_| self.counts()),
            Verdict::NotThisOperations => None,
        }
    }
}

/// The judgement about a thing that holds: the last one that counts. One that waits for a second person changes nothing.
pub fn holding<'f>(facts: &'f Facts, thing: &Thing) -> Option<&'f Judgement> {
    let counts = |judgement: &&Judgement| judgement.counts() && judgement.thing == *thing;
    facts.judgements.iter().rfind(counts)
}

/// The judgements by which alone results of this step count: nobody but people says that they are this operation's.
pub fn by_judgement_alone<'f>(facts: &'f Facts, step: &StepReview<'_>) -> Vec<&'f Judgement> {
    let alone = |known: &&KnownResult| known.known_by.iter().all(|by| *by == KnownBy::Judged);
    let known = step.known.results.iter().filter(alone);
    known
        .filter_map(|known| holding(facts, &Thing::result(&step.step.system, &known.result)))
        .collect()
}

/// Every find that does not count by itself, each thing once, in the order in which they were seen.
pub fn hints(facts: &Facts) -> Vec<Hint<'_>> {
    let mut hints: Vec<Hint<'_>> = Vec::new();
    for told in &facts.observations {
        let (Some(thing), Some(object)) = (Thing::of(&told.fact), &told.fact.object) else {
            continue;
        };
        match hints.iter_mut().find(|hint| hint.thing == thing) {
            Some(hint) => hint.seen.push(told),
            None => hints.push(Hint {
                steps: Vec::new(),
                judgements: judgements(facts, &thing),
                seen: vec![told],
                thing,
                object,
            }),
        }
    }
    hints.retain(|hint| !speaks_for_itself(facts, hint));
    for hint in &mut hints {
        hint.steps = steps(facts, hint);
    }
    hints
}

fn judgements<'f>(facts: &'f Facts, thing: &Thing) -> Vec<&'f Judgement> {
    (facts.judgements.iter())
        .filter(|judgement| judgement.thing == *thing)
        .collect()
}

/// The source says that it is a step's result, or another operation's; or it was found by the operation's own identifier.
fn speaks_for_itself(facts: &Facts, hint: &Hint<'_>) -> bool {
    let told_as_result = (facts.steps.iter())
        .filter(|step| step.system == hint.thing.system)
        .flat_map(|step| &step.results)
        .any(|told| Thing::result(&hint.thing.system, &told.fact) == hint.thing);
    told_as_result
        || (hint.seen.iter()).any(|told| match told.fact.matches {
            Some(true) => told.fact.step.is_some(),
            Some(false) => true,
            None => false,
        })
}

/// The steps it was seen for; if it was seen for none, all that have their effect in its system.
fn steps<'f>(facts: &'f Facts, hint: &Hint<'f>) -> Vec<&'f StepName> {
    let in_system = || (facts.steps.iter()).filter(|step| step.system == hint.thing.system);
    let named =
        |name: &StepName| (hint.seen.iter()).any(|told| told.fact.step.as_ref() == Some(name));
    let of_look: Vec<_> = (in_system().map(|step| &step.name))
        .filter(|name| named(name))
        .collect();
    if of_look.is_empty() {
        in_system().map(|step| &step.name).collect()
    } else {
        of_look
    }
}

/// Makes a judgement about a hint. `seen` is how many judgements about it the person saw.
///
/// # Errors
/// [`NoJudgement`].
pub fn judge(
    facts: &Facts,
    (thing, seen): (&Thing, usize),
    verdict: Verdict,
    (who, grounds): (Judge<'_>, &str),
    takes_two: bool,
) -> Result<Judgement, NoJudgement> {
    let hints = hints(facts);
    let hint = find(&hints, thing, seen)?;
    if let Verdict::ThisOperations { step } = &verdict
        && !hint.steps.contains(&step)
    {
        return Err(NoJudgement::NoSuchStep);
    }
    if hint
        .judgements
        .last()
        .is_some_and(|last| last.verdict == verdict)
    {
        return Err(NoJudgement::SaysTheSame);
    }
    Ok(Judgement {
        thing: thing.clone(),
        verdict,
        first: judged(who, grounds)?,
        second: if takes_two {
            Second::Awaited
        } else {
            Second::NotNeeded
        },
    })
}

/// The last judgement about a hint, confirmed by a second person.
///
/// # Errors
/// [`NoJudgement`].
pub fn confirm(
    facts: &Facts,
    (thing, seen): (&Thing, usize),
    (who, grounds): (Judge<'_>, &str),
) -> Result<Judgement, NoJudgement> {
    let hints = hints(facts);
    let hint = find(&hints, thing, seen)?;
    let last = hint.judgements.last().ok_or(NoJudgement::NothingAwaited)?;
    if last.second != Second::Awaited {
        return Err(NoJudgement::NothingAwaited);
    }
    if last.first.user == who.user {
        return Err(NoJudgement::SamePerson);
    }
    Ok(Judgement {
        second: Second::Given(judged(who, grounds)?),
        ..(*last).clone()
    })
}

fn find<'h, 'f>(
    hints: &'h [Hint<'f>],
    thing: &Thing,
    seen: usize,
) -> Result<&'h Hint<'f>, NoJudgement> {
    let hint = hints.iter().find(|hint| hint.thing == *thing);
    let hint = hint.ok_or(NoJudgement::NoSuchHint)?;
    if hint.judgements.len() == seen {
        Ok(hint)
    } else {
        Err(NoJudgement::JudgedMeanwhile)
    }
}

fn judged(who: Judge<'_>, grounds: &str) -> Result<Judged, NoJudgement> {
    let grounds = Justification::parse(grounds, who.minimum).map_err(NoJudgement::Grounds)?;
    Ok(Judged {
        user: who.user,
        name: who.name.to_owned(),
        grounds: grounds.as_str().to_owned(),
        at: who.at,
    })
}

impl Facts {
    /// Keeps a judgement. One that was confirmed takes the place of itself without the second person.
    pub fn keep_judgement(&mut self, judgement: Judgement) {
        let same = |known: &&mut Judgement| {
            known.second == Second::Awaited
                && known.thing == judgement.thing
                && known.verdict == judgement.verdict
                && known.first == judgement.first
        };
        match self.judgements.iter_mut().rfind(same) {
            Some(known) => *known = judgement,
            None => self.judgements.push(judgement),
        }
    }
}
