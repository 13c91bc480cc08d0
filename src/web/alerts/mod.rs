//! Alerts: what teams are told, as mails and chat tools say it, and the page that shows all of it.

mod address;
mod letter;
mod link;
mod page;
#[cfg(test)]
mod samples;
mod shown;
mod told;

use super::ctx::SignedIn;
use super::error::PageError;
use super::page::Page;
use super::routes::{PageRoute, get};
use crate::service::Services;
use crate::service::alert::see::see;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use address::AlertsAddress;

pub use letter::write;
#[cfg(test)]
pub(super) use samples::samples;

/// The page.
pub const PATH: &str = "/alerts";

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, show)]
}

async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let address = AlertsAddress::read(request.query_string());
    let alerts = see(&services, &me.person(), address.before).await?;
    shown::made(me.ctx, &services.policy, address, &alerts).respond()
}
