//! What was seen in receiving systems: by whom, when, how, by which identifier, and what it is worth.

use super::hints::judged;
use super::json_text;
use super::stepper::ResultLink;
use crate::domain::absence::{Absence, judge};
use crate::domain::facts::{Facts, Told};
use crate::domain::ids::StepName;
use crate::domain::judgement::{Thing, Verdict, holding};
use crate::domain::report::{Observation, Seen};
use crate::domain::review::{Review, StepReview};
use crate::domain::rules::Rules;
use crate::domain::time::Timestamp;
use crate::service::names::Names;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;

/// One look into a receiving system, or one word from it.
#[derive(Debug, Clone)]
pub struct Sighting {
    /// When it was seen, by the clock of whoever saw it; `None` where nobody says.
    pub at: Option<Timestamp>,
    /// When it came to Holdpoint.
    pub arrived: Timestamp,
    pub seen: Msg,
    pub how: Msg,
    /// Who looked, if it was a person.
    pub who: Option<String>,
    /// Where they looked, in their words.
    pub place: Option<String>,
    pub by: Option<String>,
    pub look_up: Option<String>,
    pub system: String,
    pub step: Option<StepName>,
    pub object: Option<ResultLink>,
    /// In how many rows, where it was more than one.
    pub rows: Option<u64>,
    pub whose: Whose,
    /// What it proves, or why it proves nothing.
    pub worth: Option<Msg>,
    pub detail: Option<String>,
    /// Members that the API does not name.
    pub extra: Option<String>,
}

impl Sighting {
    /// The name of the step it is about, as people read it.
    pub fn step_title(&self) -> Option<String> {
        self.step.as_ref().map(|step| humane(step.as_str()))
    }

    /// When it came, for one that tells no time itself.
    pub fn arrived_words(&self) -> Msg {
        msg!("sighting-arrived", at = self.arrived)
    }
}

/// Whose a thing is that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    ThisOperations,
    /// It matches, but names no object or no step: it does not count yet.
    Incomplete,
    AnotherOperations,
    NotKnown,
    /// Nothing was found.
    NoThing,
}

impl Whose {
    fn of(seen: &Observation) -> Self {
        let has_id = seen.object.as_ref().is_some_and(|o| !o.id.is_empty());
        match (seen.seen, seen.matches) {
            (Seen::Absent | Seen::Inconclusive | Seen::InProgress, _) => Self::NoThing,
            (Seen::Found, Some(true)) if has_id && seen.step.is_some() => Self::ThisOperations,
            (Seen::Found, Some(true)) => Self::Incomplete,
            (Seen::Found, Some(false)) => Self::AnotherOperations,
            (Seen::Found, None) => Self::NotKnown,
        }
    }

    /// Whose it is, in words.
    pub fn words(self) -> Option<Msg> {
        match self {
            Self::ThisOperations => Some(msg!("whose-this-operations")),
            Self::Incomplete => Some(msg!("whose-incomplete")),
            Self::AnotherOperations => Some(msg!("whose-another-operations")),
            Self::NotKnown => Some(msg!("whose-not-known")),
            Self::NoThing => None,
        }
    }
}

/// All that was seen, the latest to arrive last.
pub fn sightings(review: &Review<'_>, rules: Rules<'_>, names: &Names) -> Vec<Sighting> {
    let facts = review.facts;
    let mut all: Vec<Sighting> = facts
        .observations
        .iter()
        .map(|told| Sighting {
            who: (told.fact.person.as_ref()).map(|person| names.of(&person.who)),
            ..sighting(told, step_of(review, told), rules)
        })
        .collect();
    all.sort_by_key(|s| (s.at.unwrap_or(s.arrived), s.arrived));
    all
}

fn step_of<'r>(review: &'r Review<'_>, told: &Told<Observation>) -> Option<&'r StepReview<'r>> {
    let name = told.fact.step.as_ref()?;
    review.steps.iter().find(|s| s.step.name == *name)
}

fn sighting(told: &Told<Observation>, step: Option<&StepReview<'_>>, rules: Rules<'_>) -> Sighting {
    let seen = &told.fact;
    Sighting {
        at: seen.observed_at,
        arrived: told.arrival.at,
        seen: words::seen(seen.seen),
        how: words::seen_how(seen.how),
        who: None,
        place: seen.person.as_ref().map(|p| p.place.clone()),
        by: seen.by.clone(),
        look_up: seen.look_up.clone(),
        system: seen.system.as_str().to_owned(),
        step: seen.step.clone(),
        object: (seen.object.as_ref())
            .filter(|o| !o.id.is_empty())
            .map(ResultLink::of),
        rows: seen.count.filter(|count| *count > 1),
        whose: Whose::of(seen),
        worth: worth(told, step, rules),
        detail: json_text::some(&seen.detail),
        extra: (!seen.extra.is_empty())
            .then(|| json_text::pretty(&serde_json::Value::Object(seen.extra.clone()))),
    }
}

