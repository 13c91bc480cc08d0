//! Saving filters of the queue under a name, for oneself or for a team.

pub use crate::store::saved_views::ViewRow;

use super::actor::Actor;
use super::teams::is_team;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::{Team, ViewId};
use crate::domain::people::{Action, Role, User, allows, changes_nothing};
use crate::domain::saved_view::{
    BadViewName, LONGEST_FILTERS, MOST_VIEWS, SharedWith, ViewName, Viewer,
};
use crate::store::saved_views::{self, NewView};
use crate::store::{self, Tx, history};
use serde_json::{Value, json};
use std::convert::Infallible;

/// The views that somebody sees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Views {
    /// Their own first, then by team and name.
    pub all: Vec<ViewRow>,
    /// With which their queue opens. It may be one that they do not see any more.
    pub opens_with: Option<ViewId>,
}

impl Views {
    /// One that they see, by its number.
    pub fn find(&self, id: ViewId) -> Option<&ViewRow> {
        self.all.iter().find(|view| view.id == id)
    }
}

/// What somebody wants to save.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub name: String,
    pub shared: SharedWith,
    /// As in the address of the queue.
    pub filters: String,
    /// Their queue opens with it from now on.
    pub opens: bool,
}

/// Why nothing was saved or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewRefused {
    Name(BadViewName),
    /// They, or the team, have one of that name.
    Taken,
    TooMany,
    /// The filters are longer than any that the queue offers.
    TooLong,
    /// It is changed by its maker and by managers.
    NotTheirs {
        maker: String,
    },
    /// It is not their team, or nobody's.
    NotTheirTeam,
}

type Refusable<T> = Answer<T, ViewRefused>;

fn viewer(user: &User) -> Viewer<'_> {
    Viewer {
        id: user.id,
        role: user.role,
        team: &user.team,
    }
}

/// The views that somebody sees: their own and their team's; for managers, those of every team.
///
/// # Errors
/// If they may not see cases, or the database fails.
pub async fn views(services: &Services, user: &User) -> Answer<Views, Infallible> {
    may_see(user)?;
    let mut conn = services.db.read().await?;
    let every_team = user.role == Role::Manager;
    Ok(Views {
        all: saved_views::seen_by(&mut conn, user.id, &user.team, every_team).await?,
        opens_with: saved_views::opens_with(&mut conn, user.id).await?,
    })
}

/// Saves a view.
///
/// # Errors
/// [`ViewRefused`]; then nothing is saved.
pub async fn save(services: &Services, user: &User, wanted: &Wanted) -> Refusable<ViewId> {
    may_see(user)?;
    let name = named(&wanted.name)?;
    check(&wanted.filters)?;
    let team = wanted.shared.team();
    let mut tx = services.db.begin().await?;
    if !viewer(user).may_share(&wanted.shared) || !is_there(&mut tx, services, user, &team).await? {
        return Err(ServiceError::Refused(ViewRefused::NotTheirTeam));
    }
    let most = i64::try_from(MOST_VIEWS).unwrap_or(i64::MAX);
    if saved_views::count(&mut tx, user.id, &team).await? >= most {
        return Err(ServiceError::Refused(ViewRefused::TooMany));
    }
    let key = name.key();
    let new = NewView {
        made_by: user.id,
        team: &team,
        name: name.as_str(),
        name_key: &key,
        filters: &wanted.filters,
        made_at: services.now(),
    };
    let saved = saved_views::insert(&mut tx, &new).await?;
    let id = saved.ok_or(ServiceError::Refused(ViewRefused::Taken))?;
    if wanted.opens {
        saved_views::open_with(&mut tx, user.id, Some(id)).await?;
    }
    let told = json!({"what": "saved", "view": id, "team": team, "opens": wanted.opens});
    tell(services, tx, user, told).await?;
    Ok(id)
}

/// Gives a view another name.
///
/// # Errors
/// [`ViewRefused`]; then nothing is changed.
pub async fn rename(services: &Services, user: &User, id: ViewId, name: &str) -> Refusable<()> {
    let mut tx = changing(services, user, id).await?;
    let name = named(name)?;
    if !saved_views::rename(&mut tx, id, name.as_str(), &name.key()).await? {
        return Err(ServiceError::Refused(ViewRefused::Taken));
    }
    Ok(tell(services, tx, user, json!({"what": "renamed", "view": id})).await?)
}

