//! Deciding to start another operation in the place of the old one (`domain.md` §4.2).

use super::case_work::WorkError;
use super::decide::{Against, Decided, Deciding, DecisionRefused, FormFault, Refused, Seen, Why};
use super::decide_resume::shared_holds;
use super::masking::look;
use super::passwords::Passwords;
use super::permitted::may;
use super::sign_in::{SignIn, sign_in};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::decision::{self, NoDecision};
use crate::domain::facts::Facts;
use crate::domain::ids::{CaseId, OperationId, OperationKey, StepName};
use crate::domain::json;
use crate::domain::mask::holds_marks;
use crate::domain::new_operation::{
    Basis, NewOperationOrder, NewOperationPlan, NoNewOperation, agreed, suggested_keys,
};
use crate::domain::order::Order;
use crate::domain::people::{Action, allows};
use crate::domain::permits::Act;
use crate::domain::policy::ReasonCode;
use crate::domain::standing::DecisionKind;
use crate::store::identifiers::{self, Identifier};
use crate::store::{self, Conn, cases, contents, issued_keys, operations};
use serde_json::Value;
use std::convert::Infallible;
use std::net::IpAddr;

/// What a person orders.
#[derive(Clone, PartialEq, Eq)]
pub struct NewOperationRequest {
    pub seen: Seen,
    /// The reason code is that of the basis.
    pub why: Why,
    pub key: String,
    /// Steps of which the person says that they know what exists or may exist.
    pub acknowledged: Vec<StepName>,
    /// The business reference of the old operation, as it was typed again.
    pub reference: String,
    /// The payload as JSON; `None` takes the old one over as it is.
    pub payload: Option<String>,
    /// The person knows that other open cases hold the same object.
    pub holds_acknowledged: bool,
    /// The person's password, asked for once more.
    pub password: String,
}

/// By what a password that is asked for again is looked at.
#[derive(Debug)]
pub struct PasswordAgain<'a> {
    pub passwords: &'a Passwords,
    /// Where it came from: wrong ones are counted as at a sign-in.
    pub address: IpAddr,
}

/// What a new operation would begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// The first key that is free.
    pub key: OperationKey,
    /// The payload that was agreed for the old operation, as the person sees it; `None` where it is not held any more.
    pub payload: Option<Value>,
}

/// Decides to start a new operation. Its key is given out now, and never again.
///
/// # Errors
/// [`DecisionRefused`]; then nothing is recorded.
pub async fn decide_new_operation(
    services: &Services,
    person: &Person,
    again: PasswordAgain<'_>,
    case: CaseId,
    request: &NewOperationRequest,
) -> Answer<Decided, DecisionRefused> {
    let kind = DecisionKind::NewOperation;
    let mut faults = Vec::new();
    // Whoever may not decide this is turned away below, whatever their password.
    let may_decide = may::<DecisionRefused>(services, person, case, Act::Decide(kind)).await?;
    if may_decide.is_ok() {
        faults.extend(confirm(services, person, again, request).await?);
    }
    let mut deciding = Deciding::begin(services, person, kind, case, &request.seen).await?;
    let reason = services
        .policy
        .reasons()
        .find(kind, &request.why.reason_code);
    let words = deciding.words(&request.why, reason, &mut faults);
    if !request.holds_acknowledged {
        faults.extend(shared_holds(&mut deciding).await?);
    }
    let agreed = payload_of(
        &mut deciding.tx,
        deciding.work.operation().id,
        &deciding.work.facts,
    );
    let agreed = agreed.await?;
    let payload = typed(request, agreed.is_some(), &mut faults);
    let basis = Basis {
        code: ReasonCode::new(request.why.reason_code.as_str()),
        text: request.why.justification.trim().to_owned(),
    };
    let order = NewOperationOrder {
        key: OperationKey::new(request.key.trim()),
        basis,
        acknowledged: request.acknowledged.clone(),
        reference: request.reference.clone(),
        payload,
    };
    match (planned(&mut deciding, agreed.as_ref(), order).await?, words) {
        (Ok(plan), Some(words)) if faults.is_empty() => {
            if !issue(&mut deciding, &plan).await? {
                return Err(deciding.refuse(Against::Rules(vec![IN_USE])));
            }
            deciding.record(words, &Order::NewOperation(plan)).await
        }
        (Ok(_), _) => Err(deciding.refuse(Against::Form(faults))),
        (Err(rules), _) => Err(deciding.refuse(Against::all(faults, rules))),
    }
}

const IN_USE: NoDecision = NoDecision::NewOperation(NoNewOperation::KeyInUse);

