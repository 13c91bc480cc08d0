//! Whether the program can do its work.

use super::{Answer, Services};
use crate::store;
use std::convert::Infallible;

/// Asks the database for an answer.
///
/// # Errors
/// If there is none.
pub async fn check(services: &Services) -> Answer<(), Infallible> {
    Ok(store::ping(&mut services.db.read().await?).await?)
}
