//! The facts as the person who decides sees them: they stand beside the form, and are stored with the decision.

use crate::domain::basis::facts_as_seen;
use crate::domain::ids::Version;
use crate::domain::json::digest;
use crate::domain::report::StopKind;
use crate::domain::review::Review;
use crate::domain::time::Timestamp;
use crate::service::see_case::CaseSeen;
use crate::web::case::sightings::{KnownThing, Sighting, Whose};
use crate::web::case::stepper::{Step, Stepper};
use crate::web::i18n::Msg;
use crate::web::words;

/// What a decision stands on.
#[derive(Debug, Clone)]
pub struct FactsSeen {
    pub version: Version,
    pub kind: Msg,
    pub stopped_at: Timestamp,
    pub steps: Vec<StepSeen>,
    /// What exists and is not, or not surely, this operation's.
    pub hints: Vec<KnownThing>,
    pub checks: Vec<Sighting>,
    /// Contract and protection of the step at the resume point, in words.
    pub protection: Option<Msg>,
    pub digest: String,
    /// Of these steps it is not known whether they had their effect.
    pub uncertain: Vec<Msg>,
}

/// One step with what is known of it.
#[derive(Debug, Clone)]
pub struct StepSeen {
    pub step: Step,
    pub key: Option<String>,
}

impl FactsSeen {
    /// Collects what the page shows.
    pub fn of(
        seen: &CaseSeen,
        review: &Review<'_>,
        sightings: Vec<Sighting>,
        things: &[KnownThing],
    ) -> Self {
        let kind: StopKind = seen.case.details.kind;
        let stepper = Stepper::of(review);
        let steps = stepper.folded.into_iter().chain(stepper.steps);
        Self {
            version: seen.case.version,
            kind: words::kind(kind),
            stopped_at: seen.case.details.stopped_at,
            steps: (steps.zip(&review.steps))
                .map(|(step, review)| StepSeen {
                    step,
                    key: review.step.own_key().map(|k| k.as_str().to_owned()),
                })
                .collect(),
            hints: (things.iter())
                .filter(|thing| thing.whose != Whose::ThisOperations)
                .cloned()
                .collect(),
            checks: sightings,
            protection: (review.at_resume_point()).map(|at| words::protection(at.protection)),
            digest: digest(&facts_as_seen(review)),
            uncertain: (review.steps.iter())
                .filter(|step| step.is_unknown())
                .map(words::uncertain)
                .collect(),
        }
    }
}
