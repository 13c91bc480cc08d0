//! How long the figures of the queue's age can be looked into: the steps of cases and the signs in reports are removed when
//! they were kept long enough. What was counted of them stays.

use super::{Answer, Services};
use crate::domain::age::moves::Move;
use crate::domain::age::signs::Sign;
use crate::domain::time::Timestamp;
use crate::store::age::kept;
use std::convert::Infallible;

/// So many rows go in one statement, so that nobody waits for it.
const AT_ONCE: i64 = 1_000;

/// Since when everything is kept that a figure can be looked into by.
pub fn kept_since(services: &Services, now: Timestamp) -> Timestamp {
    now.minus(services.policy.figures_kept())
}

/// Removes some of what was kept long enough; gives how many rows.
///
/// # Errors
/// Only if the database fails.
pub async fn remove_some(services: &Services) -> Answer<u64, Infallible> {
    let until = kept_since(services, services.now());
    let mut conn = services.db.write().await?;
    for moved in Move::ALL {
        let removed = kept::remove_moves(&mut conn, moved, until, AT_ONCE).await?;
        if removed > 0 {
            return Ok(removed);
        }
    }
    for sign in Sign::ALL {
        let removed = kept::remove_signs(&mut conn, sign, until, AT_ONCE).await?;
        if removed > 0 {
            return Ok(removed);
        }
    }
    Ok(0)
}
