//! Which reasons can be given for a resume: those that speak of facts which are so.

use super::facts::KnownBy;
use super::knowledge::{Knowledge, WhyNotDone};
use super::policy::ReasonFits;
use super::resume::ResumePlan;
use super::review::{Review, Sending, StepReview};

/// Whether the facts, and what the plan sends, are what the reason speaks of.
pub fn fits(reason: ReasonFits, review: &Review<'_>, plan: &ResumePlan) -> bool {
    let sends = |is_so: fn(&StepReview<'_>) -> bool| {
        let sent = |step: &&StepReview<'_>| plan.run.iter().any(|run| run.step == step.step.name);
        review.steps.iter().filter(sent).any(is_so)
    };
    match reason {
        ReasonFits::Always => true,
        ReasonFits::ProtectedRepeat => sends(|step| matches!(step.sending, Sending::Repeat { .. })),
        ReasonFits::AbsenceProven => sends(|step| match step.known.knowledge {
            Knowledge::NotDone(why) => matches!(why, WhyNotDone::AbsenceProven { .. }),
            Knowledge::Done | Knowledge::Undone | Knowledge::Unknown(_) => false,
        }),
        ReasonFits::NotDone => sends(|step| match step.known.knowledge {
            Knowledge::NotDone(why) => matches!(why, WhyNotDone::NeverSent | WhyNotDone::Refused),
            Knowledge::Done | Knowledge::Undone | Knowledge::Unknown(_) => false,
        }),
        ReasonFits::Found => review.steps.iter().any(was_found),
        ReasonFits::ContentSettled => review.has_contested_content(),
    }
}

/// The step is done, and a check saw its result.
fn was_found(step: &StepReview<'_>) -> bool {
    let seen = |by: &KnownBy| match by {
        KnownBy::Seen(_) | KnownBy::Judged => true,
        KnownBy::Source => false,
    };
    step.known.knowledge == Knowledge::Done
        && (step.known.results.iter()).any(|result| result.known_by.iter().any(seen))
}
