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
        same(table, &there, &promised)?;
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

/// Both are in the order of their keys.
fn same(table: Vouched, there: &[(i64, String)], promised: &[Promised]) -> Result<(), Faulty> {
    let mut there = there.iter().peekable();
    for (key, digest, number) in promised {
        let (key, number) = (*key, *number);
        match there.next_if(|(found, _)| *found <= key) {
            Some((found, _)) if *found < key => return Err(added(table, *found)),
            Some((_, found)) if found == digest => {}
            Some(_) => {
                return Err(ServiceError::Refused(AuditFault::Changed {
                    table,
                    key,
                    number,
                }));
            }
            None => {
                return Err(ServiceError::Refused(AuditFault::Gone {
                    table,
                    key,
                    number,
                }));
            }
        }
    }
    match there.next() {
        Some((found, _)) => Err(added(table, *found)),
        None => Ok(()),
    }
}

fn added(table: Vouched, key: i64) -> Faulty {
    ServiceError::Refused(AuditFault::Added { table, key })
}
