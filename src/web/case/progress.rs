//! What became of the decisions on a case: accepted, on offer, taken, reported; and what the source is told.

use super::eyes::withdraw::can_be_taken_back;
use super::hands::permits;
use super::json_text;
use super::ordered::Ordered;
use crate::domain::people::Action;
use crate::domain::permits::Act;
use crate::domain::standing::{DecisionKind, DecisionState, InstructionOutcome, InstructionState};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::see_case::{CaseSeen, DecisionRow, InstructionRow};
use crate::web::back::Back;
use crate::web::ctx::Ctx;
use crate::web::deliveries::Delivery;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::words;
use serde_json::Value;

/// One decision and its way.
#[derive(Debug, Clone)]
pub struct Progress {
    pub title: Msg,
    /// It was taken back, refused or returned.
    pub ended: Option<Msg>,
    pub by: String,
    pub at: Timestamp,
    pub reason: String,
    pub reason_code: String,
    pub justification: String,
    pub facts_digest: String,
    /// The page of this decision, with the facts it was made on.
    pub facts_href: String,
    /// The page on which it is answered, while it waits for a second person.
    pub approval_href: Option<String>,
    /// The page on which the person who looks can take it back.
    pub withdraw_href: Option<String>,
    pub answer: Option<Answer>,
    pub stages: Vec<Stage>,
    /// What was ordered, in sentences.
    pub ordered: Option<Ordered>,
    /// The instruction as the source gets it.
    pub instruction: Option<String>,
    pub instruction_id: Option<String>,
    /// The notices of it to the source's endpoints.
    pub deliveries: Vec<Delivery>,
}

/// What a second person said.
#[derive(Debug, Clone)]
pub struct Answer {
    pub title: Msg,
    pub by: String,
    pub at: Option<Timestamp>,
    pub words: String,
}

/// One stage of the way.
#[derive(Debug, Clone)]
pub struct Stage {
    pub title: Msg,
    /// It was reached.
    pub done: bool,
    pub who: Option<String>,
    pub at: Option<Timestamp>,
    pub note: Option<Msg>,
}

impl Progress {
    /// The decisions of a case, newest first.
    pub fn of(seen: &CaseSeen, policy: &Policy, ctx: &Ctx, back: &Back) -> Vec<Self> {
        let live = can_be_taken_back(seen).map(|row| row.id);
        let may_withdraw = permits(seen, ctx, Act::Withdraw).is_ok();
        seen.decisions
            .iter()
            .map(|decision| {
                let instruction = seen
                    .instructions
                    .iter()
                    .find(|i| i.decision_id == decision.id);
                let (kind, code) = (decision.kind, &decision.reason_code);
                let reason = reason_title(policy.reasons(), kind, code, &ctx.reader);
                let id = seen.case.id;
                let waits = decision.state == DecisionState::Proposed;
                let on = |page: &str| back.on(&format!("/cases/{id}/{page}"));
                Self {
                    facts_href: on(&format!("decisions/{}", decision.id)),
                    approval_href: (waits && ctx.may(Action::Approve)).then(|| on("approval")),
                    withdraw_href: (may_withdraw && live == Some(decision.id))
                        .then(|| on("withdraw")),
                    ..progress(seen, decision, instruction, reason)
                }
            })
            .collect()
    }
}

fn progress(
    seen: &CaseSeen,
    decision: &DecisionRow,
    instruction: Option<&InstructionRow>,
    reason: Option<String>,
) -> Progress {
    let document = instruction.and_then(|i| serde_json::from_str::<Value>(&i.document).ok());
    Progress {
        title: words::decision_kind(decision.kind),
        ended: ended(decision.state, instruction),
        by: seen.names.of(&decision.by_name),
        at: decision.decided_at,
        reason: reason.unwrap_or_else(|| decision.reason_code.clone()),
        reason_code: decision.reason_code.clone(),
        justification: decision.justification.clone(),
        facts_digest: decision.facts_digest.clone(),
        facts_href: String::new(),
        approval_href: None,
        withdraw_href: None,
        answer: answer(seen, decision),
        stages: stages(seen, decision, instruction),
        ordered: Ordered::of(&decision.document, seen.agreed_payload()),
        instruction: document.as_ref().map(json_text::pretty),
        instruction_id: instruction.map(|i| i.id.as_str().to_owned()),
        deliveries: instruction.map_or_else(Vec::new, |i| deliveries(seen, i)),
    }
}

fn deliveries(seen: &CaseSeen, instruction: &InstructionRow) -> Vec<Delivery> {
    let all = seen.deliveries.iter();
    all.filter(|seen| seen.delivery.instruction_id.as_ref() == Some(&instruction.id))
        .map(Delivery::of)
        .collect()
}

