//! `PUT /stops/{report_id}` and `POST /stops`: the way in for reports.

use super::BASE;
use super::address::decode;
use super::auth::Caller;
use super::body::{self, JSON};
use super::problem::{Problem, ProblemType, errors_of};
use super::source_clock::clock_ahead;
use crate::domain::ids::ReportId;
use crate::service::Services;
use crate::service::report_stop::{
    Channel, Conflict, Delivered, Delivery, LARGEST_REPORT, Received, Refusal, lines, report_stop,
    report_stops,
};
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The largest batch, in bytes.
pub const LARGEST_BATCH: usize = 32 * 1024 * 1024;
/// The most reports in a batch.
pub const MOST_LINES: usize = 10_000;
const NDJSON: &[&str] = &["application/x-ndjson", "application/ndjson"];

/// `PUT /stops/{report_id}`
pub(super) async fn single(
    request: HttpRequest,
    Caller(source): Caller,
    services: Data<Services>,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let address = report_id(&request)?;
    let delivered = delivered(&request, Channel::Call, &services);
    let delivery = Delivery {
        document: body::read(&request, payload, JSON, LARGEST_REPORT).await?,
        address: Some(address),
    };
    match report_stop(&services, &source, delivered, delivery).await {
        Ok(Received::Kept(receipt)) => {
            let mut response = match receipt.repeated {
                false => HttpResponse::Created(),
                true => HttpResponse::Ok(),
            };
            Ok(response
                .content_type("application/json")
                .body(receipt.answer))
        }
        Ok(Received::Conflict(conflict)) => Err(conflict_problem(&conflict)),
        Ok(Received::Refused(refusal)) if refusal.is_json => Err(Problem::invalid(&refusal.faults)),
        Ok(Received::Refused(refusal)) => Err(Problem::malformed_body(&refusal.faults)),
        Err(error) => Err(error.into()),
    }
}

/// From the address as it was sent: the framework's own would be decoded in two steps.
fn report_id(request: &HttpRequest) -> Result<ReportId, Problem> {
    let path = request.uri().path();
    let segment = path
        .strip_prefix(BASE)
        .and_then(|rest| rest.strip_prefix("/stops/"));
    segment
        .map_or_else(|| Err(Problem::not_found()), decode)
        .map(ReportId::new)
}

fn conflict_problem(conflict: &Conflict) -> Problem {
    let detail = format!(
        "The report {:?} came before with the content {}; the content that came now is {}.",
        conflict.report_id.as_str(),
        conflict.first_digest,
        conflict.digest,
    );
    Problem::new(ProblemType::ReportConflict, detail)
        .with("report_id", conflict.report_id.as_str())
        .with("first_digest", conflict.first_digest.as_str())
        .with("digest", conflict.digest.as_str())
        .with("case", json!(conflict.case))
}

/// `POST /stops`
pub(super) async fn batch(
    request: HttpRequest,
    Caller(source): Caller,
    services: Data<Services>,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let delivered = delivered(&request, Channel::Batch, &services);
    let body = body::read(&request, payload, NDJSON, LARGEST_BATCH).await?;
    let lines = lines(&body);
    if lines.len() > MOST_LINES {
        let detail = format!(
            "A batch may have {MOST_LINES} lines; this one has {}.",
            lines.len()
        );
        return Err(Problem::new(ProblemType::TooManyLines, detail).with("limit", MOST_LINES));
    }
    let (numbers, deliveries): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
    let received = report_stops(&services, &source, delivered, &deliveries).await?;
    let mut answer = String::new();
    for (number, received) in numbers.into_iter().zip(received) {
        answer.push_str(&line(number, received)?.to_string());
        answer.push('\n');
    }
    Ok(HttpResponse::Ok().content_type(NDJSON[0]).body(answer))
}

/// The answer to one line of a batch.
fn line(number: usize, received: Received) -> Result<Value, Problem> {
    Ok(match received {
        Received::Kept(receipt) => json!({
            "line": number,
            "result": if receipt.repeated { "repeated" } else { "created" },
            "report_id": receipt.report_id,
            "answer": stored(&receipt.answer)?,
        }),
        Received::Conflict(conflict) => json!({
            "line": number,
            "result": "conflict",
            "report_id": conflict.report_id,
            "first_digest": conflict.first_digest,
            "digest": conflict.digest,
            "case": conflict.case,
        }),
        Received::Refused(refusal) => refused_line(number, &refusal),
    })
}

fn refused_line(number: usize, refusal: &Refusal) -> Value {
    json!({
        "line": number,
        "result": "invalid",
        "report_id": refusal.report_id,
        "errors": errors_of(&refusal.faults),
    })
}

fn stored(answer: &str) -> Result<Value, Problem> {
    serde_json::from_str(answer).map_err(|why| {
        tracing::error!("a stored answer cannot be read: {why}");
        Problem::new(
            ProblemType::Internal,
            "An answer that was stored cannot be read.",
        )
    })
}

fn delivered(request: &HttpRequest, channel: Channel, services: &Services) -> Delivered {
    Delivered {
        channel,
        clock_ahead: clock_ahead(request, services.now()),
    }
}
