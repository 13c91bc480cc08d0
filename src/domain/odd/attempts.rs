//! Odd times and numbers of attempts.

use super::{AttemptName, Odd};
use crate::domain::facts::Facts;
use crate::domain::ids::StepName;
use crate::domain::report::Attempt;
use std::collections::{BTreeMap, BTreeSet};

/// The attempts at each step, in the order of their starts.
fn by_step(facts: &Facts) -> Vec<(&StepName, Vec<&Attempt>)> {
    let attempts_at = |name: &StepName| {
        let attempts = facts.attempts.iter().map(|told| &told.fact);
        attempts.filter(|attempt| attempt.step == *name).collect()
    };
    let names = facts.steps.iter().map(|step| &step.name);
    names.map(|name| (name, attempts_at(name))).collect()
}

/// Pairs of attempts at one step of which the second started before an earlier one had finished.
pub(super) fn overlaps(facts: &Facts) -> Vec<Odd> {
    let mut found = Vec::new();
    for (step, attempts) in by_step(facts) {
        let mut longest: Option<&Attempt> = None;
        for attempt in attempts {
            if let Some(first) = longest.filter(|first| runs_into(first, attempt)) {
                found.push(Odd::Overlap {
                    step: step.clone(),
                    first: AttemptName::of(first),
                    second: AttemptName::of(attempt),
                });
            }
            if longest.is_none_or(|first| first.finished_at < attempt.finished_at) {
                longest = Some(attempt);
            }
        }
    }
    found
}

/// Whether the second is another attempt, and started while the first was running.
fn runs_into(first: &Attempt, second: &Attempt) -> bool {
    let is_another = AttemptName::of(first) != AttemptName::of(second);
    let (Some(end), Some(start)) = (first.finished_at, second.started_at) else {
        return false;
    };
    is_another && start < end
}

fn each(
    facts: &Facts,
    is_odd: fn(&Attempt) -> bool,
    odd: fn(StepName, AttemptName) -> Odd,
) -> Vec<Odd> {
    let attempts = facts.attempts.iter().map(|told| &told.fact);
    attempts
        .filter(|attempt| is_odd(attempt))
        .map(|attempt| odd(attempt.step.clone(), AttemptName::of(attempt)))
        .collect()
}

pub(super) fn no_start(facts: &Facts) -> Vec<Odd> {
    each(
        facts,
        |attempt| attempt.started_at.is_none(),
        |step, attempt| Odd::NoStart { step, attempt },
    )
}

pub(super) fn finished_before_started(facts: &Facts) -> Vec<Odd> {
    each(
        facts,
        |attempt| attempt.finished_at.is_some() && attempt.finished_at < attempt.started_at,
        |step, attempt| Odd::FinishedBeforeStarted { step, attempt },
    )
}

pub(super) fn numbers_out_of_order(facts: &Facts) -> Vec<Odd> {
    let mut found = Vec::new();
    for (step, attempts) in by_step(facts) {
        for pair in attempts.windows(2) {
            let [first, second] = pair else { continue };
            let started_later = first.started_at.is_some() && first.started_at < second.started_at;
            if started_later && second.number.is_some() && second.number < first.number {
                found.push(Odd::NumbersOutOfOrder {
                    step: step.clone(),
                    first: AttemptName::of(first),
                    second: AttemptName::of(second),
                });
            }
        }
    }
    found
}

/// Two records of one attempt, one of which knows its end, are no repetition.
pub(super) fn numbers_repeated(facts: &Facts) -> Vec<Odd> {
    let mut found = Vec::new();
    for (step, attempts) in by_step(facts) {
        let mut by_number: BTreeMap<i64, BTreeSet<_>> = BTreeMap::new();
        for attempt in attempts {
            if let Some(number) = attempt.number {
                let distinct = (
                    attempt.started_at,
                    &attempt.worker,
                    &attempt.idempotency_key,
                );
                by_number.entry(number).or_default().insert(distinct);
            }
        }
        let repeated = by_number
            .into_iter()
            .filter(|(_, attempts)| attempts.len() > 1);
        found.extend(repeated.map(|(number, attempts)| Odd::NumberRepeated {
            step: step.clone(),
            number,
            attempts: attempts.len(),
        }));
    }
    found
}

/// Sources number the attempts at each step or those at the whole operation; a number is missing only if it is missing
/// either way. Where attempts were left out, that is said instead.
pub(super) fn numbers_missing(facts: &Facts) -> Vec<Odd> {
    if facts.attempts_omitted > 0 {
        return Vec::new();
    }
    let numbers = facts.attempts.iter().filter_map(|told| told.fact.number);
    let numbers: BTreeSet<i64> = numbers.filter(|number| *number > 0).collect();
    let before = std::iter::once(0).chain(numbers.iter().copied());
    let gaps = before
        .zip(&numbers)
        .filter(|(before, next)| before + 1 < **next);
    gaps.map(|(before, next)| Odd::NumbersMissing {
        first: before + 1,
        last: next - 1,
    })
    .collect()
}
