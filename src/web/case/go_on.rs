//! "Continue the old operation": whether that is allowed, until when, what is sent and what is not.

use super::findout::proof_from;
use super::timebar::Timebar;
use crate::domain::decision::{NoDecision, Unblock, unblocks};
use crate::domain::ids::IdempotencyKey;
use crate::domain::knowledge::{Knowledge, WhyNotDone};
use crate::domain::resume::{
    ContentChoice, GoesOnWith, NewKey, NoResume, ResumeOrder, ResumePlan, plan,
    too_late_for_changed_content,
};
use crate::domain::review::{Blocker, Review, Sending, StepReview};
use crate::domain::rules::Rules;
use crate::domain::time::Timestamp;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;

/// Whether the operation can go on, and how.
#[derive(Debug, Clone)]
pub struct GoOn {
    pub possible: Possible,
    pub timebar: Option<Timebar>,
    /// What is sent and what is not, in the order of the chain.
    pub sends: Vec<Send>,
}

/// Whether a resume is possible now.
#[derive(Debug, Clone)]
pub enum Possible {
    /// Every step is done: nothing is sent, the operation is confirmed complete.
    Complete { asks: Vec<Msg> },
    /// Until then (`None`: without a limit); `asks`: what the next page asks for.
    Yes {
        until: Option<Timestamp>,
        asks: Vec<Msg>,
    },
    No {
        reasons: Vec<Msg>,
        /// What would make it possible, and what follows then.
        ways: Vec<(Msg, Option<Msg>)>,
    },
}

/// One step of what an instruction sends, or does not.
#[derive(Debug, Clone)]
pub struct Send {
    /// It goes out.
    pub yes: bool,
    pub line: Msg,
    pub why: Option<Msg>,
    pub does: Option<String>,
    pub key: Option<String>,
    /// The key until now, where it goes out under another one.
    pub old_key: Option<String>,
}

impl GoOn {
    /// Looks whether a resume is possible.
    pub fn of(review: &Review<'_>, rules: Rules<'_>) -> Self {
        Self::with(review, &preview(review), rules)
    }

    /// Looks whether a resume is possible with this order.
    pub fn with(review: &Review<'_>, order: &ResumeOrder, rules: Rules<'_>) -> Self {
        let asks = asks(review, order);
        match plan(review, order) {
            Ok(plan) => Self {
                timebar: timebar(review, rules),
                sends: sends(review, &plan),
                possible: if plan.run.is_empty() {
                    Possible::Complete { asks }
                } else {
                    let until = plan.not_after;
                    Possible::Yes { until, asks }
                },
            },
            Err(faults) => Self {
                possible: blocked(review, faults, rules),
                timebar: None,
                sends: Vec::new(),
            },
        }
    }
}

/// The order with which a resume would be possible, if any: the first result of a step done more than once stands for
/// whichever the reviewer will choose, the agreed content stands for
/// whichever, and a step whose key belongs to another one gets a key of its own.
pub fn preview(review: &Review<'_>) -> ResumeOrder {
    ResumeOrder {
        goes_on_with: (review.steps.iter())
            .filter(|s| s.known.more_than_once())
            .filter_map(|s| {
                let first = s.known.results.first()?;
                Some(GoesOnWith {
                    step: s.step.name.clone(),
                    object_type: first.result.object_type.clone(),
                    id: first.result.id.clone(),
                })
            })
            .collect(),
        new_keys: (review.steps.iter())
            .filter(|s| needs_new_key(s))
            .map(|s| NewKey {
                step: s.step.name.clone(),
                key: suggested_key(review, s),
            })
            .collect(),
        content: Some(ContentChoice::Agreed),
        ..ResumeOrder::default()
    }
}

/// Whether a step was refused under a key that belongs to another step.
pub fn needs_new_key(step: &StepReview<'_>) -> bool {
    step.sending == Sending::Blocked(Blocker::KeyBoundToOtherStep)
        && step.known.knowledge == Knowledge::NotDone(WhyNotDone::Refused)
}

/// A key that nothing of this operation has carried: the operation's key and the step's name.
pub fn suggested_key(review: &Review<'_>, step: &StepReview<'_>) -> IdempotencyKey {
    let base = format!("{}#{}", review.facts.key, step.step.name);
    let taken = |key: &IdempotencyKey| {
        let by_step = (review.steps.iter())
            .any(|s| s.step.own_key() == Some(key) || s.step.other_keys.contains(key));
        let by_attempt =
            (review.facts.attempts.iter()).any(|a| a.fact.idempotency_key.as_ref() == Some(key));
        by_step || by_attempt
    };
    let mut key = IdempotencyKey::new(base.clone());
    let mut number = 1;
    while taken(&key) {
        number += 1;
        key = IdempotencyKey::new(format!("{base}-{number}"));
    }
    key
}

