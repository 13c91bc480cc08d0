//! Forms: there is none without the token of the session that it was shown to.

use super::error::PageError;
use super::kept::{Unsent, page_of_form};
use super::session::Visitor;
use crate::service::Services;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::future::Future;
use std::pin::Pin;

/// The name of the hidden field with the token.
pub const TOKEN: &str = "token";

/// The name of every field with a password. Like the token, it is never kept and never shown again.
pub const PASSWORD: &str = "password";

/// The fields of a form that a page of ours sent. The only way to read a form.
///
/// Fields are `#[serde(default)]` strings, so that a wrong form can be shown again as it was filled in; a field that may be
/// sent several times (check boxes) is a `Vec<String>`.
#[derive(Debug, Clone)]
pub struct Form<T>(pub T);

/// A form that is a button and no more.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Button {}

#[derive(Deserialize)]
struct Token {
    #[serde(default)]
    token: String,
}

impl<T: DeserializeOwned> FromRequest for Form<T> {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = web::Bytes::from_request(request, payload);
        let visitor = request.extensions().get::<Visitor>().cloned();
        let services = request.app_data::<web::Data<Services>>().cloned();
        let (page, sent_to) = (page_of_form(request), request.path().to_owned());
        Box::pin(async move {
            let (body, visitor) = (body.await?, visitor.ok_or(PageError::NoSession)?);
            let given: Token = read(&body)?;
            if visitor
                .token
                .is_some_and(|token| same(&given.token, &token))
            {
                return Ok(Self(read(&body)?));
            }
            // Most likely of an earlier session: people sign in again in another tab.
            let fields = std::str::from_utf8(&body).map_err(|_| PageError::Malformed)?;
            let unsent = Unsent {
                page: &page,
                sent_to: &sent_to,
                fields,
            };
            let services = services.ok_or(PageError::NoSession)?;
            let user = visitor.user.as_deref();
            unsent.keep(&services, &visitor.session, user).await?;
            Err(PageError::NoToken { page }.into())
        })
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, PageError> {
    serde_html_form::from_bytes(body).map_err(|_| PageError::Malformed)
}

/// Compares digests, whose first difference tells nothing about the token.
fn same(given: &str, expected: &str) -> bool {
    Sha256::digest(given) == Sha256::digest(expected)
}
