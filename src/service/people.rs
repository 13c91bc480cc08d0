//! Adding people, and what they prefer.

use super::actor::{Actor, Part};
use super::passwords::{PasswordError, Passwords};
use super::{Answer, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::{Team, UserId};
use crate::domain::people::{BadPassword, Preferences, Role, User, UserName, check_new_password};
use crate::store::{self, Tx, history, sessions, users};
use serde_json::json;
use std::convert::Infallible;

/// A person to be added, with the password they will sign in with.
#[derive(Debug)]
pub struct AddUser {
    pub name: UserName,
    pub full_name: String,
    pub role: Role,
    pub team: Team,
    pub password: String,
}

/// Why a person was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddUserError {
    #[error("somebody is called {0} already")]
    NameTaken(UserName),
    #[error(transparent)]
    BadPassword(#[from] BadPassword),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the database failed")]
    Store(#[from] store::Error),
}

/// Adds a person, who may sign in from then on.
///
/// # Errors
/// [`AddUserError`] if the name is taken or the password is too short.
pub async fn add_user(
    services: &Services,
    passwords: &Passwords,
    new: AddUser,
) -> Result<UserId, AddUserError> {
    check_new_password(&new.password)?;
    let row = users::NewUser {
        name: new.name,
        full_name: new.full_name,
        role: new.role,
        team: new.team,
        password_hash: passwords.hash(new.password).await?,
    };
    let mut tx = services.db.begin().await?;
    let Some(id) = users::insert(&mut tx, &row, services.now()).await? else {
        return Err(AddUserError::NameTaken(row.name));
    };
    tell(services, &mut tx, &row.name, "added").await?;
    tx.commit().await?;
    Ok(id)
}

/// Tells the history what became of a person; whoever is at the machine itself did it.
async fn tell(
    services: &Services,
    tx: &mut Tx,
    name: &UserName,
    what: &str,
) -> Result<(), store::Error> {
    let told = json!({"person": name.as_str(), "what": what});
    let by = Actor::Program(Part::CommandLine);
    let entry = by.of_no_case(EntryKind::PersonChanged, told, services.now());
    history::append(tx, vec![entry]).await.map(|_| ())
}

/// Why nothing was changed about a person.
#[derive(Debug, thiserror::Error)]
pub enum ChangeUserError {
    #[error("nobody is called {0}")]
    Nobody(UserName),
    #[error(transparent)]
    BadPassword(#[from] BadPassword),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the database failed")]
    Store(#[from] store::Error),
}

/// Gives a person a new password, and signs them out everywhere.
///
/// # Errors
/// [`ChangeUserError`] if there is no such person, or the password is too short.
pub async fn change_password(
    services: &Services,
    passwords: &Passwords,
    name: &UserName,
    password: String,
) -> Result<(), ChangeUserError> {
    check_new_password(&password)?;
    let hash = passwords.hash(password).await?;
    let mut tx = services.db.begin().await?;
    let user = named(&mut tx, name).await?;
    users::set_password_hash(&mut tx, user.id, &hash).await?;
    tell(services, &mut tx, name, "password").await?;
    sessions::delete_of(&mut tx, user.id).await?;
    Ok(tx.commit().await?)
}

/// Shuts a person out at once, or lets them sign in again. Nobody is ever deleted: the history names them.
///
/// # Errors
/// [`ChangeUserError::Nobody`] if there is no such person.
pub async fn set_disabled(
    services: &Services,
    name: &UserName,
    disabled: bool,
) -> Result<(), ChangeUserError> {
    let mut tx = services.db.begin().await?;
    let user = named(&mut tx, name).await?;
    users::set_disabled(&mut tx, user.id, disabled).await?;
    let what = if disabled { "disabled" } else { "enabled" };
    tell(services, &mut tx, name, what).await?;
    if disabled {
        sessions::delete_of(&mut tx, user.id).await?;
    }
    Ok(tx.commit().await?)
}

async fn named(tx: &mut Tx, name: &UserName) -> Result<User, ChangeUserError> {
    let found = users::by_name(tx, name).await?;
    let user = found.map(|(user, _)| user);
    user.ok_or_else(|| ChangeUserError::Nobody(name.clone()))
}

/// The person with this id, unless they left.
///
/// # Errors
/// If the database fails.
pub async fn active_user(services: &Services, id: UserId) -> Answer<Option<User>, Infallible> {
    let found = users::by_id(&mut services.db.read().await?, id).await?;
    Ok(found.filter(|user| !user.disabled))
}

/// Keeps how a person wants to see the pages.
///
/// # Errors
/// If the database fails.
pub async fn set_preferences(
    services: &Services,
    user: &User,
    preferences: Preferences,
) -> Answer<(), Infallible> {
    let mut conn = services.db.write().await?;
    Ok(users::set_preferences(&mut conn, user.id, preferences).await?)
}
