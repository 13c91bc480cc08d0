//! The page on which a decision, or a proposal, is taken back.

use crate::domain::decision::Justification;
use crate::domain::draft::DraftForm;
use crate::domain::ids::CaseId;
use crate::domain::permits::Act;
use crate::domain::standing::{DecisionState, InstructionState};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::see_case::{CaseSeen, DecisionRow};
use crate::service::withdraw::{WithdrawRefused, withdraw as take_back};
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::{Fault, Fields, has};
use crate::web::case::draft::{self, DraftNotice};
use crate::web::case::hands::permits;
use crate::web::case::show::{Asked, must_ever, see};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "case/eyes/withdraw.html")]
pub struct WithdrawPage {
    pub ctx: Ctx,
    pub frame: Frame,
    pub decision: Option<Decision>,
    /// Why nothing can be taken back, or was.
    pub against: Option<Msg>,
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
    pub fields: Fields,
    pub faults: Vec<Fault>,
}

/// What is taken back.
#[derive(Debug)]
pub struct Decision {
    pub meant: Msg,
    pub by: String,
    pub at: Timestamp,
    pub justification: String,
}

impl Page for WithdrawPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// The decision of a case that nobody has taken, or the proposal that nobody has answered.
pub fn can_be_taken_back(seen: &CaseSeen) -> Option<&DecisionRow> {
    let offered = |decision: &DecisionRow| {
        let mut instructions = seen.instructions.iter();
        instructions.any(|i| i.decision_id == decision.id && i.state == InstructionState::Offered)
    };
    seen.decisions.iter().find(|decision| match decision.state {
        DecisionState::Proposed => true,
        DecisionState::Made => offered(decision),
        DecisionState::Refused | DecisionState::Returned | DecisionState::Withdrawn => false,
    })
}

impl WithdrawPage {
    /// Makes the page, with `fields` filled in.
    pub fn of(ctx: Ctx, seen: &CaseSeen, policy: &Policy, back: Back, fields: Fields) -> Self {
        let row = can_be_taken_back(seen);
        let permitted = permits(seen, &ctx, Act::Withdraw).is_ok();
        Self {
            against: match row {
                None => Some(nothing(seen)),
                Some(row) if !permitted => Some(msg!(
                    "withdraw-not-theirs",
                    by = seen.names.of(&row.by_name)
                )),
                Some(_) => None,
            },
            decision: row.map(|row| Decision {
                meant: words::decision_kind(row.kind),
                by: seen.names.of(&row.by_name),
                at: row.decided_at,
                justification: row.justification.clone(),
            }),
            minimum: policy.margins().justification_minimum,
            frame: Frame {
                id: seen.case.id,
                case_href: case_href(seen.case.id, &back),
                title: seen.case.details.title.clone(),
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
}

/// Why there is nothing to take back: a worker was quicker, or there is none.
fn nothing(seen: &CaseSeen) -> Msg {
    let taken = seen.instructions.iter().rev();
    let mut taken = taken.filter(|i| i.state == InstructionState::Taken);
    match taken.next() {
        Some(taken) => too_late(
            taken.worker.as_deref().unwrap_or_default(),
            taken.taken_at.unwrap_or(taken.offered_at),
        ),
        None => msg!("withdraw-nothing"),
    }
}

fn too_late(worker: &str, at: Timestamp) -> Msg {
    msg!("withdraw-too-late", worker = worker, at = at)
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
        draft::of(&services, &me, seen.case.id, DraftForm::Withdraw, &back).await?;
    let page = WithdrawPage::of(me.ctx, &seen, &services.policy, back, fields);
    WithdrawPage { draft, ..page }.respond()
}

pub async fn withdraw(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    must_ever(&services, &me, &case, Act::Withdraw).await?;
    let seen = see(&services, &me, &case, None).await?;
    let (id, back) = (seen.case.id, Back::read(fields.sent("back")));
    match take_back(&services, &me.person(), id, fields.get("words")).await {
        Ok(_) => Ok(see_other(&case_href(id, &back))),
        Err(error) => {
            let refused = error.refusal()?;
            let form = DraftForm::Withdraw;
            drafts::keep(&services, &me.person(), id, form, fields.pairs()).await?;
            let now = see(&services, &me, &case, None).await?;
            let page = WithdrawPage::of(me.ctx, &now, &services.policy, back, fields);
            refuse(page, &refused)
        }
    }
}

fn refuse(mut page: WithdrawPage, refused: &WithdrawRefused) -> Result<HttpResponse, PageError> {
    let against = match refused {
        WithdrawRefused::Words(why) => {
            let fault = Fault::at("words", words::no_justification(*why));
            page.frame.faults = vec![fault];
            return page.respond_with(StatusCode::UNPROCESSABLE_ENTITY);
        }
        WithdrawRefused::Taken { worker, at } => too_late(worker, *at),
        WithdrawRefused::NothingToWithdraw => msg!("withdraw-nothing"),
        WithdrawRefused::NotTheirs { by } => msg!("withdraw-not-theirs", by = by.as_str()),
    };
    page.against = Some(against);
    page.respond_with(StatusCode::CONFLICT)
}
