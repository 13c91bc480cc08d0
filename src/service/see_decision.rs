//! Seeing one decision as an auditor does: who made it, on what, what the policy said then, and all that became of it.

use super::access::opened;
use super::names::{self, Names};
use super::register::reading;
use super::see_case::{CaseSeen, see_aside};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::access::Access;
use crate::domain::facts::Facts;
use crate::domain::ids::{OperationId, OperationKey, SourceId};
use crate::store::decisions::DecisionRow;
use crate::store::history::EntryRow;
use crate::store::register::Entry;
use crate::store::{Pooled, decisions, history, operations, register};
use serde_json::Value;
use std::convert::Infallible;

/// So much of each operation's history is shown.
pub const MOST_ENTRIES: i64 = 400;

/// One decision with everything that belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionSeen {
    pub decision: DecisionRow,
    pub seen: CaseSeen,
    /// What the register tells of it, the decision itself first.
    pub entries: Vec<Entry>,
    /// What the history told when it was made; null where that entry is gone.
    pub told: Value,
    /// The operation that was decided about, and those before and after it, the oldest first.
    pub operations: Vec<OperationSeen>,
    /// Of all of them, in the order of time.
    pub history: Vec<EntryRow>,
    /// There is more than is shown.
    pub is_cut: bool,
    /// What to call everybody who is named here.
    pub names: Names,
}

/// One of the operations.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationSeen {
    pub id: OperationId,
    pub key: OperationKey,
    /// All that is known of it today.
    pub facts: Facts,
}

/// Reads a decision.
///
/// # Errors
/// If there is no such decision, the person may not see the register, or the database fails.
pub async fn see_decision(
    services: &Services,
    person: &Person,
    id: i64,
) -> Answer<DecisionSeen, Infallible> {
    let mut db = reading(services, person).await?;
    let decision = decisions::get(&mut db, id).await?;
    let decision = decision.ok_or(ServiceError::NotFound)?;
    // Whoever opens a case is told of without a connection on loan.
    drop(db);
    let seen = see_aside(services, person, decision.case_id, None).await?;
    let key = &seen.case.origin.operation_key;
    let access = Access::decision(decision.case_id, key, id);
    opened(services, person, access).await;
    // As the person sees it: what was ordered may hold personal values.
    let decision = seen.decisions.iter().find(|row| row.id == id).cloned();
    let decision = decision.ok_or(ServiceError::NotFound)?;
    let mut db = services.db.read().await?;
    let entries = register::of_decision(&mut db, id).await?;
    let told = entries
        .first()
        .map(|entry| serde_json::from_str(&entry.document));
    let told = told.transpose()?.unwrap_or_default();
    let operations = lineage(&mut db, &seen).await?;
    let (history, is_cut) = history_of(&mut db, &operations).await?;
    let names = names::of_case_and(&mut db, &seen, &history).await?;
    Ok(DecisionSeen {
        decision,
        seen,
        entries,
        told,
        operations,
        history,
        is_cut,
        names,
    })
}

async fn lineage(db: &mut Pooled, seen: &CaseSeen) -> Answer<Vec<OperationSeen>, Infallible> {
    let source = seen.case.origin.source_id;
    let this = OperationSeen {
        id: seen.case.origin.operation_id,
        key: seen.case.origin.operation_key.clone(),
        facts: seen.facts.clone(),
    };
    let (older, newer) = (&seen.lineage.older, &seen.lineage.newer);
    let older = older.as_ref().map(|kin| &kin.key);
    let newer = newer.as_ref().map(|kin| &kin.key);
    let mut all = Vec::new();
    all.extend(by_key(&mut *db, source, older).await?);
    all.push(this);
    all.extend(by_key(&mut *db, source, newer).await?);
    Ok(all)
}

async fn by_key(
    db: &mut Pooled,
    source: SourceId,
    key: Option<&OperationKey>,
) -> Answer<Option<OperationSeen>, Infallible> {
    let Some(key) = key else {
        return Ok(None);
    };
    let Some(row) = operations::by_key(db, source, key).await? else {
        return Ok(None);
    };
    Ok(Some(OperationSeen {
        id: row.id,
        facts: serde_json::from_str(&row.facts)?,
        key: row.key,
    }))
}

async fn history_of(
    db: &mut Pooled,
    operations: &[OperationSeen],
) -> Answer<(Vec<EntryRow>, bool), Infallible> {
    let mut all = Vec::new();
    let mut is_cut = false;
    for operation in operations {
        let rows = history::of_operation(&mut *db, operation.id, None, MOST_ENTRIES).await?;
        is_cut |= i64::try_from(rows.len()).is_ok_and(|n| n >= MOST_ENTRIES);
        all.extend(rows);
    }
    all.sort_unstable_by_key(|row| row.number);
    Ok((all, is_cut))
}
