//! Which source calls: `Authorization: Bearer hp_<id>_<secret>`, and no other place.

use super::problem::{Problem, ProblemType};
use crate::service::sources::{NoEntry, authenticate};
use crate::service::{ServiceError, Services, Source};
use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use std::future::Future;
use std::pin::Pin;

/// The source whose token came with the call.
#[derive(Debug)]
pub struct Caller(pub Source);

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let services = request.app_data::<Data<Services>>().cloned();
        let token = token(request);
        Box::pin(async move {
            let token = token?;
            let Some(services) = services else {
                return Err(Problem::new(
                    ProblemType::Internal,
                    "The program was put together wrongly.",
                ));
            };
            match authenticate(&services, &token).await {
                Ok(source) => Ok(Self(source)),
                Err(error) => Err(refused(error)),
            }
        })
    }
}

fn refused(error: ServiceError<NoEntry>) -> Problem {
    match error.refusal() {
        Ok(NoEntry::NoSuchToken) => {
            Problem::unauthorised("The token is unknown, or it was revoked.")
        }
        Ok(NoEntry::SourceDisabled) => Problem::new(
            ProblemType::SourceDisabled,
            "The source is switched off for now.",
        ),
        Err(other) => other.into(),
    }
}

/// The token of the one Authorization header.
fn token(request: &HttpRequest) -> Result<String, Problem> {
    if names_a_token(request.query_string()) {
        return Err(Problem::new(
            ProblemType::TokenMisplaced,
            "A token belongs in the Authorization header, never in the address.",
        ));
    }
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let header = match (headers.next(), headers.next()) {
        (Some(header), None) => header,
        (None, _) => return Err(Problem::unauthorised("The call carries no token.")),
        (Some(_), Some(_)) => {
            return Err(Problem::unauthorised(
                "The call carries more than one Authorization header.",
            ));
        }
    };
    let bearer = header.to_str().ok().and_then(bearer);
    bearer.ok_or_else(|| {
        Problem::unauthorised("The Authorization header is not `Bearer` and a token.")
    })
}

/// The scheme's name is the same in capitals (RFC 9110 §11.1).
fn bearer(header: &str) -> Option<String> {
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    let is_bearer = scheme.eq_ignore_ascii_case("bearer") && !token.is_empty();
    is_bearer.then(|| token.to_owned())
}

fn names_a_token(query: &str) -> bool {
    let names = query.split('&').filter_map(|pair| pair.split('=').next());
    names
        .into_iter()
        .any(|name| matches!(name, "access_token" | "token"))
}
