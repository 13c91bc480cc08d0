//! `/metrics` for Prometheus, behind a token of its own; without one it is not there.

mod requests;
mod text;

pub use requests::{Requests, middleware};

use crate::domain::metrics_token::MetricsToken;
use crate::service::{Services, metrics};
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse};

/// Serves `/metrics` to those who show the token. Without a token there is no such address.
pub fn configure(config: &mut web::ServiceConfig, token: Option<&MetricsToken>) {
    if let Some(token) = token {
        config.app_data(Data::new(token.clone()));
        config.route("/metrics", web::get().to(show));
    }
}

/// Whether the token is in the one Authorization header.
fn is_shown(token: &MetricsToken, request: &HttpRequest) -> bool {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let (Some(header), None) = (headers.next(), headers.next()) else {
        return false;
    };
    let shown = header.to_str().ok().and_then(|text| text.split_once(' '));
    shown.is_some_and(|(scheme, shown)| {
        scheme.eq_ignore_ascii_case("bearer") && token.is(shown.trim())
    })
}

async fn show(
    request: HttpRequest,
    token: Data<MetricsToken>,
    services: Data<Services>,
    requests: Data<Requests>,
) -> HttpResponse {
    if !is_shown(&token, &request) {
        return HttpResponse::Unauthorized()
            .insert_header((WWW_AUTHENTICATE, "Bearer"))
            .body("metrics are for those who show their token\n");
    }
    let numbers = match metrics::numbers(&services).await {
        Ok(numbers) => numbers,
        Err(error) => {
            tracing::error!(%error, "no metrics");
            return HttpResponse::ServiceUnavailable().body("the database does not answer\n");
        }
    };
    match text::written(&requests, &numbers) {
        Ok(text) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, text::CONTENT))
            .body(text),
        Err(error) => {
            tracing::error!(%error, "no metrics");
            HttpResponse::InternalServerError().finish()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn only_the_whole_token_in_the_one_header_is_the_token() {
        let token = MetricsToken::parse("a-token-for-metrics").unwrap();
        let shows = |values: &[&str]| {
            let mut request = TestRequest::default();
            for value in values {
                request = request.append_header((AUTHORIZATION, *value));
            }
            is_shown(&token, &request.to_http_request())
        };
        assert!(shows(&["Bearer a-token-for-metrics"]));
        assert!(shows(&["bearer a-token-for-metrics"]));
        assert!(!shows(&[]));
        assert!(!shows(&["a-token-for-metrics"]));
        assert!(!shows(&["Basic a-token-for-metrics"]));
        assert!(!shows(&["Bearer a-token-for-metric"]));
        assert!(!shows(&["Bearer a-token-for-metrics", "Bearer x"]));
    }
}
