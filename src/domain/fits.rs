//! Which reasons can be given for a decision: those that speak of facts which are so.

use super::compensate::CompensatePlan;
use super::facts::KnownBy;
use super::knowledge::{Knowledge, WhyNotDone};
use super::policy::ReasonFits;
use super::resume::{ResumePlan, RunStep};
use super::review::{Review, Sending, StepReview};

/// Whether the facts, and what the plan sends, are what a reason for a resume speaks of.
pub fn fits(reason: ReasonFits, review: &Review<'_>, plan: &ResumePlan) -> bool {
    is_so(reason, review, &plan.run, |_| true)
}

/// Whether the facts, and what the plan undoes, are what a reason for a compensate speaks of.
pub fn fits_undoing(reason: ReasonFits, review: &Review<'_>, plan: &CompensatePlan) -> bool {
    let undone = |step: &StepReview<'_>| plan.undoings.iter().any(|u| u.undoes == step.step.name);
    is_so(reason, review, &plan.run, undone)
}

fn is_so(
    reason: ReasonFits,
    review: &Review<'_>,
    run: &[RunStep],
    is_about: impl Fn(&StepReview<'_>) -> bool,
) -> bool {
    let sends = |is_so: fn(&StepReview<'_>) -> bool| {
        let sent = |step: &&StepReview<'_>| run.iter().any(|run| run.step == step.step.name);
        review.steps.iter().filter(sent).any(is_so)
    };
    match reason {
        ReasonFits::Always => true,
        ReasonFits::ProtectedRepeat => {
            sends(|step| matches!(step.by_table, Sending::Repeat { .. }))
        }
        ReasonFits::AbsenceProven => sends(|step| match step.known.knowledge {
            Knowledge::NotDone(why) => matches!(why, WhyNotDone::AbsenceProven { .. }),
            Knowledge::Done | Knowledge::Undone | Knowledge::Unknown(_) => false,
        }),
        // What comes after it was never sent in any case, so only the step that is sent first is spoken of.
        ReasonFits::NotDone => {
            first_sent(review, run).is_some_and(|step| match step.known.knowledge {
                Knowledge::NotDone(why) => {
                    matches!(why, WhyNotDone::NeverSent | WhyNotDone::Refused)
                }
                Knowledge::Done | Knowledge::Undone | Knowledge::Unknown(_) => false,
            })
        }
        ReasonFits::Found => review.steps.iter().any(was_found),
        ReasonFits::ContentSettled => review.has_contested_content(),
        ReasonFits::MoreThanOnce => {
            (review.steps.iter()).any(|step| is_about(step) && step.known.more_than_once())
        }
    }
}

fn first_sent<'r, 'f>(review: &'r Review<'f>, run: &[RunStep]) -> Option<&'r StepReview<'f>> {
    let first = &run.first()?.step;
    review.steps.iter().find(|step| step.step.name == *first)
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
