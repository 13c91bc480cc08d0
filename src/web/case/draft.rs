//! Drafts on pages: what a person has written and not sent stands in its form again, and says so.

use super::decide::fields::Fields;
use super::show::case_id;
use crate::domain::draft::DraftForm;
use crate::domain::ids::CaseId;
use crate::domain::time::Timestamp;
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::see_other;
use crate::web::routes::{PageRoute, post};
use crate::web::words;
use actix_web::http::header::ContentType;
use actix_web::{HttpResponse, web};

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        post("/cases/{case}/drafts/{form}", keep),
        post("/cases/{case}/drafts/{form}/discard", discard),
    ]
}

/// That what stands in a form is a draft, and how to be rid of it.
#[derive(Debug, Clone)]
pub struct DraftNotice {
    pub at: Timestamp,
    /// Where the form to discard it is sent.
    pub discard: String,
    pub back: String,
}

impl DraftNotice {
    /// For a draft of that time.
    pub fn of(case: CaseId, form: DraftForm, at: Timestamp, back: &Back) -> Self {
        Self {
            at,
            discard: format!("/cases/{case}/drafts/{}/discard", form.as_str()),
            back: back.href(),
        }
    }
}

/// What stands in a form of a case when it is opened: what the person has written into it before, with its notice, or
/// nothing.
///
/// # Errors
/// If the database fails.
pub async fn of(
    services: &Services,
    me: &SignedIn,
    case: CaseId,
    form: DraftForm,
    back: &Back,
) -> Result<(Fields, Option<DraftNotice>), PageError> {
    let found = drafts::draft(services, &me.person(), case, form).await?;
    Ok(found.map_or_else(Default::default, |draft| {
        let notice = DraftNotice::of(case, form, draft.updated_at, back);
        (Fields::from(draft.fields), Some(notice))
    }))
}

/// A draft, for the page of its case.
#[derive(Debug, Clone)]
pub struct DraftLink {
    pub name: Msg,
    pub at: Timestamp,
    pub href: String,
}

/// What the person has written into the forms of a case that have pages of their own, latest first.
///
/// # Errors
/// If the database fails.
pub async fn links(
    services: &Services,
    me: &SignedIn,
    case: CaseId,
    back: &Back,
) -> Result<Vec<DraftLink>, PageError> {
    let found = drafts::of_case(services, &me.person(), case).await?;
    let link = |(form, at): (DraftForm, Timestamp)| {
        Some(DraftLink {
            name: words::draft_form(form),
            at,
            href: back.on(&format!("/cases/{case}/{}", form_path(form)?)),
        })
    };
    Ok(found.into_iter().filter_map(link).collect())
}

/// A case and the form of it, from the address.
type Where = web::Path<(String, String)>;

fn form(place: &(String, String)) -> Result<(CaseId, DraftForm), PageError> {
    let form = DraftForm::parse(&place.1).ok_or(PageError::NotFound)?;
    Ok((case_id(&place.0)?, form))
}

/// Keeps what is being typed, for the script of the page; answers with what to say of it.
async fn keep(
    me: SignedIn,
    services: web::Data<Services>,
    place: Where,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let (case, form) = form(&place)?;
    let kept = drafts::keep(&services, &me.person(), case, form, fields.pairs()).await?;
    let said = kept.map(|at| msg!("draft-kept", at = at).plain(&me.ctx.reader));
    Ok(HttpResponse::Ok()
        .insert_header(ContentType::plaintext())
        .body(said.unwrap_or_default()))
}

async fn discard(
    me: SignedIn,
    services: web::Data<Services>,
    place: Where,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let (case, form) = form(&place)?;
    drafts::discard(&services, &me.person(), case, form).await?;
    let back = Back::read(fields.sent("back"));
    Ok(see_other(&match form_path(form) {
        Some(page) => back.on(&format!("/cases/{case}/{page}")),
        None => case_href(case, &back),
    }))
}

/// Where below the case the form has a page of its own.
pub fn form_path(form: DraftForm) -> Option<&'static str> {
    match form {
        DraftForm::Resume => Some("resume"),
        DraftForm::NewOperation => Some("new-operation"),
        DraftForm::Compensate => Some("compensate"),
        DraftForm::Close => Some("close"),
        DraftForm::Withdraw => Some("withdraw"),
        DraftForm::Approve => Some("approval"),
        DraftForm::Wait => Some("desk/wait"),
        DraftForm::HandOver => Some("desk/hand-over"),
        DraftForm::Note => Some("desk/note"),
        DraftForm::TakeOver => Some("desk/take-over"),
        // It stands on the page of the case.
        DraftForm::Check => None,
    }
}
