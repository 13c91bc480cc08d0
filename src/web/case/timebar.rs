//! The protection of a step's key as a bar of time. Geometry is in per cent, as attributes, so that it needs no style.

use crate::domain::protection::Protection;
use crate::domain::review::StepReview;
use crate::domain::time::Timestamp;
use crate::web::i18n::{Arg, Msg, msg};

/// The bar from a step's first attempt to the end of its protection.
#[derive(Debug, Clone)]
pub struct Timebar {
    pub first: Timestamp,
    pub until: Timestamp,
    pub now: Timestamp,
    /// From when on an empty answer proves something, where that is before the end.
    pub proof_from: Option<Timestamp>,
    /// Each attempt's place.
    pub tries: Vec<String>,
}

/// The end stands a little inside, so that what is after it can be seen.
const END: f64 = 95.8;

impl Timebar {
    /// The bar of a step whose protection is in force.
    pub fn of(
        step: &StepReview<'_>,
        attempts: &[Timestamp],
        proof_from: Option<Timestamp>,
        now: Timestamp,
    ) -> Option<Self> {
        let Protection::InForce { until } = step.protection else {
            return None;
        };
        let first = step.known.sent.first_at.filter(|first| *first < until)?;
        let mut bar = Self {
            first,
            until,
            now,
            proof_from: proof_from.filter(|from| now < *from && *from < until),
            tries: Vec::new(),
        };
        bar.tries = attempts.iter().map(|at| bar.place(*at)).collect();
        Some(bar)
    }

    fn share(&self, at: Timestamp) -> f64 {
        let whole = self.until.since(self.first).as_secs_f64();
        let part = at.since(self.first).as_secs_f64();
        (part / whole).clamp(0.0, 1.0) * END
    }

    /// The place of a time, as an attribute.
    pub fn place(&self, at: Timestamp) -> String {
        per_cent(self.share(at))
    }

    /// Where it is now.
    pub fn now_at(&self) -> String {
        self.place(self.now)
    }

    /// How much is left, as an attribute.
    pub fn left(&self) -> String {
        per_cent(END - self.share(self.now))
    }

    /// The place of the end.
    pub fn end(&self) -> String {
        per_cent(END)
    }

    /// What is after the end.
    pub fn rest(&self) -> String {
        per_cent(100.0 - END)
    }

    /// How the word "now" is anchored, so that it stays inside.
    pub fn now_anchor(&self) -> &'static str {
        anchor(self.share(self.now))
    }

    /// From when on an empty answer proves something.
    pub fn proof(&self) -> Option<Msg> {
        let from = Arg::since(self.proof_from?);
        Some(msg!("timebar-proof", at = from))
    }

    /// The place from which on an empty answer proves something.
    pub fn proof_at(&self) -> Option<(String, &'static str)> {
        let share = self.share(self.proof_from?);
        Some((per_cent(share), anchor(share)))
    }
}

fn anchor(share: f64) -> &'static str {
    if share < 12.0 {
        "start"
    } else if share > 80.0 {
        "end"
    } else {
        "middle"
    }
}

fn per_cent(share: f64) -> String {
    format!("{share:.1}%")
}
