//! Deciding to continue the old operation.

use super::decide::{Against, Decided, Deciding, DecisionRefused, FormFault, Seen, Why};
use super::joint::JointPart;
use super::{Answer, Person, Services};
use crate::domain::decision;
use crate::domain::fits::fits;
use crate::domain::ids::CaseId;
use crate::domain::order::Order;
use crate::domain::resume::ResumeOrder;
use crate::domain::standing::DecisionKind;
use crate::store::{self, holds};

/// The most cases that are named where others hold the same object.
pub(super) const MOST_HOLDS: i64 = 20;

/// What a person orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeRequest {
    pub seen: Seen,
    pub why: Why,
    pub order: ResumeOrder,
    /// The person knows that other open cases hold the same object.
    pub holds_acknowledged: bool,
}

/// Decides to resume. If every step is done, the operation is confirmed complete and nothing is sent.
///
/// # Errors
/// [`DecisionRefused`]; then nothing is recorded.
pub async fn decide_resume(
    services: &Services,
    person: &Person,
    case: CaseId,
    request: &ResumeRequest,
) -> Answer<Decided, DecisionRefused> {
    resume_with(services, person, case, request, None).await
}

/// The same, as part of a joint act or by itself.
pub(super) async fn resume_with(
    services: &Services,
    person: &Person,
    case: CaseId,
    request: &ResumeRequest,
    joint: Option<JointPart>,
) -> Answer<Decided, DecisionRefused> {
    let kind = DecisionKind::Resume;
    let mut deciding = Deciding::begin(services, person, kind, case, &request.seen).await?;
    deciding.joint = joint;
    let mut faults = Vec::new();
    let reason = services
        .policy
        .reasons()
        .find(kind, &request.why.reason_code);
    let words = deciding.words(&request.why, reason, &mut faults);
    if !request.holds_acknowledged {
        faults.extend(shared_holds(&mut deciding).await?);
    }
    let plan = decision::resume(&deciding.work.review(), &request.order);
    let plan = match plan {
        Ok(plan) => plan,
        Err(rules) => return Err(deciding.refuse(Against::all(faults, rules))),
    };
    if let Some(reason) = reason
        && !fits(reason.fits, &deciding.work.review(), &plan)
    {
        faults.push(FormFault::ReasonDoesNotFit(reason.fits));
    }
    match words {
        Some(words) if faults.is_empty() => deciding.record(words, &Order::Resume(plan)).await,
        Some(_) | None => Err(deciding.refuse(Against::Form(faults))),
    }
}

/// What there is to say if open cases of other operations hold the same object.
pub(super) async fn shared_holds(
    deciding: &mut Deciding<'_>,
) -> Result<Option<FormFault>, store::Error> {
    let work = &deciding.work;
    let (held, operation) = (&work.facts.holds, work.operation().id);
    let shared = holds::shared(&mut deciding.tx, held, operation, MOST_HOLDS).await?;
    let cases: Vec<CaseId> = shared.into_iter().map(|hold| hold.case_id).collect();
    Ok((!cases.is_empty()).then_some(FormFault::HoldsNotAcknowledged { cases }))
}
