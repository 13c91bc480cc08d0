//! Saying something about a case, in every state, also when it is resolved.

use super::desk::{AtDesk, DeskRefused, refused};
use super::{Answer, Person, Services};
use crate::domain::desk::Deed;
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Version};
use crate::service::claim::holds;
use crate::store::{self, history};
use serde_json::{Value, json};

/// Adds a note to a case. Whoever decides has to see it first: the version moves on.
///
/// # Errors
/// [`DeskRefused`]; then nothing is recorded.
pub async fn note(
    services: &Services,
    person: &Person,
    id: CaseId,
    text: &str,
) -> Answer<Version, DeskRefused> {
    let mut desk = AtDesk::begin(services, person, Deed::Note, id).await?;
    let mut faults = Vec::new();
    let Some(words) = AtDesk::words(text, 1, &mut faults) else {
        return refused(faults);
    };
    if said_just_now(&mut desk, words.as_str()).await? {
        return Ok(desk.case.version);
    }
    if holds(&desk.details, person, desk.now) {
        let until = desk.now.plus(services.policy.margins().claim_lease);
        desk.details.claimed_until = desk.details.claimed_until.max(Some(until));
    }
    desk.note(EntryKind::Noted, json!({ "note": words }));
    Ok(desk.save(Some(DraftForm::Note)).await?)
}

/// Whether this very note is the last thing that happened: a button pressed twice is one note.
async fn said_just_now(desk: &mut AtDesk<'_>, words: &str) -> Result<bool, store::Error> {
    let latest = history::of_case(&mut desk.tx, desk.case.id, None, 1).await?;
    Ok(latest.first().is_some_and(|last| {
        let document: Value = serde_json::from_str(&last.document).unwrap_or_default();
        last.kind == EntryKind::Noted.as_str()
            && last.actor == desk.person.name
            && document["note"] == words
    }))
}
