//! Deciding to undo what is done.

use super::decide::{Against, Decided, Deciding, DecisionRefused, FormFault, Seen, Why};
use super::{Answer, Person, Services};
use crate::domain::compensate::CompensateOrder;
use crate::domain::decision;
use crate::domain::fits::fits_undoing;
use crate::domain::ids::CaseId;
use crate::domain::order::Order;
use crate::domain::standing::DecisionKind;

/// What a person orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompensateRequest {
    pub seen: Seen,
    pub why: Why,
    pub order: CompensateOrder,
}

/// Decides to undo some of the steps that are done.
///
/// # Errors
/// [`DecisionRefused`]; then nothing is recorded.
pub async fn decide_compensate(
    services: &Services,
    person: &Person,
    case: CaseId,
    request: &CompensateRequest,
) -> Answer<Decided, DecisionRefused> {
    let kind = DecisionKind::Compensate;
    let deciding = Deciding::begin(services, person, kind, case, &request.seen).await?;
    let mut faults = Vec::new();
    let reason = services
        .policy
        .reasons()
        .find(kind, &request.why.reason_code);
    let words = deciding.words(&request.why, reason, &mut faults);
    let plan = decision::compensate(&deciding.work.review(), &request.order);
    let plan = match plan {
        Ok(plan) => plan,
        Err(rules) => return Err(deciding.refuse(Against::all(faults, rules))),
    };
    if let Some(reason) = reason
        && !fits_undoing(reason.fits, &deciding.work.review(), &plan)
    {
        faults.push(FormFault::ReasonDoesNotFit(reason.fits));
    }
    match words {
        Some(words) if faults.is_empty() => deciding.record(words, &Order::Compensate(plan)).await,
        Some(_) | None => Err(deciding.refuse(Against::Form(faults))),
    }
}
