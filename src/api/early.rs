//! Answering before the whole body was read. A caller that is still sending when the connection closes sees a broken
//! connection and never the answer, so the rest of the body is read and thrown away.

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage};
use futures_util::{Stream, StreamExt};
use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// So many bytes are thrown away for one call; who sends more has to live with the broken connection.
const MOST: usize = 128 * 1024 * 1024;

/// A body that the handler reads, and of which the rest can still be read after it.
#[derive(Clone)]
struct Shared(Rc<RefCell<Payload>>);

impl Stream for Shared {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll_next_unpin(context)
    }
}

/// Wraps the API.
pub async fn middleware<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return next.call(request).await;
    }
    let shared = Shared(Rc::new(RefCell::new(payload)));
    request.set_payload(Payload::Stream {
        payload: Box::pin(shared.clone()),
    });
    let response = next.call(request).await?;
    if response.status().is_client_error() || response.status().is_server_error() {
        throw_away(shared).await;
    }
    Ok(response)
}

async fn throw_away(mut rest: Shared) {
    let mut left = MOST;
    while let Some(Ok(part)) = poll_fn(|context| rest.poll_next_unpin(context)).await {
        match left.checked_sub(part.len()) {
            Some(less) => left = less,
            None => return,
        }
    }
}
