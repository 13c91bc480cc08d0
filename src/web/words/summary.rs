//! The sentence that heads a case, and the statements under it.

use super::{claim_not_taken_over, was_no_proof};
use crate::domain::absence::NotProof;
use crate::domain::facts::StepFacts;
use crate::domain::knowledge::{KnownResult, WhyUnknown};
use crate::domain::report::Observation;
use crate::domain::summary::{Headline, Statement};
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::humane;

/// The plain sentence about the world that heads a case.
pub fn headline(headline: &Headline<'_>) -> Msg {
    match headline {
        Headline::Conflict {
            unknown_content: true,
            ..
        } => msg!("headline-conflict-unknown-content"),
        Headline::Conflict { versions, .. } => msg!("headline-conflict", versions = *versions),
        Headline::BeingUndone { undoing } => {
            msg!("headline-being-undone", step = name(undoing))
        }
        Headline::UndoingUnknown { undoing } => msg!(
            "headline-undoing-unknown",
            step = name(undoing),
            system = system(undoing)
        ),
        Headline::Undone { undoing } => msg!("headline-undone", step = name(undoing)),
        Headline::MoreThanOnce {
            step,
            times,
            at_least,
        } => more_than_once(step, *times, *at_least),
        Headline::MayOrMayNot { step, why } => unknown(step, *why),
        Headline::NeverSent { step, after: None } => {
            msg!(
                "headline-never-sent",
                step = name(step),
                system = system(step)
            )
        }
        Headline::NeverSent {
            step,
            after: Some(after),
        } => msg!(
            "headline-never-sent-after",
            step = name(step),
            system = system(step),
            after = name(after)
        ),
        Headline::Refused { step } => {
            msg!("headline-refused", step = name(step), system = system(step))
        }
        Headline::NotThere { step } => {
            msg!(
                "headline-not-there",
                step = name(step),
                system = system(step)
            )
        }
        Headline::SeveralRows { step, rows } => msg!(
            "headline-several-rows",
            step = name(step),
            system = system(step),
            rows = *rows
        ),
        Headline::AllDone => msg!("headline-all-done"),
    }
}

/// The step's name, as people read it.
fn name(step: &StepFacts) -> String {
    humane(step.name.as_str())
}

fn system(step: &StepFacts) -> &str {
    step.system.as_str()
}

fn more_than_once(step: &StepFacts, times: usize, at_least: bool) -> Msg {
    let (step, system) = (name(step), system(step));
    if at_least {
        msg!(
            "headline-more-than-once-at-least",
            step = step,
            system = system,
            times = times
        )
    } else {
        msg!(
            "headline-more-than-once",
            step = step,
            system = system,
            times = times
        )
    }
}

fn unknown(step: &StepFacts, why: WhyUnknown) -> Msg {
    let (step, system) = (name(step), system(step));
    match why {
        WhyUnknown::Unanswered => {
            msg!("headline-unknown-unanswered", step = step, system = system)
        }
        WhyUnknown::Duplicate => msg!("headline-unknown-duplicate", step = step, system = system),
        WhyUnknown::NoReference => {
            msg!(
                "headline-unknown-no-reference",
                step = step,
                system = system
            )
        }
        WhyUnknown::ClaimedUnknown => {
            msg!("headline-unknown-claimed", step = step, system = system)
        }
        WhyUnknown::TakingWithoutOutcome => {
            msg!("headline-unknown-taking", step = step, system = system)
        }
        WhyUnknown::InProgress => {
            msg!("headline-unknown-in-progress", step = step, system = system)
        }
        WhyUnknown::FactsDisagree => {
            msg!(
                "headline-unknown-facts-disagree",
                step = step,
                system = system
            )
        }
        WhyUnknown::ResultIsForeign => {
            msg!("headline-unknown-foreign", step = step, system = system)
        }
    }
}

