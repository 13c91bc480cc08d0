//! Claiming several cases at once.

use super::claim::{ClaimRefused, claim_with};
use super::joint::{JointPart, JointRequest, begin, keep_refusal};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::JointActId;
use crate::domain::joint::{Came, JointKind};
use crate::domain::permits::NotPermitted;
use std::convert::Infallible;

/// Claims each of the named cases that is still as it was shown.
///
/// # Errors
/// If the person's role claims no cases, or the database fails; what is done until then is done.
pub async fn joint_claim(
    services: &Services,
    person: &Person,
    request: &JointRequest,
) -> Answer<JointActId, Infallible> {
    let act = begin(services, person, JointKind::Claim, request).await?;
    for one in &act.left {
        let part = JointPart::of(&act, one);
        let came = match claim_with(services, person, one.case, Some(&part)).await {
            Ok(_) => continue,
            Err(ServiceError::NotFound) => Came::Gone,
            Err(error) => refused(error.refusal()?),
        };
        keep_refusal(services, person, &part, &came).await?;
    }
    Ok(act.id)
}

fn refused(refused: ClaimRefused) -> Came {
    let not = |why: NotPermitted, holder| Came::NotPermitted {
        why: why.as_str().to_owned(),
        holder,
    };
    match refused {
        ClaimRefused::HeldBy { holder, .. } => not(NotPermitted::HeldByOther, Some(holder)),
        ClaimRefused::Decided { .. } => not(NotPermitted::Decided, None),
        ClaimRefused::NotPermitted(why) => not(why, None),
        ClaimRefused::Changed => Came::Changed,
    }
}
