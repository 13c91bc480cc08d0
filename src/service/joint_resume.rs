//! Continuing several old operations under one justification. Each is decided by itself, through the one way on which decisions
//! are made: with its own facts as seen, its own plan, its own history and its own instruction.

use super::cause::{Member, members, reading};
use super::decide::{Against, DecisionRefused, FormFault, Seen, Why};
use super::decide_resume::{MOST_HOLDS, ResumeRequest, resume_with};
use super::joint::{Begun, JointPart, JointRequest, begin, keep_refusal};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::decision::{Justification, NoJustification};
use crate::domain::ids::{CaseId, CauseId, JointActId};
use crate::domain::joint::{Came, JointKind, MOST, Named};
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::resume::ResumeOrder;
use crate::domain::standing::DecisionKind;
use crate::store::{cases, holds};
use std::convert::Infallible;

/// One of the cases that were marked, as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    pub member: Member,
    /// The case is not as it was when it was marked, or not of this cause.
    pub changed: bool,
    /// It is not of this cause, or not any more.
    pub elsewhere: bool,
    /// What stands against deciding it now, as far as role and state go.
    pub permit: Result<(), NotPermitted>,
    /// Open cases of other operations that hold the same object.
    pub shared: Vec<CaseId>,
}

/// The words of a joint resume that cannot be taken as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsFault {
    UnknownReason,
    Justification(NoJustification),
}

/// Reads the marked cases with what can be said of each.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn see_marked(
    services: &Services,
    person: &Person,
    cause: &CauseId,
    named: &[Named],
) -> Answer<Vec<Marked>, Infallible> {
    let mut conn = reading(services, person).await?;
    let mut rows = Vec::new();
    for one in named.iter().take(MOST) {
        if let Some(case) = cases::get(&mut conn, one.case).await? {
            rows.push(case);
        }
    }
    let now = services.now();
    let act = Act::Decide(DecisionKind::Resume);
    let mut marked = Vec::with_capacity(rows.len());
    for member in members(&mut conn, rows).await? {
        let (case, facts) = (&member.case, &member.facts);
        let operation = case.origin.operation_id;
        let shared = holds::shared(&mut conn, &facts.holds, operation, MOST_HOLDS).await?;
        let as_marked = named.iter().find(|one| one.case == case.id);
        marked.push(Marked {
            changed: as_marked.is_some_and(|one| one.version != case.version),
            elsewhere: case.cause != *cause,
            permit: super::permitted::permitted(&mut conn, case, person, act, now).await?,
            shared: shared.into_iter().map(|hold| hold.case_id).collect(),
            member,
        });
    }
    Ok(marked)
}

/// What is wrong with the person's words, before any case is touched.
pub fn words_faults(services: &Services, why: &Why) -> Vec<WordsFault> {
    let reasons = services.policy.reasons();
    let reason = reasons.find(DecisionKind::Resume, &why.reason_code);
    let minimum = services.policy.margins().justification_minimum;
    let words = Justification::parse(&why.justification, minimum).err();
    let unknown = reason.is_none().then_some(WordsFault::UnknownReason);
    unknown
        .into_iter()
        .chain(words.map(WordsFault::Justification))
        .collect()
}

/// Decides to continue each of the named operations for which that is allowed.
///
/// # Errors
/// If the person's role does not allow it, or the database fails; what is decided until then is decided.
pub async fn joint_resume(
    services: &Services,
    person: &Person,
    request: &JointRequest,
    why: &Why,
) -> Answer<JointActId, Infallible> {
    let act = begin(services, person, JointKind::Resume, request).await?;
    for one in &act.left {
        if let Some(came) = decide(services, person, &act, one, why).await? {
            keep_refusal(services, person, &JointPart::of(&act, one), &came).await?;
        }
    }
    Ok(act.id)
}

/// `None` if the case is decided.
async fn decide(
    services: &Services,
    person: &Person,
    act: &Begun,
    one: &Named,
    why: &Why,
) -> Answer<Option<Came>, Infallible> {
    let request = ResumeRequest {
        seen: Seen {
            version: one.version,
            facts_digest: one.facts_digest.clone(),
        },
        why: why.clone(),
        // Whatever has to be chosen or acknowledged for one case is asked for on its own page.
        order: ResumeOrder::default(),
        holds_acknowledged: false,
    };
    let part = Some(JointPart::of(act, one));
    match resume_with(services, person, one.case, &request, part).await {
        Ok(_) => Ok(None),
        Err(ServiceError::NotFound) => Ok(Some(Came::Gone)),
        Err(error) => Ok(Some(refused(error.refusal()?))),
    }
}

fn refused(refused: DecisionRefused) -> Came {
    match refused.against {
        Against::Authority { why, holder } => Came::NotPermitted {
            why: why.as_str().to_owned(),
            holder,
        },
        Against::Changed => Came::Changed,
        Against::Rules(_) | Against::FormAndRules(..) => Came::NotAllowed,
        Against::Form(faults) => form(faults),
    }
}

/// The words were looked at before, so what is left is about this case.
fn form(faults: Vec<FormFault>) -> Came {
    let mut came = Came::Faulty;
    for fault in faults {
        match fault {
            FormFault::HoldsNotAcknowledged { cases } => return Came::SharedHolds { cases },
            FormFault::ReasonDoesNotFit(_) => came = Came::ReasonDoesNotFit,
            FormFault::UnknownReason
            | FormFault::Justification(_)
            | FormFault::ReferenceMissing
            | FormFault::OperationMissing
            | FormFault::TooLong
            | FormFault::Payload(_)
            | FormFault::MaskedPayload
            | FormFault::WrongPassword
            | FormFault::PasswordPaused { .. } => {}
        }
    }
    came
}
