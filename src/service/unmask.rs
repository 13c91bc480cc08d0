//! Having the personal values of a case's payloads shown. It changes nothing about the case; that it was done, by whom and why,
//! is in the history for good, and in the access log.

use super::permitted::towards;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::access::Access;
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::ids::CaseId;
use crate::domain::mask::{SHOWN_FOR, reason};
use crate::domain::permits::{NotPermitted, may_unmask};
use crate::domain::time::Timestamp;
use crate::store::accesses::{self, NewAccess};
use crate::store::history::NewEntry;
use crate::store::{cases, history};
use serde_json::json;

/// Why nothing is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotUnmasked {
    /// No reason was given, or one that is too short or too long.
    Reason,
    NotPermitted(NotPermitted),
}

/// From now on the person sees the values, until the moment that is given.
///
/// # Errors
/// [`NotUnmasked`]; then nothing is recorded.
pub async fn unmask(
    services: &Services,
    person: &Person,
    id: CaseId,
    why: &str,
) -> Answer<Timestamp, NotUnmasked> {
    let mut tx = services.db.begin().await?;
    let case = cases::get(&mut tx, id).await?;
    let case = case.ok_or(ServiceError::NotFound)?;
    let now = services.now();
    let towards = towards(&mut tx, &case, person, now).await?;
    may_unmask(person.role, towards).map_err(refused)?;
    let why = reason(why).ok_or(ServiceError::Refused(NotUnmasked::Reason))?;
    let until = now.plus(SHOWN_FOR);
    let access = NewAccess {
        at: now,
        person: person.name.clone(),
        role: person.role.as_str(),
        access: Access::unmasked(id, &case.origin.operation_key, why),
    };
    accesses::insert(&mut tx, &access).await?;
    let entry = NewEntry {
        at: now,
        case: Some(id),
        operation: Some(case.origin.operation_id),
        actor_kind: ActorKind::Person,
        actor: person.name.clone(),
        kind: EntryKind::Unmasked,
        document: json!({ "words": why, "role": person.role.as_str(), "until": until.to_string() }),
    };
    history::append(&mut tx, vec![entry]).await?;
    tx.commit().await?;
    Ok(until)
}

fn refused(why: NotPermitted) -> ServiceError<NotUnmasked> {
    if why == NotPermitted::Role {
        ServiceError::NotAllowed
    } else {
        ServiceError::Refused(NotUnmasked::NotPermitted(why))
    }
}
