//! What is known of the steps.

use super::union::{earlier, last};
use super::{Added, Memory, Stamp};
use crate::domain::facts::{Arrival, Claim, Facts, StepFacts, Told};
use crate::domain::ids::{IdempotencyKey, StepName};
use crate::domain::json::pointer_to;
use crate::domain::report::{ReportedStep, ResultRef, StopReport};
use crate::domain::resume::DoneStep;

/// Takes in the steps of a report, and puts all steps in the order of the chain.
pub(super) fn merge(
    facts: &mut Facts,
    report: &StopReport,
    stamp: &Stamp,
    arrival: Arrival,
    added: &mut Added,
) {
    for reported in &report.steps {
        let place = place_of(facts, &reported.name).unwrap_or_else(|| {
            added.steps += 1;
            let (name, system) = (reported.name.clone(), reported.system.clone());
            facts.steps.push(StepFacts::new(name, system));
            facts.steps.len() - 1
        });
        StepMerge {
            step: &mut facts.steps[place],
            memory: &mut facts.memory,
            stamp,
            arrival,
            added,
        }
        .take_in(reported);
    }
    let names = report.steps.iter().map(|step| step.name.clone()).collect();
    let order = facts.memory.chain(stamp, names);
    // Undoings that a compensate made are in no report: they stay behind the steps that are.
    let place = |step: &StepFacts| last(order.iter().position(|name| *name == step.name));
    facts.steps.sort_by_key(place);
}

fn place_of(facts: &Facts, name: &StepName) -> Option<usize> {
    facts.steps.iter().position(|step| step.name == *name)
}

/// Takes in results that were told beside a report, and counts the new ones.
pub(super) fn add_results(
    facts: &mut Facts,
    results: &[DoneStep],
    stamp: &Stamp,
    arrival: Arrival,
) -> usize {
    let mut added = Added::default();
    for done in results {
        let Some(place) = place_of(facts, &done.step) else {
            continue;
        };
        StepMerge {
            step: &mut facts.steps[place],
            memory: &mut facts.memory,
            stamp,
            arrival,
            added: &mut added,
        }
        .result(&done.result);
    }
    added.results
}

/// A source may repeat its claim for ever; of each state, when it was first and last claimed is all that matters.
fn keep_first_and_last(claims: &mut Vec<Told<Claim>>) {
    let states: Vec<_> = claims.iter().map(|told| told.fact.state).collect();
    let mut place = 0;
    claims.retain(|told| {
        let (before, behind) = (&states[..place], &states[place + 1..]);
        place += 1;
        !(before.contains(&told.fact.state) && behind.contains(&told.fact.state))
    });
}

/// One step into which one report's word on it is taken.
struct StepMerge<'a> {
    step: &'a mut StepFacts,
    memory: &'a mut Memory,
    stamp: &'a Stamp,
    arrival: Arrival,
    added: &'a mut Added,
}

impl StepMerge<'_> {
    fn take_in(mut self, reported: &ReportedStep) {
        self.claim(reported);
        self.description(reported);
        self.terms(reported);
        if let Some(key) = &reported.idempotency_key {
            self.key(key);
        }
        self.step.key_was_empty |= reported.key_was_empty;
        for result in &reported.results {
            self.result(result);
        }
    }

    fn claim(&mut self, reported: &ReportedStep) {
        let claim = Claim {
            state: reported.claim,
            stopped_at: self.stamp.0,
            completed_at: reported.completed_at,
        };
        let claims = &mut self.step.claims;
        if !claims.iter().any(|told| told.fact.state == claim.state) {
            self.added.claims += 1;
        }
        match claims.iter_mut().find(|told| told.fact == claim) {
            Some(told) => told.arrival = earlier(told.arrival, self.arrival),
            None => claims.push(Told {
                fact: claim,
                arrival: self.arrival,
            }),
        }
        claims.sort_by_key(|told| {
            (
                told.fact.stopped_at,
                told.fact.state,
                told.fact.completed_at,
            )
        });
        keep_first_and_last(claims);
    }

    /// What only describes the step: the latest word stands.
    fn description(&mut self, reported: &ReportedStep) {
        if reported.does.is_some() && self.is_latest("does") {
            self.step.does.clone_from(&reported.does);
        }
        if reported.parts.is_some() && self.is_latest("parts") {
            self.step.parts.clone_from(&reported.parts);
        }
        if self.is_latest("extra") {
            self.step.extra.clone_from(&reported.extra);
        }
        self.step.compensable |= reported.compensable;
    }

    /// What protection and the chain depend on: the latest word stands, and of two ends of a key's life the earlier.
    fn terms(&mut self, reported: &ReportedStep) {
        if self.is_latest("system") && self.step.system != reported.system {
            self.step.system.clone_from(&reported.system);
            self.added.terms += 1;
        }
        let undoes = reported.undoes.is_some() && self.is_latest("undoes");
        if undoes && self.step.undoes != reported.undoes {
            self.step.undoes.clone_from(&reported.undoes);
            self.added.terms += 1;
        }
        let ends = self.step.key_valid_until.into_iter();
        let end = ends.chain(reported.key_valid_until).min();
        if self.step.key_valid_until != end {
            self.step.key_valid_until = end;
            self.added.terms += 1;
        }
    }

    /// The key of the earliest stop is the step's own: the first attempts went out under it.
    fn key(&mut self, key: &IdempotencyKey) {
        let is_earliest = self.is_earliest("key");
        let step = &mut *self.step;
        if step.key.as_ref() == Some(key) {
            return;
        }
        if !step.other_keys.contains(key) {
            self.added.keys += 1;
        }
        let other = if is_earliest {
            step.other_keys.retain(|known| known != key);
            step.key.replace(key.clone())
        } else {
            Some(key.clone())
        };
        step.other_keys.extend(other);
        step.other_keys.sort_unstable();
        step.other_keys.dedup();
    }

    /// Results of one step are the same if type and id agree; where it is, and how it stands, the latest word says.
    fn result(&mut self, result: &ResultRef) {
        let name = format!("results/{}/{}", result.object_type, result.id);
        let is_latest = self.is_latest(&name);
        let results = &mut self.step.results;
        let same = |told: &&mut Told<ResultRef>| {
            told.fact.object_type == result.object_type && told.fact.id == result.id
        };
        match results.iter_mut().find(same) {
            Some(told) => {
                told.arrival = earlier(told.arrival, self.arrival);
                if is_latest {
                    told.fact = result.clone();
                }
            }
            None => {
                self.added.results += 1;
                results.push(Told {
                    fact: result.clone(),
                    arrival: self.arrival,
                });
            }
        }
        results.sort_by(|a, b| {
            let key = |told: &Told<ResultRef>| told.arrival.at;
            key(a).cmp(&key(b)).then_with(|| a.fact.cmp(&b.fact))
        });
    }

    fn is_latest(&mut self, what: &str) -> bool {
        let fact = self.name_of(what);
        self.memory.is_latest(&fact, self.stamp)
    }

    fn is_earliest(&mut self, what: &str) -> bool {
        let fact = self.name_of(what);
        self.memory.is_earliest(&fact, self.stamp)
    }

    /// The name of one of the step's facts in the memory.
    fn name_of(&self, what: &str) -> String {
        pointer_to(&pointer_to("steps", self.step.name.as_str()), what)
    }
}
