//! Another team sees to a case from now on; whoever holds it goes on.

use super::desk::{AtDesk, DeskFault, DeskRefused, NoReceiver, refused};
use super::{Answer, Person, Services};
use crate::domain::desk::Deed;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Team, Version};
use crate::service::teams::is_team;
use serde_json::json;

/// Sets the team that owns a case; an empty name leaves it to every team. Its deadline stays as it is.
///
/// # Errors
/// [`DeskRefused`]; then nothing is recorded.
pub async fn set_owner(
    services: &Services,
    person: &Person,
    id: CaseId,
    team: &Team,
) -> Answer<Version, DeskRefused> {
    let mut desk = AtDesk::begin(services, person, Deed::SetOwner, id).await?;
    if *team == desk.details.owner_team {
        let team = team.clone();
        return refused(vec![DeskFault::To(NoReceiver::OwnsIt { team })]);
    }
    let everybody = team.as_str().is_empty();
    if !everybody && !is_team(&mut desk.tx, &services.policy, team).await? {
        return refused(vec![DeskFault::To(NoReceiver::NoSuchTeam)]);
    }
    let was = std::mem::replace(&mut desk.details.owner_team, team.clone());
    desk.note(
        EntryKind::OwnerSet,
        json!({"to_team": team, "team_was": was}),
    );
    Ok(desk.save(None).await?)
}