/// What the rules say, and whether the key is free; one that is not usable is not even looked up.
async fn planned(
    deciding: &mut Deciding<'_>,
    agreed: Option<&Value>,
    order: NewOperationOrder,
) -> Result<Result<NewOperationPlan, Vec<NoDecision>>, store::Error> {
    let (source, key) = (deciding.work.case.origin.source_id, order.key.clone());
    let (work, rules) = (&deciding.work, deciding.work.rules());
    let plan = decision::new_operation(&work.review(), rules, agreed, order);
    let not_usable = NoDecision::NewOperation(NoNewOperation::KeyNotUsable);
    if matches!(&plan, Err(rules) if rules.contains(&not_usable) || rules.contains(&IN_USE)) {
        return Ok(plan);
    }
    let is_free = issued_keys::is_free(&mut deciding.tx, source, &key).await?;
    Ok(match plan {
        plan if is_free => plan,
        Ok(_) => Err(vec![IN_USE]),
        Err(rules) => Err([rules, vec![IN_USE]].concat()),
    })
}

/// Asks for the password again, with the pauses of signing in.
async fn confirm(
    services: &Services,
    person: &Person,
    again: PasswordAgain<'_>,
    request: &NewOperationRequest,
) -> Result<Option<FormFault>, Refused> {
    let PasswordAgain { passwords, address } = again;
    let password = request.password.clone();
    let answer = sign_in(services, passwords, &person.name, password, address).await?;
    Ok(match answer {
        SignIn::Welcome(_) => None,
        SignIn::Refused => Some(FormFault::WrongPassword),
        SignIn::Paused { until } => Some(FormFault::PasswordPaused { until }),
    })
}

/// The payload that the person typed. Where the agreed one is not held, the field was empty to begin with.
fn typed(
    request: &NewOperationRequest,
    is_held: bool,
    faults: &mut Vec<FormFault>,
) -> Option<Value> {
    let typed = request.payload.as_ref()?;
    if !is_held && typed.trim().is_empty() {
        return None;
    }
    let read = json::parse(typed.as_bytes());
    let read = read.map_err(|why| faults.extend(why.into_iter().map(FormFault::Payload)));
    let payload = read.ok()?;
    if holds_marks(&payload) {
        faults.push(FormFault::MaskedPayload);
    }
    Some(payload)
}

/// Gives the key out.
async fn issue(deciding: &mut Deciding<'_>, plan: &NewOperationPlan) -> Result<bool, store::Error> {
    let work = &deciding.work;
    let (source, operation) = (work.case.origin.source_id, work.operation().id);
    let tx = &mut deciding.tx;
    let issued = issued_keys::issue(&mut *tx, source, &plan.key, operation, work.now).await?;
    if issued {
        // Whoever meets the key finds the case, even before the operation of that key exists.
        let name = "issued_key".to_owned();
        let term = plan.key.to_string();
        let found_by = Identifier {
            operation,
            name,
            term,
        };
        identifiers::insert(tx, &[found_by]).await?;
    }
    Ok(issued)
}

/// Reads what a new operation in the place of a case's operation would begin with.
///
/// # Errors
/// If there is no such case, the person may not see it, or the database fails.
pub async fn see_successor(
    services: &Services,
    person: &Person,
    id: CaseId,
) -> Answer<Successor, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let mut db = services.db.read().await?;
    let case = cases::get(&mut db, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let operation = operations::get(&mut db, case.origin.operation_id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let facts: Facts = serde_json::from_str(&operation.facts)?;
    let look = look(services, &mut db, person, &case).await?;
    let payload = payload_of(&mut db, operation.id, &facts).await?;
    let payload = payload.map(|payload| look.payload(payload));
    for key in suggested_keys(&facts.key) {
        if issued_keys::is_free(&mut db, operation.source_id, &key).await? {
            return Ok(Successor { key, payload });
        }
    }
    Err(ServiceError::NotFound)
}

/// The payload that an operation goes on with: null where its source told none, `None` where it is not held any more.
async fn payload_of<'c>(
    conn: impl Into<Conn<'c>>,
    operation: OperationId,
    facts: &Facts,
) -> Result<Option<Value>, WorkError> {
    let digest = agreed(facts).and_then(|content| content.digest.as_deref());
    let Some(digest) = digest else {
        return Ok(Some(Value::Null));
    };
    let held = contents::get(conn, operation, digest).await?;
    let read = held.map(|content| serde_json::from_str(&content.payload));
    Ok(read.transpose()?)
}
