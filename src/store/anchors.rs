//! Anchors that were signed, and where they went. For people to see: what counts is what stands outside the database.

use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::on;
use sqlx::Result;

/// An anchor.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AnchorRow {
    pub number: i64,
    pub hash: String,
    pub at: String,
    pub public_key: String,
    pub signature: String,
    pub to_file: bool,
    pub to_webhook: bool,
}

/// Keeps an anchor. Another instance may have signed the same head.
pub async fn insert(tx: &mut Tx, row: &AnchorRow) -> Result<()> {
    let sql = "INSERT INTO anchors (number, hash, at, public_key, signature, to_file, to_webhook)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
    let id = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(row.number)
            .bind(&row.hash)
            .bind(&row.at)
            .bind(&row.public_key)
            .bind(&row.signature)
            .bind(row.to_file)
            .bind(row.to_webhook)
            .fetch_one(c)
            .await?
    });
    tx.wrote(Vouched::Anchors, id);
    Ok(())
}

/// The latest anchors, newest first.
pub async fn latest<'c>(conn: impl Into<Conn<'c>>, limit: i64) -> Result<Vec<AnchorRow>> {
    let sql = "SELECT number, hash, at, public_key, signature, to_file, to_webhook FROM anchors ORDER BY id DESC LIMIT $1";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, AnchorRow>(sql)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The anchors after the one of that place, each with its place, in order, at most `limit`.
pub async fn after<'c>(
    conn: impl Into<Conn<'c>>,
    place: i64,
    limit: i64,
) -> Result<Vec<(i64, AnchorRow)>> {
    #[derive(sqlx::FromRow)]
    struct Placed {
        id: i64,
        #[sqlx(flatten)]
        row: AnchorRow,
    }
    let placed: Vec<Placed> = on!(conn.into(), |c| {
        sqlx::query_as("SELECT * FROM anchors WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(place)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    Ok(placed
        .into_iter()
        .map(|placed| (placed.id, placed.row))
        .collect())
}
