//! Deciding to continue the old operation.

use super::contents::{self, CONTENT, WhichContent, content_key_field};
use super::fields::{Fault, Fields};
use super::form::DecisionForm;
use super::frame::{Decider, DecisionPage, Frame, Sight};
use super::skips::{self, SkipField, reason_field, skip_field, skip_fields};
use super::stated::{previewed, settled, stated};
use crate::domain::decision::NoDecision;
use crate::domain::fits::fits;
use crate::domain::ids::{CaseId, IdempotencyKey};
use crate::domain::policy::Reason;
use crate::domain::resume::{
    ContentChoice, GoesOnWith, NewKey, NoResume, ResumeOrder, ResumePlan,
    needs_key_for_changed_content, plan,
};
use crate::domain::review::{Review, StepReview};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Answer;
use crate::service::decide::{Decided, DecisionRefused};
use crate::service::decide_resume::{ResumeRequest, decide_resume};
use crate::service::see_case::CaseSeen;
use crate::web::case::conflict::{Place, changed_versions};
use crate::web::case::go_on::{GoOn, Possible, Send, needs_new_key, sends, suggested_key};
use crate::web::case::hands::Hands;
use crate::web::case::sightings::KnownThing;
use crate::web::case::stepper::ResultLink;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::typeset::humane;
use crate::web::words;
use askama::Template;

/// The page on which a person decides to continue the old operation.
#[derive(Debug, Template)]
#[template(path = "case/resume.html")]
pub struct ResumePage {
    pub ctx: Ctx,
    pub frame: Frame,
    /// The name of the step at which it goes on; none where every step is done.
    pub at_step: Option<(usize, String)>,
    pub possible: Possible,
    pub sends: Vec<Send>,
    /// What beside that follows from what is chosen, and what is still to be chosen.
    pub settled: Vec<Msg>,
    pub not_after: Option<Timestamp>,
    pub take_before: Timestamp,
    pub contents: Option<WhichContent>,
    pub choices: Vec<Choice>,
    pub new_keys: Vec<KeyField>,
    /// Steps that can be left out.
    pub skips: Vec<SkipField>,
}

/// A step that was done more than once: which result does the operation go on with?
#[derive(Debug, Clone)]
pub struct Choice {
    pub field: String,
    pub step: String,
    pub options: Vec<Choosable>,
}

/// One of its results.
#[derive(Debug, Clone)]
pub struct Choosable {
    pub value: String,
    pub result: ResultLink,
    /// What was seen of it.
    pub evidence: Vec<String>,
    pub chosen: bool,
}

/// A step that needs a key of its own.
#[derive(Debug, Clone)]
pub struct KeyField {
    pub field: String,
    pub step: String,
    pub old: Option<String>,
    pub new: String,
}

impl Page for ResumePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl ResumePage {
    /// Whether the person can decide here and now.
    fn may_decide(&self) -> bool {
        self.frame.may_decide() && !matches!(self.possible, Possible::No { .. })
    }

    fn is_complete(&self) -> bool {
        matches!(self.possible, Possible::Complete { .. })
    }

    fn why_not(&self) -> &[Msg] {
        match &self.possible {
            Possible::No { reasons, .. } => reasons,
            Possible::Complete { .. } | Possible::Yes { .. } => &[],
        }
    }

    /// Something is asked beside the reason.
    fn asks(&self) -> bool {
        !self.choices.is_empty()
            || !self.new_keys.is_empty()
            || self.contents.is_some()
            || !self.skips.is_empty()
            || !self.frame.shared.is_empty()
    }

    /// Some step is left out.
    fn leaves_out(&self) -> bool {
        self.skips.iter().any(|skip| skip.chosen)
    }

    /// The operation cannot go on as it is, and leaving out a step may change that.
    fn may_leave_out(&self) -> bool {
        self.frame.may_decide() && !self.skips.is_empty()
    }
}

impl DecisionPage for ResumePage {
    const FORM: DecisionForm = DecisionForm::Resume;

    type Request = ResumeRequest;

    fn reasons(policy: &Policy) -> &[Reason] {
        &policy.reasons().resume
    }

