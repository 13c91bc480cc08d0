//! An instruction's row in the words of the domain.

use super::case_work::WorkError;
use crate::domain::instruction::{Bounds, InstructionStanding, Lease};
use crate::domain::order::Order;
use crate::domain::resume::RunStep;
use crate::domain::standing::InstructionState;
use crate::store::instructions::InstructionRow;
use serde_json::{Value, json};

/// Where an instruction stands.
pub(super) fn standing(row: &InstructionRow) -> InstructionStanding {
    match (row.state, lease(row)) {
        (InstructionState::Offered, _) => InstructionStanding::Offered,
        (InstructionState::Withdrawn, _) => InstructionStanding::Withdrawn,
        (InstructionState::Taken, Some(lease)) => InstructionStanding::Taken(lease),
        (InstructionState::Reported, Some(lease)) => InstructionStanding::Reported(lease),
        (InstructionState::Lapsed, Some(lease)) => InstructionStanding::Ended(lease),
        (InstructionState::Taken | InstructionState::Reported | InstructionState::Lapsed, None) => {
            InstructionStanding::TooLate
        }
    }
}

fn lease(row: &InstructionRow) -> Option<Lease> {
    Some(Lease {
        worker: row.worker.clone()?,
        token_hash: row.token_hash.clone()?,
        taken_at: row.taken_at?,
        until: row.lease_until?,
    })
}

/// The times that bind it.
pub(super) fn bounds(row: &InstructionRow) -> Bounds {
    Bounds {
        take_before: row.take_before,
        not_after: row.not_after,
    }
}

/// What it orders.
pub(super) fn order(row: &InstructionRow) -> Result<Order, WorkError> {
    Ok(serde_json::from_str(&row.document)?)
}

/// What may be sent, as the history tells it.
pub(super) fn run_document(run: &[RunStep]) -> Value {
    let step = |run: &RunStep| {
        json!({
            "step": run.step,
            "idempotency_key": run.idempotency_key,
            "not_after": run.not_after.map(|t| t.to_string()),
        })
    };
    run.iter().map(step).collect()
}
