//! Sources and the tokens they sign their calls with.

use super::batch::padded;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{SourceId, Team};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;
use std::collections::HashMap;

/// A connector.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SourceRow {
    pub id: SourceId,
    pub name: String,
    pub title: String,
    pub owner_team: Team,
    pub disabled: bool,
    pub created_at: Timestamp,
}

/// A token `hp_<id>_<secret>`, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TokenRow {
    pub id: String,
    pub source_id: SourceId,
    /// SHA-256 of the secret, in hexadecimal.
    pub secret_hash: String,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

/// Adds a source. `None` if the name is taken.
pub async fn create(
    tx: &mut Tx,
    name: &str,
    title: &str,
    owner_team: &Team,
    now: Timestamp,
) -> Result<Option<SourceRow>> {
    let sql = "INSERT INTO sources (name, title, owner_team, disabled, created_at)
        VALUES ($1, $2, $3, FALSE, $4) ON CONFLICT (name) DO NOTHING RETURNING *";
    let created = on!((&mut *tx).into(), |c| {
        sqlx::query_as::<DB, SourceRow>(sql)
            .bind(name)
            .bind(title)
            .bind(owner_team)
            .bind(now)
            .fetch_optional(c)
            .await?
    });
    if let Some(row) = &created {
        let row: &SourceRow = row;
        tx.wrote(Vouched::Sources, row.id.0);
    }
    Ok(created)
}

/// A source by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: SourceId) -> Result<Option<SourceRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SourceRow>("SELECT * FROM sources WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// A source by its name.
pub async fn by_name<'c>(conn: impl Into<Conn<'c>>, name: &str) -> Result<Option<SourceRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SourceRow>("SELECT * FROM sources WHERE name = $1")
            .bind(name)
            .fetch_optional(c)
            .await
    })
}

/// All sources, by name.
pub async fn list<'c>(conn: impl Into<Conn<'c>>) -> Result<Vec<SourceRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SourceRow>("SELECT * FROM sources ORDER BY name")
            .fetch_all(c)
            .await
    })
}

/// Lets a source in or keeps it out. `false` if there is no such source.
pub async fn set_disabled(tx: &mut Tx, id: SourceId, disabled: bool) -> Result<bool> {
    tx.wrote(Vouched::Sources, id.0);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE sources SET disabled = $2 WHERE id = $1")
            .bind(id)
            .bind(disabled)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
}

/// Adds a token; its id is the caller's random choice.
pub async fn create_token(
    tx: &mut Tx,
    id: &str,
    source: SourceId,
    secret_hash: &str,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO source_tokens (id, source_id, secret_hash, created_at) VALUES ($1, $2, $3, $4)";
    tx.wrote(Vouched::SourceTokens, source.0);
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(id)
            .bind(source)
            .bind(secret_hash)
            .bind(now)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// Tokens by their public parts, each with its source; revoked ones and disabled sources too, for the caller to turn away.
/// Those that nobody knows are left out.
pub async fn find_tokens<'c>(
    conn: impl Into<Conn<'c>>,
    ids: &[String],
) -> Result<HashMap<String, (TokenRow, SourceRow)>> {
    #[derive(sqlx::FromRow)]
    struct Both {
        token_id: String,
        secret_hash: String,
        token_created_at: Timestamp,
        revoked_at: Option<Timestamp>,
        #[sqlx(flatten)]
        source: SourceRow,
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = "SELECT t.id AS token_id, t.secret_hash, t.created_at AS token_created_at, t.revoked_at, s.*
        FROM source_tokens t JOIN sources s ON s.id = t.source_id WHERE t.id IN (";
    let found: Vec<Both> = on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(sql);
        let mut list = query.separated(", ");
        for id in padded(ids) {
            list.push_bind(id);
        }
        query.push(")");
        query.build_query_as().fetch_all(c).await?
    });
    let with_source = |both: Both| {
        let token = TokenRow {
            id: both.token_id.clone(),
            source_id: both.source.id,
            secret_hash: both.secret_hash,
            created_at: both.token_created_at,
            revoked_at: both.revoked_at,
        };
        (both.token_id, (token, both.source))
    };
    Ok(found.into_iter().map(with_source).collect())
}

/// The tokens of a source, oldest first.
pub async fn tokens_of<'c>(conn: impl Into<Conn<'c>>, source: SourceId) -> Result<Vec<TokenRow>> {
    let sql = "SELECT * FROM source_tokens WHERE source_id = $1 ORDER BY created_at, id";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, TokenRow>(sql)
            .bind(source)
            .fetch_all(c)
            .await
    })
}

/// Revokes a token for ever. `false` if it is unknown or revoked already.
pub async fn revoke_token(tx: &mut Tx, id: &str, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE source_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING source_id";
    let source = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(id)
            .bind(now)
            .fetch_optional(c)
            .await?
    });
    if let Some(source) = source {
        tx.wrote(Vouched::SourceTokens, source);
    }
    Ok(source.is_some())
}
