//! Reading the body of a call, within its limit.

use super::problem::{Problem, ProblemType};
use crate::domain::json;
use crate::service::report_stop::LARGEST_REPORT;
use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use actix_web::web::{Bytes, BytesMut, Payload};
use futures_util::StreamExt;
use serde_json::Value;
use std::io::ErrorKind;

/// The content types of one document.
pub const JSON: &[&str] = &["application/json"];

/// Reads the whole body, which has to be of one of these types.
///
/// # Errors
/// With the problem to answer: another content type, a compressed body, more bytes than `limit`, a broken connection.
pub async fn read(
    request: &HttpRequest,
    mut payload: Payload,
    types: &[&str],
    limit: usize,
) -> Result<Bytes, Problem> {
    check_type(request, types)?;
    let mut body = BytesMut::new();
    while let Some(part) = payload.next().await {
        let part = part.map_err(|why| incomplete(&why))?;
        if body.len() + part.len() > limit {
            let detail = format!("A body may have {limit} bytes here.");
            return Err(Problem::new(ProblemType::BodyTooLarge, detail).with("limit", limit));
        }
        body.extend_from_slice(&part);
    }
    Ok(body.freeze())
}

fn incomplete(why: &PayloadError) -> Problem {
    let stalled = matches!(why, PayloadError::Io(why) if why.kind() == ErrorKind::TimedOut);
    let kind = if stalled {
        ProblemType::BodyStalled
    } else {
        ProblemType::Malformed
    };
    let detail = format!("The body ended before it was complete: {why}.");
    Problem::new(kind, detail)
}

/// Reads the body as one JSON document.
///
/// # Errors
/// As [`read`]; and if the body is not sound JSON, with every fault.
pub async fn read_json(request: &HttpRequest, payload: Payload) -> Result<Value, Problem> {
    let body = read(request, payload, JSON, LARGEST_REPORT).await?;
    json::parse(&body).map_err(|faults| {
        let faults: Vec<_> = faults.into_iter().map(Into::into).collect();
        Problem::malformed_body(&faults)
    })
}

fn check_type(request: &HttpRequest, types: &[&str]) -> Result<(), Problem> {
    let header = |name| request.headers().get(name).and_then(|v| v.to_str().ok());
    let essence = header(CONTENT_TYPE).and_then(|value| value.split(';').next());
    let known = essence.is_some_and(|found| {
        let is = |wanted: &&str| found.trim().eq_ignore_ascii_case(wanted);
        types.iter().any(is)
    });
    let plain = header(CONTENT_ENCODING).is_none_or(|coding| coding == "identity");
    if known && plain {
        return Ok(());
    }
    let detail = format!(
        "This address takes {}, without compression.",
        types.join(" or ")
    );
    Err(Problem::new(ProblemType::UnsupportedMediaType, detail))
}
