//! Whether a person may do what they ask for, by the one table; and who may not is turned away, on every way in the same.

use super::case_work::standing;
use super::turned_away::turned_away;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::{CaseId, UserId};
use crate::domain::permits::{Act, NotPermitted, Towards, permit};
use crate::domain::standing::{CaseState, DecisionState};
use crate::domain::time::Timestamp;
use crate::store::cases::{self, CaseRow};
use crate::store::decisions::{self, DecisionRow};
use crate::store::{self, Conn};

/// Whose the decision or the proposal is on which a case stands, of all that were made on it.
pub(super) fn decided_by<'d>(
    newest_first: impl Iterator<Item = &'d DecisionRow>,
) -> Option<UserId> {
    let mut stands = newest_first.filter(|decision| match decision.state {
        DecisionState::Proposed | DecisionState::Made => true,
        DecisionState::Refused | DecisionState::Returned | DecisionState::Withdrawn => false,
    });
    stands.next().map(|decision| decision.by_user)
}

/// What stands against an act.
pub(super) async fn permitted<'c>(
    conn: impl Into<Conn<'c>>,
    case: &CaseRow,
    person: &Person,
    act: Act,
    now: Timestamp,
) -> Result<Result<(), NotPermitted>, store::Error> {
    let towards = towards(conn, case, person, now).await?;
    Ok(permit(act, person.role, towards, case.details.kind))
}

/// Where a case stands, seen by a person.
pub(super) async fn towards<'c>(
    conn: impl Into<Conn<'c>>,
    case: &CaseRow,
    person: &Person,
    now: Timestamp,
) -> Result<Towards, store::Error> {
    let details = &case.details;
    let decided_by = match details.state {
        CaseState::AwaitingApproval | CaseState::Decided => {
            let made = decisions::of_case(conn, case.id).await?;
            decided_by(made.iter().rev())
        }
        CaseState::Waiting | CaseState::InReview | CaseState::Executing | CaseState::Resolved => {
            None
        }
    };
    Ok(Towards::of(standing(details), decided_by, person.id, now))
}

/// Asks whether a person may do that with a case, without doing it: for a form that cannot even be read. Who may not is turned away.
///
/// # Errors
/// What stands against it, if there is no such case, or if the database fails.
pub async fn ask(
    services: &Services,
    person: &Person,
    id: CaseId,
    act: Act,
) -> Answer<(), NotPermitted> {
    match may(services, person, id, act).await? {
        Ok(()) => Ok(()),
        Err(why) => Err(turn_away(services, person, id, act, why, why).await?),
    }
}

/// The same; nothing is recorded.
pub(super) async fn may<R: std::fmt::Debug>(
    services: &Services,
    person: &Person,
    id: CaseId,
    act: Act,
) -> Answer<Result<(), NotPermitted>, R> {
    let mut conn = services.db.read().await?;
    let case = cases::get(&mut conn, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    Ok(permitted(&mut conn, &case, person, act, services.now()).await?)
}

/// Records that somebody was turned away, and gives what they are answered: that their role does not allow it, or `refusal`.
pub(super) async fn turn_away<R: std::fmt::Debug>(
    services: &Services,
    person: &Person,
    case: CaseId,
    act: Act,
    why: NotPermitted,
    refusal: R,
) -> Result<ServiceError<R>, store::Error> {
    turned_away(services, person, case, act, why.as_str()).await?;
    Ok(if why == NotPermitted::Role {
        ServiceError::NotAllowed
    } else {
        ServiceError::Refused(refusal)
    })
}
