//! For whoever watches the program: whether it can do its work, and whether requests should be sent to it.

use crate::service::{Services, health};
use actix_web::{HttpResponse, web};

/// Serves `/healthz` and `/readyz`.
pub fn configure(config: &mut web::ServiceConfig) {
    config.route("/healthz", web::get().to(healthy));
    config.route("/healthz", web::head().to(healthy));
    config.route("/readyz", web::get().to(ready));
    config.route("/readyz", web::head().to(ready));
}

async fn healthy(services: web::Data<Services>) -> HttpResponse {
    match health::check(&services).await {
        Ok(()) => HttpResponse::Ok().body("ok\n"),
        Err(error) => {
            tracing::error!(%error, "not healthy");
            HttpResponse::ServiceUnavailable().body("the database does not answer\n")
        }
    }
}

async fn ready(services: web::Data<Services>) -> HttpResponse {
    match health::ready(&services).await {
        Ok(()) => HttpResponse::Ok().body("ready\n"),
        Err(why) => {
            tracing::warn!(%why, "not ready");
            HttpResponse::ServiceUnavailable().body(format!("not ready: {why}\n"))
        }
    }
}
