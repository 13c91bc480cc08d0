//! The plain sentence about the world that heads a case, and the statements under it, as data: the words are the
//! pages' business. Made from knowledge, not from the stop kind, so they change when a check finds something.

use super::absence::{Absence, NotProof};
use super::facts::{ContentStanding, StepFacts};
use super::judgement::{Thing, holding};
use super::knowledge::{Knowledge, KnownResult, StepKnowledge, WhyNotDone, WhyUnknown};
use super::report::{Observation, Seen, StepClaim};
use super::review::{NeverSent, Review, Sending, StepReview};
use super::time::Timestamp;

/// The sentence that heads a case.
#[derive(Debug, Clone, PartialEq)]
pub enum Headline<'a> {
    /// The same key came with other content. `unknown_content`: nobody knows what a further version says.
    Conflict {
        versions: usize,
        unknown_content: bool,
    },
    /// The chain is being taken back, and this undoing is not done.
    BeingUndone {
        undoing: &'a StepFacts,
    },
    /// The undoing was sent, and may or may not have had its effect.
    UndoingUnknown {
        undoing: &'a StepFacts,
    },
    /// Every undoing that was begun is done.
    Undone {
        undoing: &'a StepFacts,
    },
    /// A step has more than one result; `at_least`: others may be on their way.
    MoreThanOnce {
        step: &'a StepFacts,
        times: usize,
        at_least: bool,
    },
    /// One result, which one look-up showed in several rows: one thing seen again, or done again under one id.
    SeveralRows {
        step: &'a StepFacts,
        rows: u64,
    },
    /// The receiver may or may not have done the step.
    MayOrMayNot {
        step: &'a StepFacts,
        why: WhyUnknown,
    },
    /// The step was never sent; everything before it is done.
    NeverSent {
        step: &'a StepFacts,
        after: Option<&'a StepFacts>,
    },
    Refused {
        step: &'a StepFacts,
    },
    /// It is proven that the receiver does not have it.
    NotThere {
        step: &'a StepFacts,
    },
    AllDone,
}

/// One thing that is known, or known not to be known.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement<'a> {
    Done {
        step: &'a StepFacts,
        result: &'a KnownResult,
    },
    MoreThanOnce {
        step: &'a StepFacts,
        results: &'a [KnownResult],
        at_least: bool,
    },
    /// One result, which one look-up showed in several rows.
    SeveralRows {
        step: &'a StepFacts,
        result: &'a KnownResult,
    },
    Undone {
        step: &'a StepFacts,
    },
    NeverSent {
        step: &'a StepFacts,
    },
    Refused {
        step: &'a StepFacts,
        times: usize,
    },
    NotThere {
        step: &'a StepFacts,
        observed_at: Timestamp,
    },
    /// Sent, and no answer. `one_key`: every attempt went out under one key.
    Unanswered {
        step: &'a StepFacts,
        times: usize,
        answered_no: usize,
        one_key: bool,
    },
    Unknown {
        step: &'a StepFacts,
        why: WhyUnknown,
    },
    NobodyLooked {
        step: &'a StepFacts,
    },
    NothingYet {
        step: &'a StepFacts,
        why: NotProof,
    },
    /// Something was seen that is not, or not surely, this operation's.
    Hint {
        step: Option<&'a StepFacts>,
        seen: &'a Observation,
    },
    /// The source claims something that the facts do not bear out.
    ClaimNotTakenOver {
        step: &'a StepFacts,
        claim: StepClaim,
    },
    Skipped {
        step: &'a StepFacts,
    },
}

/// What heads a case.
pub fn headline<'a>(review: &'a Review<'_>) -> Headline<'a> {
    if review.has_contested_content() {
        let contested = |c: &&super::facts::Content| c.standing == ContentStanding::Contested;
        let contents = &review.facts.contents;
        return Headline::Conflict {
            versions: contents.iter().filter(contested).count() + 1,
            unknown_content: contents.iter().filter(contested).any(|c| !c.payload_known),
        };
    }
    if let Some(at) = review.at_undoing() {
        return being_undone(at);
    }
    let up_to = review.resume_point.map_or(review.steps.len(), |i| i + 1);
    if let Some(step) = review.steps[..up_to].iter().find(|s| more_than_once(s)) {
        return Headline::MoreThanOnce {
            step: step.step,
            times: step.known.results.len(),
            at_least: step.known.sent.open(),
        };
    }
    if let Some((step, rows)) = review.steps[..up_to].iter().find_map(several_rows) {
        return Headline::SeveralRows { step, rows };
    }
    let Some(index) = review.resume_point else {
        return Headline::AllDone;
    };
    at_step(
        &review.steps[index],
        index.checked_sub(1).map(|i| review.steps[i].step),
    )
}

fn being_undone<'a>(at: &'a StepReview<'_>) -> Headline<'a> {
    let undoing = at.step;
    match at.known.knowledge {
        Knowledge::Done | Knowledge::Undone => Headline::Undone { undoing },
        Knowledge::Unknown(_) => Headline::UndoingUnknown { undoing },
        Knowledge::NotDone(_) => Headline::BeingUndone { undoing },
    }
}

