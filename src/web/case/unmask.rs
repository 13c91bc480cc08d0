//! Having the personal values of a case's payloads shown.

use super::page::Notice;
use super::show::{case_id, page, see};
use crate::service::Services;
use crate::service::unmask::{NotUnmasked, unmask};
use crate::web::back::{Back, case_href};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::form::Form;
use crate::web::i18n::msg;
use crate::web::page::{Page, see_other};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    reason: String,
    back: String,
}

/// Shows them on the case's page and on those of its documents, for a while.
pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let id = case_id(&case)?;
    let back = Back::read(Some(&fields.back));
    let Err(error) = unmask(&services, &me.person(), id, &fields.reason).await else {
        return Ok(see_other(&format!("{}#masked", case_href(id, &back))));
    };
    let text = match error.refusal()? {
        NotUnmasked::Reason => msg!("unmask-reason-missing"),
        NotUnmasked::NotPermitted(_) => msg!("unmask-take-first"),
    };
    let seen = see(&services, &me, &case, None).await?;
    let mut page = page(me, &services, &seen, back).await?;
    page.notice = Some(Notice { text, alarm: true });
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}
