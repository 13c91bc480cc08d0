//! How long an operation's documents and case are kept, and what is left of them after that (`domain.md` §6).
//!
//! Keys, decisions and digests are kept for good: a repeat that comes years later is recognised by them, and so is a retry
//! that asks at the gate. Whatever is left out is remembered by its digest, so that the same facts told again are not new.

use super::facts::Facts;
use super::merge::forget;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is kept of a case's operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    Everything,
    /// Reports and payloads are gone; what is known from them stays.
    Facts,
    /// The case is gone too, but for keys, decisions and digests.
    Keys,
}

/// How long the policy keeps what; `None`: for good. Counted from the resolution of the operation's last case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retention {
    /// Reports as they were sent, and payloads.
    pub reports: Option<Duration>,
    /// What was known and seen of the operation. Never shorter than `reports`.
    pub cases: Option<Duration>,
    /// So far back a source may replay its history; neither time is shorter.
    pub replay_horizon: Duration,
}

impl Retention {
    /// What is removed next of an operation of which so much is kept: what is left then, and after how long.
    pub fn next(&self, kept: Kept) -> Option<(Kept, Duration)> {
        match kept {
            Kept::Everything => self.reports.map(|after| (Kept::Facts, after)),
            Kept::Facts => self.cases.map(|after| (Kept::Keys, after)),
            Kept::Keys => None,
        }
    }
}

impl Kept {
    /// What can still be removed of.
    pub const REMOVABLE: [Self; 2] = [Self::Everything, Self::Facts];
}

/// Whether an operation's cases are all over since so long. `resolutions`: of every case of it, when it was resolved;
/// `None` while it is open. An operation without a case goes with the one whose place it took.
pub fn is_over(
    resolutions: impl IntoIterator<Item = Option<Timestamp>>,
    after: Duration,
    now: Timestamp,
) -> bool {
    let until = now.minus(after);
    let mut resolutions = resolutions.into_iter().peekable();
    resolutions.peek().is_some() && resolutions.all(|at| at.is_some_and(|at| at <= until))
}

impl Facts {
    /// The payloads are gone; their digests stay.
    pub fn forget_payloads(&mut self) {
        for content in &mut self.contents {
            content.payload_known = false;
        }
    }

    /// Everything is gone that neither a repeat is recognised by nor knowledge and protection follow from: names and
    /// numbers of the business, words, and members that the API does not name.
    pub fn forget_case(&mut self) {
        self.forget_payloads();
        self.references.clear();
        self.authorised_by = None;
        self.holds.clear();
        self.also_reported.clear();
        self.stop.reason = None;
        for step in &mut self.steps {
            step.extra.clear();
            step.parts = None;
            for told in &mut step.results {
                told.fact.url = None;
                told.fact.status = None;
            }
        }
        forget(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Arrival;
    use crate::domain::merge::{merge, open};
    use crate::domain::report_parse::parse;
    use crate::domain::testing::{case_documents, case_report};

    const ARRIVAL: Arrival = Arrival {
        at: Timestamp(1_800_000_000_000_000),
        clock_ahead: 0,
    };
    const HALF_A_YEAR_LATER: Arrival = Arrival {
        at: Timestamp(1_800_000_000_000_000 + 180 * 86_400_000_000),
        clock_ahead: 0,
    };

    #[test]
    fn what_comes_again_after_the_removal_is_not_new_in_any_real_situation() {
        for (name, document) in case_documents() {
            let report = parse(document, None).expect("a good report");
            let mut facts = open(&report, ARRIVAL);
            facts.forget_case();
            let once = facts.clone();
            let added = merge(&mut facts, &report, HALF_A_YEAR_LATER);
            assert!(!added.bears_on_knowledge(), "{name}: {added:?}");
            facts.forget_case();
            assert_eq!(facts, once, "{name}: nothing comes back");
        }
    }

    #[test]
    fn what_is_new_is_new_after_the_removal_too() {
        let report = case_report("01");
        let mut facts = open(&report, ARRIVAL);
        facts.forget_case();
        let mut other = report.clone();
        let attempt = other.attempts.first_mut().expect("an attempt");
        attempt.number = attempt.number.map(|n| n + 100);
        let added = merge(&mut facts, &other, HALF_A_YEAR_LATER);
        assert_eq!(added.attempts, 1);
    }

    #[test]
    fn an_operation_is_over_with_its_last_case() {
        let (day, now) = (Duration::from_secs(86_400), Timestamp(10 * 86_400_000_000));
        let at = |days: i64| Some(Timestamp(days * 86_400_000_000));
        assert!(is_over([at(1), at(9)], day, now));
        assert!(!is_over([at(1), Some(Timestamp(now.0 - 1))], day, now));
        assert!(!is_over([at(1), None], day, now));
        assert!(!is_over([], day, now), "it never stopped");
    }
}
