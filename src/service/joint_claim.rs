//! Claiming several cases at once.

use super::claim::{ClaimRefused, Claimed, claim_as_seen};
use super::joint::{JointRequest, begin, note};
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
        let came = match claim_as_seen(services, person, one.case, Some(one.version)).await {
            Ok(Claimed { until, .. }) => Came::Claimed { until },
            Err(ServiceError::NotFound) => Came::Gone,
            Err(error) => refused(error.refusal()?),
        };
        note(services, &act, one, &came).await?;
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
