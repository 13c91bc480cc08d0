//! The queue: lanes of cases to review, the cases that a person holds, and those decided and resolved.

pub mod address;
mod form;
mod glyph;
mod load;
mod page;
mod row;
#[cfg(test)]
mod samples;

use super::ctx::SignedIn;
use super::error::PageError;
use super::page::Page;
use super::routes::{PageRoute, get};
use crate::service::Services;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use address::QueueAddress;
#[cfg(test)]
pub(super) use samples::{samples, waiting};

/// The pages of the queue.
pub fn routes() -> Vec<PageRoute> {
    vec![get("/", show)]
}

async fn show(
    signed_in: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    render(&signed_in, &services, &request).await
}

async fn render(
    signed_in: &SignedIn,
    services: &Services,
    request: &HttpRequest,
) -> Result<HttpResponse, PageError> {
    let read = QueueAddress::read(request.query_string());
    load::page(signed_in, services, read).await?.respond()
}
