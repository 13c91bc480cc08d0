//! The teams and people among whom cases go.

use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::Team;
use crate::domain::people::{Action, User, allows};
use crate::policy::Policy;
use crate::store::{self, Conn, users};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// To whom a case can go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Receivers {
    /// Those who may take cases, by name.
    pub people: Vec<User>,
    pub teams: Vec<Team>,
}

/// Everybody and every team to whom a case can go.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn receivers(services: &Services, person: &Person) -> Answer<Receivers, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let mut conn = services.db.read().await?;
    let mut people = users::active(&mut conn).await?;
    let teams = teams_of(&people, &services.policy);
    people.retain(|user| allows(user.role, Action::Claim));
    Ok(Receivers {
        people,
        teams: teams.into_iter().collect(),
    })
}

/// Whether there is a team of that name: somebody is in it, or the policy gives it cases.
pub(super) async fn is_team<'c>(
    conn: impl Into<Conn<'c>>,
    policy: &Policy,
    team: &Team,
) -> Result<bool, store::Error> {
    let people = users::active(conn).await?;
    Ok(teams_of(&people, policy).contains(team))
}

fn teams_of(people: &[User], policy: &Policy) -> BTreeSet<Team> {
    let mut teams: BTreeSet<Team> = policy.owner_teams().cloned().collect();
    teams.extend(people.iter().map(|user| user.team.clone()));
    teams.retain(|team| !team.as_str().is_empty());
    teams
}
