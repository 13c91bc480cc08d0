//! Asking before a retry: what an automatic retry of an operation may do now.

use super::together::Together;
use super::{Answer, Services, Source};
use crate::domain::facts::Facts;
use crate::domain::gate::{Gate, Known, gate};
use crate::domain::ids::{CaseId, OperationId, OperationKey};
use crate::domain::standing::OperationStanding;
use crate::domain::time::Timestamp;
use crate::store::gate::{Key, Standing, standings};
use crate::store::holds::{self, Holding, Touch};
use crate::store::{self, Db, operations};
use futures_util::future::try_join_all;
use std::collections::HashMap;
use std::convert::Infallible;

/// The answer, with the case that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub gate: Gate,
    /// The operation's own case, or the one that holds its object.
    pub case: Option<CaseId>,
    /// Since when it is so.
    pub since: Option<Timestamp>,
    /// The key of the operation that took this one's place.
    pub superseded_by: Option<OperationKey>,
}

/// Tells what may be done for an operation. `touches` names objects of an operation that Holdpoint may not know yet.
///
/// # Errors
/// If the database fails, or a stored document cannot be read. To the caller every error means that nothing may be sent.
pub async fn ask(
    services: &Services,
    source: &Source,
    key: &OperationKey,
    touches: &[String],
) -> Answer<Asked, Infallible> {
    let found = standing(services, source, key).await?;
    let facts = match &found {
        Some(found) if is_undecided(found) => facts(services, found.operation_id).await?,
        Some(_) | None => None,
    };
    // No operation has the number 0.
    let itself = found.as_ref().map_or(OperationId(0), |f| f.operation_id);
    let own = facts.iter().flat_map(|facts| &facts.holds);
    let holding = holding(services, touches.iter().chain(own), itself).await?;
    let taken = facts.is_some_and(|facts| facts.takings.iter().any(|t| t.end.is_open()));
    let known = found.as_ref().map(|found| Known {
        standing: found.standing,
        case: found.state,
        taken,
    });
    let gate = gate(known, holding.is_some());
    let own = found.and_then(|found| Asked::by_own_case(gate, found));
    Ok(match (own, holding) {
        (Some(own), _) => own,
        (None, Some(holding)) => Asked {
            case: Some(holding.case_id),
            since: Some(holding.opened_at),
            ..Asked::bare(gate)
        },
        (None, None) => Asked::bare(gate),
    })
}

/// Where operations stand, and who holds objects: those who ask at the same time are answered by one trip to the database.
#[derive(Debug, Clone, Default)]
pub struct AskedTogether {
    standings: Together<Key, Standing>,
    holdings: Together<Touch, Holding>,
}

async fn standing(
    services: &Services,
    source: &Source,
    key: &OperationKey,
) -> Result<Option<Standing>, store::Error> {
    let db = services.db.clone();
    let find = move |keys| find_standings(db.clone(), keys);
    let asked = &services.gate.standings;
    asked.ask((source.id, key.clone()), find).await
}

async fn find_standings(db: Db, keys: Vec<Key>) -> Result<HashMap<Key, Standing>, store::Error> {
    standings(&mut db.read().await?, &keys).await
}

/// The oldest open case of another operation that holds one of the objects.
async fn holding(
    services: &Services,
    objects: impl Iterator<Item = &String>,
    itself: OperationId,
) -> Result<Option<Holding>, store::Error> {
    let ask = |object: &String| {
        let db = services.db.clone();
        let find = move |touches| find_holdings(db.clone(), touches);
        services.gate.holdings.ask((object.clone(), itself), find)
    };
    let holdings = try_join_all(objects.map(ask)).await?;
    Ok(holdings.into_iter().flatten().min_by_key(|h| h.case_id))
}

async fn find_holdings(
    db: Db,
    touches: Vec<Touch>,
) -> Result<HashMap<Touch, Holding>, store::Error> {
    holds::holding(&mut db.read().await?, &touches).await
}

/// Its own case does not say what may be done: it has none that is open, and no end.
fn is_undecided(found: &Standing) -> bool {
    let is_open = found.state.is_some_and(|state| state.stage().is_open());
    !is_open && found.standing == OperationStanding::Open
}

async fn facts(services: &Services, operation: OperationId) -> Answer<Option<Facts>, Infallible> {
    let row = operations::get(&mut services.db.read().await?, operation).await?;
    let facts = row.map(|row| serde_json::from_str(&row.facts));
    Ok(facts.transpose()?)
}

impl Asked {
    const fn bare(gate: Gate) -> Self {
        Self {
            gate,
            case: None,
            since: None,
            superseded_by: None,
        }
    }

    /// `None` where it is not the operation's own case that says it.
    fn by_own_case(gate: Gate, found: Standing) -> Option<Self> {
        let is_open = found.state.is_some_and(|state| state.stage().is_open());
        let since = match gate {
            Gate::Clear => return Some(Self::bare(gate)),
            Gate::Held if !is_open => return None,
            Gate::Held => found.opened_at,
            Gate::Instructed | Gate::Executing => found.decided_at,
            Gate::Done | Gate::Closed | Gate::Superseded => found.resolved_at,
        };
        Some(Self {
            gate,
            case: found.case_id,
            since,
            superseded_by: found.superseded_by,
        })
    }
}
