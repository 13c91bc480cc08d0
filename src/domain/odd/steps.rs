//! Odd claims about steps. Which claims the facts do not bear out is said where knowledge is.

use super::Odd;
use crate::domain::facts::{Claim, Facts, StepFacts};
use crate::domain::ids::StepName;
use crate::domain::report::StepClaim;
use crate::domain::time::Timestamp;

/// What the source claimed at its latest stop.
fn claim(step: &StepFacts) -> Option<StepClaim> {
    latest_claim(step).map(|told| told.state)
}

fn latest_claim(step: &StepFacts) -> Option<&Claim> {
    let latest = step.claims.iter().max_by_key(|told| told.fact.stopped_at);
    latest.map(|told| &told.fact)
}

fn attempts_at(facts: &Facts, step: &StepFacts) -> usize {
    let attempts = facts.attempts.iter();
    attempts.filter(|told| told.fact.step == step.name).count()
}

pub(super) fn attempts_at_pending(facts: &Facts) -> Vec<Odd> {
    let odd = |step: &StepFacts| {
        let claim = latest_claim(step).filter(|claim| claim.state == StepClaim::Pending)?;
        // The claim speaks of the stop; what began after it, when a decision was carried out, does not contradict it.
        let before = |start: Option<Timestamp>| start.is_none_or(|start| start <= claim.stopped_at);
        let at_step = facts
            .attempts
            .iter()
            .filter(|told| told.fact.step == step.name);
        let attempts = at_step.filter(|told| before(told.fact.started_at)).count();
        (attempts > 0).then(|| Odd::AttemptsAtPending {
            step: step.name.clone(),
            attempts,
        })
    };
    facts.steps.iter().filter_map(odd).collect()
}

pub(super) fn no_attempts(facts: &Facts) -> Vec<Odd> {
    let unknown = facts
        .steps
        .iter()
        .filter(|step| claim(step) == Some(StepClaim::Unknown));
    unknown
        .filter(|step| attempts_at(facts, step) == 0)
        .map(|step| Odd::NoAttempts {
            step: step.name.clone(),
        })
        .collect()
}

pub(super) fn completed_after_pending(facts: &Facts) -> Vec<Odd> {
    let pairs = completed_after(facts, StepClaim::Pending);
    pairs
        .map(|(pending, completed)| Odd::CompletedAfterPending {
            completed: completed.name.clone(),
            pending: pending.name.clone(),
        })
        .collect()
}

pub(super) fn completed_after_refused(facts: &Facts) -> Vec<Odd> {
    let pairs = completed_after(facts, StepClaim::Refused);
    pairs
        .map(|(refused, completed)| Odd::CompletedAfterRefused {
            completed: completed.name.clone(),
            refused: refused.name.clone(),
        })
        .collect()
}

/// Steps with that claim, each with the first completed one behind it. Undoing runs the other way, and is left out.
fn completed_after(
    facts: &Facts,
    before: StepClaim,
) -> impl Iterator<Item = (&StepFacts, &StepFacts)> {
    let chain: Vec<_> = facts
        .steps
        .iter()
        .filter(|step| step.undoes.is_none())
        .collect();
    let pair = move |place: usize| {
        let first = chain
            .get(place)
            .filter(|step| claim(step) == Some(before))?;
        let mut behind = chain.iter().skip(place);
        let completed = behind.find(|step| claim(step) == Some(StepClaim::Completed))?;
        Some((*first, *completed))
    };
    (0..facts.steps.len()).filter_map(pair)
}

pub(super) fn stop_at_unlisted_step(facts: &Facts) -> Vec<Odd> {
    let listed = |name: &StepName| facts.steps.iter().any(|step| step.name == *name);
    let unlisted = facts.stop.step.iter().filter(|name| !listed(name));
    unlisted
        .map(|name| Odd::StopAtUnlistedStep { step: name.clone() })
        .collect()
}

pub(super) fn no_description(facts: &Facts) -> Vec<Odd> {
    let undescribed = facts.steps.iter().filter(|step| step.does.is_none());
    let steps: Vec<_> = undescribed.map(|step| step.name.clone()).collect();
    if steps.is_empty() {
        return Vec::new();
    }
    vec![Odd::NoDescription { steps }]
}
