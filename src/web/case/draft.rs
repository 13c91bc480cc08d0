//! Drafts on pages: what a person has written and not sent stands in its form again, and says so.

use super::decide::fields::Fields;
use super::eyes::withdraw::can_be_taken_back;
use super::show::case_id;
use crate::domain::case::CaseStanding;
use crate::domain::draft::{DraftForm, sentences};
use crate::domain::ids::CaseId;
use crate::domain::time::Timestamp;
use crate::service::drafts::Draft;
use crate::service::see_case::CaseSeen;
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::follow_ups;
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
            discard: format!("/cases/{case}/drafts/{}/discard", form.word()),
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

/// A draft whose form is on a page of its own, for the page of its case.
#[derive(Debug, Clone)]
pub struct DraftLink {
    pub name: Msg,
    pub at: Timestamp,
    pub href: String,
}

/// A draft whose form is there no more: the person can copy their words, or drop them.
#[derive(Debug, Clone)]
pub struct DraftText {
    pub name: Msg,
    pub text: String,
    pub notice: DraftNotice,
}

/// What the person has written into the forms of a case and not sent, latest first.
#[derive(Debug, Clone, Default)]
pub struct Drafts {
    pub links: Vec<DraftLink>,
    pub texts: Vec<DraftText>,
    /// Of the forms that stand on the page of the case itself.
    pub here: Vec<(DraftForm, Draft)>,
}

/// Where a draft is to be found again.
enum Place {
    Page(String),
    Here,
    /// Its form is there no more.
    Gone,
}

/// Collects the drafts of a case.
///
/// # Errors
/// If the database fails.
pub async fn drafts(
    services: &Services,
    me: &SignedIn,
    seen: &CaseSeen,
    back: &Back,
) -> Result<Drafts, PageError> {
    let case = seen.case.id;
    let mut drafts = Drafts::default();
    for (form, draft) in drafts::of_case(services, &me.person(), case).await? {
        match place(form, seen, back) {
            Place::Page(href) => drafts.links.push(DraftLink {
                name: words::draft_form(form),
                at: draft.updated_at,
                href,
            }),
            Place::Here => drafts.here.push((form, draft)),
            Place::Gone => drafts.texts.extend(text(case, form, &draft, back)),
        }
    }
    Ok(drafts)
}

/// The words of a draft; none if it holds nothing but ticks and choices.
pub fn text(case: CaseId, form: DraftForm, draft: &Draft, back: &Back) -> Option<DraftText> {
    let text = sentences(&draft.fields);
    (!text.is_empty()).then(|| DraftText {
        name: words::draft_form(form),
        text,
        notice: DraftNotice::of(case, form, draft.updated_at, back),
    })
}

fn place(form: DraftForm, seen: &CaseSeen, back: &Back) -> Place {
    let case = seen.case.id;
    let path = match form {
        DraftForm::Settle(id) => {
            let mut open = (seen.follow_ups.iter()).filter(|f| f.settlement.is_none());
            return match open.find(|f| f.id == id) {
                Some(_) => Place::Page(format!("{}/{id}", follow_ups::PATH)),
                None => Place::Gone,
            };
        }
        DraftForm::Check | DraftForm::Judge => return Place::Here,
        DraftForm::Resume
        | DraftForm::NewOperation
        | DraftForm::Compensate
        | DraftForm::Close
        | DraftForm::Withdraw
        | DraftForm::Approve
        | DraftForm::Wait
        | DraftForm::HandOver
        | DraftForm::Note
        | DraftForm::TakeOver => form_path(form),
    };
    match path.filter(|_| is_there(form, seen)) {
        Some(path) => Place::Page(back.on(&format!("/cases/{case}/{path}"))),
        None => Place::Gone,
    }
}

/// Whether the page of the form has one, now or as soon as the person takes the case.
fn is_there(form: DraftForm, seen: &CaseSeen) -> bool {
    let in_review = match seen.standing {
        CaseStanding::Waiting | CaseStanding::InReview { .. } => true,
        CaseStanding::AwaitingApproval
        | CaseStanding::Decided
        | CaseStanding::Executing
        | CaseStanding::Resolved => false,
    };
    match form {
        DraftForm::Resume
        | DraftForm::NewOperation
        | DraftForm::Compensate
        | DraftForm::Close
        | DraftForm::Wait
        | DraftForm::HandOver
        | DraftForm::TakeOver => in_review,
        DraftForm::Withdraw => can_be_taken_back(seen).is_some(),
        DraftForm::Approve => seen.standing == CaseStanding::AwaitingApproval,
        DraftForm::Note | DraftForm::Check | DraftForm::Judge | DraftForm::Settle(_) => true,
    }
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
    keep_as(&services, &me, case, form, &fields).await
}

/// Keeps what is being typed into a form of a case, and answers with what to say of it.
///
/// # Errors
/// If there is no such case, the person may not see it, or the database fails.
pub async fn keep_as(
    services: &Services,
    me: &SignedIn,
    case: CaseId,
    form: DraftForm,
    fields: &Fields,
) -> Result<HttpResponse, PageError> {
    let kept = drafts::keep(services, &me.person(), case, form, fields.pairs()).await?;
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
    // A draft without its form was shown on the page of the case.
    let page = form_path(form).filter(|_| fields.sent("then").is_none());
    Ok(see_other(&match (form, page) {
        (DraftForm::Settle(id), _) => format!("{}/{id}", follow_ups::PATH),
        (_, Some(page)) => back.on(&format!("/cases/{case}/{page}")),
        (_, None) => case_href(case, &back),
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
        // They stand on the page of the case.
        DraftForm::Check | DraftForm::Judge => None,
        // A follow-up's is found by its number alone.
        DraftForm::Settle(_) => None,
    }
}
