//! Verifying the history: the chain from its first entry to its head, and that no decision is without its entry.

use super::{Answer, ServiceError, Services};
use crate::domain::history::{ChainFault, EntryKind, Verifier};
use crate::domain::ids::HistoryNumber;
use crate::store::history::{EntryRow, Head};
use crate::store::{self, Pooled, decisions, history};
use serde_json::Value;
use std::collections::HashSet;

const PAGE: i64 = 1_000;

/// A history that verifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// The number of the last entry.
    pub entries: i64,
    pub decisions: usize,
}

/// The first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditFault {
    #[error(transparent)]
    Chain(ChainFault),
    #[error("the history does not tell of decision {decision}")]
    DecisionWithoutEntry { decision: i64 },
    #[error("entry {number} tells of decision {decision}, which is not there")]
    EntryWithoutDecision { number: i64, decision: i64 },
}

/// Walks through the whole history. `progress` hears the number of each entry that was reached, and of the last.
///
/// # Errors
/// [`AuditFault`] names the first bad entry.
pub async fn verify(
    services: &Services,
    mut progress: impl FnMut(i64, i64),
) -> Answer<Verified, AuditFault> {
    let mut connection = services.db.read().await?;
    // Others may write meanwhile. What is decided before the head is read has its entry up to there; what an entry up
    // to there tells of is stored when all are read.
    let before = all_decisions(&mut connection).await?;
    let head = history::head(&mut connection).await?;
    let told = walk(&mut connection, &head, &mut progress).await?;
    let after = all_decisions(&mut connection).await?;
    let known: HashSet<i64> = told.iter().map(|told| told.decision).collect();
    if let Some(&decision) = before.iter().find(|id| !known.contains(id)) {
        return refused(AuditFault::DecisionWithoutEntry { decision });
    }
    let stored: HashSet<i64> = after.into_iter().collect();
    match told.iter().find(|told| !stored.contains(&told.decision)) {
        Some(&Told { number, decision }) => {
            refused(AuditFault::EntryWithoutDecision { number, decision })
        }
        None => Ok(Verified {
            entries: head.number,
            decisions: known.len(),
        }),
    }
}

/// An entry that tells of a decision.
struct Told {
    number: i64,
    decision: i64,
}

async fn walk(
    connection: &mut Pooled,
    head: &Head,
    progress: &mut impl FnMut(i64, i64),
) -> Answer<Vec<Told>, AuditFault> {
    let mut verifier = Verifier::new();
    let mut told = Vec::new();
    let mut reached = 0;
    while reached < head.number {
        let limit = PAGE.min(head.number - reached);
        let rows = history::after(&mut *connection, HistoryNumber(reached), limit).await?;
        let Some(last) = rows.last() else { break };
        reached = last.number;
        for row in &rows {
            verifier.check(&row.chain_row()).map_err(chain)?;
            told.extend(tells(row));
        }
        progress(reached, head.number);
    }
    verifier.finish(head.number, &head.hash).map_err(chain)?;
    Ok(told)
}

/// Whether an entry tells of a decision, and of which.
fn tells(row: &EntryRow) -> Option<Told> {
    let kind = EntryKind::parse(&row.kind)?;
    if kind != EntryKind::Decided && kind != EntryKind::Proposed {
        return None;
    }
    let document: Value = serde_json::from_str(&row.document).ok()?;
    Some(Told {
        number: row.number,
        decision: document.get("decision")?.as_i64()?,
    })
}

fn refused<T>(fault: AuditFault) -> Answer<T, AuditFault> {
    Err(ServiceError::Refused(fault))
}

fn chain(fault: ChainFault) -> ServiceError<AuditFault> {
    ServiceError::Refused(AuditFault::Chain(fault))
}

async fn all_decisions(connection: &mut Pooled) -> Result<Vec<i64>, store::Error> {
    let mut ids: Vec<i64> = Vec::new();
    loop {
        let after = ids.last().copied().unwrap_or(0);
        let page = decisions::ids_after(&mut *connection, after, PAGE).await?;
        if page.is_empty() {
            return Ok(ids);
        }
        ids.extend(page);
    }
}
