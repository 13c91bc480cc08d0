//! The queue: lanes of cases to review, the cases that a person holds, and those decided and resolved.

pub mod address;
pub mod form;
pub mod glyph;
pub mod kind;
mod load;
pub mod page;
pub mod row;
#[cfg(test)]
mod samples;
pub mod saved;
pub mod stages;

use super::back::{Back, case_href};
use super::ctx::SignedIn;
use super::error::PageError;
use super::form::{Button, Form};
use super::i18n::{Msg, msg};
use super::page::{Page, see_other};
use super::routes::{PageRoute, get, post};
use crate::service::Services;
use crate::service::export::Wanted;
use crate::service::take_next;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use address::QueueAddress;
#[cfg(test)]
pub(super) use samples::{samples, waiting};

/// The pages of the queue.
pub fn routes() -> Vec<PageRoute> {
    vec![get("/", show), post("/", take_next)]
}

async fn show(
    signed_in: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    render(&signed_in, &services, &request, None).await
}

async fn render(
    signed_in: &SignedIn,
    services: &Services,
    request: &HttpRequest,
    notice: Option<Msg>,
) -> Result<HttpResponse, PageError> {
    let query = request.query_string();
    let read = QueueAddress::read(query);
    let mut page = load::page(signed_in, services, read, query.is_empty()).await?;
    page.notice = notice;
    page.respond()
}

/// The cases that an address names, to be exported.
pub async fn wanted(
    signed_in: &SignedIn,
    services: &Services,
    address: QueueAddress,
) -> Result<Wanted, PageError> {
    load::wanted(signed_in, services, address).await
}

/// Takes the most urgent free case of the list that the address names.
async fn take_next(
    signed_in: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
    _button: Form<Button>,
) -> Result<HttpResponse, PageError> {
    take_next::must_ever(&services, &signed_in.person()).await?;
    let address = QueueAddress::read(request.query_string()).address;
    let Some(lane) = load::lane(&signed_in, &services, address.clone()).await? else {
        return Ok(see_other(&address.href()));
    };
    match take_next::take_next(&services, &signed_in.person(), &lane).await? {
        Some(claimed) => {
            let back = Back::Queue(Box::new(address));
            Ok(see_other(&case_href(claimed.case, &back)))
        }
        None => {
            render(
                &signed_in,
                &services,
                &request,
                Some(msg!("queue-nothing-free")),
            )
            .await
        }
    }
}
