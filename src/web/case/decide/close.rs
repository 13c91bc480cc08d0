//! Deciding that nothing more will be done.

use super::changed::{ChangedPage, sent_before};
use super::facts_seen::FactsSeen;
use super::fields::{Fault, Fields, ReasonChoice, has, reasons};
use crate::domain::ids::CaseId;
use crate::domain::review::review;
use crate::domain::standing::DecisionKind;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::decide::{Against, DecisionRefused};
use crate::service::decide_close::{CloseRequest, decide_close};
use crate::service::see_case::CaseSeen;
use crate::web::back::{Back, case_href};
use crate::web::case::hands::Hands;
use crate::web::case::show::{Asked, see};
use crate::web::case::sightings::{known_things, sightings};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::msg;
use crate::web::page::{Page, see_other};
use crate::web::typeset::humane;
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

/// The page on which a person decides that nothing more will be done.
#[derive(Debug, Template)]
#[template(path = "case/close.html")]
pub struct ClosePage {
    pub ctx: Ctx,
    pub back: Back,
    pub id: CaseId,
    pub case_href: String,
    pub title: String,
    pub source: String,
    pub operation_key: String,
    pub hands: Hands,
    pub facts: FactsSeen,
    /// Steps that will not be sent any more.
    pub not_sent: Vec<String>,
    pub reasons: Vec<ReasonChoice>,
    pub minimum: usize,
    pub fields: Fields,
    pub faults: Vec<Fault>,
}

impl Page for ClosePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl ClosePage {
    /// Makes the page; `fields` are those that were sent, if it comes back.
    pub fn of(ctx: Ctx, seen: &CaseSeen, policy: &Policy, back: Back, fields: Fields) -> Self {
        let rules = policy.rules();
        let review = review(&seen.facts, rules, ctx.reader.now);
        let sightings = sightings(&review, rules);
        let things = known_things(&review, &sightings);
        let still_to_do = review.steps.iter().filter(|step| step.is_still_to_do());
        Self {
            id: seen.case.id,
            case_href: case_href(seen.case.id, &back),
            title: seen.case.details.title.clone(),
            source: seen.source.title.clone(),
            operation_key: seen.facts.key.as_str().to_owned(),
            hands: Hands::of(seen, &ctx),
            not_sent: still_to_do.map(|s| humane(s.step.name.as_str())).collect(),
            facts: FactsSeen::of(seen, &review, sightings, &things),
            reasons: reasons(&policy.reasons().close, &fields, &ctx.reader),
            minimum: policy.margins().justification_minimum,
            faults: Vec::new(),
            fields,
            ctx,
            back,
        }
    }

    fn may_decide(&self) -> bool {
        self.hands.may_decide()
    }

    /// Some of the reasons want something to be named.
    fn wants_a_name(&self) -> bool {
        self.reasons.iter().any(|reason| reason.wants.is_some())
    }

    /// What the person was about to do, for the way through taking the case.
    fn then(&self) -> &'static str {
        "close"
    }

    fn has(&self, field: &str) -> bool {
        has(&self.faults, field)
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
    ClosePage::of(
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
    ClosePage::of(me.ctx, &seen, &services.policy, back, fields).respond()
}

pub async fn decide(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me, &case, None).await?;
    let request = CloseRequest {
        seen: fields.seen(),
        why: fields.why(),
        named: fields.get("named").to_owned(),
    };
    let back = Back::read(fields.sent("back"));
    match decide_close(&services, &me.person(), seen.case.id, &request).await {
        Ok(_) => Ok(see_other(&case_href(seen.case.id, &back))),
        Err(error) => {
            let refused = error.refusal()?;
            if sent_before(&services, &me, &case, DecisionKind::Close, &fields).await? {
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
            let (case, kind) = (seen.case.id, DecisionKind::Close);
            return ChangedPage::of(me.ctx, case, back, kind, &fields, refused).conflict();
        }
        Against::Form(faults) => faults.iter().map(Fault::of).collect(),
        Against::Rules(rules) => (rules.iter())
            .map(|rule| Fault::at("decision", words::no_decision(&seen.facts, rule)))
            .collect(),
    };
    let mut page = ClosePage::of(me.ctx, seen, &services.policy, back, fields);
    page.faults = faults;
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}
