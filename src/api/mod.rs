//! The connector API: what sources and Holdpoint say to each other, over HTTP and in JSON.

mod address;
pub mod auth;
pub mod body;
pub mod early;
mod gate;
mod instructions;
mod order_json;
pub mod problem;
mod source_clock;
mod stops;

use actix_web::guard;
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse, Responder, Route};
use problem::{Problem, ProblemType};

/// The description of the API (OpenAPI 3.1).
pub const OPENAPI: &str = include_str!("openapi.json");

/// Where the API begins.
const BASE: &str = "/api/v1";

/// One address of the API with everything that it takes. The description of the API is compared with these.
pub struct Address {
    /// Below `/api/v1`.
    path: &'static str,
    routes: Vec<(Method, Route)>,
}

impl Address {
    /// An address that takes nothing yet.
    pub fn at(path: &'static str) -> Self {
        Self {
            path,
            routes: Vec::new(),
        }
    }

    /// Takes a method, too. Where something can be got, its headers can be had alone.
    #[must_use]
    pub fn on<F, Args>(mut self, method: Method, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let route = match method {
            Method::GET => web::route().guard(guard::Any(guard::Get()).or(guard::Head())),
            _ => web::method(method.clone()),
        };
        let route = route.to(handler);
        self.routes.push((method, route));
        self
    }
}

/// Every address of the API.
fn addresses() -> Vec<Address> {
    vec![
        Address::at("/stops").on(Method::POST, stops::batch),
        Address::at("/stops/{report_id}").on(Method::PUT, stops::single),
        Address::at("/gate").on(Method::GET, gate::get),
        Address::at("/instructions").on(Method::GET, instructions::list),
        Address::at("/instructions/{id}/take").on(Method::POST, instructions::post_take),
        Address::at("/instructions/{id}/renew").on(Method::POST, instructions::post_renew),
        Address::at("/instructions/{id}/outcome").on(Method::POST, instructions::post_outcome),
        Address::at("/openapi.json").on(Method::GET, describe),
        Address::at("/problems/{name}").on(Method::GET, explain),
    ]
}

/// Serves the API under `/api/v1`.
pub fn configure(config: &mut ServiceConfig) {
    let mut scope = web::scope(BASE)
        .wrap(from_fn(problem::middleware))
        .wrap(from_fn(early::middleware));
    for Address { path, routes } in addresses() {
        let allowed = allowed(&routes);
        let mut resource = web::resource(path);
        for (_, route) in routes {
            resource = resource.route(route);
        }
        let refuse = move || {
            let problem = Problem::method_not_allowed(&allowed);
            async move { Err::<HttpResponse, _>(problem) }
        };
        scope = scope.service(resource.default_service(web::to(refuse)));
    }
    config.service(scope.default_service(web::to(nothing_here)));
}

/// What an address takes, for those who sent something else.
fn allowed(routes: &[(Method, Route)]) -> String {
    let words = routes.iter().map(|(method, _)| match *method {
        Method::GET => "GET, HEAD",
        _ => method.as_str(),
    });
    words.collect::<Vec<_>>().join(", ")
}

async fn nothing_here() -> Result<HttpResponse, Problem> {
    Err(Problem::not_found())
}

/// Turns every call away: what a source says here could not be kept, and what it would hear may be old.
pub fn configure_beside_a_copy(config: &mut ServiceConfig) {
    let scope = web::scope(BASE).wrap(from_fn(problem::middleware));
    config.service(scope.default_service(web::to(elsewhere)));
}

async fn elsewhere() -> Result<HttpResponse, Problem> {
    let detail = "This instance shows a copy that cannot be changed. Call the one that writes.";
    Err(Problem::unavailable(detail))
}

async fn describe() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(OPENAPI)
}

/// What stands at the address of a problem's type.
async fn explain(name: web::Path<String>) -> Result<HttpResponse, Problem> {
    let known = ProblemType::ALL.iter().find(|t| t.name() == *name);
    let explained = known.ok_or_else(Problem::not_found)?.explanation();
    Ok(HttpResponse::Ok().json(explained))
}

#[cfg(test)]
mod tests;
