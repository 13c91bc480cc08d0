//! Verifying the history: the chain from its first entry to its head, and every decision and report against the entry
//! that tells of it, in both directions.
//!
//! Whatever the length of the history, a page of it is in memory, and a few of the rows it tells of.

mod rows;

use super::{Answer, ServiceError, Services};
use crate::domain::history::{ChainFault, RowFault, Table, Told, Verifier, Witness};
use crate::domain::ids::HistoryNumber;
use crate::store::history::{EntryRow, Head};
use crate::store::{Pooled, history};
use rows::Rows;
use serde_json::Value;

const PAGE: i64 = 1_000;

/// A history that verifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// The number of the last entry.
    pub entries: i64,
    /// How many decisions it tells of.
    pub decisions: i64,
    /// How many reports it tells of.
    pub reports: i64,
}

/// The first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditFault {
    #[error(transparent)]
    Chain(ChainFault),
    #[error("row {id} of {table} was changed: {fault}")]
    Row {
        table: Table,
        id: i64,
        fault: RowFault,
    },
    #[error("row {id} of {table} was added: the history does not tell of it")]
    Untold { table: Table, id: i64 },
    #[error("entry {number} tells of {told}, which is not there")]
    Missing { number: i64, told: Told },
}

type Faulty = ServiceError<AuditFault>;

/// Walks through the whole history. `progress` hears the number of each entry that was reached, and of the last.
///
/// # Errors
/// [`AuditFault`] names the first bad entry or row.
pub async fn verify(
    services: &Services,
    mut progress: impl FnMut(i64, i64),
) -> Answer<Verified, AuditFault> {
    let mut connection = services.db.read().await?;
    // Others may write meanwhile: what is there before the head is read has its entry up to there.
    let mut decisions = Rows::begin(&mut connection, Table::Decisions).await?;
    let mut reports = Rows::begin(&mut connection, Table::Reports).await?;
    let head = history::head(&mut connection).await?;
    let mut verifier = Verifier::new();
    let mut reached = 0;
    while reached < head.number {
        let Some(page) = next_page(&mut connection, &mut verifier, reached, &head).await? else {
            break;
        };
        decisions.compare(&mut connection, &page.vouching).await?;
        reports.compare(&mut connection, &page.vouching).await?;
        reached = page.last;
        progress(reached, head.number);
    }
    verifier.finish(head.number, &head.hash).map_err(chain)?;
    decisions.none_untold(&mut connection).await?;
    reports.none_untold(&mut connection).await?;
    Ok(Verified {
        entries: head.number,
        decisions: decisions.told(),
        reports: reports.told(),
    })
}

/// Some entries whose place in the chain is right.
struct Page {
    /// The number of the last one.
    last: i64,
    /// Those that tell of a row.
    vouching: Vec<(Told, Witness)>,
}

async fn next_page(
    connection: &mut Pooled,
    verifier: &mut Verifier,
    reached: i64,
    head: &Head,
) -> Result<Option<Page>, Faulty> {
    let limit = PAGE.min(head.number - reached);
    let rows = history::after(connection, HistoryNumber(reached), limit).await?;
    let Some(last) = rows.last().map(|row| row.number) else {
        return Ok(None);
    };
    let mut vouching = Vec::new();
    for row in rows {
        verifier.check(&row.chain_row()).map_err(chain)?;
        vouching.extend(vouches(row));
    }
    Ok(Some(Page { last, vouching }))
}

/// The row that an entry tells of, if it tells of one.
fn vouches(row: EntryRow) -> Option<(Told, Witness)> {
    let document: Value = serde_json::from_str(&row.document).ok()?;
    let told = Told::by(&row.kind, &document)?;
    let witness = Witness {
        number: row.number,
        told: told.clone(),
        at: row.at,
        case: row.case_id,
        operation: row.operation_id,
        actor: row.actor,
        document,
    };
    Some((told, witness))
}

fn chain(fault: ChainFault) -> Faulty {
    ServiceError::Refused(AuditFault::Chain(fault))
}
