//! The table of all pages: who may open each, and what answers. A test goes through it, so a page that is not here is not there.

use super::error::PageError;
use super::session::Visitor;
use super::{Web, csrf, error, session, sign_in};
use crate::domain::people::{Action, allows};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::{Next, from_fn};
use actix_web::{
    Error, FromRequest, Handler, HttpMessage, HttpResponse, Responder, Route, guard, web,
};
use std::collections::BTreeMap;

/// Whom a page is open to. What may be done on one case is decided by the service, not here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenTo {
    Everybody,
    SignedIn,
    /// Those whose role allows this.
    Role(Action),
}

/// One entry of the table.
pub struct PageRoute {
    pub method: Method,
    /// As actix writes it: `/cases/{case}/resume`.
    pub path: &'static str,
    pub open_to: OpenTo,
    /// Whether it is there where a copy is shown, in which nothing can be changed.
    pub on_a_copy: bool,
    route: Route,
}

/// A page to be read by people who are signed in.
pub fn get<F, Args>(path: &'static str, handler: F) -> PageRoute
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let reads = guard::Any(guard::Get()).or(guard::Head());
    let route = web::route().guard(reads).to(handler);
    PageRoute {
        method: Method::GET,
        path,
        open_to: OpenTo::SignedIn,
        on_a_copy: true,
        route,
    }
}

/// A form to be sent by people who are signed in. Its handler reads it with [`Form`](super::form::Form).
pub fn post<F, Args>(path: &'static str, handler: F) -> PageRoute
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    PageRoute {
        method: Method::POST,
        path,
        open_to: OpenTo::SignedIn,
        on_a_copy: false,
        route: web::post().to(handler),
    }
}

impl PageRoute {
    /// Opens the page to others than people who are signed in.
    #[must_use]
    pub const fn open_to(mut self, whom: OpenTo) -> Self {
        self.open_to = whom;
        self
    }

    /// Takes the form where a copy is shown, too: it changes nothing in the copy.
    #[must_use]
    pub const fn also_on_a_copy(mut self) -> Self {
        self.on_a_copy = true;
        self
    }

    fn guarded(self) -> Route {
        let (open_to, on_a_copy) = (self.open_to, self.on_a_copy);
        self.route.wrap(from_fn(move |request, next| {
            admit(open_to, on_a_copy, request, next)
        }))
    }
}

/// Lets those in whom a page is open to, and asks others to sign in.
async fn admit(
    open_to: OpenTo,
    on_a_copy: bool,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let web = request.app_data::<web::Data<Web>>();
    if !on_a_copy && web.is_some_and(|web| web.is_copy) {
        return Ok(request.error_response(PageError::Copy));
    }
    let visitor = request.extensions().get::<Visitor>().cloned();
    let user = visitor.and_then(|visitor| visitor.user);
    let admitted = match (open_to, user) {
        (OpenTo::Everybody, _) | (OpenTo::SignedIn, Some(_)) => true,
        (OpenTo::Role(action), Some(user)) => allows(user.role, action),
        (OpenTo::SignedIn | OpenTo::Role(_), None) => return Ok(sign_in::ask(request).await),
    };
    if admitted {
        Ok(next.call(request).await?.map_into_boxed_body())
    } else {
        Ok(request.error_response(PageError::NotAllowed))
    }
}

/// Serves the pages of the table. To be called last: it answers for every address that nobody else has.
pub fn configure(config: &mut web::ServiceConfig, table: Vec<PageRoute>) {
    let mut by_path: BTreeMap<&str, Vec<Route>> = BTreeMap::new();
    for entry in table {
        let routes = by_path.entry(entry.path).or_default();
        routes.push(entry.guarded());
    }
    let pages = by_path.into_iter().map(|(path, routes)| {
        let resource = web::resource(path);
        routes
            .into_iter()
            .fold(resource, actix_web::Resource::route)
    });
    let scope = pages.fold(web::scope(""), actix_web::Scope::service);
    config.service(
        scope
            .default_service(web::to(nothing_here))
            .wrap(from_fn(csrf::middleware))
            .wrap(from_fn(session::middleware))
            .wrap(from_fn(error::middleware)),
    );
}

async fn nothing_here() -> Result<HttpResponse, PageError> {
    Err(PageError::NotFound)
}
