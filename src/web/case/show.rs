//! Showing a case.

use super::draft;
use super::page::CasePage;
use crate::domain::ids::{CaseId, HistoryNumber};
use crate::domain::permits::{Act, ever};
use crate::service::Services;
use crate::service::permitted::ask;
use crate::service::see_case::{CaseSeen, see_case};
use crate::web::back::Back;
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::page::Page;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

/// What the address of a case says beside its number.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The list that it was opened from.
    pub back: Option<String>,
    /// Entries of the history before this one.
    pub history: Option<i64>,
}

/// A number in an address that is no number leads nowhere.
pub fn case_id(text: &str) -> Result<CaseId, PageError> {
    let number = text.parse().map_err(|_| PageError::NotFound)?;
    Ok(CaseId(number))
}

pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let before = asked.history.map(HistoryNumber);
    let seen = see(&services, &me, &case, before).await?;
    let back = Back::read(asked.back.as_deref());
    page(me, &services, &seen, back).await?.respond()
}

/// The page, with what the person has written on the case and not sent.
pub async fn page(
    me: SignedIn,
    services: &Services,
    seen: &CaseSeen,
    back: Back,
) -> Result<CasePage, PageError> {
    let drafts = draft::drafts(services, &me, seen, &back).await?;
    Ok(CasePage::of(me.ctx, seen, &services.policy, back).with_drafts(drafts))
}

/// Reads a case for the person who looks.
pub async fn see(
    services: &Services,
    me: &SignedIn,
    case: &str,
    history_before: Option<HistoryNumber>,
) -> Result<CaseSeen, PageError> {
    let id = case_id(case)?;
    Ok(see_case(services, &me.person(), id, history_before).await?)
}

/// Turns those away whose role never lets them do that, before anything of the case is looked at.
pub async fn must_ever(
    services: &Services,
    me: &SignedIn,
    case: &str,
    act: Act,
) -> Result<(), PageError> {
    if ever(act, me.user.role) {
        Ok(())
    } else {
        allowed(services, me, case_id(case)?, act).await
    }
}

/// Asks whether the person may do what a form that cannot be read was for. Who may not gets the answer that the form itself
/// would have got, and is on record.
pub async fn allowed(
    services: &Services,
    me: &SignedIn,
    id: CaseId,
    act: Act,
) -> Result<(), PageError> {
    match ask(services, &me.person(), id, act).await {
        Ok(()) => Ok(()),
        Err(error) => {
            error.refusal()?;
            Err(PageError::NotAllowed)
        }
    }
}