    fn fits(reason: &Reason, sight: &Sight<'_>, fields: &Fields) -> bool {
        let plan = plan(&sight.review, &previewed(&sight.review, fields));
        // Where something has to be ordered first, what will fit is not known yet.
        plan.map_or(true, |plan| fits(reason.fits, &sight.review, &plan))
    }

    fn stated(fields: &Fields, sight: &Sight<'_>) -> Option<String> {
        stated(&sight.review, fields)
    }

    fn of(ctx: Ctx, frame: Frame, sight: &Sight<'_>) -> Self {
        let review = &sight.review;
        let ordered = previewed(review, &frame.fields);
        let plan = plan(review, &ordered).ok();
        Self {
            at_step: at_step(review, plan.as_ref()),
            possible: GoOn::with(review, &ordered, sight.policy.rules()).possible,
            skips: skip_fields(review, &frame.fields),
            sends: plan
                .as_ref()
                .map_or_else(Vec::new, |plan| sends(review, plan)),
            settled: plan
                .as_ref()
                .map_or_else(Vec::new, |plan| settled(review, plan, &frame.fields)),
            not_after: plan.as_ref().and_then(|plan: &ResumePlan| plan.not_after),
            take_before: ctx.reader.now.plus(sight.policy.margins().take_before),
            contents: WhichContent::of(review, changed_versions(sight.seen), &frame.fields),
            choices: choices(review, &sight.things, &frame.fields),
            new_keys: key_fields(review, &frame.fields),
            ctx,
            frame,
        }
    }

    fn not_after(&self) -> Option<Timestamp> {
        self.not_after
    }

