//! The rows of a table against the last entries that vouch for them.

use super::entries::Walk;
use super::{AuditFault, Faulty, Progress, Stage};
use crate::domain::history::Vouched;
use crate::service::{ServiceError, Services};
use crate::store::scratch::Promised;
use crate::store::vouches;

/// So many rows are read in one moment of the database.
const PAGE: i64 = 500;

/// Compares all rows of a table, and gives how many keys they have.
pub(super) async fn compare(
    services: &Services,
    walk: &mut Walk,
    table: Vouched,
    progress: &mut impl FnMut(Progress),
) -> Result<i64, Faulty> {
    let (mut after, mut compared) = (i64::MIN, 0);
    let all = walk.file().promises(table).await?;
    loop {
        let mut snapshot = services.db.snapshot().await?;
        walk.catch_up(&mut snapshot).await?;
        let end = vouches::end_of_page(&mut snapshot, table, after, PAGE).await?;
        // What is vouched for after the last row is missing.
        let last = end.unwrap_or(i64::MAX);
        let there = vouches::of_range(&mut snapshot, table, after, last).await?;
        drop(snapshot);
        let promised = walk.file().promised(table, after, last).await?;
        if let Some(fault) = difference(table, &there, &promised) {
            let fault = with_what_it_may_mean(walk, fault).await?;
            return Err(ServiceError::Refused(fault));
        }
        compared += i64::try_from(there.len()).unwrap_or(i64::MAX);
        progress(Progress {
            stage: Stage::Rows(table),
            reached: compared,
            last: all.max(compared),
        });
        if end.is_none() {
            return Ok(compared);
        }
        after = last;
    }
}

/// The first thing in which they differ. Both are in the order of their keys.
fn difference(
    table: Vouched,
    there: &[(i64, String)],
    promised: &[Promised],
) -> Option<AuditFault> {
    let mut there = there.iter().peekable();
    for (key, digest, number) in promised {
        let (key, number) = (*key, *number);
        match there.next_if(|(found, _)| *found <= key) {
            Some((found, _)) if *found < key => return Some(added(table, *found)),
            Some((_, found)) if found == digest => {}
            Some(_) => return Some(AuditFault::Changed { table, key, number }),
            None => return Some(AuditFault::Gone { table, key, number }),
        }
    }
    there.next().map(|(found, _)| added(table, *found))
}

fn added(table: Vouched, key: i64) -> AuditFault {
    AuditFault::Added {
        table,
        key,
        comes_last: false,
    }
}

/// A row that comes after all that the history tells of may be all that is left of its end.
async fn with_what_it_may_mean(
    walk: &mut Walk,
    mut fault: AuditFault,
) -> Result<AuditFault, Faulty> {
    if let AuditFault::Added {
        table,
        key,
        comes_last,
    } = &mut fault
    {
        *comes_last = table.keys_grow() && walk.file().last_promised(*table).await? < Some(*key);
    }
    Ok(fault)
}
