//! Looking again at a time that the holder names (`domain.md` §4.5). Ages and deadlines run on, so that waiting cannot hide
//! anything; the case is free meanwhile, and comes back by itself.

use super::desk::{AtDesk, DeskFault, DeskRefused, refused};
use super::{Answer, Person, Services};
use crate::domain::desk::{Deed, wait as may_wait};
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Version};
use crate::domain::time::Timestamp;
use crate::service::case_work::free;
use serde_json::json;

/// Lets a case wait until then, for a reason in the holder's words.
///
/// # Errors
/// [`DeskRefused`]; then nothing is recorded.
pub async fn wait(
    services: &Services,
    person: &Person,
    id: CaseId,
    until: Timestamp,
    reason: &str,
) -> Answer<Version, DeskRefused> {
    let mut desk = AtDesk::begin(services, person, Deed::Wait, id).await?;
    let (policy, _) = (services.policy).operation_type(&desk.case.origin.operation_type);
    let mut faults = Vec::new();
    if let Err(why) = may_wait(until, desk.now, policy.snooze_limit) {
        faults.push(DeskFault::Until(why));
    }
    let minimum = services.policy.margins().justification_minimum;
    let Some(words) = AtDesk::words(reason, minimum, &mut faults).filter(|_| faults.is_empty())
    else {
        return refused(faults);
    };
    free(&mut desk.details);
    desk.details.look_again_at = Some(until);
    desk.details.waits_by = Some(desk.full_name.clone());
    desk.details.waits_because = Some(words.as_str().to_owned());
    let document = json!({ "until": until.to_string(), "words": words });
    desk.note(EntryKind::Waited, document);
    Ok(desk.save(Some(DraftForm::Wait)).await?)
}
