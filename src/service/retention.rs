//! Removing what the policy does not keep any longer (`domain.md` §6, §9). A step is one transaction with a few operations,
//! each with its entry in the history; whoever stops in between goes on with the next. Several instances may remove at
//! once: an operation that somebody else has locked is passed over, and each is looked at again under its lock.

use super::case_work::{WorkError, written};
use super::{Answer, Services};
use crate::domain::facts::Facts;
use crate::domain::history::{ActorKind, BareOrder, EntryKind, Removal};
use crate::domain::ids::{OperationId, OperationType};
use crate::domain::json::digest;
use crate::domain::order::Order;
use crate::domain::retention::{Kept, is_over};
use crate::domain::time::Timestamp;
use crate::store::history::{self, NewEntry};
use crate::store::retention::{self, CaseEnd};
use crate::store::{self, Tx, decisions, operations};
use serde_json::Value;
use std::convert::Infallible;
use std::time::Duration;

/// So many operations go in one transaction.
const AT_ONCE: i64 = 20;

/// What one step did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Removed {
    /// Nothing was kept long enough.
    Nothing,
    /// Of so many operations something is gone.
    Some(usize),
    /// Others are at the same operations.
    OthersWereQuicker,
}

/// Operations whose time has come.
struct Due {
    operations: Vec<OperationId>,
    /// What is kept of them.
    kept: Kept,
    /// What will be left.
    left: Kept,
    /// So long ago every case of theirs was resolved.
    span: Duration,
    now: Timestamp,
    /// The policy's words for it.
    rule: String,
}

/// Removes what was kept long enough of a few operations of one type.
///
/// # Errors
/// Only if the database fails, or holds a document that cannot be read.
pub async fn remove(services: &Services) -> Answer<Removed, Infallible> {
    let Some(due) = due(services).await? else {
        return Ok(Removed::Nothing);
    };
    let mut tx = services.db.begin_alone().await?;
    let mut entries = Vec::new();
    for operation in retention::lock_free(&mut tx, &due.operations).await? {
        entries.extend(Box::pin(due.remove(&mut tx, operation)).await?);
    }
    let numbers = history::append(&mut tx, entries).await?;
    tx.commit().await?;
    Ok(match numbers.len() {
        0 => Removed::OthersWereQuicker,
        some => Removed::Some(some),
    })
}

/// The first operations whose time has come.
async fn due(services: &Services) -> Result<Option<Due>, WorkError> {
    let now = services.now();
    let mut connection = services.db.read().await?;
    for kept in Kept::REMOVABLE {
        let mut after = OperationType::new("");
        while let Some(next) = retention::next_type(&mut connection, kept, &after).await? {
            after = next;
            let (of_type, _) = services.policy.operation_type(&after);
            let Some((left, span)) = of_type.retention.next(kept) else {
                continue;
            };
            let until = now.minus(span);
            let ended = retention::ended(&mut connection, kept, &after, until, AT_ONCE).await?;
            if !ended.is_empty() {
                return Ok(Some(Due {
                    operations: ended,
                    kept,
                    left,
                    span,
                    now,
                    rule: services.policy.rule_of_removal(&after, left),
                }));
            }
        }
    }
    Ok(None)
}

impl Due {
    /// Removes what is due of one operation, which this transaction has locked, if it still is; and tells the history.
    async fn remove(
        &self,
        tx: &mut Tx,
        operation: OperationId,
    ) -> Result<Option<NewEntry>, WorkError> {
        let cases = retention::case_ends(tx, operation).await?;
        if !self.is_still(&cases) || retention::has_open_follow_up(tx, operation).await? {
            return Ok(None);
        }
        let gone = retention::remove_documents(tx, operation).await?;
        let row = operations::get(&mut *tx, operation).await?;
        let mut row = row.ok_or(store::Error::RowNotFound)?;
        let mut facts: Facts = serde_json::from_str(&row.facts)?;
        let orders = match self.left {
            Kept::Everything | Kept::Facts => {
                facts.forget_payloads();
                Vec::new()
            }
            Kept::Keys => {
                retention::remove_holds(tx, operation, &facts.holds).await?;
                facts.forget_case();
                retention::remove_case(tx, operation).await?;
                bare_orders(tx, &cases).await?
            }
        };
        row.facts = serde_json::to_string(&facts)?;
        written(operations::save(tx, &row).await?)?;
        retention::note_kept(tx, operation, self.left).await?;
        let removal = Removal {
            left: self.left,
            rule: self.rule.clone(),
            reports: gone.reports,
            payloads: gone.payloads,
            orders,
        };
        Ok(Some(self.entry(operation, &cases, &removal)?))
    }

    /// Whether its time has come, seen under its lock, and nobody else has removed as much meanwhile.
    fn is_still(&self, cases: &[CaseEnd]) -> bool {
        let ends = cases.iter().map(|case| case.resolved_at);
        is_over(ends, self.span, self.now) && cases.iter().any(|case| case.kept == self.kept)
    }

    fn entry(
        &self,
        operation: OperationId,
        cases: &[CaseEnd],
        removal: &Removal,
    ) -> serde_json::Result<NewEntry> {
        Ok(NewEntry {
            at: self.now,
            case: cases.first().map(|case| case.id),
            operation: Some(operation),
            actor_kind: ActorKind::Policy,
            actor: self.rule.clone(),
            kind: EntryKind::Removed,
            document: serde_json::to_value(removal)?,
        })
    }
}

/// Takes the payloads out of the orders that carry one: those of new operations.
async fn bare_orders(tx: &mut Tx, cases: &[CaseEnd]) -> Result<Vec<BareOrder>, WorkError> {
    let mut bare = Vec::new();
    for case in cases {
        for decision in decisions::of_case(&mut *tx, case.id).await? {
            let Order::NewOperation(mut plan) = serde_json::from_str(&decision.document)? else {
                continue;
            };
            plan.content.payload = Value::Null;
            let order = serde_json::to_value(Order::NewOperation(plan))?;
            retention::rewrite_order(tx, decision.id, &order.to_string()).await?;
            bare.push(BareOrder {
                decision: decision.id,
                digest: digest(&order),
            });
        }
    }
    Ok(bare)
}
