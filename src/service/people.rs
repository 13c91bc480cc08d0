//! Adding people, and what they prefer.

use super::passwords::{PasswordError, Passwords};
use super::{Answer, Services};
use crate::domain::ids::{Team, UserId};
use crate::domain::people::{BadPassword, Preferences, Role, User, UserName, check_new_password};
use crate::store::{self, users};
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
    let now = services.clock.now();
    let added = users::insert(&mut services.db.write().await?, &row, now).await?;
    added.ok_or(AddUserError::NameTaken(row.name))
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
