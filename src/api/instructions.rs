//! Decisions on their way to the source and back: the list, taking, renewing, the outcome.

use super::address::parameters;
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
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};
use std::time::Duration;

/// Which instructions, and for how long to wait for one.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    /// The cursor of the last answer.
    after: HistoryNumber,
    wait: Duration,
}

impl Wanted {
    fn read(query: &str) -> Result<Self, Problem> {
        let mut wanted = Self {
            after: HistoryNumber(0),
            wait: Duration::ZERO,
        };
        for (name, value) in parameters(query)? {
            match name.as_str() {
                // Only what waits to be taken is listed.
                "state" if value == "offered" => {}
                "state" => return Err(malformed("state is offered: no others are listed.")),
                "after" => {
                    let after = value.parse().ok().filter(|after| *after >= 0);
                    let wrong = || malformed("after is the cursor of an answer, a whole number.");
                    wanted.after = HistoryNumber(after.ok_or_else(wrong)?);
                }
                "wait" => {
                    let wait = value.parse().ok().map(Duration::from_secs);
                    let longest = LONGEST_WAIT.as_secs();
                    let wrong = || malformed(format!("wait is 0 to {longest} seconds."));
                    let wait = wait.filter(|wait| *wait <= LONGEST_WAIT);
                    wanted.wait = wait.ok_or_else(wrong)?;
                }
                other => return Err(malformed(format!("{other} is no parameter of this call."))),
            }
        }
        Ok(wanted)
    }
}

fn malformed(detail: impl Into<String>) -> Problem {
    Problem::new(ProblemType::Malformed, detail)
}

/// `GET /instructions?state=offered&after=CURSOR&wait=25`
pub(super) async fn list(
    services: Data<Services>,
    Caller(source): Caller,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Wanted { after, wait } = Wanted::read(request.query_string())?;
    let offers = offered(&services, &source, after, wait).await?;
    let cursor = offers.last().map_or(after, |last| last.cursor).0;
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
            "Its lease ran out, its outcome was told, or a stop was reported meanwhile.",
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
