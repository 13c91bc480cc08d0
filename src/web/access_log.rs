//! One line of log for each request. Everything logged meanwhile carries the request's id.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::{Error, HttpMessage};
use std::time::Instant;
use tracing::Span;
use tracing_actix_web::{RequestId, RootSpanBuilder};

/// Makes the span around a request. Queries are left out: people search for names and telephone numbers.
pub struct AccessLog;

impl RootSpanBuilder for AccessLog {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let began = Instant::now();
        request.extensions_mut().insert(Began(began));
        let id = request.extensions().get::<RequestId>().copied();
        tracing::info_span!(
            "request",
            id = id.map(|id| id.to_string()),
            method = %request.method(),
            path = request.path(),
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let _entered = span.enter();
        match outcome {
            Ok(response) => {
                let began = response.request().extensions().get::<Began>().copied();
                let ms = began.map(|Began(at)| at.elapsed().as_secs_f64() * 1000.0);
                tracing::info!(status = response.status().as_u16(), ms, "answered");
            }
            Err(error) => tracing::error!(%error, "not answered"),
        }
    }
}

#[derive(Clone, Copy)]
struct Began(Instant);
