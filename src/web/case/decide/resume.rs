//! Deciding to continue the old operation.

use super::changed::{ChangedPage, sent_before};
use super::facts_seen::FactsSeen;
use super::fields::{Fault, Fields, ReasonChoice, has, reasons};
use crate::domain::decision::NoDecision;
use crate::domain::ids::{CaseId, IdempotencyKey};
use crate::domain::resume::{GoesOnWith, NewKey, NoResume, ResumeOrder, ResumePlan, plan};
use crate::domain::review::{Review, review};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::decide::{Against, DecisionRefused};
use crate::service::decide_resume::{ResumeRequest, decide_resume};
use crate::service::see_case::CaseSeen;
use crate::web::back::{Back, case_href};
use crate::web::case::go_on::{GoOn, Possible, Send, needs_new_key, preview, sends, suggested_key};
use crate::web::case::hands::Hands;
use crate::web::case::related::{self, Shared};
use crate::web::case::show::{Asked, see};
use crate::web::case::sightings::{KnownThing, known_things, sightings};
use crate::web::case::stepper::ResultLink;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::typeset::humane;
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

/// The page on which a person decides to continue the old operation.
#[derive(Debug, Template)]
#[template(path = "case/resume.html")]
pub struct ResumePage {
    pub ctx: Ctx,
    pub back: Back,
    pub id: CaseId,
    pub case_href: String,
    pub title: String,
    pub source: String,
    pub operation_key: String,
    /// The name of the step at which it goes on; none where every step is done.
    pub at_step: Option<(usize, String)>,
    pub hands: Hands,
    pub facts: FactsSeen,
    pub possible: Possible,
    pub sends: Vec<Send>,
    pub not_after: Option<Timestamp>,
    pub take_before: Timestamp,
    pub agreed_content: bool,
    pub choices: Vec<Choice>,
    pub new_keys: Vec<KeyField>,
    pub shared: Vec<Shared>,
    pub reasons: Vec<ReasonChoice>,
    pub minimum: usize,
    pub fields: Fields,
    pub faults: Vec<Fault>,
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
    /// Makes the page; `fields` are those that were sent, if it comes back.
    pub fn of(ctx: Ctx, seen: &CaseSeen, policy: &Policy, back: Back, fields: Fields) -> Self {
        let rules = policy.rules();
        let reader = ctx.reader;
        let review = review(&seen.facts, rules, reader.now);
        let sightings = sightings(&review, rules);
        let things = known_things(&review, &sightings);
        let plan = plan(&review, &preview(&review)).ok();
        let margins = policy.margins();
        Self {
            id: seen.case.id,
            case_href: case_href(seen.case.id, &back),
            title: seen.case.details.title.clone(),
            source: seen.source.title.clone(),
            operation_key: seen.facts.key.as_str().to_owned(),
            at_step: at_step(&review),
            hands: Hands::of(seen, &ctx),
            facts: FactsSeen::of(seen, &review, sightings, &things),
            possible: GoOn::of(&review, rules).possible,
            sends: plan
                .as_ref()
                .map_or_else(Vec::new, |plan| sends(&review, plan)),
            not_after: plan.as_ref().and_then(|plan: &ResumePlan| plan.not_after),
            take_before: reader.now.plus(margins.take_before),
            agreed_content: review.has_contested_content(),
            choices: choices(&review, &things, &fields),
            new_keys: key_fields(&review, &fields),
            shared: related::shared(seen, &back),
            reasons: reasons(&policy.reasons().resume, &fields, &reader),
            minimum: margins.justification_minimum,
            faults: Vec::new(),
            fields,
            ctx,
            back,
        }
    }

    /// Whether the person can decide here and now.
    fn may_decide(&self) -> bool {
        self.hands.may_decide() && !matches!(self.possible, Possible::No { .. })
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

    /// Some of the reasons want something to be named.
    fn wants_a_name(&self) -> bool {
        self.reasons.iter().any(|reason| reason.wants.is_some())
    }

    /// What the person was about to do, for the way through taking the case.
    fn then(&self) -> &'static str {
        "resume"
    }

    fn has(&self, field: &str) -> bool {
        has(&self.faults, field)
    }
}

fn at_step(review: &Review<'_>) -> Option<(usize, String)> {
    let index = review.resume_point?;
    let step = review.steps.get(index)?;
    Some((index + 1, humane(step.step.name.as_str())))
}

fn choice_field(index: usize) -> String {
    format!("goes_on_{}", index + 1)
}

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

/// What the person orders with the form.
fn order(review: &Review<'_>, fields: &Fields) -> ResumeOrder {
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
    ResumeOrder {
        goes_on_with: chosen.collect(),
        new_keys: keys.collect(),
        ..ResumeOrder::default()
    }
}

pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me, &case, None).await?;
    let kept: Option<Fields> = me.kept_form().await?;
    let back = Back::read(asked.back.as_deref());
    ResumePage::of(
        me.ctx,
        &seen,
        &services.policy,
        back,
        kept.unwrap_or_default(),
    )
    .respond()
}

/// The page once more, with what was typed on it, and the case as it is now. Nothing is recorded.
pub async fn again(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me, &case, None).await?;
    let back = Back::read(fields.sent("back"));
    ResumePage::of(me.ctx, &seen, &services.policy, back, fields).respond()
}

pub async fn decide(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me, &case, None).await?;
    let now = services.now();
    let review = review(&seen.facts, services.policy.rules(), now);
    let request = ResumeRequest {
        seen: fields.seen(),
        why: fields.why(),
        order: order(&review, &fields),
        holds_acknowledged: fields.get("holds") == "yes",
    };
    let back = Back::read(fields.sent("back"));
    match decide_resume(&services, &me.person(), seen.case.id, &request).await {
        // The case shows what becomes of the decision.
        Ok(_) => Ok(see_other(&case_href(seen.case.id, &back))),
        Err(error) => {
            let refused = error.refusal()?;
            if sent_before(&services, &me, &case, DecisionKind::Resume, &fields).await? {
                return Ok(see_other(&case_href(seen.case.id, &back)));
            }
            refuse(me, &services, &seen, back, fields, &refused)
        }
    }
}

fn refuse(
    me: SignedIn,
    services: &Services,
    seen: &CaseSeen,
    back: Back,
    fields: Fields,
    refused: &DecisionRefused,
) -> Result<HttpResponse, PageError> {
    let faults = match &refused.against {
        Against::Authority { .. } | Against::Changed => {
            let (case, kind) = (seen.case.id, DecisionKind::Resume);
            return ChangedPage::of(me.ctx, case, back, kind, &fields, refused).conflict();
        }
        Against::Form(faults) => faults.iter().map(Fault::of).collect(),
        Against::Rules(rules) => rules.iter().map(|rule| rule_fault(seen, rule)).collect(),
    };
    let mut page = ResumePage::of(me.ctx, seen, &services.policy, back, fields);
    page.faults = faults;
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
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
            NoResume::BeingUndone
            | NoResume::NoSuchStep { .. }
            | NoResume::SkipOfDone { .. }
            | NoResume::SkipNotAcknowledged { .. }
            | NoResume::ContentTooLate { .. }
            | NoResume::NoSuchContent
            | NoResume::ContentNeedsNewKey { .. },
        )
        | NoDecision::TakingOpen { .. }
        | NoDecision::NothingToCompensate => "decision".to_owned(),
    };
    Fault::at(field, text)
}
