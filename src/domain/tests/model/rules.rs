//! The rules under which the small world moves: the program's own, under its receivers' contracts.

use super::world::{Order, SETTLING, STEPS, World};
use crate::domain::basis::basis;
use crate::domain::contract::{Contract, KeyPromise};
use crate::domain::ids::StepName;
use crate::domain::instruction::Bounds;
use crate::domain::resume::{ResumeOrder, plan};
use crate::domain::review::{Review, review};
use crate::domain::rules::Rules;
use crate::domain::tests::facts::{TestContracts, at, contract};
use crate::domain::time::Timestamp;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// Two receivers, one a step; `window` in seconds, or `None` for a receiver without keys.
#[derive(Clone, Copy)]
pub(super) struct Receivers {
    pub(super) window: [Option<i64>; 2],
}

/// The rules under which the worlds move.
pub(super) struct Model {
    pub(super) receivers: Receivers,
    pub(super) contracts: TestContracts,
}

impl Model {
    pub(super) fn new(receivers: Receivers) -> Self {
        let contract_of = |window: Option<i64>| -> Contract {
            let promise = window.map_or(KeyPromise::NoKey, |seconds| {
                KeyPromise::Exact(Duration::from_secs(seconds.unsigned_abs()))
            });
            Contract {
                settling: Some(Duration::from_secs(SETTLING.unsigned_abs())),
                ..contract(promise)
            }
        };
        let named = STEPS.iter().zip(receivers.window);
        Self {
            receivers,
            contracts: TestContracts(
                named
                    .map(|(step, window)| ((*step).to_owned(), contract_of(window)))
                    .collect(),
            ),
        }
    }

    pub(super) fn rules(&self) -> Rules<'_> {
        Rules {
            safety_margin: Duration::from_secs(5),
            settling_for_people: Some(Duration::from_secs(SETTLING.unsigned_abs())),
            ..self.contracts.rules()
        }
    }

    pub(super) fn basis(&self, world: &World) -> u64 {
        let facts = world.known.facts(true);
        fingerprint(&review(&facts, self.rules(), at(world.now)))
    }

    /// The basis as it was before the running taking began.
    pub(super) fn basis_without_taking(&self, world: &World) -> u64 {
        let facts = world.known.facts(false);
        fingerprint(&review(&facts, self.rules(), at(world.now)))
    }

    /// The order of a resume, if the facts allow one.
    pub(super) fn resume(&self, world: &World) -> Option<Order> {
        let facts = world.known.facts(true);
        let review = review(&facts, self.rules(), at(world.now));
        let plan = plan(&review, &ResumeOrder::default()).ok()?;
        let index = |name: &StepName| STEPS.iter().position(|s| *s == name.as_str());
        Some(Order {
            run: plan.run.iter().filter_map(|r| index(&r.step)).collect(),
            not_after: plan.not_after.map(seconds),
            basis: fingerprint(&review),
        })
    }
}

pub(super) fn bounds(order: &Order) -> Bounds {
    Bounds {
        take_before: at(100_000),
        not_after: order.not_after.map(at),
    }
}

pub(super) fn seconds(time: Timestamp) -> i64 {
    (time.0 - at(0).0) / 1_000_000
}

/// Enough of the basis to tell two apart.
pub(super) fn fingerprint(review: &Review<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    basis(review).to_string().hash(&mut hasher);
    hasher.finish()
}
