//! One look over several operations, recorded as one observation of each.

use super::joint::{Begun, JointRequest, begin, note};
use super::record_check::{CheckRecorded, Worth, record_check};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::absence::Absence;
use crate::domain::check::Look;
use crate::domain::ids::{CaseId, JointActId};
use crate::domain::joint::{Came, JointKind, Named};
use crate::store::cases;
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
        let came = match look {
            None => Came::Faulty,
            Some((_, look)) => record(services, person, &act, one, look).await?,
        };
        note(services, &act, one, &came).await?;
    }
    Ok(act.id)
}

/// Records one look. Looking over many takes long, and what came meanwhile nobody has looked for: a case that is not as it was
/// shown any more is left out, and the look counts for when the form was first sent, not for when this case's turn came.
async fn record(
    services: &Services,
    person: &Person,
    act: &Begun,
    one: &Named,
    look: &Look,
) -> Answer<Came, Infallible> {
    let case = cases::get(&mut services.db.read().await?, one.case).await?;
    if case.is_some_and(|case| case.version != one.version) {
        return Ok(Came::Changed);
    }
    let look = Look {
        looked_at: Some(look.looked_at.unwrap_or(act.at)),
        ..look.clone()
    };
    Ok(
        match record_check(services, person, one.case, &look).await {
            Ok(kept) => came(&kept),
            Err(ServiceError::NotFound) => Came::Gone,
            Err(error) => {
                error.refusal()?;
                Came::Faulty
            }
        },
    )
}

const fn came(kept: &CheckRecorded) -> Came {
    match kept.worth {
        Worth::Find => Came::Found,
        Worth::Hint => Came::Hint,
        Worth::Inconclusive | Worth::Absence(Absence::NobodyLooked) => Came::Inconclusive,
        Worth::Absence(Absence::Proven { .. }) => Came::AbsenceProven,
        Worth::Absence(Absence::NothingYet(_)) => Came::NothingYet,
    }
}
