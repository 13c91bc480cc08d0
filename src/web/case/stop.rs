//! Why the source stopped, in full, and what the facts make of it.

use super::json_text;
use crate::domain::facts::Facts;
use crate::domain::outcome::StoppedAgain;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;

/// The stop as its source tells it.
#[derive(Debug, Clone)]
pub struct Stop {
    /// What Holdpoint itself says, where no report told of the stop.
    pub again: Option<Msg>,
    pub code: Option<String>,
    pub reason: Option<String>,
    pub step: Option<String>,
    pub claimed: Msg,
    /// What the facts say instead, where they do not bear the claim out.
    pub overruled: Option<Msg>,
    pub stopped_at: Timestamp,
    /// Where the operation stopped before.
    pub first_stopped_at: Option<Timestamp>,
    pub also_reported: Vec<Also>,
}

/// A member of a report that the API does not name.
#[derive(Debug, Clone)]
pub struct Also {
    pub pointer: String,
    pub value: String,
}

impl Stop {
    /// Collects it.
    pub fn of(facts: &Facts, kind: StopKind) -> Self {
        let claimed = facts.stop.kind;
        let again = facts.stop.code.as_deref().and_then(StoppedAgain::parse);
        Self {
            again: again.map(words::stopped_again),
            code: facts.stop.code.clone(),
            reason: facts.stop.reason.clone(),
            step: (facts.stop.step.as_ref()).map(|step| humane(step.as_str())),
            claimed: words::kind(claimed),
            overruled: (claimed != kind)
                .then(|| msg!("stop-kind-by-facts", kind = words::kind(kind))),
            stopped_at: facts.stopped_at,
            first_stopped_at: (facts.first_stopped_at != facts.stopped_at)
                .then_some(facts.first_stopped_at),
            also_reported: (facts.also_reported.iter())
                .map(|extra| Also {
                    pointer: extra.pointer.clone(),
                    value: json_text::pretty(&extra.value),
                })
                .collect(),
        }
    }
}
