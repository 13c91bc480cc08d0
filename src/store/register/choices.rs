//! The values that the register can be filtered by.

use crate::domain::ids::{OperationType, Team};
use crate::on;
use crate::store::Conn;
use sqlx::Result;

/// What there is to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// Sign-in names.
    pub people: Vec<String>,
    pub seconds: Vec<String>,
    pub reasons: Vec<String>,
    pub bases: Vec<String>,
    pub types: Vec<OperationType>,
    pub owners: Vec<Team>,
}

/// Walks from one value of a column to the next by its index.
macro_rules! values_of {
    ($name:literal, $column:literal, $condition:literal) => {
        concat!(
            $name,
            " (value) AS (SELECT (SELECT ",
            $column,
            " FROM register WHERE ",
            $condition,
            " ORDER BY ",
            $column,
            " LIMIT 1) UNION ALL SELECT (SELECT r.",
            $column,
            " FROM register r WHERE r.",
            $condition,
            " AND r.",
            $column,
            " > ",
            $name,
            ".value ORDER BY r.",
            $column,
            " LIMIT 1) FROM ",
            $name,
            " WHERE ",
            $name,
            ".value IS NOT NULL)"
        )
    };
}

/// Values of each sort that occur, at most `limit`.
pub async fn choices<'c>(conn: impl Into<Conn<'c>>, limit: i64) -> Result<Choices> {
    let sql = concat!(
        "WITH RECURSIVE ",
        values_of!("people", "actor", "actor_kind = 'person'"), ", ",
        values_of!("seconds", "answered_by", "answered_by <> ''"), ", ",
        values_of!("reasons", "reason_code", "reason_code <> ''"), ", ",
        values_of!("bases", "basis", "basis <> ''"), ", ",
        values_of!("types", "operation_type", "operation_type IS NOT NULL"), ", ",
        values_of!("owners", "owner_team", "owner_team IS NOT NULL"),
        " SELECT 'person' AS facet, value FROM (SELECT value FROM people LIMIT $1) AS a WHERE value IS NOT NULL
        UNION ALL SELECT 'second', value FROM (SELECT value FROM seconds LIMIT $1) AS b WHERE value IS NOT NULL
        UNION ALL SELECT 'reason', value FROM (SELECT value FROM reasons LIMIT $1) AS c WHERE value IS NOT NULL
        UNION ALL SELECT 'basis', value FROM (SELECT value FROM bases LIMIT $1) AS d WHERE value IS NOT NULL
        UNION ALL SELECT 'type', value FROM (SELECT value FROM types LIMIT $1) AS e WHERE value <> ''
        UNION ALL SELECT 'owner', value FROM (SELECT value FROM owners LIMIT $1) AS f WHERE value <> ''"
    );
    let mut rows: Vec<(String, String)> = on!(conn.into(), |c| {
        sqlx::query_as(sql).bind(limit).fetch_all(c).await?
    });
    rows.sort_unstable();
    let mut choices = Choices::default();
    for (facet, value) in rows {
        match facet.as_str() {
            "person" => choices.people.push(value),
            "second" => choices.seconds.push(value),
            "reason" => choices.reasons.push(value),
            "basis" => choices.bases.push(value),
            "type" => choices.types.push(OperationType::new(value)),
            _ => choices.owners.push(Team::new(value)),
        }
    }
    Ok(choices)
}