/// What an answer proves about a step, or why it proves nothing.
fn worth(told: &Told<Observation>, step: Option<&StepReview<'_>>, rules: Rules<'_>) -> Option<Msg> {
    match (told.fact.seen, step) {
        (Seen::Found, _) => Whose::of(&told.fact).words(),
        (Seen::Absent, Some(step)) => Some(match judge(told, step.step, &step.known.sent, rules) {
            Absence::Proven { .. } => msg!("worth-proof-of-absence"),
            Absence::NothingYet(why) => words::was_no_proof(why),
            Absence::NobodyLooked => msg!("worth-nothing"),
        }),
        (Seen::Absent, None) | (Seen::Inconclusive, _) => Some(msg!("worth-nothing")),
        (Seen::InProgress, _) => Some(words::was_no_proof(
            crate::domain::absence::NotProof::InProgress,
        )),
    }
}

/// One object that was seen or told of, with every way in which it is known.
#[derive(Debug, Clone)]
pub struct KnownThing {
    pub system: String,
    pub object: ResultLink,
    pub step: Option<String>,
    pub whose: Whose,
    /// In how many rows of one look-up it was seen, where it was more than one.
    pub rows: Option<u64>,
    /// When the source told of it.
    pub reported: Option<Timestamp>,
    pub sightings: Vec<Sighting>,
    /// What people judged about whose it is.
    pub judged: Option<Msg>,
}

/// Everything known to exist in receiving systems: this operation's own first, hints after it.
pub fn known_things(review: &Review<'_>, sightings: &[Sighting], names: &Names) -> Vec<KnownThing> {
    let mut things = Vec::new();
    for step in &review.steps {
        for told in &step.step.results {
            let thing = thing_of(&mut things, &step.step.system, ResultLink::of(&told.fact));
            thing.step = Some(humane(step.step.name.as_str()));
            thing.whose = Whose::ThisOperations;
            thing.reported = Some(told.arrival.at);
        }
        for known in step.known.results.iter().filter(|known| known.rows > 1) {
            let thing = thing_of(
                &mut things,
                &step.step.system,
                ResultLink::of(&known.result),
            );
            thing.rows = Some(known.rows);
        }
    }
    for seen in sightings {
        let Some(object) = &seen.object else { continue };
        if seen.whose == Whose::NoThing {
            continue;
        }
        let system = seen.system.as_str().into();
        let thing = thing_of(&mut things, &system, object.clone());
        thing.whose = stronger(thing.whose, seen.whose);
        if thing.step.is_none() {
            thing.step = seen.step.as_ref().map(|s| s.as_str().to_owned());
        }
        thing.sightings.push(seen.clone());
    }
    for thing in &mut things {
        take_judgements(thing, review.facts, names);
    }
    things.sort_by_key(|thing| thing.whose != Whose::ThisOperations);
    things
}

/// What people judged counts where the thing does not speak for itself.
fn take_judgements(thing: &mut KnownThing, facts: &Facts, names: &Names) {
    let of = Thing {
        system: thing.system.as_str().into(),
        object_type: thing.object.object_type.clone(),
        id: thing.object.id.clone(),
    };
    let last = facts
        .judgements
        .iter()
        .rfind(|judgement| judgement.thing == of);
    thing.judged = last.map(|last| judged(last, names));
    let holding = holding(facts, &of).map(|judgement| &judgement.verdict);
    match (thing.whose, holding) {
        (Whose::NotKnown | Whose::Incomplete, Some(Verdict::ThisOperations { step })) => {
            thing.whose = Whose::ThisOperations;
            thing.step = Some(humane(step.as_str()));
        }
        (Whose::NotKnown | Whose::Incomplete, Some(Verdict::NotThisOperations)) => {
            thing.whose = Whose::AnotherOperations;
        }
        _ => {}
    }
}

/// Where one sighting says whose a thing is and another does not, the one that says counts; a contradiction is shown by both.
fn stronger(known: Whose, seen: Whose) -> Whose {
    match (known, seen) {
        (Whose::NoThing | Whose::NotKnown | Whose::Incomplete, seen) => seen,
        (known, _) => known,
    }
}

fn thing_of<'t>(
    things: &'t mut Vec<KnownThing>,
    system: &crate::domain::ids::SystemName,
    object: ResultLink,
) -> &'t mut KnownThing {
    let same = |thing: &KnownThing| {
        thing.system == system.as_str()
            && thing.object.id == object.id
            && thing.object.object_type == object.object_type
    };
    let place = match things.iter().position(same) {
        Some(place) => place,
        None => {
            things.push(KnownThing {
                system: system.as_str().to_owned(),
                object,
                step: None,
                whose: Whose::NoThing,
                rows: None,
                reported: None,
                sightings: Vec::new(),
                judged: None,
            });
            things.len() - 1
        }
    };
    &mut things[place]
}
