//! One look over several operations, recorded as one observation of each.

use super::evidence::Evidence;
use super::joint::{Begun, JointPart, JointRequest, begin, keep_refusal};
use super::record_check::{CheckRefused, record};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::check::Look;
use crate::domain::ids::{CaseId, JointActId};
use crate::domain::joint::{Came, JointKind, Named};
use crate::domain::permits::Act;
use std::convert::Infallible;

/// Records of each of the named cases what the person saw of it; of a case without a look nothing is recorded.
///
/// # Errors
/// If the person's role records no checks, or the database fails; what is kept until then is kept.
pub async fn joint_check(
    services: &Services,
    person: &Person,
    request: &JointRequest,
    looks: &[(CaseId, Look)],
) -> Answer<JointActId, Infallible> {
    let act = begin(services, person, JointKind::Check, request).await?;
    for one in &act.left {
        let look = looks.iter().find(|(case, _)| *case == one.case);
        let part = JointPart::of(&act, one);
        let against = match look {
            None => Some(Came::Faulty),
            Some((_, look)) => record_as_seen(services, person, &act, one, look).await?,
        };
        if let Some(came) = against {
            keep_refusal(services, person, &part, &came).await?;
        }
    }
    Ok(act.id)
}

/// Records one look; `None` if it is recorded. Looking over many takes long, and what came meanwhile nobody has looked for: a case
/// that is not as it was shown any more is left out, and the look counts for when the form was first sent, not for when this
/// case's turn came.
async fn record_as_seen(
    services: &Services,
    person: &Person,
    act: &Begun,
    one: &Named,
    look: &Look,
) -> Answer<Option<Came>, Infallible> {
    let look = Look {
        looked_at: Some(look.looked_at.unwrap_or(act.at)),
        ..look.clone()
    };
    let part = JointPart::of(act, one);
    let begun = Evidence::begin::<CheckRefused>(services, person, Act::Check, one.case).await;
    let recorded = match begun {
        // The operation's latest case may be another one by now.
        Ok(evidence)
            if (evidence.work.case.id, evidence.work.case.version) != (one.case, part.seen) =>
        {
            return Ok(Some(Came::Changed));
        }
        Ok(evidence) => record(evidence, one.case, &look, Some(&part)).await,
        Err(against) => Err(against),
    };
    match recorded {
        Ok(_) => Ok(None),
        Err(ServiceError::NotFound) => Ok(Some(Came::Gone)),
        Err(error) => error.refusal().map(|_| Some(Came::Faulty)),
    }
}
