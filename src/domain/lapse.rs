//! A policy's *lapse* (`domain.md` §4.5): an unanswered, unheld, low-risk unknown result is let be after a time. It is no
//! decision; the policy's rule is quoted, and nothing is sent.
//!
//! The time counts from the first stop, and nothing resets it. It is set when the case opens, for what the policy says then,
//! and is taken away for good as soon as the case has become a person's: whatever somebody does with it beside claiming it
//! and giving it back (a note, a check, a wait, a draft, a proposal, …) is the beginning of an answer, and who began one is
//! not overtaken by a rule. A claim alone only holds it up: "unheld" is about now, and a look that ended in a release
//! answers nothing. It is taken away as well once more is known than that the result is unknown.

use super::knowledge::{Knowledge, WhyUnknown};
use super::policy::Risk;
use super::report::StopKind;
use super::review::Review;
use super::standing::{CaseState, OperationStanding};
use super::text::LocalText;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the policy says of a type whose unanswered unknown results it lets be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LapseRule {
    /// Counted from the first stop.
    pub after: Duration,
    /// Why that may be, in the policy's own words.
    pub because: LocalText,
}

/// A case, as far as a lapse looks at it.
#[derive(Debug, Clone, Copy)]
pub struct Unanswered<'a> {
    pub review: &'a Review<'a>,
    /// As it is filed.
    pub kind: StopKind,
    pub risk: Risk,
    pub operation: OperationStanding,
    /// The operation's first case. One that comes after another's end was told of something that came late, or follows what
    /// somebody decided: a person looks at it.
    pub is_first: bool,
    /// The first stop.
    pub stopped_at: Timestamp,
}

/// When the policy lets a case be that nobody answers; `None`: never, it waits for a person.
pub fn lapses_at(rule: Option<&LapseRule>, case: Unanswered<'_>) -> Option<Timestamp> {
    let rule = rule.filter(|_| may_lapse(case))?;
    Some(case.stopped_at.plus(rule.after))
}

fn may_lapse(case: Unanswered<'_>) -> bool {
    let unknown = StopKind::ResultUnknown;
    // An effect too many is nothing that could be let be, and what a worker has taken somebody had decided.
    let too_many = |results: usize| results > 1;
    let more_than_once = (case.review.steps.iter()).any(|step| too_many(step.known.results.len()));
    // What was seen, acknowledged or contradicted is for a person; let be is only what nobody knows anything of.
    let something_seen = (case.review.steps.iter()).any(|step| match step.known.knowledge {
        Knowledge::Unknown(why) => !is_plain(why),
        Knowledge::Done | Knowledge::NotDone(_) | Knowledge::Undone => false,
    });
    case.is_first
        && case.risk == Risk::Low
        && case.kind == unknown
        && case.review.kind == unknown
        && case.operation == OperationStanding::Open
        && case.review.facts.takings.is_empty()
        && !more_than_once
        && !something_seen
}

const fn is_plain(why: WhyUnknown) -> bool {
    match why {
        WhyUnknown::Unanswered | WhyUnknown::ClaimedUnknown => true,
        WhyUnknown::Duplicate
        | WhyUnknown::NoReference
        | WhyUnknown::TakingWithoutOutcome
        | WhyUnknown::InProgress
        | WhyUnknown::FactsDisagree
        | WhyUnknown::ResultIsForeign => false,
    }
}

/// What becomes of a case whose time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is let be.
    Lapses,
    /// Somebody has it in their hands: it is looked at again once they have given it back.
    Held,
    /// By the rule of today its time is later than was said when it opened.
    NotYet(Timestamp),
    /// It waits for a person from now on.
    ForAPerson,
}

/// Looks at a case under its lock. `told`: the time that was set when it opened and that nobody has taken away since. What
/// the policy says today must agree: a rule that is gone lets nothing be, and the later of two times counts.
pub fn verdict(
    told: Option<Timestamp>,
    by_rule: Option<Timestamp>,
    state: CaseState,
    now: Timestamp,
) -> Verdict {
    let (Some(told), Some(by_rule)) = (told, by_rule) else {
        return Verdict::ForAPerson;
    };
    let at = told.max(by_rule);
    match state {
        CaseState::Waiting if now >= at => Verdict::Lapses,
        CaseState::Waiting => Verdict::NotYet(at),
        CaseState::InReview => Verdict::Held,
        CaseState::AwaitingApproval
        | CaseState::Decided
        | CaseState::Executing
        | CaseState::Resolved => Verdict::ForAPerson,
    }
}
