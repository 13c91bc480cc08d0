//! Whether the program can do its work.

use super::{Answer, ServiceError, Services};
use crate::store;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::timeout;

/// A database that is slower than that is no help to anybody.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// Why no requests should be sent here now.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    #[error("the program is stopping")]
    Stopping,
    #[error("the database did not answer within a second")]
    TooSlow,
    #[error("the database does not answer")]
    NoAnswer(#[source] ServiceError<Infallible>),
    #[error("the database lacks {0} migrations of this version")]
    SchemaIsOlder(usize),
}

/// Asks the database for an answer.
///
/// # Errors
/// If there is none.
pub async fn check(services: &Services) -> Answer<(), Infallible> {
    Ok(store::ping(&mut services.db.read().await?).await?)
}

/// Whether requests can be answered now.
///
/// # Errors
/// Why they cannot.
pub async fn ready(services: &Services) -> Result<(), NotReady> {
    if services.hints.are_closed() {
        return Err(NotReady::Stopping);
    }
    let missing = services.db.missing_migrations();
    match timeout(ANSWERS_WITHIN, missing).await {
        Err(_) => Err(NotReady::TooSlow),
        Ok(Err(error)) => Err(NotReady::NoAnswer(error.into())),
        Ok(Ok(0)) => Ok(()),
        Ok(Ok(missing)) => Err(NotReady::SchemaIsOlder(missing)),
    }
}
