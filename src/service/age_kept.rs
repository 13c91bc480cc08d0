//! How long the figures of the queue's age can be looked into: the steps of cases and the signs in reports are removed when
//! they were kept long enough. What was counted of them stays.

use super::actor::{Actor, Part};
use super::{Answer, Services};
use crate::domain::age::moves::Move;
use crate::domain::age::signs::Sign;
use crate::domain::history::EntryKind;
use crate::domain::time::Timestamp;
use crate::store::age::kept;
use crate::store::{self, Tx, history};
use serde_json::{Value, json};
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
    for moved in Move::ALL {
        let removed = remove_moves(services, moved, until).await?;
        if removed > 0 {
            return Ok(removed);
        }
    }
    for sign in Sign::ALL {
        let removed = remove_signs(services, sign, until).await?;
        if removed > 0 {
            return Ok(removed);
        }
    }
    Ok(0)
}

/// The history vouches for steps, so it is told that they are gone.
async fn remove_moves(
    services: &Services,
    moved: Move,
    until: Timestamp,
) -> Result<u64, store::Error> {
    let mut tx = services.db.begin().await?;
    let removed = kept::remove_moves(&mut tx, moved, until, AT_ONCE).await?;
    if removed > 0 {
        let told = json!({"what": "steps_removed", "steps": removed});
        tell(services, tx, told).await?;
    }
    Ok(removed)
}

/// The same for signs.
async fn remove_signs(
    services: &Services,
    sign: Sign,
    until: Timestamp,
) -> Result<u64, store::Error> {
    let mut tx = services.db.begin().await?;
    let removed = kept::remove_signs(&mut tx, sign, until, AT_ONCE).await?;
    if removed > 0 {
        let told = json!({"what": "signs_removed", "signs": removed});
        tell(services, tx, told).await?;
    }
    Ok(removed)
}

async fn tell(services: &Services, mut tx: Tx, told: Value) -> Result<(), store::Error> {
    let by = Actor::Program(Part::Housekeeping);
    let entry = by.of_no_case(EntryKind::RowsKept, told, services.now());
    history::append(&mut tx, vec![entry]).await?;
    tx.commit().await
}
