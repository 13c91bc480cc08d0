//! Saved views, and with which of them whose queue opens.

use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{Team, UserId, ViewId};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// A view as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ViewRow {
    pub id: ViewId,
    pub made_by: UserId,
    /// The full name of whoever made it.
    pub maker: String,
    /// Empty where it is its maker's own.
    pub team: Team,
    pub name: String,
    pub name_key: String,
    /// As in the address of the queue.
    pub filters: String,
    pub made_at: Timestamp,
}

/// A view to save.
#[derive(Debug, Clone)]
pub struct NewView<'a> {
    pub made_by: UserId,
    pub team: &'a Team,
    pub name: &'a str,
    pub name_key: &'a str,
    pub filters: &'a str,
    pub made_at: Timestamp,
}

/// What every function here selects.
macro_rules! select_views {
    ($rest:literal) => {
        concat!(
            "SELECT v.*, u.full_name AS maker FROM saved_views v JOIN users u ON u.id = v.made_by ",
            $rest
        )
    };
}

/// Those of a person and those shared with their team, or with every team, in the order of their names.
pub async fn seen_by<'c>(
    conn: impl Into<Conn<'c>>,
    user: UserId,
    team: &Team,
    every_team: bool,
) -> Result<Vec<ViewRow>> {
    let sql = select_views!(
        "WHERE v.made_by = $1 OR (v.team <> '' AND (v.team = $2 OR $3)) ORDER BY v.team, v.name_key, v.id"
    );
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ViewRow>(sql)
            .bind(user)
            .bind(team)
            .bind(every_team)
            .fetch_all(c)
            .await
    })
}

/// A view by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: ViewId) -> Result<Option<ViewRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, ViewRow>(select_views!("WHERE v.id = $1"))
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// How many there are of a person (`team` is empty), or of a team.
pub async fn count<'c>(conn: impl Into<Conn<'c>>, made_by: UserId, team: &Team) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM saved_views WHERE team = $2 AND (team <> '' OR made_by = $1)";
    on!(conn.into(), |c| {
        let query = sqlx::query_scalar::<DB, i64>(sql);
        query.bind(made_by).bind(team).fetch_one(c).await
    })
}

/// Saves a view. `None` if its owner has one of that name.
pub async fn insert(tx: &mut Tx, new: &NewView<'_>) -> Result<Option<ViewId>> {
    let sql = "INSERT INTO saved_views (made_by, team, name, name_key, filters, made_at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING RETURNING id";
    let filters = storable(new.filters);
    let id: Option<ViewId> = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, ViewId>(sql)
            .bind(new.made_by)
            .bind(new.team)
            .bind(new.name)
            .bind(new.name_key)
            .bind(filters)
            .bind(new.made_at)
            .fetch_optional(c)
            .await?
    });
    if let Some(id) = id {
        tx.wrote(Vouched::SavedViews, id.0);
    }
    Ok(id)
}

/// Gives a view another name. `false` if its owner has one of that name.
pub async fn rename(tx: &mut Tx, id: ViewId, name: &str, name_key: &str) -> Result<bool> {
    let sql = "UPDATE saved_views SET name = $2, name_key = $3 WHERE id = $1";
    tx.wrote(Vouched::SavedViews, id.0);
    let renamed: Result<()> = on!(tx.into(), |c| {
        let query = sqlx::query(sql).bind(id).bind(name).bind(name_key);
        query.execute(c).await.map(|_| ())
    });
    match renamed {
        Ok(()) => Ok(true),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives a view other filters.
pub async fn replace(tx: &mut Tx, id: ViewId, filters: &str) -> Result<()> {
    let filters = storable(filters);
    tx.wrote(Vouched::SavedViews, id.0);
    on!(tx.into(), |c| {
        let query = sqlx::query("UPDATE saved_views SET filters = $2 WHERE id = $1");
        query.bind(id).bind(filters).execute(c).await.map(|_| ())
    })
}

/// Removes a view; whose queue opened with it opens with everything.
pub async fn remove(tx: &mut Tx, id: ViewId) -> Result<()> {
    let unset = "DELETE FROM default_views WHERE view_id = $1 RETURNING user_id";
    let users: Vec<i64> = on!((&mut *tx).into(), |c| {
        let query = sqlx::query_scalar::<DB, i64>(unset).bind(id);
        query.fetch_all(c).await?
    });
    for user in users {
        tx.wrote(Vouched::DefaultViews, user);
    }
    tx.wrote(Vouched::SavedViews, id.0);
    on!(tx.into(), |c| {
        let query = sqlx::query("DELETE FROM saved_views WHERE id = $1");
        query.bind(id).execute(c).await.map(|_| ())
    })
}

/// The view with which somebody's queue opens.
pub async fn opens_with<'c>(conn: impl Into<Conn<'c>>, user: UserId) -> Result<Option<ViewId>> {
    on!(conn.into(), |c| {
        let sql = "SELECT view_id FROM default_views WHERE user_id = $1";
        let query = sqlx::query_scalar::<DB, ViewId>(sql);
        query.bind(user).fetch_optional(c).await
    })
}

/// Sets with which view somebody's queue opens; `None`: with everything.
pub async fn open_with(tx: &mut Tx, user: UserId, view: Option<ViewId>) -> Result<()> {
    let set = "INSERT INTO default_views (user_id, view_id) VALUES ($1, $2)
        ON CONFLICT (user_id) DO UPDATE SET view_id = excluded.view_id";
    let unset = "DELETE FROM default_views WHERE user_id = $1";
    tx.wrote(Vouched::DefaultViews, user.0);
    on!(tx.into(), |c| {
        let query = match view {
            Some(view) => sqlx::query(set).bind(user).bind(view),
            None => sqlx::query(unset).bind(user),
        };
        query.execute(c).await.map(|_| ())
    })
}
