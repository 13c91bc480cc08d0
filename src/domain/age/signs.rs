//! Signs that something is wrong between a source and what it reports: each report that shows one is noted.

use crate::domain::facts::{Arrival, Facts};
use crate::domain::ids::StepName;
use crate::domain::knowledge::Knowledge;
use crate::domain::report::Seen;
use crate::domain::review::Review;
use crate::domain::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// The same report came again.
    Repeated,
    /// Its report id came before with other content.
    ReusedId,
    /// Its operation key came before with other content.
    KeyConflict,
    /// It tells of a sending that began after the step was known to be done: see [`sends_what_is_done`].
    SentThoughDone,
}

impl Sign {
    pub const ALL: [Self; 4] = [
        Self::Repeated,
        Self::ReusedId,
        Self::KeyConflict,
        Self::SentThoughDone,
    ];

    /// The word under which it is stored, and which stands in an address.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Repeated => "repeated",
            Self::ReusedId => "reused_id",
            Self::KeyConflict => "key_conflict",
            Self::SentThoughDone => "sent_though_done",
        }
    }
}

/// What was counted of a source's reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SignCounts {
    /// All that came and could be understood, each time they came.
    pub reports: i64,
    pub repeated: i64,
    pub reused_id: i64,
    pub key_conflict: i64,
    pub sent_though_done: i64,
}

impl SignCounts {
    /// How many showed a sign.
    pub const fn of(&self, sign: Sign) -> i64 {
        match sign {
            Sign::Repeated => self.repeated,
            Sign::ReusedId => self.reused_id,
            Sign::KeyConflict => self.key_conflict,
            Sign::SentThoughDone => self.sent_though_done,
        }
    }

    /// Counts one more that shows it.
    pub const fn count(&mut self, sign: Sign) {
        match sign {
            Sign::Repeated => self.repeated += 1,
            Sign::ReusedId => self.reused_id += 1,
            Sign::KeyConflict => self.key_conflict += 1,
            Sign::SentThoughDone => self.sent_though_done += 1,
        }
    }
}

/// Whether a report that arrived so tells of a sending to a step that was known to be done before: one that began after
/// its result was told here. An earlier one was only told of late, and one without a time may be.
pub fn sends_what_is_done(before: &Review<'_>, with_it: &Facts, arrival: Arrival) -> bool {
    let came = with_it
        .attempts
        .iter()
        .filter(|told| told.arrival == arrival);
    let mut came = came.map(|told| &told.fact);
    came.any(|attempt| {
        let known = known_done_since(before, &attempt.step);
        let began = attempt.started_at.map(|at| arrival.adjust(at));
        began.zip(known).is_some_and(|(began, known)| began > known)
    })
}

/// When the first of what makes a step known to be done was told here; `None` for a step that is not.
fn known_done_since(review: &Review<'_>, name: &StepName) -> Option<Timestamp> {
    let step = review.steps.iter().find(|step| step.step.name == *name)?;
    let is_done = step.known.knowledge == Knowledge::Done;
    let results = step.step.results.iter().map(|told| told.arrival.at);
    let finds = review
        .facts
        .observations
        .iter()
        .filter(|told| told.fact.step.as_ref() == Some(name) && told.fact.seen == Seen::Found);
    let first = results.chain(finds.map(|told| told.arrival.at)).min();
    first.filter(|_| is_done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_counted_and_stored_under_a_word_of_its_own() {
        for sign in Sign::ALL {
            let mut counts = SignCounts::default();
            counts.count(sign);
            let others = Sign::ALL.into_iter().filter(|other| *other != sign);
            assert!(others.map(|other| counts.of(other)).all(|n| n == 0));
            assert_eq!(counts.of(sign), 1);
            assert_eq!(serde_json::to_value(sign).unwrap(), sign.as_str());
        }
    }
}
