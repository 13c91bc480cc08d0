//! Decisions on their way to the source and back: the list, taking, renewing, the outcome.

use super::auth::Caller;
use super::body::read_json;
use super::order_json::{action, order};
use super::problem::{Problem, ProblemType};
use super::source_clock::clock_ahead;
use crate::domain::ids::{HistoryNumber, InstructionId};
use crate::domain::instruction::NoTaking;
use crate::domain::report_parse::{Fault, parse_renew, parse_take};
use crate::service::offered::{LONGEST_WAIT, Offer, offered};
use crate::service::outcome::{OutcomeKept, OutcomeRefused, outcome};
use crate::service::renew::renew;
use crate::service::take::{Taken, take};
use crate::service::{ServiceError, Services};
use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// What the list is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    #[serde(default)]
    state: State,
    /// The cursor of the last answer.
    #[serde(default)]
    after: i64,
    /// In seconds; at most 25.
    #[serde(default)]
    wait: u64,
}

/// Only what waits to be taken is listed.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    #[default]
    Offered,
}

/// `GET /instructions?state=offered&after=CURSOR&wait=25`
pub(super) async fn list(
    services: Data<Services>,
    Caller(source): Caller,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let wanted = Query::<Wanted>::from_query(request.query_string())
        .map_err(|why| Problem::new(ProblemType::Malformed, why.to_string()))?
        .into_inner();
    match wanted.state {
        State::Offered => {}
    }
    let (after, wait) = (
        HistoryNumber(wanted.after),
        Duration::from_secs(wanted.wait),
    );
    if wait > LONGEST_WAIT {
        let detail = format!("wait is at most {} seconds.", LONGEST_WAIT.as_secs());
        return Err(Problem::new(ProblemType::Malformed, detail));
    }
    let offers = offered(&services, &source, after, wait).await?;
    let cursor = offers.last().map_or(wanted.after, |last| last.cursor.0);
    let list: Vec<_> = offers.iter().map(offer).collect();
    Ok(HttpResponse::Ok().json(json!({"instructions": list, "cursor": cursor})))
}

fn offer(offer: &Offer) -> Value {
    json!({
        "instruction_id": offer.instruction,
        "case": offer.case,
        "action": action(offer.action),
        "cursor": offer.cursor,
        "offered_at": offer.offered_at.to_string(),
        "take_before": offer.take_before.to_string(),
        "not_after": offer.not_after.map(|t| t.to_string()),
    })
}

/// `POST /instructions/{id}/take`
pub(super) async fn post_take(
    services: Data<Services>,
    Caller(source): Caller,
    id: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let body = read_json(&request, payload).await?;
    let asked = parse_take(body).map_err(|faults| Problem::invalid(&faults))?;
    let id = InstructionId::new(id.into_inner());
    let taken = take(&services, &source, &id, &asked).await;
    let taken = taken.map_err(|error| explain(error, no_taking))?;
    Ok(HttpResponse::Ok().json(told(&taken)))
}

fn told(taken: &Taken) -> Value {
    let mut document = json!({
        "instruction_id": taken.instruction,
        "case": taken.case,
        "operation_key": taken.operation_key,
        "action": action(taken.order.kind()),
        "repeated": taken.repeated,
        "seconds_left": taken.seconds_left,
        "decided_by": taken.decided_by,
        "approved_by": taken.approved_by,
        "decided_at": taken.decided_at.to_string(),
        "reason_code": taken.reason_code,
        "justification": taken.justification,
    });
    document[action(taken.order.kind())] = order(&taken.order);
    document
}

/// `POST /instructions/{id}/renew`
pub(super) async fn post_renew(
    services: Data<Services>,
    Caller(source): Caller,
    id: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let body = read_json(&request, payload).await?;
    let token = parse_renew(body).map_err(|faults| Problem::invalid(&faults))?;
    let id = InstructionId::new(id.into_inner());
    let renewed = renew(&services, &source, &id, &token).await;
    let seconds_left = renewed.map_err(|error| explain(error, no_taking))?;
    Ok(HttpResponse::Ok().json(json!({"instruction_id": id, "seconds_left": seconds_left})))
}

/// `POST /instructions/{id}/outcome`
pub(super) async fn post_outcome(
    services: Data<Services>,
    Caller(source): Caller,
    id: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let body = read_json(&request, payload).await?;
    let id = InstructionId::new(id.into_inner());
    let ahead = clock_ahead(&request, services.now());
    let kept = outcome(&services, &source, &id, body, ahead).await;
    let kept = kept.map_err(|error| explain(error, not_kept))?;
    Ok(HttpResponse::Ok().json(recorded(&kept)))
}

fn recorded(kept: &OutcomeKept) -> Value {
    json!({
        "instruction_id": kept.instruction,
        "case": kept.case,
        "repeated": kept.repeated,
        "recorded_as": if kept.late { "facts" } else { "outcome" },
        "case_state": kept.case_state,
    })
}

fn explain<R: std::fmt::Debug>(
    error: ServiceError<R>,
    refusal: impl FnOnce(R) -> Problem,
) -> Problem {
    match error.refusal() {
        Ok(why) => refusal(why),
        Err(other) => other.into(),
    }
}

fn no_taking(why: NoTaking) -> Problem {
    match why {
        NoTaking::AlreadyTaken { worker, at } => {
            let detail = format!("{worker} took it at {at}.");
            Problem::new(ProblemType::AlreadyTaken, detail)
                .with("taken_by", worker)
                .with("taken_at", at.to_string())
        }
        NoTaking::FactsChanged => Problem::new(
            ProblemType::FactsChanged,
            "What is known now is not what the decision was made on.",
        ),
        NoTaking::TooLate => Problem::new(
            ProblemType::TooLate,
            "Nobody took the instruction in time; the case is back in review.",
        ),
        NoTaking::Withdrawn => Problem::new(
            ProblemType::Withdrawn,
            "The instruction was taken back before anybody took it.",
        ),
        NoTaking::Ended => Problem::new(
            ProblemType::Ended,
            "The lease is over, or its outcome was reported.",
        ),
        NoTaking::NotTaken => Problem::new(
            ProblemType::NotTaken,
            "Nobody has taken this instruction, so nothing was sent for it.",
        ),
    }
}

fn not_kept(why: OutcomeRefused) -> Problem {
    match why {
        OutcomeRefused::Invalid(faults) => Problem::invalid(&faults as &[Fault]),
        OutcomeRefused::NotTheirs(why) => no_taking(why),
        OutcomeRefused::OtherOutcome { told } => Problem::new(
            ProblemType::OutcomeConflict,
            "Another outcome is kept for this taking.",
        )
        .with("outcome", json!(told)),
    }
}