/// One statement of what is known, or known not to be known.
pub fn statement(statement: &Statement<'_>) -> Msg {
    match statement {
        Statement::Done { step, result } => msg!(
            "statement-done",
            step = name(step),
            system = system(step),
            id = result.result.id.as_str()
        ),
        Statement::MoreThanOnce {
            step,
            results,
            at_least,
        } => several_results(step, results, *at_least),
        Statement::SeveralRows { step, result } => msg!(
            "statement-several-rows",
            step = name(step),
            system = system(step),
            id = result.result.id.as_str(),
            rows = result.rows
        ),
        Statement::Undone { step } => msg!("statement-undone", step = name(step)),
        Statement::NeverSent { step } => msg!("statement-never-sent", step = name(step)),
        Statement::Refused { step, times } => msg!(
            "statement-refused",
            step = name(step),
            system = system(step),
            times = *times
        ),
        Statement::NotThere { step, observed_at } => msg!(
            "statement-not-there",
            step = name(step),
            system = system(step),
            at = *observed_at
        ),
        Statement::Unanswered {
            step,
            times,
            answered_no,
            one_key,
        } => sent(step, *times, *answered_no, *one_key),
        Statement::Unknown { step, why } => unknown(step, *why),
        Statement::NobodyLooked { step } => {
            msg!(
                "statement-nobody-looked",
                step = name(step),
                system = system(step)
            )
        }
        Statement::NothingYet { step, why } => looked(step, *why),
        Statement::Hint { step: _, seen } => hint(seen),
        Statement::ClaimNotTakenOver { step, claim } => claim_not_taken_over(&step.name, *claim),
        Statement::Skipped { step } => msg!("statement-skipped", step = name(step)),
    }
}

/// Ids of results one after another, each in an element of its own.
pub(super) fn ids(results: &[KnownResult]) -> Msg {
    let mut ids = results.iter().map(|r| r.result.id.as_str());
    let first = msg!("list-of-one", item = ids.next().unwrap_or_default());
    ids.fold(first, |list, id| {
        msg!("list-and-next", list = list, item = id)
    })
}

fn several_results(step: &StepFacts, results: &[KnownResult], at_least: bool) -> Msg {
    let (step, times) = (name(step), results.len());
    if at_least {
        msg!(
            "statement-more-than-once-at-least",
            step = step,
            times = times,
            ids = ids(results)
        )
    } else {
        msg!(
            "statement-more-than-once",
            step = step,
            times = times,
            ids = ids(results)
        )
    }
}

fn sent(step: &StepFacts, times: usize, unanswered: usize, one_key: bool) -> Msg {
    let key = Arg::Word(if one_key { "one" } else { "several" }.into());
    if unanswered == times {
        msg!(
            "statement-sent-unanswered",
            step = name(step),
            times = times,
            key = key
        )
    } else {
        msg!(
            "statement-sent",
            step = name(step),
            times = times,
            unanswered = unanswered,
            key = key
        )
    }
}

/// Something that was seen and does not count, and why it does not.
fn hint(seen: &Observation) -> Msg {
    let system = seen.system.as_str();
    let object = seen.object.as_ref().filter(|o| !o.id.is_empty());
    match (object, seen.matches) {
        (Some(object), Some(false)) => {
            msg!(
                "statement-hint-foreign",
                system = system,
                id = object.id.as_str()
            )
        }
        (Some(object), None) => {
            msg!(
                "statement-hint-not-known",
                system = system,
                id = object.id.as_str()
            )
        }
        (Some(object), Some(true)) => {
            msg!(
                "statement-hint-no-step",
                system = system,
                id = object.id.as_str()
            )
        }
        (None, Some(true)) => msg!("statement-hint-no-id", system = system),
        (None, Some(false)) => msg!("statement-hint-foreign-no-id", system = system),
        (None, None) => msg!("statement-hint-unclear", system = system),
    }
}

/// Somebody looked, and it proves nothing: three ways in which it can be so.
fn looked(step: &StepFacts, why: NotProof) -> Msg {
    let (step, system) = (name(step), system(step));
    match why {
        NotProof::Unclear => msg!("statement-unclear", step = step, system = system),
        NotProof::InProgress => msg!("statement-in-progress", step = step, system = system),
        NotProof::TooEarly { .. }
        | NotProof::NoTime
        | NotProof::LookUpNotNamed
        | NotProof::LookUpNotInContract
        | NotProof::NoContract
        | NotProof::LookUpActs
        | NotProof::NoLag
        | NotProof::NoSettlingTime
        | NotProof::PlaceShowsLate => msg!(
            "statement-nothing-yet",
            step = step,
            system = system,
            why = was_no_proof(why)
        ),
    }
}
