//! Where browsers' sessions are kept.

pub use crate::store::sessions::{Sessions, USER};

use super::{Answer, Services};
use crate::store::sessions;
use std::convert::Infallible;

/// Forgets the sessions that have ended, which nobody can use any more.
///
/// # Errors
/// If the database fails.
pub async fn forget_ended(services: &Services) -> Answer<(), Infallible> {
    let now = services.now();
    Ok(sessions::delete_ended(&mut services.db.write().await?, now).await?)
}
