//! What goes wrong on pages: one enum, and one place where it becomes a page that says what to do next.

use super::ctx::Ctx;
use super::filters;
use super::i18n::{Msg, msg};
use super::page::Page;
use super::return_path::ReturnPath;
use crate::service::ServiceError;
use crate::service::sign_in::SignInError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};
use askama::Template;
use std::convert::Infallible;

/// Why a page cannot be shown. Errors inside a form are no such thing: those stand at their fields.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    #[error("there is nothing at this address")]
    NotFound,
    #[error("the person's role does not allow this")]
    NotAllowed,
    #[error("this instance shows a copy, in which nothing can be changed")]
    Copy,
    #[error("nobody is signed in")]
    SignInNeeded,
    #[error("the request was not sent by a page of ours")]
    ForeignOrigin,
    /// What was written is kept for the page.
    #[error("the form has no token of this session")]
    NoToken { page: ReturnPath },
    #[error("the request cannot be read")]
    Malformed,
    /// A list by such a filter would be another one than was asked for.
    #[error("the filter is not understood: {0}")]
    Filter(String),
    #[error("a page without the session middleware around it")]
    NoSession,
    #[error(transparent)]
    Internal(anyhow::Error),
}

impl PageError {
    /// A failure that is nobody's fault who reads the page. Its causes go to the log.
    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Self::Internal(error.into())
    }
}

macro_rules! internal_from {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for PageError {
            fn from(error: $error) -> Self {
                Self::internal(error)
            }
        }
    )*};
}
internal_from!(askama::Error, tower_sessions::session::Error, SignInError,);

/// A use case that refuses has a page that says why: see [`ServiceError::refusal`].
impl From<ServiceError<Infallible>> for PageError {
    fn from(error: ServiceError<Infallible>) -> Self {
        match error {
            ServiceError::NotFound => Self::NotFound,
            ServiceError::NotAllowed => Self::NotAllowed,
            ServiceError::Refused(never) => match never {},
            error @ (ServiceError::Database(_)
            | ServiceError::Password(_)
            | ServiceError::Document(_)) => Self::internal(error),
        }
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::NotAllowed | Self::Copy | Self::ForeignOrigin | Self::NoToken { .. } => {
                StatusCode::FORBIDDEN
            }
            Self::SignInNeeded => StatusCode::UNAUTHORIZED,
            Self::Malformed | Self::Filter(_) => StatusCode::BAD_REQUEST,
            Self::NoSession | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// What the page says: what is wrong, and what to do next.
struct Words {
    title: Msg,
    advice: Msg,
}

fn words_of(error: &PageError) -> Words {
    let (title, advice) = match error {
        PageError::NotFound => return words_of_status(StatusCode::NOT_FOUND),
        PageError::Malformed => return words_of_status(StatusCode::BAD_REQUEST),
        PageError::NoSession | PageError::Internal(_) => {
            return words_of_status(StatusCode::INTERNAL_SERVER_ERROR);
        }
        PageError::Filter(pairs) => (
            msg!("error-filter"),
            msg!("error-filter-next", pairs = pairs.as_str()),
        ),
        PageError::NotAllowed => (msg!("error-not-allowed"), msg!("error-not-allowed-next")),
        PageError::Copy => (msg!("error-copy"), msg!("error-copy-next")),
        PageError::SignInNeeded => (msg!("error-sign-in"), msg!("error-sign-in-next")),
        PageError::ForeignOrigin => (msg!("error-origin"), msg!("error-origin-next")),
        PageError::NoToken { .. } => (msg!("error-token"), msg!("error-token-next")),
    };
    Words { title, advice }
}

/// For refusals of the server itself, which have a status and no more.
fn words_of_status(status: StatusCode) -> Words {
    let (title, advice) = match status {
        StatusCode::NOT_FOUND => (msg!("error-not-found"), msg!("error-not-found-next")),
        StatusCode::METHOD_NOT_ALLOWED => (msg!("error-method"), msg!("error-method-next")),
        StatusCode::PAYLOAD_TOO_LARGE => (msg!("error-too-large"), msg!("error-too-large-next")),
        status if status.is_client_error() => (msg!("error-request"), msg!("error-request-next")),
        _ => (msg!("error-internal"), msg!("error-internal-next")),
    };
    Words { title, advice }
}

/// The page of an error.
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    ctx: Ctx,
    status: i64,
    title: Msg,
    advice: Msg,
    /// Where to go on; the first page if nowhere else.
    next: ReturnPath,
}

impl Page for ErrorPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// Wraps the pages: gives every refusal a body that people can read, and writes failures to the log, once, with their causes.
pub async fn middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let status = response.status();
    let refused = status.is_client_error() || status.is_server_error();
    if !refused || is_page(&response) {
        return Ok(response);
    }
    let words = match own_error(&response) {
        Some(error) => words_of(error),
        None => words_of_status(status),
    };
    log(&response);
    let page = ErrorPage {
        ctx: Ctx::of(response.request()),
        status: i64::from(status.as_u16()),
        title: words.title,
        advice: words.advice,
        next: next_page(&response),
    };
    let html = page.html()?;
    Ok(response.map_body(|head, _| {
        let content_type = HeaderValue::from_static("text/html; charset=utf-8");
        head.headers.insert(CONTENT_TYPE, content_type);
        BoxBody::new(html)
    }))
}

/// Whether there is a page for people already, such as a form with errors in it.
fn is_page(response: &ServiceResponse<BoxBody>) -> bool {
    let content_type = response.headers().get(CONTENT_TYPE);
    content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
}

fn own_error(response: &ServiceResponse<BoxBody>) -> Option<&PageError> {
    response.response().error()?.as_error::<PageError>()
}

fn next_page(response: &ServiceResponse<BoxBody>) -> ReturnPath {
    match own_error(response) {
        Some(PageError::NoToken { page }) => page.clone(),
        Some(_) | None => ReturnPath::default(),
    }
}

fn log(response: &ServiceResponse<BoxBody>) {
    match (own_error(response), response.response().error()) {
        // `{:#}` writes the whole chain of causes.
        (Some(PageError::Internal(cause)), _) => tracing::error!("{cause:#}"),
        (Some(error), _) => tracing::info!("{error}"),
        (None, Some(error)) => tracing::info!("{error}"),
        (None, None) => {}
    }
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    let words = words_of(&PageError::NotFound);
    vec![Sample::new(ErrorPage {
        ctx: ctx.clone(),
        status: 404,
        title: words.title,
        advice: words.advice,
        next: ReturnPath::default(),
    })]
}
