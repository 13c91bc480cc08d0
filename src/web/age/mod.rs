//! How old the queue is, whether it grows, and the lists behind every number.

pub mod address;
mod banner;
pub mod chart;
mod figure;
mod flow;
mod form;
mod list;
mod load;
mod owners;
pub mod page;
#[cfg(test)]
mod samples;
pub mod signal;
mod signs;
mod systems;
mod times;
pub mod words;

use super::ctx::SignedIn;
use super::error::PageError;
use super::page::Page;
use super::routes::{PageRoute, get};
use crate::service::Services;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
pub(super) use address::kind_word;
use address::{AgeAddress, CASES_PATH, ListAddress, PATH};
#[cfg(test)]
pub(super) use samples::samples;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, show), get(CASES_PATH, show_cases)]
}

async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let read = AgeAddress::read(request.query_string());
    load::page(&me, &services, read).await?.respond()
}

async fn show_cases(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let address = ListAddress::read(request.query_string()).ok_or(PageError::NotFound)?;
    list::page(me, &services, address).await?.respond()
}