/// Gives a view other filters.
///
/// # Errors
/// [`ViewRefused`]; then nothing is changed.
pub async fn replace(services: &Services, user: &User, id: ViewId, filters: &str) -> Refusable<()> {
    let mut tx = changing(services, user, id).await?;
    check(filters)?;
    saved_views::replace(&mut tx, id, filters).await?;
    Ok(tell(services, tx, user, json!({"what": "replaced", "view": id})).await?)
}

/// Removes a view. Whose queue opened with it opens with everything from now on.
///
/// # Errors
/// [`ViewRefused`]; then nothing is removed.
pub async fn remove(services: &Services, user: &User, id: ViewId) -> Refusable<()> {
    let mut tx = changing(services, user, id).await?;
    saved_views::remove(&mut tx, id).await?;
    Ok(tell(services, tx, user, json!({"what": "removed", "view": id})).await?)
}

/// Tells the history what somebody did, and commits.
async fn tell(
    services: &Services,
    mut tx: Tx,
    user: &User,
    told: Value,
) -> Result<(), store::Error> {
    let person = Person::of(user);
    let entry = Actor::Person(&person).of_no_case(EntryKind::ViewChanged, told, services.now());
    history::append(&mut tx, vec![entry]).await?;
    tx.commit().await
}

/// Sets with which view somebody's queue opens; `None`: with everything.
///
/// # Errors
/// If they see no such view, or the database fails.
pub async fn open_with(
    services: &Services,
    user: &User,
    view: Option<ViewId>,
) -> Answer<(), Infallible> {
    may_see(user)?;
    let mut tx = services.db.begin().await?;
    if let Some(id) = view {
        let row = saved_views::get(&mut tx, id).await?;
        let seen = row.is_some_and(|row| viewer(user).sees(row.made_by, &SharedWith::of(row.team)));
        if !seen {
            return Err(ServiceError::NotFound);
        }
    }
    saved_views::open_with(&mut tx, user.id, view).await?;
    Ok(tell(services, tx, user, json!({"what": "opens", "view": view})).await?)
}

/// The teams with which somebody may share: their own; a manager with any.
///
/// # Errors
/// If they may not see cases, or the database fails.
pub async fn teams(services: &Services, user: &User) -> Answer<Vec<Team>, Infallible> {
    may_see(user)?;
    if user.role == Role::Manager {
        let receivers = super::teams::receivers(services, &Person::of(user)).await?;
        return Ok(receivers.teams);
    }
    if changes_nothing(user.role) {
        return Ok(Vec::new());
    }
    let own = (!user.team.as_str().is_empty()).then(|| user.team.clone());
    Ok(own.into_iter().collect())
}

async fn is_there(
    tx: &mut Tx,
    services: &Services,
    user: &User,
    team: &Team,
) -> Result<bool, store::Error> {
    if team.as_str().is_empty() || *team == user.team {
        return Ok(true);
    }
    is_team(tx, &services.policy, team).await
}

/// A view that this person may change.
async fn changing(services: &Services, user: &User, id: ViewId) -> Refusable<Tx> {
    may_see(user)?;
    let mut tx = services.db.begin().await?;
    let row = saved_views::get(&mut tx, id).await?;
    let row = row.ok_or(ServiceError::NotFound)?;
    let shared = SharedWith::of(row.team);
    if !viewer(user).sees(row.made_by, &shared) {
        return Err(ServiceError::NotFound);
    }
    if !viewer(user).may_change(row.made_by, &shared) {
        let maker = row.maker;
        return Err(ServiceError::Refused(ViewRefused::NotTheirs { maker }));
    }
    Ok(tx)
}

fn may_see<R: std::fmt::Debug>(user: &User) -> Answer<(), R> {
    if allows(user.role, Action::SeeCases) {
        Ok(())
    } else {
        Err(ServiceError::NotAllowed)
    }
}

fn named(text: &str) -> Refusable<ViewName> {
    ViewName::parse(text).map_err(|fault| ServiceError::Refused(ViewRefused::Name(fault)))
}

fn check(filters: &str) -> Refusable<()> {
    if filters.len() > LONGEST_FILTERS {
        return Err(ServiceError::Refused(ViewRefused::TooLong));
    }
    Ok(())
}
