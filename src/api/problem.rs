//! Problem documents (RFC 9457): what is wrong with a call, in one form for every refusal of the API.

use crate::domain::report_parse::Fault;
use crate::service::ServiceError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::fmt;
use tracing_actix_web::RequestId;

/// The media type of problem documents.
pub const PROBLEM_JSON: &str = "application/problem+json";
/// Below this address every type of problem explains itself.
pub const PROBLEMS: &str = "/api/v1/problems";

/// Defines every type once: its name, its status, its title, and what the caller does about it.
macro_rules! problem_types {
    ($($variant:ident $name:literal $status:ident $title:literal $advice:literal;)+) => {
        /// What can be wrong with a call.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ProblemType { $(#[doc = $advice] $variant,)+ }

        impl ProblemType {
            /// Every type.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The last part of its address; it never changes.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            pub fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status),+ }
            }

            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),+ }
            }

            /// What it means for the caller.
            pub fn advice(self) -> &'static str {
                match self { $(Self::$variant => $advice),+ }
            }
        }
    };
}

problem_types! {
    Malformed "malformed" BAD_REQUEST "The call cannot be read"
        "Something about the address, a header or the body's JSON is wrong. The same call will never be accepted.";
    TokenMisplaced "token-misplaced" BAD_REQUEST "A token came in the address"
        "Addresses are written to logs: revoke that token, and send the next one in the Authorization header.";
    Unauthorised "unauthorised" UNAUTHORIZED "No valid token"
        "Send `Authorization: Bearer hp_…` with a token of your source that is not revoked.";
    SourceDisabled "source-disabled" FORBIDDEN "The source is switched off"
        "An administrator has switched the source off. Keep what you have to report until it is on again.";
    NotFound "not-found" NOT_FOUND "There is nothing here"
        "The address is wrong, or what it names is not your source's.";
    MethodNotAllowed "method-not-allowed" METHOD_NOT_ALLOWED "This address does not take this method"
        "The Allow header names the methods that it takes.";
    BodyStalled "body-stalled" REQUEST_TIMEOUT "The body stopped coming"
        "Nothing was kept. Send the call again, all of it.";
    ReportConflict "report-conflict" CONFLICT "This report id came before with other content"
        "Nothing was changed. A report that says something else needs a report id of its own.";
    AlreadyTaken "already-taken" CONFLICT "Another worker has taken the instruction"
        "Send nothing. The taker reports the outcome.";
    FactsChanged "facts-changed" CONFLICT "The decision was made on other facts"
        "Send nothing. Report the stop again with everything that is known.";
    NotTaken "not-taken" CONFLICT "Nobody has taken the instruction"
        "Take it first: nothing may be sent outside a taking, so there is nothing to tell.";
    OutcomeConflict "outcome-conflict" CONFLICT "Another outcome was reported before"
        "Nothing was changed. Report what else is known as a stop report.";
    TooLate "too-late" GONE "The instruction's last moment has passed"
        "Send nothing. The case goes back to review.";
    Withdrawn "withdrawn" GONE "The instruction was withdrawn"
        "Send nothing. Another instruction may follow.";
    Ended "ended" GONE "The taking is over"
        "Start no further request. Report the outcome of what was sent.";
    BodyTooLarge "body-too-large" PAYLOAD_TOO_LARGE "The body is too large"
        "The detail names the limit. Leave out the middle of long lists, or send several batches.";
    TooManyLines "too-many-lines" PAYLOAD_TOO_LARGE "The batch has too many lines"
        "Nothing of it was kept. Send several batches.";
    UnsupportedMediaType "unsupported-media-type" UNSUPPORTED_MEDIA_TYPE "This address does not take this content type"
        "The detail names the content type that it takes; bodies are sent without compression.";
    Invalid "invalid" UNPROCESSABLE_ENTITY "The document cannot be understood"
        "Every fault is named in `errors` by its JSON pointer. A refused report is kept whole, and people see it.";
    Internal "internal" INTERNAL_SERVER_ERROR "Something went wrong here"
        "Nothing was changed. The log has the cause under the request id; the call may be sent again.";
    Unavailable "unavailable" SERVICE_UNAVAILABLE "The database does not answer"
        "Nothing was acknowledged. Send the call again after a pause.";
}

impl ProblemType {
    /// Its address, relative to the program's.
    pub fn uri(self) -> String {
        format!("{PROBLEMS}/{}", self.name())
    }

    /// What stands at its address.
    pub fn explanation(self) -> Value {
        json!({
            "type": self.uri(),
            "title": self.title(),
            "status": self.status().as_u16(),
            "meaning": self.advice(),
        })
    }
}

