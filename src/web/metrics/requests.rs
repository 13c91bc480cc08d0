//! How long requests took, by route, method and status: by what the program serves, never by what somebody asks for, so that
//! nobody can make it remember ever more.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::time::Instant;

/// In seconds.
const BUCKETS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// What is none of the routes.
const NO_ROUTE: &str = "none";

/// What a request is counted under.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    /// As the program writes it: `/cases/{case}`.
    route: String,
    method: &'static str,
    /// `2xx`, `4xx`, …
    status: &'static str,
}

/// How long requests took since the program was started. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Requests(Family<Labels, Histogram>);

impl Default for Requests {
    fn default() -> Self {
        Self(Family::new_with_constructor(|| Histogram::new(BUCKETS)))
    }
}

impl Requests {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "http_request_duration",
            "How long requests took until their answer began",
            Unit::Seconds,
            self.0.clone(),
        );
    }

    fn note(&self, route: Option<String>, method: &'static str, status: StatusCode, took: f64) {
        let labels = Labels {
            route: route.unwrap_or_else(|| NO_ROUTE.to_owned()),
            method,
            status: class(status),
        };
        self.0.get_or_create(&labels).observe(took);
    }
}

/// Anybody can make up a method.
fn method(method: &Method) -> &'static str {
    const KNOWN: [Method; 5] = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::DELETE,
    ];
    const NAMES: [&str; 5] = ["GET", "HEAD", "POST", "PUT", "DELETE"];
    let known = KNOWN.iter().zip(NAMES).find(|(known, _)| *known == method);
    known.map_or("other", |(_, name)| name)
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Notes how long each request took.
///
/// # Errors
/// Those of what it goes around.
pub async fn middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let began = Instant::now();
    let requests = request.app_data::<Data<Requests>>().cloned();
    let method = method(request.method());
    let answer = next.call(request).await;
    let (route, status) = match &answer {
        Ok(answer) => (answer.request().match_pattern(), answer.status()),
        // What went wrong before there was a route.
        Err(error) => (None, error.as_response_error().status_code()),
    };
    if let Some(requests) = requests {
        requests.note(route, method, status, began.elapsed().as_secs_f64());
    }
    answer
}
