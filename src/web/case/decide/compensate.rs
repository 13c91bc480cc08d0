//! Deciding to undo what is done.

use super::fields::{Fault, Fields};
use super::form::DecisionForm;
use super::frame::{Decider, DecisionPage, Frame, Sight};
use crate::domain::compensate::{
    CompensateOrder, NoCompensate, NotUndone, Proposal, plan, proposals,
};
use crate::domain::decision::NoDecision;
use crate::domain::fits::fits_undoing;
use crate::domain::ids::{CaseId, StepName};
use crate::domain::policy::Reason;
use crate::domain::review::{Review, Sending, StepReview};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Answer;
use crate::service::decide::{Decided, DecisionRefused};
use crate::service::decide_compensate::{CompensateRequest, decide_compensate};
use crate::service::see_case::CaseSeen;
use crate::web::case::hands::Hands;
use crate::web::case::stepper::ResultLink;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::typeset::humane;
use crate::web::words;
use askama::Template;

/// The page on which a person decides to undo what is done.
#[derive(Debug, Template)]
#[template(path = "case/compensate.html")]
pub struct CompensatePage {
    pub ctx: Ctx,
    pub frame: Frame,
    pub undoable: Vec<Undoable>,
    pub not_undone: Vec<NotUndoneLine>,
    /// Something was undone, or begun to be, already.
    pub goes_on: bool,
    pub take_before: Timestamp,
}

/// A step that can be undone, and how.
#[derive(Debug, Clone)]
pub struct Undoable {
    pub field: String,
    pub step: String,
    pub system: String,
    /// What exists of it.
    pub results: Vec<ResultLink>,
    /// The undoing's own step.
    pub undoing: String,
    pub does: Option<String>,
    pub key: Option<String>,
    /// Under which terms the undoing goes out.
    pub how: Msg,
    pub not_after: Option<Timestamp>,
    pub chosen: bool,
}

/// A step that is not undone, and why.
#[derive(Debug, Clone)]
pub struct NotUndoneLine {
    pub step: String,
    pub why: Msg,
}

impl Page for CompensatePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl CompensatePage {
    /// Whether the person can decide here and now.
    fn may_decide(&self) -> bool {
        self.frame.may_decide() && !self.undoable.is_empty()
    }
}

impl DecisionPage for CompensatePage {
    const FORM: DecisionForm = DecisionForm::Compensate;

    type Request = CompensateRequest;

    fn reasons(policy: &Policy) -> &[Reason] {
        &policy.reasons().compensate
    }

    fn fits(reason: &Reason, sight: &Sight<'_>, fields: &Fields) -> bool {
        let review = &sight.review;
        let chosen = order(review, fields);
        // Until something is chosen, whatever can be undone may be.
        let all = || {
            let possible = proposals(review).into_iter();
            let possible = possible.filter(|(_, proposal)| proposal.is_ok());
            possible.map(|(step, _)| step.step.name.clone()).collect()
        };
        let undo = if chosen.undo.is_empty() {
            CompensateOrder { undo: all() }
        } else {
            chosen
        };
        plan(review, &undo).map_or(true, |plan| fits_undoing(reason.fits, review, &plan))
    }

    fn of(ctx: Ctx, frame: Frame, sight: &Sight<'_>) -> Self {
        let review = &sight.review;
        let (mut undoable, mut not_undone) = (Vec::new(), Vec::new());
        for (step, proposal) in proposals(review) {
            match proposal {
                Ok(proposal) => undoable.push(can_be(review, step, &proposal, &frame.fields)),
                Err(why) => not_undone.push(is_not(review, step, why)),
            }
        }
        Self {
            undoable,
            not_undone,
            goes_on: review.is_being_undone(),
            take_before: ctx.reader.now.plus(sight.policy.margins().take_before),
            ctx,
            frame,
        }
    }

    fn not_after(&self) -> Option<Timestamp> {
        let any = self.undoable.iter().any(|line| line.chosen);
        let undone = self.undoable.iter().filter(|line| line.chosen || !any);
        undone.filter_map(|line| line.not_after).min()
    }

    fn frame(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn request(fields: &Fields, sight: &Sight<'_>) -> CompensateRequest {
        CompensateRequest {
            seen: fields.seen(),
            why: fields.why(),
            order: order(&sight.review, fields),
        }
    }

    async fn decide(
        by: &Decider<'_>,
        case: CaseId,
        request: &CompensateRequest,
    ) -> Answer<Decided, DecisionRefused> {
        decide_compensate(by.services, &by.person, case, request).await
    }

    fn rule_fault(seen: &CaseSeen, rule: &NoDecision) -> Fault {
        Fault::at(
            fault_field(seen, rule),
            words::no_decision(&seen.facts, rule),
        )
    }
}

/// The steps that are ticked.
fn order(review: &Review<'_>, fields: &Fields) -> CompensateOrder {
    let steps = review.steps.iter().enumerate();
    let chosen = steps.filter(|(index, _)| fields.get(&field(*index)) == "yes");
    CompensateOrder {
        undo: chosen.map(|(_, s)| s.step.name.clone()).collect(),
    }
}

fn field(index: usize) -> String {
    format!("undo_{}", index + 1)
}

fn place(review: &Review<'_>, step: &StepName) -> usize {
    let found = review.steps.iter().position(|s| s.step.name == *step);
    found.unwrap_or_default()
}

fn can_be(
    review: &Review<'_>,
    step: &StepReview<'_>,
    proposal: &Proposal,
    fields: &Fields,
) -> Undoable {
    let own = (review.steps.iter()).find(|s| s.step.name == proposal.undoing);
    let field = field(place(review, &step.step.name));
    let results = step.known.results.iter();
    Undoable {
        step: humane(step.step.name.as_str()),
        system: step.step.system.as_str().to_owned(),
        results: results.map(|known| ResultLink::of(&known.result)).collect(),
        undoing: humane(proposal.undoing.as_str()),
        does: own.and_then(|own| own.step.does.clone()),
        key: proposal.key.as_ref().map(|key| key.as_str().to_owned()),
        how: own.map_or_else(|| msg!("undo-starts"), words::undoing),
        not_after: match proposal.sending {
            Sending::Repeat { not_after } => not_after,
            Sending::Starts
            | Sending::AgainAfterRefusal
            | Sending::AgainAfterAbsence
            | Sending::Blocked(_)
            | Sending::Never(_) => None,
        },
        chosen: fields.get(&field) == "yes",
        field,
    }
}

fn is_not(review: &Review<'_>, step: &StepReview<'_>, why: NotUndone) -> NotUndoneLine {
    NotUndoneLine {
        step: humane(step.step.name.as_str()),
        why: words::not_undone(review.facts, &step.step.name, why),
    }
}

fn fault_field(seen: &CaseSeen, rule: &NoDecision) -> String {
    let of_step = |step: &StepName| {
        let place = seen.facts.steps.iter().position(|s| s.name == *step);
        place.map_or_else(|| "decision".to_owned(), field)
    };
    match rule {
        NoDecision::Compensate(NoCompensate::NothingChosen) => "undo".to_owned(),
        NoDecision::Compensate(
            NoCompensate::NotUndone { step, .. } | NoCompensate::NoSuchStep { step },
        ) => of_step(step),
        NoDecision::Compensate(NoCompensate::NothingToUndo)
        | NoDecision::Resume(_)
        | NoDecision::NewOperation(_)
        | NoDecision::Superseded
        | NoDecision::TakingOpen { .. }
        | NoDecision::BeingUndone => "decision".to_owned(),
    }
}
