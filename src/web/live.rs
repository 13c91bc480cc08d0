//! Live pages: a stream of hints that something changed. The script of a page that hears one fetches the page again and
//! exchanges the parts that are marked with `data-live`; there is no second template.

use super::Web;
use super::ctx::SignedIn;
use super::error::PageError;
use super::query;
use super::routes::{PageRoute, get};
use crate::domain::ids::HistoryNumber;
use crate::service::{Hint, Services, changes};
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Proxies close connections on which nothing moves; and this often at least it is seen whether the session still stands.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Where the stream of hints is.
pub const PATH: &str = "/events";

/// The stream of hints.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, events)]
}

/// One browser that listens.
struct Listener {
    signed_in: SignedIn,
    services: Data<Services>,
    web: Data<Web>,
    hints: Receiver<Hint>,
    heartbeat: Interval,
    /// What there is to say at once.
    first: Option<Bytes>,
}

async fn events(
    signed_in: SignedIn,
    services: Data<Services>,
    web: Data<Web>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    // Listening begins before the first look, so that nothing falls in between.
    let hints = services.hints.listen();
    let latest = changes::latest(&services).await?;
    let missed = shown(&request).is_some_and(|shown| shown < latest);
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let listener = Listener {
        signed_in,
        services,
        web,
        hints,
        heartbeat,
        first: missed.then(|| something(latest)),
    };
    let told = stream::unfold(listener, |listener| async { listener.next().await });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        // Asks proxies that collect answers to pass this one on as it comes.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(told))
}

/// The number that the page showed when it was made, or the last one it heard before its connection broke.
fn shown(request: &HttpRequest) -> Option<HistoryNumber> {
    let heard = request.headers().get("last-event-id");
    let heard = heard.and_then(|id| id.to_str().ok()?.parse().ok());
    let after = || {
        let mut pairs = query::pairs(request.query_string()).into_iter();
        pairs.find(|(name, _)| name == "after")?.1.parse().ok()
    };
    heard.or_else(after).map(HistoryNumber)
}

impl Listener {
    /// The next piece of the stream, unless the person has signed out or the program stops.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        let piece = match self.first.take() {
            Some(first) => first,
            None => self.wait().await?,
        };
        let there = self.signed_in.is_still_there(&self.web).await;
        there.then_some((Ok(piece), self))
    }

    async fn wait(&mut self) -> Option<Bytes> {
        tokio::select! {
            () = self.services.hints.closed() => None,
            _ = self.heartbeat.tick() => Some(Bytes::from_static(b":\n\n")),
            hint = self.hints.recv() => match hint {
                Ok(hint) => Some(about(hint)),
                // Too many at once to tell them apart.
                Err(RecvError::Lagged(_)) => changes::latest(&self.services).await.ok().map(something),
                Err(RecvError::Closed) => None,
            },
        }
    }
}

fn about(Hint { case, number, .. }: Hint) -> Bytes {
    match number {
        Some(number) => event(number, &format!(r#"{{"case":{case},"number":{number}}}"#)),
        // It has no place among the others, so a browser that comes back does not ask for it.
        None => {
            let data = format!(r#"{{"case":{case}}}"#);
            Bytes::from(format!("event: hint\ndata: {data}\n\n"))
        }
    }
}

/// Something changed; nobody says what.
fn something(number: HistoryNumber) -> Bytes {
    event(number, &format!(r#"{{"number":{number}}}"#))
}

fn event(number: HistoryNumber, data: &str) -> Bytes {
    Bytes::from(format!("id: {number}\nevent: hint\ndata: {data}\n\n"))
}
