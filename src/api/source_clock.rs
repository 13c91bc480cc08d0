//! The clock of the source that calls: the `Date` header of each of its calls.

use crate::domain::time::Timestamp;
use actix_web::HttpRequest;
use actix_web::http::header::DATE;
use chrono::DateTime;

/// By how many microseconds the source's clock runs ahead of `now`; 0 if it is behind, or tells no time.
pub fn clock_ahead(request: &HttpRequest, now: Timestamp) -> i64 {
    let header = request.headers().get(DATE).and_then(|v| v.to_str().ok());
    let told = header.and_then(|text| DateTime::parse_from_rfc2822(text).ok());
    told.map_or(0, |told| {
        told.timestamp_micros().saturating_sub(now.0).max(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_clock_that_runs_ahead_is_told_by_its_date() {
        let now = Timestamp::parse("2026-11-29T12:20:31Z").expect("a time");
        let ahead = |date: &str| {
            let request = TestRequest::default().insert_header((DATE, date));
            clock_ahead(&request.to_http_request(), now)
        };
        assert_eq!(ahead("Sun, 29 Nov 2026 12:21:31 GMT"), 60_000_000);
        assert_eq!(ahead("Sun, 29 Nov 2026 12:19:31 GMT"), 0);
        assert_eq!(ahead("tomorrow"), 0);
    }
}
