//! Entering what was in the history before there was a register. It is done when the schema is brought to this version, by
//! the same code that enters what happens from then on. Only owner and stop kind are those of the present day: nobody wrote
//! down what they were.

use super::{enter, must_fill};
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::ids::HistoryNumber;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::db::Dialect;
use crate::store::history::{self, EntryRow, NewEntry};
use crate::store::{Db, Tx};
use serde_json::json;
use sqlx::Result;

/// How many entries of the history are read at once.
const AT_ONCE: i64 = 1_000;

/// How far it has come, and how far it has to go.
#[derive(sqlx::FromRow)]
struct Filled {
    done: i64,
    until: i64,
}

/// Enters what is missing. A part is one transaction; whoever is interrupted goes on from there.
pub async fn fill(db: &Db) -> Result<()> {
    while must_fill(&mut db.read().await?).await? {
        let mut tx = db.begin_alone().await?;
        fill_some(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn fill_some(tx: &mut Tx) -> Result<()> {
    // Under the lock, as several instances may start at once.
    let Filled { done, until } = on!((&mut *tx).into(), |c| {
        let mut query =
            sqlx::QueryBuilder::<DB>::new("SELECT done, until FROM register_fill WHERE id = 1");
        query.push(DB::FOR_UPDATE);
        query.build_query_as().fetch_one(c).await?
    });
    let mut rows = history::after(&mut *tx, HistoryNumber(done), AT_ONCE + 1).await?;
    rows.retain(|row| row.number <= until);
    // The entry of a case that is open again stands right after the one that names the decision, and is read with it.
    let ends_between = |row: &EntryRow| row.kind != EntryKind::Reopened.as_str();
    let is_more = i64::try_from(rows.len()).is_ok_and(|n| n > AT_ONCE);
    if is_more && rows.last().is_some_and(ends_between) {
        rows.pop();
    }
    enter(tx, &rows).await?;
    if let Some(last) = rows.last() {
        history::append(tx, vec![filled(last)]).await?;
    }
    let done = rows.last().map_or(until, |row| row.number);
    on!(tx.into(), |c| {
        sqlx::query("UPDATE register_fill SET done = $1 WHERE id = 1")
            .bind(done)
            .execute(c)
            .await?;
    });
    Ok(())
}

/// The history vouches for what was entered. Nobody's clock is here: it is as late as what was entered last.
fn filled(last: &EntryRow) -> NewEntry {
    NewEntry {
        at: Timestamp(last.at),
        case: None,
        operation: None,
        actor_kind: ActorKind::Program,
        actor: "register".to_owned(),
        kind: EntryKind::RowsKept,
        document: json!({"what": "register_filled", "until": last.number}),
    }
}
