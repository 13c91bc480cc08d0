//! Handing a case over, to a person who holds it from then on, or to the team that owns it from then on.

use super::desk::{AtDesk, DeskFault, DeskRefused, NoReceiver, Receiver, refused};
use super::{Answer, Person, Services};
use crate::domain::decision::Justification;
use crate::domain::desk::Deed;
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Team, Version};
use crate::domain::people::User;
use crate::service::case_work::free;
use crate::service::teams::is_team;
use crate::store;
use serde_json::json;

/// Hands a case over, with a note for whoever gets it. Its deadline stays as it is, and so do its ages.
///
/// # Errors
/// [`DeskRefused`]; then nothing is recorded.
pub async fn hand_over(
    services: &Services,
    person: &Person,
    id: CaseId,
    to: &Receiver,
    note: &str,
) -> Answer<Version, DeskRefused> {
    let mut desk = AtDesk::begin(services, person, Deed::HandOver, id).await?;
    let mut faults = Vec::new();
    let receiver = match found(&mut desk, to).await? {
        Ok(receiver) => Some(receiver),
        Err(why) => {
            faults.push(DeskFault::To(why));
            None
        }
    };
    let words = AtDesk::words(note, 1, &mut faults);
    let (Some(receiver), Some(words)) = (receiver, words) else {
        return refused(faults);
    };
    give(&mut desk, receiver, &words).await?;
    Ok(desk.save(Some(DraftForm::HandOver)).await?)
}

/// Whoever gets it is there.
enum Found {
    Person(Box<User>),
    Team(Team),
}

async fn found(
    desk: &mut AtDesk<'_>,
    to: &Receiver,
) -> Result<Result<Found, NoReceiver>, store::Error> {
    Ok(match to {
        Receiver::Person(name) => {
            let found = desk.receiver(name).await?;
            found.map(|user| Found::Person(Box::new(user)))
        }
        Receiver::Team(team) if *team == desk.details.owner_team => {
            let team = team.clone();
            Err(NoReceiver::OwnsIt { team })
        }
        Receiver::Team(team) => {
            let known = is_team(&mut desk.tx, &desk.services.policy, team).await?;
            known
                .then(|| Found::Team(team.clone()))
                .ok_or(NoReceiver::NoSuchTeam)
        }
    })
}

async fn give(desk: &mut AtDesk<'_>, to: Found, words: &Justification) -> Result<(), store::Error> {
    let former = desk.former().await?;
    desk.details.handed_by = Some(desk.full_name.clone());
    desk.details.handed_because = Some(words.as_str().to_owned());
    desk.details.end_wait();
    let document = match to {
        Found::Person(user) => {
            let until = desk.give_to(&user);
            json!({"to_person": user.name.as_str(), "until": until.to_string(), "former": former, "note": words})
        }
        Found::Team(team) => {
            let was = std::mem::replace(&mut desk.details.owner_team, team.clone());
            free(&mut desk.details);
            json!({"to_team": team, "team_was": was, "former": former, "note": words})
        }
    };
    desk.note(EntryKind::HandedOver, document);
    Ok(())
}