fn more_than_once(step: &StepReview<'_>) -> bool {
    step.known.knowledge == Knowledge::Done && step.known.more_than_once()
}

fn several_rows<'a>(step: &StepReview<'a>) -> Option<(&'a StepFacts, u64)> {
    let rows = step.known.results.iter().map(|k| k.rows).max()?;
    (step.known.knowledge == Knowledge::Done && rows > 1).then_some((step.step, rows))
}

fn at_step<'a>(at: &'a StepReview<'_>, after: Option<&'a StepFacts>) -> Headline<'a> {
    let step = at.step;
    match at.known.knowledge {
        Knowledge::Unknown(why) => Headline::MayOrMayNot { step, why },
        Knowledge::NotDone(WhyNotDone::NeverSent) => Headline::NeverSent { step, after },
        Knowledge::NotDone(WhyNotDone::Refused) => Headline::Refused { step },
        Knowledge::NotDone(WhyNotDone::AbsenceProven { .. }) => Headline::NotThere { step },
        Knowledge::Done | Knowledge::Undone => Headline::AllDone,
    }
}

/// What is, what is not, and what is not known, step by step.
pub fn statements<'a>(review: &'a Review<'_>) -> Vec<Statement<'a>> {
    let mut all = Vec::new();
    for step in &review.steps {
        if step.sending == Sending::Never(NeverSent::Skipped) {
            all.push(Statement::Skipped { step: step.step });
            continue;
        }
        all.extend(of_step(step.step, &step.known));
        let hints = hints(review, step.step);
        all.extend(hints.map(|seen| Statement::Hint {
            step: Some(step.step),
            seen,
        }));
        if let Some(claim) = step.known.claim_not_taken_over {
            all.push(Statement::ClaimNotTakenOver {
                step: step.step,
                claim,
            });
        }
    }
    let unattached = review
        .facts
        .observations
        .iter()
        .map(|o| &o.fact)
        .filter(|o| o.step.is_none() && o.seen == Seen::Found && !is_judged(review, o));
    all.extend(unattached.map(|seen| Statement::Hint { step: None, seen }));
    all
}

fn hints<'a>(
    review: &'a Review<'_>,
    step: &'a StepFacts,
) -> impl Iterator<Item = &'a Observation> + use<'a> {
    review
        .facts
        .observations
        .iter()
        .map(|o| &o.fact)
        .filter(|o| o.step.as_ref() == Some(&step.name) && o.seen == Seen::Found && is_hint(o))
        .filter(|o| !is_judged(review, o))
}

/// What people judged about is no open question any more.
fn is_judged(review: &Review<'_>, seen: &Observation) -> bool {
    Thing::of(seen).is_some_and(|thing| holding(review.facts, &thing).is_some())
}

/// A find that does not count: it does not match, is not known to, or names no object.
pub fn is_hint(seen: &Observation) -> bool {
    seen.matches != Some(true) || seen.object.as_ref().is_none_or(|o| o.id.is_empty())
}

fn of_step<'a>(step: &'a StepFacts, known: &'a StepKnowledge) -> Vec<Statement<'a>> {
    match known.knowledge {
        Knowledge::Done => done(step, known),
        Knowledge::Undone => vec![Statement::Undone { step }],
        Knowledge::NotDone(WhyNotDone::NeverSent) => vec![Statement::NeverSent { step }],
        Knowledge::NotDone(WhyNotDone::Refused) => vec![Statement::Refused {
            step,
            times: known.sent.refused,
        }],
        Knowledge::NotDone(WhyNotDone::AbsenceProven { observed_at }) => {
            vec![Statement::NotThere { step, observed_at }]
        }
        Knowledge::Unknown(why) => unknown(step, known, why),
    }
}

fn done<'a>(step: &'a StepFacts, known: &'a StepKnowledge) -> Vec<Statement<'a>> {
    if known.more_than_once() {
        return vec![Statement::MoreThanOnce {
            step,
            results: &known.results,
            at_least: known.sent.open(),
        }];
    }
    known
        .results
        .iter()
        .flat_map(|result| {
            let rows = (result.rows > 1).then_some(Statement::SeveralRows { step, result });
            std::iter::once(Statement::Done { step, result }).chain(rows)
        })
        .collect()
}

fn unknown<'a>(
    step: &'a StepFacts,
    known: &'a StepKnowledge,
    why: WhyUnknown,
) -> Vec<Statement<'a>> {
    let sent = &known.sent;
    let mut all = vec![Statement::Unknown { step, why }];
    if sent.attempts() > 0 {
        all.push(Statement::Unanswered {
            step,
            times: sent.attempts(),
            answered_no: sent.unanswered,
            one_key: sent
                .keys
                .iter()
                .all(|k| k.as_ref() == step.own_key() && k.is_some()),
        });
    }
    match known.absence {
        Absence::NobodyLooked if known.results.is_empty() => {
            all.push(Statement::NobodyLooked { step });
        }
        Absence::NothingYet(why) => all.push(Statement::NothingYet { step, why }),
        Absence::NobodyLooked | Absence::Proven { .. } => {}
    }
    all
}
