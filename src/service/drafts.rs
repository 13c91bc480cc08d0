//! Drafts: what a person has written into a form of a case stays theirs through sign-out, a lost claim and a conflict,
//! until it is sent or they discard it. Nobody else sees it.

pub use crate::store::drafts::DraftRow as Draft;

use super::claim::holds;
use super::lapse::begin_answer;
use super::{Answer, Person, ServiceError, Services, surplus};
use crate::domain::draft::{DraftForm, Fields, KEPT_FOR, written};
use crate::domain::ids::{CaseId, FollowUpId};
use crate::domain::people::{Action, allows};
use crate::domain::permits::ever;
use crate::domain::time::Timestamp;
use crate::store::{cases, drafts};
use std::convert::Infallible;

/// Keeps what a person has written, of all that a form sends; where they have taken everything back, there is no draft
/// any more.
///
/// # Errors
/// If there is no such case, the person's role never lets them send the form, or the database fails.
pub async fn keep(
    services: &Services,
    person: &Person,
    case: CaseId,
    form: DraftForm,
    sent: &Fields,
) -> Answer<Option<Timestamp>, Infallible> {
    may_write(person, form)?;
    let mut tx = services.db.begin().await?;
    let row = cases::get(&mut tx, case)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let updated_at = services.now();
    // Who writes is at work on the case: a claim does not run out under their hands.
    let until = updated_at.plus(services.policy.margins().claim_lease);
    if holds(&row.details, person, updated_at) {
        cases::extend_claim(&mut tx, case, person.id, until).await?;
    }
    let kept = match written(sent) {
        Some(fields) => {
            let draft = Draft { fields, updated_at };
            drafts::keep(&mut tx, person.id, case, form, &draft).await?;
            // Who only reads begins no answer.
            if allows(person.role, Action::RecordCheck) {
                begin_answer(&mut tx, &row, person, updated_at).await?;
            }
            Some(updated_at)
        }
        None => {
            drafts::delete(&mut tx, person.id, case, form).await?;
            None
        }
    };
    tx.commit().await?;
    Ok(kept)
}

/// What the person has written into a form of a case and not sent.
///
/// # Errors
/// If the database fails.
pub async fn draft(
    services: &Services,
    person: &Person,
    case: CaseId,
    form: DraftForm,
) -> Answer<Option<Draft>, Infallible> {
    let mut conn = services.db.read().await?;
    Ok(drafts::get(&mut conn, person.id, case, form).await?)
}

/// What the person has written into the forms of a case, latest first.
///
/// # Errors
/// If the database fails.
pub async fn of_case(
    services: &Services,
    person: &Person,
    case: CaseId,
) -> Answer<Vec<(DraftForm, Draft)>, Infallible> {
    let mut conn = services.db.read().await?;
    Ok(drafts::of_case(&mut conn, person.id, case).await?)
}

/// The case of a follow-up, whose drafts are that case's.
///
/// # Errors
/// If there is no such follow-up, the person may not see cases, or the database fails.
pub async fn case_of(
    services: &Services,
    person: &Person,
    follow_up: FollowUpId,
) -> Answer<CaseId, Infallible> {
    Ok(surplus::see(services, person, follow_up).await?.case_id)
}

/// The person does not want it any more.
///
/// # Errors
/// If the person's role never lets them send the form, or the database fails.
pub async fn discard(
    services: &Services,
    person: &Person,
    case: CaseId,
    form: DraftForm,
) -> Answer<(), Infallible> {
    may_write(person, form)?;
    let mut conn = services.db.write().await?;
    Ok(drafts::delete(&mut conn, person.id, case, form).await?)
}

/// Nobody writes into a form that they may send of no case.
fn may_write(person: &Person, form: DraftForm) -> Answer<(), Infallible> {
    let may = allows(person.role, Action::SeeCases) && ever(form.act(), person.role);
    may.then_some(()).ok_or(ServiceError::NotAllowed)
}

/// Forgets drafts that nobody touched for [`KEPT_FOR`].
///
/// # Errors
/// If the database fails.
pub async fn forget_old(services: &Services) -> Answer<(), Infallible> {
    let mut conn = services.db.write().await?;
    let oldest = services.now().minus(KEPT_FOR);
    Ok(drafts::delete_older(&mut conn, oldest).await?)
}
