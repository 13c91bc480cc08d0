//! How many cases waited at each full hour, written once the hour is past: what a chart shows of the past never changes
//! afterwards. Any number of instances may try; one of them writes each hour. After the program was down the hours that were
//! missed follow from what is counted, as exactly as if it had been there.

use super::actor::{Actor, Part};
use super::{Answer, Services};
use crate::domain::age::slots::{HOUR, hour};
use crate::domain::history::EntryKind;
use crate::domain::time::Timestamp;
use crate::store::age::flow;
use crate::store::history;
use serde_json::json;
use std::convert::Infallible;
use std::time::Duration;

/// No transaction runs so long, and no two clocks of one installation differ so much, that something could still be counted
/// in an hour that is over for that long.
const SETTLED_AFTER: Duration = Duration::from_secs(5 * 60);
/// How many hours are written in one transaction.
const AT_ONCE: usize = 24;

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Every hour that is past is written.
    Nothing,
    /// So many hours.
    Hours(usize),
    OtherWasQuicker,
}

/// Writes some of the hours that are past and not written yet.
///
/// # Errors
/// Only if the database fails.
pub async fn write(services: &Services) -> Answer<Written, Infallible> {
    let past = hour(services.now().minus(SETTLED_AFTER));
    let mut conn = services.db.read().await?;
    let head = flow::head(&mut conn).await?;
    let first = match head {
        Some(head) => Timestamp(head.0 + HOUR),
        // Before anything happened nothing waited.
        None => match flow::first_slot(&mut conn).await? {
            Some(slot) => hour(slot),
            None => return Ok(Written::Nothing),
        },
    };
    drop(conn);
    if first > past {
        return Ok(Written::Nothing);
    }
    let mut tx = services.db.begin_alone().await?;
    let (mut before, mut next, mut hours) = (head, first, 0);
    while next <= past && hours < AT_ONCE {
        if !flow::write_hour(&mut tx, before, next).await? {
            return Ok(Written::OtherWasQuicker);
        }
        before = Some(next);
        next = Timestamp(next.0 + HOUR);
        hours += 1;
    }
    let told = json!({"what": "backlog_hours", "hours": hours});
    let by = Actor::Program(Part::Housekeeping);
    let entry = by.of_no_case(EntryKind::RowsKept, told, services.now());
    history::append(&mut tx, vec![entry]).await?;
    tx.commit().await?;
    Ok(Written::Hours(hours))
}
