//! Deciding that nothing more will be done.

use super::decide::{Against, Decided, Deciding, DecisionRefused, FormFault, Seen, Why};
use super::{Answer, Person, Services};
use crate::domain::decision::stays_uncertain;
use crate::domain::ids::{CaseId, OperationKey};
use crate::domain::order::{CloseOrder, Order};
use crate::domain::policy::{Reason, ReasonCode, ReasonNames};
use crate::domain::standing::DecisionKind;
use crate::domain::surplus::surplus_of_closing;

/// The longest reference or key, in bytes.
const LONGEST_REFERENCE: usize = 512;

/// What a person orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloseRequest {
    pub seen: Seen,
    pub why: Why,
    /// What the reason has to name: a reference to what was done by other means, or the key of another operation.
    pub named: String,
}

/// Decides to close.
///
/// # Errors
/// [`DecisionRefused`]; then nothing is recorded.
pub async fn decide_close(
    services: &Services,
    person: &Person,
    case: CaseId,
    request: &CloseRequest,
) -> Answer<Decided, DecisionRefused> {
    let kind = DecisionKind::Close;
    let deciding = Deciding::begin(services, person, kind, case, &request.seen).await?;
    let mut faults = Vec::new();
    let reason = services
        .policy
        .reasons()
        .find(kind, &request.why.reason_code);
    let words = deciding.words(&request.why, reason, &mut faults);
    let own_key = &deciding.work.facts.key;
    let named = reason.map(|reason| named(reason, &request.named, own_key));
    match (words, named) {
        (Some(words), Some(Ok(named))) if faults.is_empty() => {
            let order = order(&deciding, words.0.clone(), named);
            deciding.record(words, &order).await
        }
        (_, named) => {
            faults.extend(named.and_then(Result::err));
            Err(deciding.refuse(Against::Form(faults)))
        }
    }
}

/// What the reason names.
enum Named {
    Nothing,
    Reference(String),
    Operation(OperationKey),
}

fn named(reason: &Reason, text: &str, own_key: &OperationKey) -> Result<Named, FormFault> {
    let text = text.trim();
    if text.len() > LONGEST_REFERENCE {
        return Err(FormFault::TooLong);
    }
    match reason.names {
        ReasonNames::Nothing => Ok(Named::Nothing),
        ReasonNames::Reference if text.is_empty() => Err(FormFault::ReferenceMissing),
        ReasonNames::Reference => Ok(Named::Reference(text.to_owned())),
        // An operation is no duplicate of itself.
        ReasonNames::Operation if text.is_empty() || text == own_key.as_str() => {
            Err(FormFault::OperationMissing)
        }
        ReasonNames::Operation => Ok(Named::Operation(OperationKey::new(text))),
    }
}

fn order(deciding: &Deciding<'_>, outcome: ReasonCode, named: Named) -> Order {
    let (reference, duplicate_of) = match named {
        Named::Nothing => (None, None),
        Named::Reference(reference) => (Some(reference), None),
        Named::Operation(key) => (None, Some(key)),
    };
    let review = deciding.work.review();
    let uncertain = stays_uncertain(&review);
    Order::Close(CloseOrder {
        outcome,
        reference,
        duplicate_of,
        stays_uncertain: uncertain.iter().map(|s| s.step.name.clone()).collect(),
        surplus: surplus_of_closing(&review),
    })
}
