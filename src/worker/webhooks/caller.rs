//! One call over HTTP: signed, to a checked address, with an end to how long it takes and how much is read.

use super::checked_names::{CheckedNames, NoAddress};
use crate::domain::time::Timestamp;
use crate::domain::webhook::{AllowedHosts, Failure, Heard, retry_after};
use crate::service::webhook::deliver::Call;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, redirect, retry};
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// A knock on the door is answered at once, or nobody is at home.
const ANSWER_WITHIN: Duration = Duration::from_secs(15);
/// Nothing of the answer is used; what is short is read, so that its connection can be used again.
const MOST_READ: usize = 16 * 1024;
/// Connections to one host that are kept for the next calls.
const KEPT_CONNECTIONS: usize = 64;

/// No HTTP client can be made on this machine.
#[derive(Debug, thiserror::Error)]
#[error("webhooks cannot be called from this machine")]
pub struct CallerError(#[from] reqwest::Error);

/// Calls endpoints. Cheap to clone.
#[derive(Debug, Clone)]
pub(in crate::worker) struct Caller(Client);

impl Caller {
    pub fn new(allowed: &Arc<AllowedHosts>) -> Result<Self, CallerError> {
        let names = CheckedNames::new(Arc::clone(allowed));
        let client = Client::builder()
            .dns_resolver(Arc::new(names))
            // Another machine than the one that was checked: a proxy's, or the one that an answer points to.
            .no_proxy()
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .connect_timeout(CONNECT_WITHIN)
            .timeout(ANSWER_WITHIN)
            .pool_max_idle_per_host(KEPT_CONNECTIONS)
            .user_agent(concat!("holdpoint/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self(client))
    }

    pub async fn call(&self, call: &Call, now: Timestamp) -> Heard {
        let request = self
            .0
            .post(call.url.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &call.notice)
            .header("webhook-timestamp", &call.timestamp)
            .header("webhook-signature", &call.signature)
            .body(call.body.clone());
        match request.send().await {
            Ok(response) => answered(response, now).await,
            Err(error) => Heard::Failed(failure(&error)),
        }
    }
}

async fn answered(mut response: Response, now: Timestamp) -> Heard {
    let wish = response.headers().get(RETRY_AFTER);
    let heard = Heard::Answered {
        status: response.status().as_u16(),
        retry_after: wish.and_then(|wish| retry_after(wish.to_str().ok()?, now)),
    };
    let mut read = 0;
    // The status has said it all: how the rest ends changes nothing.
    while let Ok(Some(part)) = response.chunk().await {
        read += part.len();
        if read > MOST_READ {
            break;
        }
    }
    heard
}

fn failure(error: &reqwest::Error) -> Failure {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(this) = cause {
        match this.downcast_ref() {
            Some(NoAddress::NotAllowed) => return Failure::NotAllowed,
            Some(NoAddress::NoSuchHost) => return Failure::NoSuchHost,
            None => {}
        }
        if is_about_trust(this) {
            return Failure::NoTrust;
        }
        cause = this.source();
    }
    if error.is_timeout() {
        Failure::TimedOut
    } else if error.is_connect() {
        Failure::NoConnection
    } else {
        Failure::BrokenOff
    }
}

/// TLS faults come wrapped in errors of input and output.
fn is_about_trust(error: &(dyn Error + 'static)) -> bool {
    let inner = error
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref);
    error.is::<rustls::Error>() || inner.is_some_and(<dyn Error + Send + Sync>::is::<rustls::Error>)
}
