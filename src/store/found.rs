//! Rows that were written before the history vouched for their table: they are vouched for as they are found, once, when the
//! schema is brought to the version that knows of it. Nothing else says `rows_found`, and verification refuses it once rows of
//! the table are vouched for as they are written (`domain/history/founds.rs`).

use super::db::Dialect;
use super::history::{self, NewEntry};
use super::vouches::keys_after;
use super::{Db, Tx};
use crate::domain::history::{ActorKind, EntryKind, Vouched, founds};
use crate::domain::ids::HistoryNumber;
use crate::domain::time::Timestamp;
use crate::on;
use serde_json::{Value, json};
use sqlx::Result;

/// So many rows are vouched for by one entry.
const AT_ONCE: i64 = 2_000;

/// How far it has come.
#[derive(sqlx::FromRow)]
struct Reached {
    at_table: String,
    after: Option<i64>,
}

/// Vouches for what is there. A part is one transaction; whoever is interrupted goes on from there.
pub(super) async fn vouch(db: &Db) -> Result<()> {
    let unlocked = "SELECT at_table, after FROM vouching WHERE id = 1";
    loop {
        let reached: Reached = on!((&mut db.read().await?).into(), |c| {
            sqlx::query_as(unlocked).fetch_one(c).await?
        });
        if Vouched::parse(&reached.at_table).is_none() {
            return Ok(());
        }
        let mut tx = db.begin_alone().await?;
        vouch_for_some(&mut tx).await?;
        tx.commit().await?;
    }
}

async fn vouch_for_some(tx: &mut Tx) -> Result<()> {
    // Under the lock, as several instances may start at once.
    let Reached { at_table, after } = on!((&mut *tx).into(), |c| {
        let mut query =
            sqlx::QueryBuilder::<DB>::new("SELECT at_table, after FROM vouching WHERE id = 1");
        query.push(DB::FOR_UPDATE);
        query.build_query_as().fetch_one(c).await?
    });
    let Some(table) = Vouched::parse(&at_table) else {
        return Ok(());
    };
    let keys = keys_after(&mut *tx, table, after.unwrap_or(i64::MIN), AT_ONCE).await?;
    for key in &keys {
        tx.wrote(table, *key);
    }
    match keys.last() {
        Some(last) => {
            let told = json!({"what": founds::FOUND, "table": table.as_str()});
            let entry = entry(tx, told).await?;
            history::append(tx, vec![entry]).await?;
            reach(tx, table.as_str(), Some(*last)).await
        }
        None => match table.next() {
            Some(next) => reach(tx, next.as_str(), None).await,
            None => end(tx).await,
        },
    }
}

/// Whatever is found from here on was not there.
async fn end(tx: &mut Tx) -> Result<()> {
    let told = json!({"what": founds::ALL_FOUND, founds::VOUCHED_TO: Vouched::LAST.as_str()});
    let entry = entry(tx, told).await?;
    history::append(tx, vec![entry]).await?;
    reach(tx, "", None).await
}

async fn reach(tx: &mut Tx, table: &str, after: Option<i64>) -> Result<()> {
    on!(tx.into(), |c| {
        sqlx::query("UPDATE vouching SET at_table = $1, after = $2 WHERE id = 1")
            .bind(table)
            .bind(after)
            .execute(c)
            .await
            .map(|_| ())
    })
}

/// Nobody's clock is here: it is as late as what was written last.
async fn entry(tx: &mut Tx, document: Value) -> Result<NewEntry> {
    let head = history::head(&mut *tx).await?;
    let last = history::after(&mut *tx, HistoryNumber(head.number - 1), 1).await?;
    Ok(NewEntry {
        at: Timestamp(last.first().map_or(0, |entry| entry.at)),
        case: None,
        operation: None,
        actor_kind: ActorKind::Program,
        actor: "vouches".to_owned(),
        kind: EntryKind::RowsKept,
        document,
    })
}
