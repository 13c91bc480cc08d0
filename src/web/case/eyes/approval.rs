//! The page on which a second person answers a proposal: the facts, what would happen, and the proposer's words.

use crate::domain::decision::Justification;
use crate::domain::draft::DraftForm;
use crate::domain::ids::CaseId;
use crate::domain::order::Order;
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::resume::RunStep;
use crate::domain::review::{Review, review};
use crate::domain::standing::DecisionState;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::answer_proposal::{
    AgainstAnswer, AnswerRefused, AnswerRequest, SecondAnswer, answer_proposal,
};
use crate::service::masking::Masked;
use crate::service::permitted::ask;
use crate::service::see_case::{CaseSeen, DecisionRow};
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::facts_seen::FactsSeen;
use crate::web::case::decide::fields::{Fault, Fields, has};
use crate::web::case::draft::{self, DraftNotice};
use crate::web::case::go_on::{Send, sends};
use crate::web::case::hands::permits;
use crate::web::case::ordered::{Line, Ordered, Payload, Sort};
use crate::web::case::progress::reason_title;
use crate::web::case::show::{Asked, must_ever, see};
use crate::web::case::sightings::{known_things, sightings};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::page::{Page, see_other};
use crate::web::typeset::{amount, humane};
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

/// The page of a proposal.
#[derive(Debug, Template)]
#[template(path = "case/eyes/approval.html")]
pub struct ApprovalPage {
    pub ctx: Ctx,
    pub frame: Frame,
    /// None where nothing waits for an answer any more.
    pub proposal: Option<Proposal>,
    /// Why the person may not answer now, or why nothing was answered.
    pub against: Option<Msg>,
    pub may_answer: bool,
    /// The person proposed it themselves, and can take it back.
    pub own: bool,
    pub minimum: usize,
    pub draft: Option<DraftNotice>,
}

/// What stands around the form.
#[derive(Debug)]
pub struct Frame {
    pub id: CaseId,
    pub back: Back,
    pub case_href: String,
    pub title: String,
    pub source: String,
    pub amount: Option<String>,
    /// By when the case has to be resolved.
    pub due_at: Timestamp,
    pub masked: Masked,
    pub facts: FactsSeen,
    pub fields: Fields,
    pub faults: Vec<Fault>,
}

/// What waits for an answer.
#[derive(Debug)]
pub struct Proposal {
    pub decision: i64,
    pub meant: Msg,
    pub by: String,
    pub at: Timestamp,
    pub answer_before: Option<Timestamp>,
    pub reason: String,
    pub reason_code: String,
    pub justification: String,
    /// What would go out.
    pub sends: Vec<Send>,
    pub not_after: Option<Timestamp>,
    /// What else follows.
    pub beside: Vec<Line>,
    pub payload: Payload,
    /// The page shows more, or other, than the proposer saw; what the proposal stands on is the same.
    pub seen_otherwise: bool,
}

impl Page for ApprovalPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl ApprovalPage {
    /// Makes the page, with `fields` filled in.
    pub fn of(ctx: Ctx, seen: &CaseSeen, policy: &Policy, back: Back, fields: Fields) -> Self {
        let rules = policy.rules();
        let review = review(&seen.facts, rules, ctx.reader.now);
        let sightings = sightings(&review, rules, &seen.names);
        let things = known_things(&review, &sightings, &seen.names);
        let facts = FactsSeen::of(seen, &review, sightings, &things);
        let waits = |decision: &&DecisionRow| decision.state == DecisionState::Proposed;
        let row = seen.decisions.iter().find(waits);
        let permit = permits(seen, &ctx, Act::Approve);
        let proposal = row.map(|row| proposal(seen, row, &review, policy, &facts, &ctx.reader));
        Self {
            against: match permit {
                Ok(()) => None,
                Err(NotPermitted::Role) => Some(msg!("approval-role")),
                Err(why) => Some(words::not_permitted(why, None)),
            },
            may_answer: permit.is_ok(),
            own: permit == Err(NotPermitted::OwnProposal),
            minimum: policy.margins().justification_minimum,
            proposal,
            frame: Frame {
                id: seen.case.id,
                case_href: case_href(seen.case.id, &back),
                title: seen.case.details.title.clone(),
                source: seen.source.title.clone(),
                amount: (seen.facts.amount.as_ref()).map(|a| amount(&a.value, &a.currency)),
                due_at: seen.case.details.due_at,
                masked: seen.masked,
                facts,
                fields,
                faults: Vec::new(),
                back,
            },
            draft: None,
            ctx,
        }
    }

    fn has(&self, field: &str) -> bool {
        has(&self.frame.faults, field)
    }

    fn maximum(&self) -> usize {
        Justification::MAXIMUM
    }

    fn chose(&self, verdict: &str) -> bool {
        self.frame.fields.get("verdict") == verdict
    }

    fn facts_href(&self, decision: i64) -> String {
        let path = format!("/cases/{}/decisions/{decision}", self.frame.id);
        self.frame.back.on(&path)
    }

    fn withdraw_href(&self) -> String {
        let path = format!("/cases/{}/withdraw", self.frame.id);
        self.frame.back.on(&path)
    }
}

