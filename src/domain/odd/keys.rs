//! Odd idempotency keys: what protection depends on.

use super::{AttemptName, Odd};
use crate::domain::facts::{Facts, StepFacts};
use crate::domain::ids::{IdempotencyKey, StepName};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn shared(facts: &Facts) -> Vec<Odd> {
    let mut steps_by_key: BTreeMap<&IdempotencyKey, BTreeSet<&StepName>> = BTreeMap::new();
    for step in &facts.steps {
        for key in own_keys(step) {
            steps_by_key.entry(key).or_default().insert(&step.name);
        }
    }
    for attempt in facts.attempts.iter().map(|told| &told.fact) {
        if let Some(key) = &attempt.idempotency_key {
            steps_by_key.entry(key).or_default().insert(&attempt.step);
        }
    }
    let shared = steps_by_key
        .into_iter()
        .filter(|(_, names)| names.len() > 1);
    shared
        .map(|(key, names)| Odd::KeyShared {
            key: key.clone(),
            steps: in_chain_order(facts, &names),
        })
        .collect()
}

fn in_chain_order(facts: &Facts, names: &BTreeSet<&StepName>) -> Vec<StepName> {
    let chain = facts.steps.iter().map(|step| &step.name);
    chain.filter(|name| names.contains(name)).cloned().collect()
}

/// The key that the reports name, and the one that a decision ordered in its place.
fn own_keys(step: &StepFacts) -> impl Iterator<Item = &IdempotencyKey> {
    step.key.iter().chain(&step.ordered_key)
}

pub(super) fn other_keys_sent(facts: &Facts) -> Vec<Odd> {
    facts
        .steps
        .iter()
        .flat_map(|step| other_keys_of(facts, step))
        .collect()
}

fn other_keys_of(facts: &Facts, step: &StepFacts) -> Vec<Odd> {
    let has_key = own_keys(step).next().is_some();
    let mut sent: BTreeMap<Option<&IdempotencyKey>, Vec<AttemptName>> = BTreeMap::new();
    for attempt in facts.attempts.iter().map(|told| &told.fact) {
        let key = attempt.idempotency_key.as_ref();
        let is_own = key.map_or(!has_key, |key| own_keys(step).any(|own| own == key));
        if attempt.step == step.name && !is_own {
            sent.entry(key).or_default().push(AttemptName::of(attempt));
        }
    }
    let odd = sent.into_iter().map(|(key, attempts)| Odd::OtherKey {
        step: step.name.clone(),
        own: step.own_key().cloned(),
        sent: key.cloned(),
        attempts,
    });
    odd.collect()
}

pub(super) fn several_keys(facts: &Facts) -> Vec<Odd> {
    let several = facts
        .steps
        .iter()
        .filter(|step| !step.other_keys.is_empty());
    several
        .filter_map(|step| {
            Some(Odd::SeveralKeys {
                step: step.name.clone(),
                own: step.key.clone()?,
                others: step.other_keys.clone(),
            })
        })
        .collect()
}

pub(super) fn empty_keys(facts: &Facts) -> Vec<Odd> {
    let empty = facts.steps.iter().filter(|step| step.key_was_empty);
    empty
        .map(|step| Odd::EmptyKey {
            step: step.name.clone(),
        })
        .collect()
}
