//! Pages: handlers, page structs, forms and what surrounds them.
//!
//! To add a page (`settings.rs` is the pattern):
//! 1. a struct with `ctx: Ctx` and `#[derive(Template)] #[template(path = "…")]`, `impl Page` for it, `use super::filters`;
//! 2. a template that extends `layout.html` and fills `title` and `content`; each form has `name="token"`;
//! 3. handlers that take [`ctx::SignedIn`] and, for a form, [`form::Form`], and answer with [`page::Page::respond`] or
//!    [`page::see_other`]; a wrong form is shown again by the same page with status 422;
//! 4. `routes()`, added to [`table`]; `samples()`, added to `tests.rs`;
//! 5. its messages in both catalogues.

pub mod access_log;
mod accesses;
mod age;
pub mod alerts;
mod approvals;
pub mod assets;
pub mod back;
mod case;
pub mod cause;
pub mod choices;
pub mod csrf;
pub mod ctx;
mod deliveries;
pub mod error;
mod export;
pub mod filters;
mod follow_ups;
pub mod form;
pub mod headers;
pub mod health;
pub mod i18n;
mod integrity;
pub mod kept;
mod keys;
mod live;
pub mod metrics;
pub mod nav;
pub mod page;
pub mod query;
pub mod queue;
mod refused;
mod register;
pub mod return_path;
pub mod routes;
mod search;
pub mod session;
mod settings;
mod sign_in;
pub mod slow_body;
mod sources;
pub mod time;
pub mod typeset;
mod views;
pub mod visible;
pub mod words;

pub use register::RegisterAddress;

use crate::service::sessions::Sessions;
use actix_web::{HttpRequest, web};
use chrono_tz::Tz;
use routes::PageRoute;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// What pages need beside the services.
#[derive(Debug, Clone)]
pub struct Web {
    pub sessions: Arc<Sessions>,
    /// Whether a copy is shown, in which nothing can be changed.
    pub is_copy: bool,
    /// Whether browsers reach this program by HTTPS.
    pub secure_cookies: bool,
    /// Whether a proxy in front tells the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The zone of those who have chosen none.
    pub time_zone: Tz,
}

impl Web {
    /// Browsers accept `__Host-` cookies only if they are `Secure`, which plain HTTP on one's own machine cannot be.
    const fn cookie_name(&self) -> &'static str {
        if self.secure_cookies {
            "__Host-session"
        } else {
            "session"
        }
    }

    /// The address that a request came from.
    pub fn client_address(request: &HttpRequest) -> IpAddr {
        let behind_proxy = request
            .app_data::<web::Data<Self>>()
            .is_some_and(|web| web.behind_proxy);
        // The last address is the one that our own proxy saw; those before it are hearsay.
        let told = request.headers().get_all("x-forwarded-for").next_back();
        let told = told.filter(|_| behind_proxy).and_then(|h| h.to_str().ok());
        told.and_then(|list| list.rsplit(',').next()?.trim().parse().ok())
            .or_else(|| request.peer_addr().map(|peer| peer.ip()))
            .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
    }
}

/// All pages.
pub fn table() -> Vec<PageRoute> {
    let mut table = sign_in::routes();
    table.extend(queue::routes());
    table.extend(cause::routes());
    table.extend(views::routes());
    table.extend(follow_ups::routes());
    table.extend(age::routes());
    table.extend(alerts::routes());
    table.extend(approvals::routes());
    table.extend(register::routes());
    table.extend(export::routes());
    table.extend(accesses::routes());
    table.extend(search::routes());
    table.extend(live::routes());
    table.extend(refused::routes());
    table.extend(sources::routes());
    table.extend(settings::routes());
    table.extend(keys::routes());
    table.extend(integrity::routes());
    table.extend(case::routes());
    table
}