    fn frame(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn request(fields: &Fields, sight: &Sight<'_>) -> ResumeRequest {
        ResumeRequest {
            seen: fields.seen(),
            why: fields.why(),
            order: order(&sight.review, fields),
            holds_acknowledged: fields.get("holds") == "yes",
        }
    }

    async fn decide(
        by: &Decider<'_>,
        case: CaseId,
        request: &ResumeRequest,
    ) -> Answer<Decided, DecisionRefused> {
        decide_resume(by.services, &by.person, case, request).await
    }

    fn rule_fault(seen: &CaseSeen, rule: &NoDecision) -> Fault {
        rule_fault(seen, rule)
    }
}

/// The step at which it goes on: the first that is sent, and where nothing can be sent, the resume point.
fn at_step(review: &Review<'_>, plan: Option<&ResumePlan>) -> Option<(usize, String)> {
    let index = match plan {
        Some(plan) => {
            let first = &plan.run.first()?.step;
            review.steps.iter().position(|s| s.step.name == *first)?
        }
        None => review.resume_point?,
    };
    let step = review.steps.get(index)?;
    Some((index + 1, humane(step.step.name.as_str())))
}

fn choice_field(index: usize) -> String {
    format!("goes_on_{}", index + 1)
}

/// How the names of all fields begin that hold a new key.
pub const KEY_FIELDS: [&str; 2] = ["new_key_", "content_key_"];

fn key_field(index: usize) -> String {
    format!("new_key_{}", index + 1)
}

/// The details of every sighting of a result.
fn evidence(things: &[KnownThing], system: &str, id: &str) -> Vec<String> {
    (things.iter())
        .filter(|thing| thing.system == system && thing.object.id == id)
        .flat_map(|thing| &thing.sightings)
        .filter_map(|seen| seen.detail.clone())
        .collect()
}

fn choices(review: &Review<'_>, things: &[KnownThing], fields: &Fields) -> Vec<Choice> {
    (review.steps.iter().enumerate())
        .filter(|(_, step)| step.known.more_than_once())
        .map(|(index, step)| {
            let field = choice_field(index);
            let options = step.known.results.iter().enumerate();
            Choice {
                step: humane(step.step.name.as_str()),
                options: options
                    .map(|(place, known)| Choosable {
                        value: place.to_string(),
                        result: ResultLink::of(&known.result),
                        evidence: evidence(things, step.step.system.as_str(), &known.result.id),
                        chosen: fields.get(&field) == place.to_string(),
                    })
                    .collect(),
                field,
            }
        })
        .collect()
}

fn key_fields(review: &Review<'_>, fields: &Fields) -> Vec<KeyField> {
    (review.steps.iter().enumerate())
        .filter(|(_, step)| needs_new_key(step))
        .map(|(index, step)| {
            let field = key_field(index);
            let typed = fields.sent(&field).map(ToOwned::to_owned);
            KeyField {
                step: humane(step.step.name.as_str()),
                old: step.step.own_key().map(|key| key.as_str().to_owned()),
                new: typed.unwrap_or_else(|| suggested_key(review, step).as_str().to_owned()),
                field,
            }
        })
        .collect()
}

/// Which steps are asked for a new key with this content.
pub fn key_fields_of(content: Option<&ContentChoice>) -> fn(&StepReview<'_>) -> bool {
    match content {
        Some(ContentChoice::Changed(_)) => needs_key_for_changed_content,
        Some(ContentChoice::Agreed) | None => needs_new_key,
    }
}

/// What the person orders with the form. A step that is left out needs no key.
pub fn order(review: &Review<'_>, fields: &Fields) -> ResumeOrder {
    let steps = || review.steps.iter().enumerate();
    let chosen = steps()
        .filter(|(_, step)| step.known.more_than_once())
        .filter_map(|(index, step)| {
            let place: usize = fields.get(&choice_field(index)).parse().ok()?;
            let known = step.known.results.get(place)?;
            Some(GoesOnWith {
                step: step.step.name.clone(),
                object_type: known.result.object_type.clone(),
                id: known.result.id.clone(),
            })
        });
    let keys = steps()
        .filter(|(_, step)| needs_new_key(step))
        .filter_map(|(index, step)| {
            let key = fields.get(&key_field(index)).trim();
            (!key.is_empty()).then(|| NewKey {
                step: step.step.name.clone(),
                key: IdempotencyKey::new(key),
            })
        });
    let content = contents::chosen(fields);
    let mut new_keys: Vec<NewKey> = match content {
        Some(ContentChoice::Changed(_)) => contents::new_keys(review, fields),
        Some(ContentChoice::Agreed) | None => keys.collect(),
    };
    let skip = skips::chosen(review, fields);
    new_keys.retain(|new| !skip.iter().any(|skip| skip.step == new.step));
    ResumeOrder {
        goes_on_with: chosen.collect(),
        new_keys,
        content,
        skip,
    }
}

/// What stands against an order, at the field by which it can be put right.
fn rule_fault(seen: &CaseSeen, rule: &NoDecision) -> Fault {
    let text = words::no_decision(&seen.facts, rule);
    let place = |step: &crate::domain::ids::StepName| {
        let index = seen.facts.steps.iter().position(|s| s.name == *step);
        index.unwrap_or_default()
    };
    let field = match rule {
        NoDecision::Resume(NoResume::ChooseResult { step } | NoResume::NoSuchResult { step }) => {
            choice_field(place(step))
        }
        NoDecision::Resume(
            NoResume::NewKeyInUse { step }
            | NoResume::NewKeyNotAllowed { step }
            | NoResume::Blocked { step, .. },
        ) => key_field(place(step)),
        NoDecision::Resume(
            NoResume::ChooseContent | NoResume::ContentTooLate { .. } | NoResume::NoSuchContent,
        ) => CONTENT.to_owned(),
        NoDecision::Resume(NoResume::SkipWithoutReason { step }) => reason_field(place(step)),
        NoDecision::Resume(
            NoResume::SkipOfDone { step } | NoResume::SkipNotAcknowledged { step },
        ) => skip_field(place(step)),
        NoDecision::Resume(NoResume::ContentNeedsNewKey { step }) => content_key_field(place(step)),
        NoDecision::Resume(NoResume::BeingUndone | NoResume::NoSuchStep { .. })
        | NoDecision::NewOperation(_)
        | NoDecision::Superseded
        | NoDecision::TakingOpen { .. }
        | NoDecision::Compensate(_)
        | NoDecision::BeingUndone => "decision".to_owned(),
    };
    Fault::at(field, text)
}
