//! Asking before a retry: what an automatic retry of an operation may do now.

use super::{Answer, Services, Source};
use crate::domain::facts::Facts;
use crate::domain::gate::{Gate, Known, gate};
use crate::domain::ids::{CaseId, OperationId, OperationKey};
use crate::domain::standing::OperationStanding;
use crate::domain::time::Timestamp;
use crate::store::gate::{Standing, standing};
use crate::store::{Pooled, cases, holds, operations};
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
    let mut conn = services.db.read().await?;
    let found = standing(&mut conn, source.id, key).await?;
    let facts = match &found {
        Some(found) => undecided_facts(&mut conn, found).await?,
        None => None,
    };
    let mut objects = touches.to_vec();
    objects.extend(facts.iter().flat_map(|facts| facts.holds.clone()));
    // No operation has the number 0.
    let itself = found.as_ref().map_or(OperationId(0), |f| f.operation_id);
    let others = holds::shared(&mut conn, &objects, itself, 1).await?;
    let holding = others.first().map(|other| other.case_id);
    let taken = facts.is_some_and(|facts| facts.takings.iter().any(|t| t.end.is_open()));
    let known = found.as_ref().map(|found| Known {
        standing: found.standing,
        case: found.state,
        taken,
    });
    let gate = gate(known, holding.is_some());
    let own = found.and_then(|found| Asked::by_own_case(gate, found));
    match (own, holding) {
        (Some(own), _) => Ok(own),
        (None, Some(holding)) => by_other(&mut conn, gate, holding).await,
        (None, None) => Ok(Asked::bare(gate)),
    }
}

/// What is known of an operation whose own case does not say what may be done: it has none that is open, and no end.
async fn undecided_facts(conn: &mut Pooled, found: &Standing) -> Answer<Option<Facts>, Infallible> {
    let is_open = found.state.is_some_and(|state| state.stage().is_open());
    if is_open || found.standing != OperationStanding::Open {
        return Ok(None);
    }
    let row = operations::get(conn, found.operation_id).await?;
    Ok(match row {
        Some(row) => Some(serde_json::from_str(&row.facts)?),
        None => None,
    })
}

async fn by_other(conn: &mut Pooled, gate: Gate, holding: CaseId) -> Answer<Asked, Infallible> {
    let case = cases::get(conn, holding).await?;
    Ok(Asked {
        case: Some(holding),
        since: case.map(|case| case.origin.opened_at),
        ..Asked::bare(gate)
    })
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
