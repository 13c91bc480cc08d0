//! Forms of other sites do nothing here. The first of two checks: where the browser says a request comes from. The second is
//! the token that [`Form`](super::form::Form) asks for.

use super::error::PageError;
use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HOST, HeaderMap, ORIGIN};
use actix_web::middleware::Next;

/// Refuses requests that change something and were not sent by a page of ours.
pub async fn middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.method().is_safe() || from_our_page(request.headers()) {
        Ok(next.call(request).await?.map_into_boxed_body())
    } else {
        Ok(request.error_response(PageError::ForeignOrigin))
    }
}

/// `Sec-Fetch-Site` decides; browsers that do not send it send `Origin`. A request with neither is no browser's.
fn from_our_page(headers: &HeaderMap) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    match (
        header("sec-fetch-site"),
        header(ORIGIN.as_str()),
        header(HOST.as_str()),
    ) {
        (Some(site), _, _) => site == "same-origin",
        (None, Some(origin), Some(host)) => origin
            .split_once("://")
            .is_some_and(|(_, from)| from == host),
        (None, Some(_), None) | (None, None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::{HeaderName, HeaderValue};

    fn passes(headers: &[(&'static str, &'static str)]) -> bool {
        let pairs = headers.iter().map(|(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        from_our_page(&pairs.collect())
    }

    #[test]
    fn only_requests_of_our_own_pages_pass() {
        let host = ("host", "holdpoint.example:8080");
        let ours = ("origin", "https://holdpoint.example:8080");
        let theirs = ("origin", "https://evil.example");
        assert!(passes(&[host, ("sec-fetch-site", "same-origin"), ours]));
        assert!(passes(&[host, ours]));
        assert!(!passes(&[host, theirs]));
        assert!(!passes(&[host, ("origin", "null")]));
        assert!(!passes(&[host, ("sec-fetch-site", "cross-site"), ours]));
        assert!(!passes(&[host, ("sec-fetch-site", "same-site"), ours]));
        assert!(!passes(&[host, ("sec-fetch-site", "none"), ours]));
        assert!(!passes(&[host]));
    }
}
