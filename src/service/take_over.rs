//! A manager takes a case from whoever holds it. Managers decide nothing, so it goes to somebody they name, or back to
//! the queue.

use super::desk::{AtDesk, DeskFault, DeskRefused, refused};
use super::{Answer, Person, Services};
use crate::domain::desk::Deed;
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Version};
use crate::service::case_work::free;
use serde_json::json;

/// Takes a case over, for a reason in the manager's words. `to`: the sign-in name of the reviewer who holds it from
/// then on; `None` gives it back to the queue.
///
/// # Errors
/// [`DeskRefused`]; then nothing is recorded.
pub async fn take_over(
    services: &Services,
    person: &Person,
    id: CaseId,
    to: Option<&str>,
    reason: &str,
) -> Answer<Version, DeskRefused> {
    let mut desk = AtDesk::begin(services, person, Deed::TakeOver, id).await?;
    let mut faults = Vec::new();
    let receiver = match to {
        None => None,
        Some(name) => match desk.receiver(name).await? {
            Ok(user) => Some(user),
            Err(why) => {
                faults.push(DeskFault::To(why));
                None
            }
        },
    };
    let minimum = services.policy.margins().justification_minimum;
    let Some(words) = AtDesk::words(reason, minimum, &mut faults).filter(|_| faults.is_empty())
    else {
        return refused(faults);
    };
    let former = desk.former().await?;
    match &receiver {
        Some(user) => {
            desk.give_to(user);
        }
        None => free(&mut desk.details),
    }
    desk.details.handed_by = Some(desk.full_name.clone());
    desk.details.handed_because = Some(words.as_str().to_owned());
    let document = json!({
        "to_person": receiver.as_ref().map(|user| user.name.as_str()),
        "former": former,
        "words": words,
    });
    desk.note(EntryKind::TakenOver, document);
    Ok(desk.save(Some(DraftForm::TakeOver)).await?)
}
