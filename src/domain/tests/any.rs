//! Any facts, contracts and orders, for properties.

use super::facts::*;
use crate::domain::contract::{Contract, KeyPromise, LookUpStrength, OnRepeat, Stored5xx};
use crate::domain::facts::{ContentStanding, Facts, Taking, TakingEnd, Told};
use crate::domain::ids::{IdempotencyKey, InstructionId, StepName};
use crate::domain::report::{Attempt, AttemptOutcome, Observation, Seen, StepClaim};
use crate::domain::resume::{ContentChoice, NewKey, ResumeOrder, Skip};
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

/// The steps of any chain.
pub const STEPS: [&str; 3] = ["erp", "task", "mail"];

fn any_step() -> impl Strategy<Value = &'static str> {
    select(&STEPS[..])
}

fn any_key(step: &'static str) -> impl Strategy<Value = Option<IdempotencyKey>> {
    prop_oneof![
        6 => Just(Some(key(step))),
        1 => Just(Some(key("task"))),
        1 => Just(None),
    ]
}

/// Any attempt.
pub fn any_attempt() -> impl Strategy<Value = Told<Attempt>> {
    use AttemptOutcome::*;
    let outcome = select(vec![
        Acknowledged,
        Refused,
        Duplicate,
        Timeout,
        ConnectionLost,
        ServerError,
        Crashed,
    ]);
    (any_step(), 0..90_i64, outcome, any::<bool>())
        .prop_flat_map(|(step, started, outcome, timed)| {
            (Just((step, started, outcome, timed)), any_key(step))
        })
        .prop_map(|((step, started, outcome, timed), key)| {
            let mut any = attempt(step, started, outcome);
            any.fact.idempotency_key = key;
            if !timed && started % 5 == 0 {
                any.fact.started_at = None;
            }
            any
        })
}

/// Any observation, by a look-up or a person.
pub fn any_look() -> impl Strategy<Value = Told<Observation>> {
    let seen = select(vec![
        Seen::Found,
        Seen::Absent,
        Seen::Inconclusive,
        Seen::InProgress,
    ]);
    let matches = select(vec![Some(true), Some(false), None]);
    let id = select(vec!["A", "B", ""]);
    (any_step(), 0..400_i64, seen, matches, id, any::<bool>()).prop_map(
        |(step, seconds, seen, matches, id, person)| {
            let mut any = if person {
                person_look(step, seconds, seen)
            } else {
                look(step, seconds, seen)
            };
            if seen == Seen::Found {
                any.fact.object = Some(result(id));
                any.fact.matches = matches;
            }
            any
        },
    )
}

fn any_taking() -> impl Strategy<Value = Taking> {
    use TakingEnd::{Reported, Running, WithoutOutcome};
    (
        0..300_i64,
        select(vec![Running, Reported, WithoutOutcome]),
        any_step(),
    )
        .prop_map(|(taken, end, step)| Taking {
            instruction: InstructionId::new("01J"),
            worker: "w".into(),
            taken_at: at(taken),
            lease_until: at(taken + 120),
            run: vec![(StepName::new(step), Some(key(step)))],
            end,
        })
}

/// Any facts of a chain of three steps.
pub fn any_facts() -> impl Strategy<Value = Facts> {
    use StepClaim::{Completed, Pending, Refused, Unknown};
    let claims = proptest::collection::vec(select(vec![Completed, Unknown, Refused, Pending]), 3);
    let results = proptest::collection::vec(select(vec![None, None, Some("A"), Some("B")]), 3);
    (
        claims,
        results,
        proptest::collection::vec(any_attempt(), 0..6),
        proptest::collection::vec(any_look(), 0..5),
        proptest::collection::vec(any_taking(), 0..2),
        any::<bool>(),
        0..8_usize,
    )
        .prop_map(
            |(claims, results, attempts, looks, takings, contested, odd)| {
                let mut facts = operation(&STEPS);
                for ((step, state), found) in facts.steps.iter_mut().zip(claims).zip(results) {
                    step.claims = vec![claim(state)];
                    step.results = found.into_iter().map(|id| told(result(id), 100)).collect();
                }
                facts.attempts = attempts;
                facts.observations = looks;
                facts.takings = takings;
                if contested {
                    let other = content("sha256:other", ContentStanding::Contested);
                    facts.contents.push(other);
                }
                match odd {
                    0 => facts.steps[2].undoes = Some(StepName::new("erp")),
                    1 => facts.attempts_omitted = 2,
                    2 => facts.steps[1].key = None,
                    3 => facts.skipped = vec![(StepName::new("task"), "not wanted".into())],
                    _ => {}
                }
                facts
            },
        )
}

/// Any contract, or none.
pub fn any_contract() -> impl Strategy<Value = Option<Contract>> {
    let hour = Duration::from_secs(3_600);
    let promise = select(vec![
        KeyPromise::NoKey,
        KeyPromise::NeverExpires,
        KeyPromise::Unknown,
        KeyPromise::AtLeast(hour),
        KeyPromise::Exact(hour),
        KeyPromise::Harmless,
    ]);
    let repeat = select(vec![
        OnRepeat::ReplaysFirstAnswer,
        OnRepeat::ReturnsPresentState,
        OnRepeat::NewEffect,
    ]);
    let stored = select(vec![
        Stored5xx::Replayed,
        Stored5xx::NotStored,
        Stored5xx::Unknown,
    ]);
    let lag = select(vec![None, Some(Duration::from_secs(30))]);
    (promise, repeat, stored, lag, any::<bool>(), 0..5_u8).prop_map(
        |(promise, repeat, stored, lag, eventual, settled)| {
            let mut any = contract(promise);
            any.on_repeat = repeat;
            any.stored_5xx = stored;
            if eventual {
                any.look_ups[0].strength = LookUpStrength::Eventual { lag };
            }
            if settled == 0 {
                any.settling = None;
            }
            (settled != 1).then_some(any)
        },
    )
}

/// Contracts for each step of the chain.
pub fn any_contracts() -> impl Strategy<Value = TestContracts> {
    proptest::collection::vec(any_contract(), 3).prop_map(|all| {
        let named = STEPS.iter().zip(all);
        TestContracts(
            named
                .filter_map(|(step, c)| c.map(|c| ((*step).to_owned(), c)))
                .collect(),
        )
    })
}

/// Any order of a resume: skips, new keys and a content.
pub fn any_order() -> impl Strategy<Value = ResumeOrder> {
    let skip = proptest::option::weighted(0.3, (any_step(), any::<bool>()));
    let new_key =
        proptest::option::weighted(0.4, (any_step(), select(vec!["fresh", "key of erp"])));
    let content = select(vec![
        None,
        Some(ContentChoice::Agreed),
        Some(ContentChoice::Agreed),
        Some(ContentChoice::Changed("sha256:other".to_owned())),
    ]);
    (skip, new_key, content).prop_map(|(skip, new_key, content)| ResumeOrder {
        skip: skip
            .into_iter()
            .map(|(step, acknowledged)| Skip {
                step: StepName::new(step),
                reason: "not wanted".into(),
                acknowledged,
            })
            .collect(),
        new_keys: new_key
            .into_iter()
            .map(|(step, key)| NewKey {
                step: StepName::new(step),
                key: IdempotencyKey::new(key),
            })
            .collect(),
        goes_on_with: Vec::new(),
        content,
    })
}