fn proposal(
    seen: &CaseSeen,
    row: &DecisionRow,
    review: &Review<'_>,
    policy: &Policy,
    facts: &FactsSeen,
    reader: &Reader,
) -> Proposal {
    let order: Option<Order> = serde_json::from_str(&row.document).ok();
    let ordered = Ordered::of(&row.document, seen.agreed_payload());
    let reason = reason_title(policy.reasons(), row.kind, &row.reason_code, reader);
    Proposal {
        decision: row.id,
        meant: words::decision_kind(row.kind),
        by: seen.names.of(&row.by_name),
        at: row.decided_at,
        answer_before: row.answer_before,
        reason: reason.unwrap_or_else(|| row.reason_code.clone()),
        reason_code: row.reason_code.clone(),
        justification: row.justification.clone(),
        sends: match &order {
            Some(Order::Resume(plan)) => sends(review, plan),
            Some(order) => (order.run().iter())
                .map(|run| send(run, order, review))
                .collect(),
            None => Vec::new(),
        },
        not_after: order.as_ref().and_then(Order::not_after),
        payload: ordered
            .as_ref()
            .map_or(Payload::Same, |o| o.payload.clone()),
        beside: match (&order, ordered) {
            (Some(order), Some(ordered)) => beside(order, ordered.lines),
            (Some(_) | None, _) => Vec::new(),
        },
        seen_otherwise: row.facts_digest != facts.digest,
    }
}

/// What of an order the list of what is sent does not say.
fn beside(order: &Order, lines: Vec<Line>) -> Vec<Line> {
    let is_told = |line: &Line| match order {
        // Of a resume the list tells every step; but not why one is left out, nor which of several results it goes on with.
        Order::Resume(plan) => {
            line.sort == Sort::NotSent && line.more.is_empty() && plan.surplus.is_empty()
        }
        Order::NewOperation(_) | Order::Compensate(_) | Order::Close(_) => false,
    };
    let mut lines = lines;
    lines.retain(|line| !line.is_sent() && !is_told(line));
    lines
}

fn send(run: &RunStep, order: &Order, review: &Review<'_>) -> Send {
    let changes = match order {
        Order::NewOperation(plan) => plan.step_keys.as_slice(),
        Order::Resume(_) | Order::Compensate(_) | Order::Close(_) => &[],
    };
    let change = changes.iter().find(|change| change.step == run.step);
    let step = review.steps.iter().find(|s| s.step.name == run.step);
    Send {
        yes: true,
        line: msg!("approval-sends", step = humane(run.step.as_str())),
        why: None,
        does: step.and_then(|s| s.step.does.clone()),
        key: run
            .idempotency_key
            .as_ref()
            .map(|key| key.as_str().to_owned()),
        old_key: change.and_then(|change| Some(change.old.as_ref()?.as_str().to_owned())),
    }
}

pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me, &case, None).await?;
    let back = Back::read(asked.back.as_deref());
    let (fields, draft) =
        draft::of(&services, &me, seen.case.id, DraftForm::Approve, &back).await?;
    let page = ApprovalPage::of(me.ctx, &seen, &services.policy, back, fields);
    ApprovalPage { draft, ..page }.respond()
}

/// Answers. The case then shows what becomes of it.
pub async fn answer(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let act = match fields.get("verdict") {
        "refuse" => Act::Refuse,
        _ => Act::Approve,
    };
    must_ever(&services, &me, &case, act).await?;
    let seen = see(&services, &me, &case, None).await?;
    let (id, back) = (seen.case.id, Back::read(fields.sent("back")));
    let answer = match fields.get("verdict") {
        "approve" => SecondAnswer::Approve,
        "refuse" => SecondAnswer::Refuse,
        _ => {
            if let Err(error) = ask(&services, &me.person(), id, Act::Approve).await {
                error.refusal()?;
                return ApprovalPage::of(me.ctx, &seen, &services.policy, back, fields)
                    .respond_with(StatusCode::CONFLICT);
            }
            let mut page = ApprovalPage::of(me.ctx, &seen, &services.policy, back, fields);
            let fault = Fault::at("verdict", msg!("approval-verdict-missing"));
            page.frame.faults = vec![fault];
            return page.respond_with(StatusCode::UNPROCESSABLE_ENTITY);
        }
    };
    let request = AnswerRequest {
        proposal: fields.get("proposal").parse().unwrap_or_default(),
        seen: fields.seen(),
        answer,
        words: fields.get("words").to_owned(),
    };
    match answer_proposal(&services, &me.person(), id, &request).await {
        Ok(_) => Ok(see_other(&case_href(id, &back))),
        Err(error) => {
            let refused = error.refusal()?;
            let form = DraftForm::Approve;
            drafts::keep(&services, &me.person(), id, form, fields.pairs()).await?;
            let now = see(&services, &me, &case, None).await?;
            let page = ApprovalPage::of(me.ctx, &now, &services.policy, back, fields);
            refuse(page, &refused)
        }
    }
}

/// The page as it is now, with the person's words and why nothing was answered.
fn refuse(mut page: ApprovalPage, refused: &AnswerRefused) -> Result<HttpResponse, PageError> {
    let against = match &refused.against {
        AgainstAnswer::Words(why) => {
            let fault = Fault::at("words", words::no_justification(*why));
            page.frame.faults = vec![fault];
            return page.respond_with(StatusCode::UNPROCESSABLE_ENTITY);
        }
        AgainstAnswer::OwnProposal => msg!("approval-own"),
        AgainstAnswer::Over => msg!("approval-over"),
        AgainstAnswer::Changed if page.frame.fields.seen().version == refused.version => {
            msg!("changed-headline-facts")
        }
        AgainstAnswer::Changed => msg!("approval-changed", version = refused.version.0),
        AgainstAnswer::WentBack(stale) => {
            msg!("approval-went-back", why = words::stale(stale))
        }
    };
    page.against = Some(against);
    page.respond_with(StatusCode::CONFLICT)
}
