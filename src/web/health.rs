//! For whoever watches the program: whether it can do its work.

use crate::service::{Services, health};
use actix_web::{HttpResponse, web};

/// Serves `/healthz`.
pub fn configure(config: &mut web::ServiceConfig) {
    config.route("/healthz", web::get().to(show));
    config.route("/healthz", web::head().to(show));
}

async fn show(services: web::Data<Services>) -> HttpResponse {
    match health::check(&services).await {
        Ok(()) => HttpResponse::Ok().body("ok\n"),
        Err(error) => {
            tracing::error!(%error, "not healthy");
            HttpResponse::ServiceUnavailable().body("the database does not answer\n")
        }
    }
}
