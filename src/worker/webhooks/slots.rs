//! How many calls may be under way: few at one endpoint and for one source, so that one that is slow takes nobody else's turn.

use crate::domain::ids::{EndpointId, SourceId};
use std::collections::HashMap;

const AT_ONE_ENDPOINT: usize = 4;
const FOR_ONE_SOURCE: usize = 8;
const IN_ALL: usize = 128;

/// The calls that are under way on this instance.
#[derive(Debug, Default)]
pub(super) struct Slots {
    at_endpoint: HashMap<EndpointId, usize>,
    for_source: HashMap<SourceId, usize>,
    in_all: usize,
}

impl Slots {
    /// Whether no call may begin at all.
    pub fn are_taken(&self) -> bool {
        self.in_all >= IN_ALL
    }

    /// How many more may begin at an endpoint of a source.
    pub fn free(&self, endpoint: EndpointId, source: SourceId) -> usize {
        let there = self.at_endpoint.get(&endpoint).copied().unwrap_or(0);
        let for_it = self.for_source.get(&source).copied().unwrap_or(0);
        AT_ONE_ENDPOINT
            .saturating_sub(there)
            .min(FOR_ONE_SOURCE.saturating_sub(for_it))
            .min(IN_ALL.saturating_sub(self.in_all))
    }

    pub fn take(&mut self, endpoint: EndpointId, source: SourceId) {
        *self.at_endpoint.entry(endpoint).or_default() += 1;
        *self.for_source.entry(source).or_default() += 1;
        self.in_all += 1;
    }

    pub fn give_back(&mut self, endpoint: EndpointId, source: SourceId) {
        give_back(&mut self.at_endpoint, endpoint);
        give_back(&mut self.for_source, source);
        self.in_all = self.in_all.saturating_sub(1);
    }
}

/// Who has no call under way is forgotten.
fn give_back<K: Eq + std::hash::Hash>(taken: &mut HashMap<K, usize>, key: K) {
    if let Some(n) = taken.get_mut(&key) {
        *n = n.saturating_sub(1);
        if *n == 0 {
            taken.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_all(slots: &mut Slots, endpoint: i64, source: i64) -> usize {
        let (endpoint, source) = (EndpointId(endpoint), SourceId(source));
        let free = slots.free(endpoint, source);
        (0..free).for_each(|_| slots.take(endpoint, source));
        free
    }

    #[test]
    fn nobody_takes_the_turn_of_others() {
        let mut slots = Slots::default();
        assert_eq!(take_all(&mut slots, 1, 1), AT_ONE_ENDPOINT);
        assert_eq!(take_all(&mut slots, 1, 1), 0);
        assert_eq!(take_all(&mut slots, 2, 1), AT_ONE_ENDPOINT);
        // The third endpoint of one source waits; another source does not.
        assert_eq!(take_all(&mut slots, 3, 1), 0);
        assert_eq!(take_all(&mut slots, 4, 2), AT_ONE_ENDPOINT);
        slots.give_back(EndpointId(1), SourceId(1));
        assert_eq!(take_all(&mut slots, 3, 1), 1);
    }

    #[test]
    fn there_is_an_end_to_it() {
        let mut slots = Slots::default();
        let taken: usize = (1..=100).map(|n| take_all(&mut slots, n, n)).sum();
        assert_eq!(taken, IN_ALL);
        assert!(slots.are_taken());
        (1..=32).for_each(|n| (0..4).for_each(|_| slots.give_back(EndpointId(n), SourceId(n))));
        assert!(slots.at_endpoint.is_empty() && slots.for_source.is_empty());
        assert_eq!(slots.in_all, 0);
    }
}