/// What the next page asks for beside the reason.
fn asks(review: &Review<'_>, order: &ResumeOrder) -> Vec<Msg> {
    let choose = (order.goes_on_with.iter())
        .map(|g| msg!("no-resume-choose-result", step = humane(g.step.as_str())));
    let keys =
        (order.new_keys.iter()).map(|n| msg!("go-on-asks-new-key", step = humane(n.step.as_str())));
    choose.chain(keys).chain(asks_content(review)).collect()
}

/// Where several contents came: that one has to be chosen, or why only the agreed one is left.
fn asks_content(review: &Review<'_>) -> Vec<Msg> {
    if !review.has_contested_content() {
        return Vec::new();
    }
    let too_late = too_late_for_changed_content(review);
    if too_late.is_empty() {
        return vec![msg!("go-on-asks-content")];
    }
    let why = (too_late.iter()).map(|fault| words::no_resume(review.facts, fault));
    std::iter::once(msg!("go-on-agreed-content"))
        .chain(why)
        .collect()
}

fn blocked(review: &Review<'_>, faults: Vec<NoResume>, rules: Rules<'_>) -> Possible {
    let real = faults
        .into_iter()
        .filter(|fault| !matches!(fault, NoResume::ChooseResult { .. }));
    let mut reasons = Vec::new();
    let mut ways = Vec::new();
    let for_good = review.is_being_undone();
    for fault in real {
        reasons.push(words::no_resume(review.facts, &fault));
        let against = NoDecision::Resume(fault);
        // No check makes an operation go on that is being taken back.
        if !for_good {
            let found = unblocks(review, &against, |step| proof_from(step, rules));
            ways.extend(found.iter().map(|way| in_time(way, review.now)));
        }
    }
    Possible::No { reasons, ways }
}

/// A moment that is past is "now".
fn in_time(way: &Unblock, now: Timestamp) -> (Msg, Option<Msg>) {
    if let Unblock::CheckThatProvesAbsence {
        step,
        from: Some(from),
    } = way
        && *from < now
    {
        return words::unblock(&Unblock::CheckThatProvesAbsence {
            step: step.clone(),
            from: None,
        });
    }
    words::unblock(way)
}

fn timebar(review: &Review<'_>, rules: Rules<'_>) -> Option<Timebar> {
    let at = review.at_resume_point().filter(|s| s.is_unknown())?;
    let attempts: Vec<Timestamp> = (review.facts.attempts.iter())
        .filter(|a| a.fact.step == at.step.name)
        .filter_map(|a| Some(a.arrival.adjust(a.fact.started_at?)))
        .collect();
    let proof = proof_from(at, rules).ok().flatten();
    Timebar::of(at, &attempts, proof, review.now)
}

/// What is sent and what is not, step by step.
pub fn sends(review: &Review<'_>, plan: &ResumePlan) -> Vec<Send> {
    let mut first = true;
    review
        .steps
        .iter()
        .map(|step| send(step, plan, &mut first))
        .collect()
}

fn send(step: &StepReview<'_>, plan: &ResumePlan, first: &mut bool) -> Send {
    let name = humane(step.step.name.as_str());
    let run = plan.run.iter().find(|r| r.step == step.step.name);
    let change = plan.new_keys.iter().find(|c| c.step == step.step.name);
    let skipped = plan.skip.iter().any(|s| s.step == step.step.name);
    let (line, why) = match (run, change) {
        (Some(_), Some(_)) if needs_new_key(step) => (
            msg!("sending-again-new-key", step = &name),
            Some(msg!("sending-again-new-key-why")),
        ),
        (Some(_), Some(_)) => {
            let (line, _) = words::sending(step, *first);
            (line, Some(msg!("sending-new-key-why")))
        }
        (Some(_), None) => words::sending(step, *first),
        (None, _) if skipped => (
            msg!("sending-never", step = &name),
            Some(msg!("sending-skipped")),
        ),
        (None, _) => not_sent(step),
    };
    *first = *first && run.is_none();
    Send {
        yes: run.is_some(),
        line,
        why,
        does: run.and(step.step.does.clone()),
        key: run.and_then(|r| Some(r.idempotency_key.as_ref()?.as_str().to_owned())),
        old_key: change.and_then(|change| Some(change.old.as_ref()?.as_str().to_owned())),
    }
}

fn not_sent(step: &StepReview<'_>) -> (Msg, Option<Msg>) {
    match step.sending {
        Sending::Never(_) | Sending::Blocked(_) => words::sending(step, false),
        Sending::Starts
        | Sending::AgainAfterRefusal
        | Sending::AgainAfterAbsence
        | Sending::Repeat { .. } => (
            msg!("sending-after-stop", step = humane(step.step.name.as_str())),
            Some(msg!("sending-after-stop-why")),
        ),
    }
}
