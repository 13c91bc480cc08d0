//! How many calls may be under way: few at an endpoint at first, and more while it answers well, so that one that is slow gets
//! as many as come and one that fails is not run down; and never so many for one source that others wait.

use crate::domain::ids::{EndpointId, SourceId};
use std::collections::HashMap;

/// Calls at an endpoint that has not answered yet.
const AT_FIRST: usize = 4;
const FOR_ONE_SOURCE: usize = 1024;
const IN_ALL: usize = 2048;

/// The calls that are under way on this instance.
#[derive(Debug, Default)]
pub(super) struct Slots {
    endpoints: HashMap<EndpointId, AtEndpoint>,
    for_source: HashMap<SourceId, usize>,
    in_all: usize,
}

/// The calls at one endpoint.
#[derive(Debug)]
struct AtEndpoint {
    taken: usize,
    /// How many there may be.
    most: usize,
}

impl Default for AtEndpoint {
    fn default() -> Self {
        Self {
            taken: 0,
            most: AT_FIRST,
        }
    }
}

impl Slots {
    /// Whether no call may begin at all.
    pub fn are_taken(&self) -> bool {
        self.in_all >= IN_ALL
    }

    /// How many calls are under way at an endpoint.
    pub fn taken(&self, endpoint: EndpointId) -> usize {
        self.endpoints.get(&endpoint).map_or(0, |at| at.taken)
    }

    /// How many more may begin at an endpoint of a source.
    pub fn free(&self, endpoint: EndpointId, source: SourceId) -> usize {
        let most = self.endpoints.get(&endpoint).map_or(AT_FIRST, |at| at.most);
        let for_it = self.for_source.get(&source).copied().unwrap_or(0);
        most.saturating_sub(self.taken(endpoint))
            .min(FOR_ONE_SOURCE.saturating_sub(for_it))
            .min(IN_ALL.saturating_sub(self.in_all))
    }

    pub fn take(&mut self, endpoint: EndpointId, source: SourceId) {
        self.endpoints.entry(endpoint).or_default().taken += 1;
        *self.for_source.entry(source).or_default() += 1;
        self.in_all += 1;
    }

    /// A call has ended, well or not. What an endpoint does well, it may be asked more of; after a failure half as much.
    pub fn give_back(&mut self, endpoint: EndpointId, source: SourceId, well: bool) {
        let at = self.endpoints.entry(endpoint).or_default();
        // Of an endpoint that is hardly called nothing is learnt.
        let busy = at.taken * 2 > at.most;
        match (well, busy) {
            (true, true) => at.most = (at.most + 1).min(FOR_ONE_SOURCE),
            (true, false) => {}
            (false, _) => at.most = (at.most / 2).max(AT_FIRST),
        }
        at.taken = at.taken.saturating_sub(1);
        if at.taken == 0 && at.most == AT_FIRST {
            self.endpoints.remove(&endpoint);
        }
        if let Some(n) = self.for_source.get_mut(&source) {
            *n = n.saturating_sub(1);
            if *n == 0 {
                self.for_source.remove(&source);
            }
        }
        self.in_all = self.in_all.saturating_sub(1);
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

    fn give_all_back(slots: &mut Slots, endpoint: i64, source: i64, well: bool) {
        let (endpoint, source) = (EndpointId(endpoint), SourceId(source));
        let taken = slots.taken(endpoint);
        (0..taken).for_each(|_| slots.give_back(endpoint, source, well));
    }

    /// Lets an endpoint answer well until it gets no more calls at once.
    fn widen(slots: &mut Slots, endpoint: i64, source: i64) -> usize {
        let mut most = 0;
        loop {
            let taken = take_all(slots, endpoint, source);
            if taken == most {
                return most;
            }
            give_all_back(slots, endpoint, source, true);
            most = taken;
        }
    }

    #[test]
    fn an_endpoint_gets_more_calls_while_it_answers_well_and_half_as_many_after_each_failure() {
        let mut slots = Slots::default();
        assert_eq!(take_all(&mut slots, 1, 1), AT_FIRST);
        assert_eq!(take_all(&mut slots, 1, 1), 0);
        assert_eq!(take_all(&mut slots, 2, 1), AT_FIRST);
        give_all_back(&mut slots, 1, 1, true);
        assert!(take_all(&mut slots, 1, 1) > AT_FIRST);
        give_all_back(&mut slots, 1, 1, false);
        give_all_back(&mut slots, 2, 1, false);
        assert_eq!(take_all(&mut slots, 1, 1), AT_FIRST);
        assert_eq!(take_all(&mut slots, 2, 1), AT_FIRST);
    }

    #[test]
    fn one_source_leaves_slots_for_others_and_there_is_an_end_to_it() {
        let mut slots = Slots::default();
        assert_eq!(widen(&mut slots, 1, 1), FOR_ONE_SOURCE);
        // Another endpoint of this source waits; another source does not.
        assert_eq!(take_all(&mut slots, 2, 1), 0);
        assert_eq!(take_all(&mut slots, 3, 2), AT_FIRST);
        let others: usize = (4..600).map(|n| take_all(&mut slots, n, n)).sum();
        assert_eq!(FOR_ONE_SOURCE + AT_FIRST + others, IN_ALL);
        assert!(slots.are_taken());
        give_all_back(&mut slots, 1, 1, false);
        give_all_back(&mut slots, 3, 2, false);
        (4..600).for_each(|n| give_all_back(&mut slots, n, n, false));
        assert!(slots.endpoints.is_empty() && slots.for_source.is_empty());
        assert_eq!(slots.in_all, 0);
    }
}
