//! What merging has to remember so that the order in which reports arrive does not matter.

use crate::domain::ids::{ReportId, StepName};
use crate::domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Which report told something: the time of its stop, and its id where two stops have one time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stamp(pub Timestamp, pub ReportId);

/// The stamps behind those facts of which only one version is kept, and what was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// By the name of the fact: who told the version that is kept.
    told: BTreeMap<String, Stamp>,
    /// Every order of steps that was told, each with the last report that told it; the latest first.
    chains: Vec<(Stamp, Vec<StepName>)>,
    /// Digests of the attempts that Holdpoint itself left out of the middle.
    pub(super) dropped_attempts: BTreeSet<String>,
    /// The most attempts that the source said it left out.
    pub(super) omitted_by_source: u64,
    /// Digests of attempts, observations and events as they were told, of which retention left less or nothing.
    #[serde(default)]
    pub(super) forgotten: BTreeSet<String>,
}

impl Memory {
    /// Whether the version told by this report is later than the one that is kept; from then on it is the kept one.
    pub fn is_latest(&mut self, fact: &str, stamp: &Stamp) -> bool {
        self.wins(fact, stamp, |new, kept| new > kept)
    }

    /// Whether the version told by this report is earlier than the one that is kept.
    pub fn is_earliest(&mut self, fact: &str, stamp: &Stamp) -> bool {
        self.wins(fact, stamp, |new, kept| new < kept)
    }

    fn wins(&mut self, fact: &str, stamp: &Stamp, better: fn(&Stamp, &Stamp) -> bool) -> bool {
        match self.told.entry(fact.to_owned()) {
            Entry::Occupied(kept) if !better(stamp, kept.get()) => false,
            Entry::Occupied(mut kept) => {
                kept.insert(stamp.clone());
                true
            }
            Entry::Vacant(place) => {
                place.insert(stamp.clone());
                true
            }
        }
    }

    /// Takes in the steps of a report, and gives the order of all steps that are known.
    ///
    /// The latest report's order stands; a step that it does not name goes behind the step that it followed in the
    /// latest report that names it.
    pub fn chain(&mut self, stamp: &Stamp, steps: Vec<StepName>) -> Vec<StepName> {
        match self.chains.iter_mut().find(|(_, chain)| *chain == steps) {
            Some((told, _)) if *told < *stamp => told.clone_from(stamp),
            Some(_) => {}
            None => self.chains.push((stamp.clone(), steps)),
        }
        self.chains.sort_unstable_by(|a, b| b.cmp(a));
        let mut order = Vec::new();
        for (_, chain) in &self.chains {
            place_missing(&mut order, chain);
        }
        order
    }
}

fn place_missing(order: &mut Vec<StepName>, chain: &[StepName]) {
    let mut next = 0;
    for step in chain {
        match order.iter().position(|known| known == step) {
            Some(place) => next = place + 1,
            None => {
                order.insert(next, step.clone());
                next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(at: i64) -> Stamp {
        Stamp(Timestamp(at), ReportId::new("r"))
    }

    fn steps(names: &str) -> Vec<StepName> {
        names.split(' ').map(StepName::from).collect()
    }

    #[test]
    fn steps_keep_their_place_in_the_chain_whatever_report_arrives_first() {
        let told = [(1, "a c"), (2, "b c"), (3, "a b d"), (4, "a b d")];
        for first in 0..told.len() {
            let mut memory = Memory::default();
            let mut order = Vec::new();
            for turn in 0..told.len() {
                let (at, names) = told[(first + turn) % told.len()];
                order = memory.chain(&stamp(at), steps(names));
            }
            assert_eq!(order, steps("a b c d"));
            assert_eq!(memory.chains.len(), 3);
        }
    }

    #[test]
    fn the_latest_version_wins_and_an_older_one_that_arrives_later_does_not() {
        let mut memory = Memory::default();
        assert!(memory.is_latest("stop", &stamp(2)));
        assert!(!memory.is_latest("stop", &stamp(1)));
        assert!(!memory.is_latest("stop", &stamp(2)));
        assert!(memory.is_latest("stop", &stamp(3)));
        assert!(memory.is_earliest("key", &stamp(2)));
        assert!(memory.is_earliest("key", &stamp(1)));
    }
}
