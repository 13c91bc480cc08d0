//! A body that stops coming is given up: a caller that sends nothing more would hold its connection, and what was read so
//! far, for ever.

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage};
use futures_util::Stream;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// So long may a body pause between two of its parts.
const PATIENCE: Duration = Duration::from_secs(20);

/// A body that ends with an error when nothing has come for a while.
struct Patient<S> {
    parts: S,
    patience: Duration,
    until: Pin<Box<Sleep>>,
}

impl<S> Patient<S> {
    #[expect(clippy::disallowed_methods, reason = "the pause is what is waited for")]
    fn new(parts: S, patience: Duration) -> Self {
        Self {
            parts,
            patience,
            until: Box::pin(sleep(patience)),
        }
    }
}

impl<S: Stream<Item = Result<Bytes, PayloadError>> + Unpin> Stream for Patient<S> {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Poll::Ready(part) = Pin::new(&mut this.parts).poll_next(context) {
            let patience = this.patience;
            this.until.as_mut().reset(Instant::now() + patience);
            return Poll::Ready(part);
        }
        match this.until.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Some(Err(timed_out(this.patience)))),
            Poll::Pending => Poll::Pending,
        }
    }
}

fn timed_out(patience: Duration) -> PayloadError {
    let why = format!("nothing came for {} s", patience.as_secs());
    PayloadError::Io(io::Error::new(io::ErrorKind::TimedOut, why))
}

/// Wraps everything that reads bodies.
///
/// # Errors
/// Those of what it wraps.
pub async fn middleware<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    // A timer for a body that is there already, or is none, would be for nothing.
    if let body @ (Payload::H1 { .. } | Payload::Stream { .. }) = request.take_payload() {
        let patient = Patient::new(body, PATIENCE);
        request.set_payload(Payload::Stream {
            payload: Box::pin(patient),
        });
    }
    next.call(request).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::{StreamExt, stream};

    #[actix_web::test]
    async fn a_body_that_stops_coming_ends_with_what_was_wrong() {
        let begun = stream::iter([Ok(Bytes::from_static(b"{"))]).chain(stream::pending());
        let mut body = Patient::new(begun, Duration::from_millis(1));
        assert_eq!(body.next().await.unwrap().unwrap(), "{");
        let error = body.next().await.unwrap().unwrap_err();
        assert!(
            matches!(&error, PayloadError::Io(why) if why.kind() == io::ErrorKind::TimedOut),
            "{error}"
        );
    }
}
