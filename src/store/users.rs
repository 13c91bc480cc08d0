//! People who sign in.

use super::db::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{Team, UserId};
use crate::domain::people::{Keys, Language, Preferences, Role, User, UserName};
use crate::domain::time::Timestamp;
use crate::on;
use chrono_tz::Tz;
use std::str::FromStr;

/// A person who is not in the table yet.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub name: UserName,
    pub full_name: String,
    pub role: Role,
    pub team: Team,
    /// An Argon2 hash in PHC form.
    pub password_hash: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    full_name: String,
    role: String,
    team: String,
    password_hash: String,
    language: Option<String>,
    time_zone: Option<String>,
    theme: Option<String>,
    keys: bool,
    disabled: bool,
}

impl Row {
    fn user(self) -> sqlx::Result<User> {
        // What a later version chose and this one does not know is as good as not chosen.
        let preferences = Preferences {
            language: known(self.language),
            time_zone: known(self.time_zone),
            theme: known(self.theme).unwrap_or_default(),
            keys: if self.keys { Keys::On } else { Keys::Off },
        };
        Ok(User {
            id: UserId(self.id),
            name: UserName::parse(&self.name).map_err(unreadable)?,
            full_name: self.full_name,
            role: self.role.parse::<Role>().map_err(unreadable)?,
            team: Team::new(self.team),
            preferences,
            disabled: self.disabled,
        })
    }
}

fn known<T: FromStr>(word: Option<String>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

fn unreadable(why: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(why))
}

/// Adds a person. `None` if the name is taken.
///
/// # Errors
/// If the database fails.
pub async fn insert(tx: &mut Tx, new: &NewUser, now: Timestamp) -> sqlx::Result<Option<UserId>> {
    let id: Option<i64> = on!((&mut *tx).into(), |c| sqlx::query_scalar::<DB, i64>(
        "INSERT INTO users (name, full_name, role, team, password_hash, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO NOTHING RETURNING id",
    )
    .bind(new.name.as_str())
    .bind(new.full_name.as_str())
    .bind(new.role.as_str())
    .bind(new.team.as_str())
    .bind(new.password_hash.as_str())
    .bind(now.0)
    .fetch_optional(c)
    .await)?;
    if let Some(id) = id {
        tx.wrote(Vouched::Users, id);
    }
    Ok(id.map(UserId))
}

/// The person with this id.
///
/// # Errors
/// If the database fails.
pub async fn by_id<'c>(conn: impl Into<Conn<'c>>, id: UserId) -> sqlx::Result<Option<User>> {
    let row = on!(conn.into(), |c| sqlx::query_as::<DB, Row>(
        "SELECT * FROM users WHERE id = $1"
    )
    .bind(id.0)
    .fetch_optional(c)
    .await)?;
    row.map(Row::user).transpose()
}

/// What a person is called.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Called {
    /// The sign-in name.
    pub name: String,
    pub full_name: String,
    /// Somebody else has the same full name.
    pub shared: bool,
}

/// What the people with these sign-in names are called; names that nobody has are left out.
///
/// # Errors
/// If the database fails.
pub async fn called<'c>(conn: impl Into<Conn<'c>>, names: &[String]) -> sqlx::Result<Vec<Called>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "SELECT u.name, u.full_name,
                EXISTS (SELECT 1 FROM users o WHERE o.full_name = u.full_name AND o.id <> u.id) AS shared
            FROM users u WHERE u.name IN (",
        );
        let mut list = query.separated(", ");
        for name in names {
            list.push_bind(name);
        }
        query.push(")");
        query.build_query_as().persistent(false).fetch_all(c).await
    })
}

/// The person with this sign-in name, and the hash of their password.
///
/// # Errors
/// If the database fails.
pub async fn by_name<'c>(
    conn: impl Into<Conn<'c>>,
    name: &UserName,
) -> sqlx::Result<Option<(User, String)>> {
    let row = on!(conn.into(), |c| sqlx::query_as::<DB, Row>(
        "SELECT * FROM users WHERE name = $1"
    )
    .bind(name.as_str())
    .fetch_optional(c)
    .await)?;
    row.map(|row| {
        let hash = row.password_hash.clone();
        Ok((row.user()?, hash))
    })
    .transpose()
}

/// Everybody who may sign in, by their full names.
///
/// # Errors
/// If the database fails.
pub async fn active<'c>(conn: impl Into<Conn<'c>>) -> sqlx::Result<Vec<User>> {
    let rows: Vec<Row> = on!(conn.into(), |c| sqlx::query_as(
        "SELECT * FROM users WHERE NOT disabled ORDER BY full_name, id"
    )
    .fetch_all(c)
    .await?);
    rows.into_iter().map(Row::user).collect()
}

/// Replaces the hash of a person's password.
///
/// # Errors
/// If the database fails.
pub async fn set_password_hash(tx: &mut Tx, id: UserId, hash: &str) -> sqlx::Result<()> {
    tx.wrote(Vouched::Users, id.0);
    on!(tx.into(), |c| sqlx::query(
        "UPDATE users SET password_hash = $2 WHERE id = $1"
    )
    .bind(id.0)
    .bind(hash)
    .execute(c)
    .await
    .map(|_| ()))
}

/// Shuts a person out, or lets them in again.
///
/// # Errors
/// If the database fails.
pub async fn set_disabled(tx: &mut Tx, id: UserId, disabled: bool) -> sqlx::Result<()> {
    tx.wrote(Vouched::Users, id.0);
    on!(tx.into(), |c| sqlx::query(
        "UPDATE users SET disabled = $2 WHERE id = $1"
    )
    .bind(id.0)
    .bind(disabled)
    .execute(c)
    .await
    .map(|_| ()))
}

/// Keeps how a person wants to see the pages.
///
/// # Errors
/// If the database fails.
pub async fn set_preferences<'c>(
    conn: impl Into<Conn<'c>>,
    id: UserId,
    preferences: Preferences,
) -> sqlx::Result<()> {
    on!(conn.into(), |c| sqlx::query(
        "UPDATE users SET language = $2, time_zone = $3, theme = $4, keys = $5 WHERE id = $1"
    )
    .bind(id.0)
    .bind(preferences.language.map(Language::as_str))
    .bind(preferences.time_zone.map(Tz::name))
    .bind(preferences.theme.as_str())
    .bind(preferences.keys == Keys::On)
    .execute(c)
    .await
    .map(|_| ()))
}
