//! Asking before a retry: what may it do now?

use super::address::parameters;
use super::auth::Caller;
use super::problem::{Problem, ProblemType};
use crate::domain::gate::Gate;
use crate::domain::ids::{CaseId, OperationKey};
use crate::domain::report_parse::LONGEST_NAME;
use crate::service::Services;
use crate::service::gate::{Asked, ask};
use crate::service::report_stop::case_url;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

/// More objects than this no operation touches.
const MOST_OBJECTS: usize = 50;

/// `GET /gate?operation_key=…&hold=…`
pub(super) async fn get(
    services: Data<Services>,
    Caller(source): Caller,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (key, touches) = read(request.query_string())?;
    let asked = ask(&services, &source, &key, &touches).await?;
    let fresh = HeaderValue::from_static("no-store");
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, fresh))
        .json(Told::of(&key, &asked)))
}

#[derive(Serialize)]
struct Told<'a> {
    operation_key: &'a OperationKey,
    state: Gate,
    case: Option<CaseId>,
    case_url: Option<String>,
    since: Option<String>,
    by: Option<&'a OperationKey>,
}

impl<'a> Told<'a> {
    fn of(key: &'a OperationKey, asked: &'a Asked) -> Self {
        Self {
            operation_key: key,
            state: asked.gate,
            case: asked.case,
            case_url: asked.case.map(case_url),
            since: asked.since.map(|at| at.to_string()),
            by: asked.superseded_by.as_ref(),
        }
    }
}

/// One key, and the objects that the operation touches.
fn read(query: &str) -> Result<(OperationKey, Vec<String>), Problem> {
    let (mut key, mut touches) = (None, Vec::new());
    for (name, value) in parameters(query)? {
        let bytes = value.len();
        if !(1..=LONGEST_NAME).contains(&bytes) {
            let detail = format!("{name} has 1 to {LONGEST_NAME} bytes; this one has {bytes}.");
            return Err(malformed(detail));
        }
        if value.contains('\0') {
            return Err(malformed(format!("{name} cannot hold U+0000.")));
        }
        match name.as_str() {
            "operation_key" if key.is_none() => key = Some(OperationKey::new(value)),
            "operation_key" => return Err(malformed("operation_key is given twice.")),
            "hold" => touches.push(value),
            other => return Err(malformed(format!("{other} is no parameter of this call."))),
        }
    }
    if touches.len() > MOST_OBJECTS {
        return Err(malformed(format!(
            "hold can be given {MOST_OBJECTS} times at most."
        )));
    }
    let key = key.ok_or_else(|| malformed("operation_key is missing."))?;
    Ok((key, touches))
}

fn malformed(detail: impl Into<String>) -> Problem {
    Problem::new(ProblemType::Malformed, detail)
}