fn answer(seen: &CaseSeen, decision: &DecisionRow) -> Option<Answer> {
    Some(Answer {
        title: match decision.state {
            DecisionState::Refused => msg!("progress-refused-by"),
            DecisionState::Made
            | DecisionState::Withdrawn
            | DecisionState::Proposed
            | DecisionState::Returned => msg!("progress-approved"),
        },
        by: seen.names.of(decision.answered_name.as_deref()?),
        at: decision.answered_at,
        words: decision.answer_words.clone().unwrap_or_default(),
    })
}

fn ended(state: DecisionState, instruction: Option<&InstructionRow>) -> Option<Msg> {
    match state {
        DecisionState::Proposed => None,
        DecisionState::Made => match instruction?.state {
            InstructionState::Withdrawn => Some(msg!("instruction-state-withdrawn")),
            InstructionState::Lapsed => Some(msg!("instruction-state-lapsed")),
            InstructionState::Offered | InstructionState::Taken | InstructionState::Reported => {
                None
            }
        },
        DecisionState::Refused | DecisionState::Returned | DecisionState::Withdrawn => {
            Some(words::decision_state(state))
        }
    }
}

fn stages(
    seen: &CaseSeen,
    decision: &DecisionRow,
    instruction: Option<&InstructionRow>,
) -> Vec<Stage> {
    let accepted = Stage {
        // Only a proposal has a time before which it has to be answered.
        title: match decision.answer_before {
            Some(_) => msg!("progress-proposed"),
            None => msg!("progress-accepted"),
        },
        done: true,
        who: Some(seen.names.of(&decision.by_name)),
        at: Some(decision.decided_at),
        note: Some(msg!(
            "progress-on-version",
            version = decision.case_version.0
        )),
    };
    let mut all = vec![accepted];
    all.extend(second_person(seen, decision));
    if let Some(instruction) = instruction {
        all.extend([
            offered(seen, instruction),
            taken(instruction),
            reported(instruction),
        ]);
    }
    all
}

/// The answer of the second person, where the policy wanted one: `answer_before` is stored only then.
fn second_person(seen: &CaseSeen, decision: &DecisionRow) -> Option<Stage> {
    let until = decision.answer_before?;
    Some(match answer(seen, decision) {
        Some(answer) => Stage {
            title: answer.title,
            done: true,
            who: Some(answer.by),
            at: answer.at,
            note: None,
        },
        None => Stage {
            title: msg!("progress-waits"),
            done: false,
            who: None,
            at: None,
            note: Some(msg!("progress-answer-before", at = until)),
        },
    })
}

fn offered(seen: &CaseSeen, instruction: &InstructionRow) -> Stage {
    // A worker that asks for one key and takes what there is was given it in the same moment.
    let delivered = instruction.delivered_at.or(instruction.taken_at);
    Stage {
        title: match delivered {
            Some(_) => msg!("progress-delivered"),
            None => msg!("progress-offered"),
        },
        done: true,
        who: Some(seen.source.title.clone()),
        at: Some(delivered.unwrap_or(instruction.offered_at)),
        note: Some(match instruction.not_after {
            Some(end) if end < instruction.take_before => msg!("progress-not-after", at = end),
            Some(_) | None => msg!("progress-take-before", at = instruction.take_before),
        }),
    }
}

fn taken(instruction: &InstructionRow) -> Stage {
    Stage {
        title: msg!("progress-taken"),
        done: instruction.taken_at.is_some(),
        who: instruction.worker.clone(),
        at: instruction.taken_at,
        note: match (instruction.state, instruction.lease_until) {
            (InstructionState::Offered, _) => Some(msg!("progress-not-yet")),
            (InstructionState::Taken, Some(until)) => Some(msg!("progress-lease", until = until)),
            (
                InstructionState::Taken
                | InstructionState::Reported
                | InstructionState::Withdrawn
                | InstructionState::Lapsed,
                _,
            ) => None,
        },
    }
}

fn reported(instruction: &InstructionRow) -> Stage {
    Stage {
        title: match instruction.outcome {
            None => msg!("progress-reported"),
            Some(InstructionOutcome::Done) => msg!("progress-outcome-done"),
            Some(InstructionOutcome::Refused) => msg!("progress-outcome-refused"),
            Some(InstructionOutcome::Unknown) => msg!("progress-outcome-unknown"),
        },
        done: instruction.reported_at.is_some(),
        who: None,
        at: instruction.reported_at,
        note: None,
    }
}

/// The policy's words for a decision's reason, in the reader's language.
pub fn reason_title(
    reasons: &crate::domain::policy::ReasonCodes,
    kind: DecisionKind,
    code: &str,
    reader: &Reader,
) -> Option<String> {
    let reason = reasons.find(kind, code);
    reason.map(|reason| reason.title.for_tag(reader.language.as_str()).to_owned())
}
