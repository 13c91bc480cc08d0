//! Giving a claimed case back to the queue.

use super::actor::Actor;
use super::case_work::{commit, free};
use super::claim::{entry, save};
use super::permitted::{permitted, turn_away};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Version};
use crate::domain::permits::Act;
use crate::store::cases;
use serde_json::json;

/// Why a case was not released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReleaseRefused {
    /// The person does not hold the case (any more); whoever does is named.
    NotHolder { holder: Option<String> },
}

/// Gives back a case that the person holds, and says what version it has now.
///
/// # Errors
/// [`ReleaseRefused`] if somebody else holds it, or nobody.
pub async fn release(
    services: &Services,
    person: &Person,
    id: CaseId,
) -> Answer<Version, ReleaseRefused> {
    let mut tx = services.db.begin().await?;
    let case = cases::lock(&mut tx, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let now = services.now();
    if let Err(why) = permitted(&mut tx, &case, person, Act::Release, now).await? {
        drop(tx);
        let holder = case.holder_name;
        let refused = ReleaseRefused::NotHolder { holder };
        return Err(turn_away(services, person, id, Act::Release, why, refused).await?);
    }
    let mut details = case.details.clone();
    free(&mut details);
    let told = entry(
        &case,
        Actor::Person(person),
        EntryKind::Released,
        json!({}),
        now,
    );
    let saved = save(&mut tx, &case, &details, vec![told], now).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(saved.version)
}
