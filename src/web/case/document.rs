//! Documents as they were sent: contents of an operation and reports. What is large is summarised, and opened whole as text.

use super::json_text::{self, LARGE, Member, Size};
use super::show::case_id;
use crate::domain::ids::CaseId;
use crate::service::Services;
use crate::service::masking::Masked;
use crate::service::see_case::{see_content, see_report};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde_json::Value;

/// The page of a document.
#[derive(Debug, Template)]
#[template(path = "case/document.html")]
pub struct DocumentPage {
    pub ctx: Ctx,
    pub case: CaseId,
    pub title: Msg,
    pub digest: String,
    /// None where retention has removed it.
    pub bytes: usize,
    /// Indented; `None` where it is too large for a page.
    pub text: Option<String>,
    pub members: Vec<Member>,
    pub whole: String,
    pub masked: Masked,
}

impl Page for DocumentPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl DocumentPage {
    pub(super) fn of(
        ctx: Ctx,
        case: CaseId,
        title: Msg,
        (digest, document): (String, &str),
        masked: Masked,
    ) -> Result<Self, PageError> {
        let value = match document {
            "" => Value::Null,
            kept => serde_json::from_str(kept).map_err(PageError::internal)?,
        };
        let large = document.len() > LARGE;
        let whole = format!("{}/whole", ctx.path.split('?').next().unwrap_or_default());
        Ok(Self {
            ctx,
            case,
            title,
            digest,
            bytes: document.len(),
            text: (!large).then(|| json_text::pretty(&value)),
            members: if large {
                json_text::members(&value)
            } else {
                Vec::new()
            },
            whole,
            masked,
        })
    }
}

pub async fn content(
    me: SignedIn,
    services: web::Data<Services>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (case, digest) = path.into_inner();
    let case = case_id(&case)?;
    let content = see_content(&services, &me.person(), case, &digest).await?;
    let title = msg!("document-content");
    let document = (content.digest, content.payload.as_str());
    DocumentPage::of(me.ctx, case, title, document, content.masked)?.respond()
}

pub async fn content_whole(
    me: SignedIn,
    services: web::Data<Services>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (case, digest) = path.into_inner();
    let content = see_content(&services, &me.person(), case_id(&case)?, &digest).await?;
    Ok(as_text(content.payload))
}

pub async fn report(
    me: SignedIn,
    services: web::Data<Services>,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, PageError> {
    let (case, number) = path.into_inner();
    let case = case_id(&case)?;
    let report = see_report(&services, &me.person(), case, number).await?;
    let title = msg!("document-report", id = report.report_id.as_str());
    let document = (report.digest, report.document.as_str());
    DocumentPage::of(me.ctx, case, title, document, report.masked)?.respond()
}

pub async fn report_whole(
    me: SignedIn,
    services: web::Data<Services>,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, PageError> {
    let (case, number) = path.into_inner();
    let report = see_report(&services, &me.person(), case_id(&case)?, number).await?;
    Ok(as_text(report.document))
}

/// As text, never as something that a browser would run.
fn as_text(document: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(document)
}
