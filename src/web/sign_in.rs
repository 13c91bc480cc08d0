//! Signing in and out.

use super::ctx::Ctx;
use super::error::PageError;
use super::filters;
use super::form::{Button, Form};
use super::i18n::{Msg, msg};
use super::kept::{Unsent, page_of_form, without_secrets};
use super::page::{Page, see_other};
use super::return_path::ReturnPath;
use super::routes::{OpenTo, PageRoute, get, post};
use super::session::Visitor;
use super::{Web, time};
use crate::domain::people::changes_nothing;
use crate::domain::time::Timestamp;
use crate::service::passwords::Passwords;
use crate::service::sign_in::{SignIn, sign_in};
use crate::service::{IdSource, Services};
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{Error, HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/sign-in", show).open_to(OpenTo::Everybody),
        post("/sign-in", send)
            .open_to(OpenTo::Everybody)
            .also_on_a_copy(),
        post("/sign-out", sign_out).also_on_a_copy(),
    ]
}

#[derive(Debug, Template)]
#[template(path = "sign-in.html")]
struct SignInPage {
    ctx: Ctx,
    name: String,
    next: ReturnPath,
    /// The fields of a form that came after its session had ended, and the path to which it came.
    kept: String,
    sent_to: String,
    problem: Option<Msg>,
}

impl Page for SignInPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    next: ReturnPath,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SignInForm {
    name: String,
    password: String,
    next: ReturnPath,
    kept: String,
    sent_to: String,
}

async fn show(
    services: web::Data<Services>,
    visitor: Visitor,
    ctx: Ctx,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let next = asked.into_inner().next;
    if visitor.user.is_some() {
        return Ok(see_other(next.as_str()));
    }
    let page = empty_page(&visitor, &services.ids, ctx, next).await?;
    page.respond()
}

async fn empty_page(
    visitor: &Visitor,
    ids: &IdSource,
    ctx: Ctx,
    next: ReturnPath,
) -> Result<SignInPage, PageError> {
    let token = visitor.form_token(ids).await?;
    Ok(SignInPage {
        ctx: Ctx { token, ..ctx },
        name: String::new(),
        next,
        kept: String::new(),
        sent_to: String::new(),
        problem: None,
    })
}

async fn send(
    web: web::Data<Web>,
    services: web::Data<Services>,
    passwords: web::Data<Passwords>,
    visitor: Visitor,
    ctx: Ctx,
    request: HttpRequest,
    Form(form): Form<SignInForm>,
) -> Result<HttpResponse, PageError> {
    let address = Web::client_address(&request);
    let outcome = sign_in(&services, &passwords, &form.name, form.password, address).await?;
    let page = |problem| SignInPage {
        ctx: ctx.clone(),
        name: form.name.clone(),
        next: form.next.clone(),
        kept: form.kept.clone(),
        sent_to: form.sent_to.clone(),
        problem: Some(problem),
    };
    match outcome {
        SignIn::Welcome(user) if web.is_copy && !changes_nothing(user.role) => {
            page(msg!("sign-in-copy")).respond_with(StatusCode::FORBIDDEN)
        }
        SignIn::Welcome(user) => {
            visitor.sign_in(&user, &services).await?;
            let unsent = Unsent {
                page: &form.next,
                sent_to: &form.sent_to,
                fields: &form.kept,
            };
            unsent
                .keep(&services, &visitor.session, Some(&user))
                .await?;
            Ok(see_other(form.next.as_str()))
        }
        SignIn::Refused => {
            page(msg!("sign-in-refused")).respond_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        SignIn::Paused { until } => paused(&page(pause_ends(until, &ctx)), until),
    }
}

fn pause_ends(until: Timestamp, ctx: &Ctx) -> Msg {
    let span = time::span(until.since(ctx.reader.now));
    msg!("sign-in-paused", until = until, span = span)
}

fn paused(page: &SignInPage, until: Timestamp) -> Result<HttpResponse, PageError> {
    let mut response = page.respond_with(StatusCode::TOO_MANY_REQUESTS)?;
    let seconds = until.since(page.ctx.reader.now).as_secs() + 1;
    response
        .headers_mut()
        .insert(RETRY_AFTER, HeaderValue::from(seconds));
    Ok(response)
}

async fn sign_out(
    visitor: Visitor,
    Form(Button {}): Form<Button>,
) -> Result<HttpResponse, PageError> {
    visitor.session.flush().await?;
    Ok(see_other("/sign-in"))
}

/// Answers somebody who has to sign in first. What they wrote, if they sent a form, comes back to them afterwards.
pub async fn ask(mut request: ServiceRequest) -> ServiceResponse<BoxBody> {
    let answer = if request.method().is_safe() {
        ask_first(request.request()).map_err(Error::from)
    } else {
        ask_again(&mut request).await
    };
    match answer {
        Ok(response) => request.into_response(response),
        Err(error) => request.error_response(error),
    }
}

fn ask_first(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let next = ("next", request.uri().to_string());
    let query = serde_html_form::to_string([next]).map_err(PageError::internal)?;
    Ok(see_other(&format!("/sign-in?{query}")))
}

async fn ask_again(request: &mut ServiceRequest) -> Result<HttpResponse, Error> {
    let body = request.extract::<web::Bytes>().await?;
    let visitor = request.extract::<Visitor>().await?;
    let services = request.extract::<web::Data<Services>>().await?;
    let kept = std::str::from_utf8(&body).map_err(|_| PageError::Malformed)?;
    let (ctx, next) = (Ctx::of(request.request()), page_of_form(request.request()));
    let page = SignInPage {
        kept: without_secrets(kept).unwrap_or_default(),
        sent_to: request.path().to_owned(),
        problem: Some(msg!("sign-in-ended")),
        ..empty_page(&visitor, &services.ids, ctx, next).await?
    };
    let mut response = page.respond_with(StatusCode::UNAUTHORIZED)?;
    let scheme = HeaderValue::from_static("Form");
    response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
    Ok(response)
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    let page = |problem| SignInPage {
        ctx: ctx.clone(),
        name: "irina".into(),
        next: ReturnPath::default(),
        kept: "justification=%3Cb%3E".into(),
        sent_to: "/cases/7/close".into(),
        problem,
    };
    vec![
        Sample::new(page(None)),
        Sample::new(page(Some(msg!("sign-in-refused")))),
        Sample::new(page(Some(pause_ends(ctx.reader.now, ctx)))),
    ]
}
