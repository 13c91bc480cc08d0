//! Where browsers' sessions are kept.

pub use crate::store::sessions::{Sessions, USER};

use super::{Answer, Services};
use crate::store::sessions;
use std::convert::Infallible;

impl Sessions {
    /// The sessions of an instance.
    #[must_use]
    pub fn of(services: &Services) -> Self {
        Self::new(services.door.clone(), services.clock.clone())
    }
}

/// Forgets the sessions that have ended, which nobody can use any more.
///
/// # Errors
/// If the database fails.
pub async fn forget_ended(services: &Services) -> Answer<(), Infallible> {
    let now = services.now();
    Ok(sessions::delete_ended(&mut services.door.write().await?, now).await?)
}