/// A refusal of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub kind: ProblemType,
    /// What is wrong with this very call, in English.
    pub detail: String,
    /// Every fault of the body, with its JSON pointer.
    errors: Vec<Value>,
    /// Members beside the ones that every problem has.
    more: Vec<(String, Value)>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    pub fn new(kind: ProblemType, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
            errors: Vec::new(),
            more: Vec::new(),
            headers: Vec::new(),
        }
    }

    /// With a member beside the ones that every problem has.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.more.push((name.to_owned(), value.into()));
        self
    }

    /// A document that cannot be understood, with all its faults.
    pub fn invalid(faults: &[Fault]) -> Self {
        let detail = match faults.len() {
            1 => "The document has a fault.".to_owned(),
            n => format!("The document has {n} faults."),
        };
        Self {
            errors: errors_of(faults),
            ..Self::new(ProblemType::Invalid, detail)
        }
    }

    /// A body that is no JSON, or JSON that two readers would understand in two ways.
    pub fn malformed_body(faults: &[Fault]) -> Self {
        Self {
            errors: errors_of(faults),
            ..Self::new(ProblemType::Malformed, "The body is not sound JSON.")
        }
    }

    /// A call without a token that holds.
    pub fn unauthorised(detail: &str) -> Self {
        Self::new(ProblemType::Unauthorised, detail).header(
            WWW_AUTHENTICATE,
            HeaderValue::from_static("Bearer realm=\"holdpoint\""),
        )
    }

    /// A method that the address does not take; `allowed` lists those that it does.
    pub fn method_not_allowed(allowed: &str) -> Self {
        let problem = Self::new(
            ProblemType::MethodNotAllowed,
            format!("This address takes {allowed}."),
        );
        match HeaderValue::from_str(allowed) {
            Ok(value) => problem.header(ALLOW, value),
            Err(_) => problem,
        }
    }

    pub fn not_found() -> Self {
        Self::new(ProblemType::NotFound, "There is nothing at this address.")
    }

    fn internal() -> Self {
        Self::new(
            ProblemType::Internal,
            "Something went wrong here; nothing was changed.",
        )
    }

    pub(super) fn unavailable(detail: &str) -> Self {
        Self::new(ProblemType::Unavailable, detail)
            .header(RETRY_AFTER, HeaderValue::from_static("5"))
    }

    fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The document.
    pub fn document(&self, request_id: Option<RequestId>) -> Value {
        let mut document = json!({
            "type": self.kind.uri(),
            "title": self.kind.title(),
            "status": self.kind.status().as_u16(),
            "detail": self.detail,
        });
        if let Value::Object(members) = &mut document {
            if let Some(id) = request_id {
                members.insert("request_id".to_owned(), id.to_string().into());
            }
            if !self.errors.is_empty() {
                members.insert("errors".to_owned(), self.errors.clone().into());
            }
            members.extend(self.more.clone());
        }
        document
    }
}

/// Faults as the API names them.
pub fn errors_of(faults: &[Fault]) -> Vec<Value> {
    let error = |fault: &Fault| json!({"pointer": fault.pointer, "detail": fault.kind.to_string()});
    faults.iter().map(error).collect()
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind.status()
    }

    /// The body comes from [`middleware`], which knows the request.
    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::new(self.kind.status());
        for (name, value) in &self.headers {
            response.headers_mut().insert(name.clone(), value.clone());
        }
        response
    }
}

/// A use case that refuses says why by itself: see [`ServiceError::refusal`].
impl From<ServiceError<Infallible>> for Problem {
    fn from(error: ServiceError<Infallible>) -> Self {
        match &error {
            ServiceError::NotFound => Self::not_found(),
            ServiceError::NotAllowed => {
                Self::new(ProblemType::SourceDisabled, "The source may not do this.")
            }
            ServiceError::Refused(never) => match *never {},
            ServiceError::Database(cause) => {
                tracing::error!("the database failed: {cause:#}");
                Self::unavailable("The database does not answer; nothing was acknowledged.")
            }
            ServiceError::Password(cause) => {
                tracing::error!("a password could not be checked: {cause:#}");
                Self::internal()
            }
            ServiceError::Document(cause) => {
                tracing::error!("a stored document cannot be read: {cause:#}");
                Self::internal()
            }
        }
    }
}

/// Wraps the API: gives every refusal its document, with the request's id.
pub async fn middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = request.extensions().get::<RequestId>().copied();
    let response = next.call(request).await?.map_into_boxed_body();
    let Some(problem) = problem_of(&response) else {
        return Ok(response);
    };
    tracing::info!("{problem}");
    let document = problem.document(id).to_string();
    Ok(response.map_body(|head, _| {
        head.headers
            .insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        BoxBody::new(document)
    }))
}

fn problem_of(response: &ServiceResponse<BoxBody>) -> Option<Problem> {
    response.response().error()?.as_error::<Problem>().cloned()
}
