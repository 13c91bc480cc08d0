//! Effects beyond the one that an operation goes on with. Nothing undoes them by itself: each becomes a follow-up, and
//! stays one until somebody records what became of it (`domain.md` §3, "More than once").

use super::ids::StepName;
use super::knowledge::{Knowledge, KnownResult};
use super::order::Order;
use super::report::ResultRef;
use super::resume::DoneStep;
use super::review::{Review, StepReview};
use serde::{Deserialize, Serialize};

/// Something that somebody has to account for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surplus {
    pub step: StepName,
    pub result: ResultRef,
    /// How many rows of this one result a look-up showed; over 1, the effect itself may be there as often.
    pub rows: u64,
}

/// What became of a surplus, as somebody recorded it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// It was undone in the receiving system.
    UndoneThere,
    /// It stays, and is meant to.
    Kept,
    /// It is another operation's, or nobody's of ours.
    NeverOurs,
}

impl Settlement {
    pub const ALL: [Self; 3] = [Self::UndoneThere, Self::Kept, Self::NeverOurs];

    /// The word under which it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UndoneThere => "undone_there",
            Self::Kept => "kept",
            Self::NeverOurs => "never_ours",
        }
    }

    /// The settlement of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.as_str() == word)
    }
}

/// What stays to be accounted for when this order resolves its operation: the results that the order names as surplus,
/// and those that a look-up showed in several rows.
pub fn surplus(review: &Review<'_>, order: &Order) -> Vec<Surplus> {
    let named = (order.surplus().iter()).map(|done| Surplus {
        step: done.step.clone(),
        result: done.result.clone(),
        rows: 1,
    });
    let in_rows = results(review).filter(|found| found.rows > 1);
    let mut all: Vec<Surplus> = in_rows.collect();
    for named in named {
        if !all.iter().any(|found| same(found, &named)) {
            all.push(named);
        }
    }
    all
}

/// Results that are known now and were not before: effects found after the operation had been resolved.
pub fn found_since(before: &Review<'_>, now: &Review<'_>) -> Vec<Surplus> {
    let known: Vec<Surplus> = results(before).collect();
    results(now)
        .filter(|found| !known.iter().any(|k| same(k, found) && k.rows == found.rows))
        .collect()
}

/// Of each step that was done more than once, every result but the first: a closing does not say which one counts.
pub fn surplus_of_closing(review: &Review<'_>) -> Vec<DoneStep> {
    beyond_the_first(review, &[])
}

/// For orders that name no result to go on with: of each step that stays done, every result but the first.
pub(super) fn beyond_the_first(review: &Review<'_>, undone: &[&StepName]) -> Vec<DoneStep> {
    let stays = |s: &&StepReview<'_>| {
        s.known.knowledge == Knowledge::Done && !undone.contains(&&s.step.name)
    };
    let beyond = |step: &StepReview<'_>| -> Vec<DoneStep> {
        let rest = step.known.results.iter().skip(1);
        rest.map(|known| done(step, known)).collect()
    };
    (review.steps.iter())
        .filter(stays)
        .flat_map(beyond)
        .collect()
}

fn done(step: &StepReview<'_>, known: &KnownResult) -> DoneStep {
    DoneStep {
        step: step.step.name.clone(),
        result: known.result.clone(),
    }
}

/// Every result of every step that is done and not undone.
fn results<'r>(review: &'r Review<'_>) -> impl Iterator<Item = Surplus> + use<'r> {
    (review.steps.iter())
        .filter(|s| s.known.knowledge == Knowledge::Done)
        .flat_map(|s| {
            s.known.results.iter().map(|known| Surplus {
                step: s.step.name.clone(),
                result: known.result.clone(),
                rows: known.rows,
            })
        })
}

fn same(a: &Surplus, b: &Surplus) -> bool {
    a.step == b.step && a.result.object_type == b.result.object_type && a.result.id == b.result.id
}
