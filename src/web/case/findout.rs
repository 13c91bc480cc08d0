//! "First, find out": what to ask whom, by which identifier, and from when on an empty answer proves something.

use super::check_form::CheckForm;
use super::json_text;
use super::sightings::Sighting;
use crate::domain::absence::{NotProof, look_up_proof_from, person_proof_from};
use crate::domain::check::{OwnIdentifier, own_identifiers};
use crate::domain::facts::{Facts, StepFacts};
use crate::domain::ids::{IdempotencyKey, StepName};
use crate::domain::review::{Review, StepReview};
use crate::domain::rules::Rules;
use crate::domain::time::Timestamp;
use crate::web::i18n::{Arg, Msg, Reader, msg};
use crate::web::typeset::humane;
use crate::web::visible;
use crate::web::words;
use serde_json::Value;

/// What a person can find out about one step.
#[derive(Debug, Clone)]
pub struct Question {
    /// The step's place in the chain, from 1; it names the form.
    pub no: usize,
    pub step: StepName,
    pub system: String,
    pub does: Option<String>,
    /// What one can search by.
    pub identifiers: Vec<Identifier>,
    /// The contract's ways to ask, each with what an empty answer is worth.
    pub look_ups: Vec<Msg>,
    /// What a person's own empty answer is worth.
    pub person: Msg,
    /// What the source says of the receiver, in its own words.
    pub notes: Vec<(String, String)>,
    pub seen: Vec<Sighting>,
    /// In which a person records what they saw.
    pub form: CheckForm,
}

impl Question {
    /// The step's name, as people read it.
    pub fn title(&self) -> String {
        humane(self.step.as_str())
    }
}

/// What can be found out: first of the steps whose result is not known, then of the others.
pub fn all_questions(
    review: &Review<'_>,
    sightings: &[Sighting],
    rules: Rules<'_>,
    reader: &Reader,
) -> (Vec<Question>, Vec<Question>) {
    let (unknown, others): (Vec<_>, Vec<_>) =
        (review.steps.iter().enumerate()).partition(|(_, step)| step.is_unknown());
    let questions = |steps: Vec<(usize, &StepReview<'_>)>| {
        (steps.into_iter())
            .map(|(index, step)| question(review, index, step, sightings, rules, reader))
            .collect()
    };
    (questions(unknown), questions(others))
}

fn question(
    review: &Review<'_>,
    index: usize,
    step: &StepReview<'_>,
    sightings: &[Sighting],
    rules: Rules<'_>,
    reader: &Reader,
) -> Question {
    let of_step = |s: &&Sighting| match &s.step {
        Some(name) => *name == step.step.name,
        None => s.system == step.step.system.as_str(),
    };
    Question {
        no: index + 1,
        step: step.step.name.clone(),
        system: step.step.system.as_str().to_owned(),
        does: step.step.does.clone(),
        identifiers: identifiers(review.facts, step.step),
        look_ups: look_ups(step, reader),
        person: person(step, rules, reader.now),
        notes: notes(&step.step.extra),
        seen: sightings.iter().filter(of_step).cloned().collect(),
        form: CheckForm::default(),
    }
}

/// From when on a person's empty answer, in a place that shows new records at once, proves something.
pub fn proof_from(step: &StepReview<'_>, rules: Rules<'_>) -> Result<Option<Timestamp>, NotProof> {
    person_proof_from(step.contract, &step.known.sent, rules)
}

fn person(step: &StepReview<'_>, rules: Rules<'_>, now: Timestamp) -> Msg {
    match proof_from(step, rules) {
        Ok(Some(from)) if now <= from => msg!("find-out-person-from", from = Arg::since(from)),
        Ok(_) => msg!("find-out-person-now"),
        Err(why) => words::not_proof(why),
    }
}

fn look_ups(step: &StepReview<'_>, reader: &Reader) -> Vec<Msg> {
    let Some(contract) = step.contract else {
        return Vec::new();
    };
    let look_up = |look_up: &crate::domain::contract::LookUp| {
        let by = Arg::Word(
            look_up
                .by
                .for_tag(reader.language.as_str())
                .to_owned()
                .into(),
        );
        let strength = words::look_up_strength(look_up.strength);
        let worth = match look_up_proof_from(contract, &look_up.name, &step.known.sent) {
            Ok(Some(from)) if reader.now <= from => {
                msg!("find-out-look-up-from", from = Arg::since(from))
            }
            Ok(_) => msg!("find-out-look-up-now"),
            Err(why) => words::not_proof(why),
        };
        msg!(
            "find-out-look-up",
            by = by,
            strength = strength,
            worth = worth
        )
    };
    contract.look_ups.iter().map(look_up).collect()
}

/// Members of a step that the API does not name, flattened by one level: sources use them to say how their receiver behaves.
fn notes(extra: &serde_json::Map<String, Value>) -> Vec<(String, String)> {
    let shown = |(name, value): (&String, &Value)| Some((name.clone(), json_text::some(value)?));
    extra
        .iter()
        .flat_map(|member| match member.1 {
            Value::Object(members) => members.iter().filter_map(shown).collect(),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => shown(member).into_iter().collect::<Vec<_>>(),
        })
        .collect()
}

/// One of the operation's own identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    pub name: String,
    pub value: String,
    /// A form gives it back as it is, so that it can be chosen and copied.
    pub exact: bool,
}

impl From<OwnIdentifier> for Identifier {
    fn from(own: OwnIdentifier) -> Self {
        Self {
            exact: visible::fits_an_attribute(&own.value),
            name: own.name,
            value: own.value,
        }
    }
}

/// By what one can search for a step's result: the operation's own identifiers, without the keys and results of other steps.
fn identifiers(facts: &Facts, step: &StepFacts) -> Vec<Identifier> {
    let of_step = |step: &StepFacts, value: &str| {
        let results = step.results.iter().map(|told| told.fact.id.as_str());
        let keys = step
            .key
            .iter()
            .chain(&step.ordered_key)
            .chain(&step.other_keys);
        keys.map(IdempotencyKey::as_str)
            .chain(results)
            .any(|known| known == value)
    };
    let mut all = own_identifiers(facts);
    all.retain(|id| {
        let others = facts.steps.iter().filter(|other| other.name != step.name);
        of_step(step, &id.value)
            || id.value == facts.key.as_str()
            || !others.into_iter().any(|other| of_step(other, &id.value))
    });
    all.into_iter().map(Identifier::from).collect()
}
