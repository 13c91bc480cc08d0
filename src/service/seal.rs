//! Sealing the access log. Its entries are written beside the history, so that looking at a case costs next to nothing; about
//! once a minute one entry of the history vouches for all that were written since.

use super::actor::{Actor, Part};
use super::case_work::written;
use super::{Answer, Services};
use crate::domain::history::EntryKind;
use crate::domain::time::Timestamp;
use crate::store::history::{self, EntryRow};
use crate::store::seals::{self, Unsealed};
use crate::store::{self, Tx};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// So many entries go in one transaction, so that nobody waits for it.
pub const AT_ONCE: i64 = 1_000;
/// No two clocks of one installation differ so much, and no entry takes so long to be written.
const WRITTEN_WITHIN: Duration = Duration::from_secs(10 * 60);

/// Seals some of what is not sealed yet; gives how many entries.
///
/// # Errors
/// Only if the database fails.
pub async fn seal_some(services: &Services) -> Answer<usize, Infallible> {
    let mut conn = services.db.read().await?;
    if seals::count_unsealed(&mut conn, 1).await? == 0 {
        return Ok(0);
    }
    drop(conn);
    let mut tx = services.db.begin_alone().await?;
    let unsealed = seals::lock_unsealed(&mut tx, AT_ONCE).await?;
    if unsealed.is_empty() {
        return Ok(0);
    }
    let told = told(&mut tx, &unsealed).await?;
    let by = Actor::Program(Part::Housekeeping);
    let entry = by.of_no_case(EntryKind::AccessesSealed, told, services.now());
    // The entry's number is a seal that nobody else can have given.
    for number in history::append(&mut tx, vec![entry]).await? {
        let sealed = seals::seal(&mut tx, &unsealed, number).await?;
        written(sealed == unsealed.len() as u64)?;
    }
    tx.commit_aside().await?;
    Ok(unsealed.len())
}

/// Beside how many there are, of which time; and of how many the time is one that was sealed before: nobody writes such entries
/// but with the database in their hands, or by a clock that was put back.
async fn told(tx: &mut Tx, unsealed: &[Unsealed]) -> Result<Value, store::Error> {
    let before = history::last_of_kind(tx, EntryKind::AccessesSealed).await?;
    let sealed_until = before.as_ref().and_then(sealed_until);
    let is_late =
        |at: Timestamp| sealed_until.is_some_and(|until| at < until.minus(WRITTEN_WITHIN));
    let times = || unsealed.iter().map(|one| one.at);
    let late = times().filter(|at| is_late(*at)).count();
    let mut told = json!({
        "entries": unsealed.len(),
        "first": times().min().map(|at| at.to_string()),
        "last": times().max().map(|at| at.to_string()),
    });
    if late > 0 {
        told["late"] = json!(late);
    }
    Ok(told)
}

/// The last time that an entry seals.
fn sealed_until(entry: &EntryRow) -> Option<Timestamp> {
    let document: Value = serde_json::from_str(&entry.document).ok()?;
    let last = Timestamp::parse(document.get("last")?.as_str()?)?;
    Some(Timestamp(entry.at).min(last))
}

/// How far the access log is sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// When the last seal was set; `None` before the first.
    pub until: Option<Timestamp>,
    /// How many entries wait for the next one; not counted beyond [`AT_ONCE`].
    pub waiting: i64,
}

pub(super) async fn sealed(conn: &mut store::Pooled) -> Result<Sealed, store::Error> {
    let last = history::last_of_kind(&mut *conn, EntryKind::AccessesSealed).await?;
    Ok(Sealed {
        until: last.map(|entry| Timestamp(entry.at)),
        waiting: seals::count_unsealed(conn, AT_ONCE).await?,
    })
}
