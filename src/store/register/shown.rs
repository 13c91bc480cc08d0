//! The register as whoever verifies it reads it, and the entries of the history that it must follow from.

use super::read;
use crate::domain::register::{Named, Told};
use crate::on;
use crate::store::history::EntryRow;
use crate::store::{Conn, Snapshot};
use serde_json::json;
use sqlx::{QueryBuilder, Result};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A row as it stands, unread.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Shown {
    pub number: i64,
    pub at: i64,
    pub what: String,
    pub decision_id: Option<i64>,
    pub case_id: Option<i64>,
    pub operation_id: Option<i64>,
    pub actor_kind: String,
    pub actor: String,
    pub role: String,
    pub kind: String,
    pub reason_code: String,
    pub basis: String,
    pub four_eyes: bool,
    pub against_unknown: bool,
    pub answered_by: String,
    pub answer: String,
    pub fate: String,
    pub fate_at: Option<i64>,
    pub tried: String,
    pub why: String,
}

/// The rows after the one of that number, in order, at most `limit`.
pub async fn shown(snapshot: &mut Snapshot, after: i64, limit: i64) -> Result<Vec<Shown>> {
    let sql = "SELECT number, at, what, decision_id, case_id, operation_id, actor_kind, actor, role, kind, reason_code,
            basis, four_eyes, against_unknown, answered_by, answer, fate, fate_at, tried, why
        FROM register WHERE number > $1 ORDER BY number LIMIT $2";
    on!(snapshot.into(), |c| {
        sqlx::query_as::<DB, Shown>(sql)
            .bind(after)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The entries that rows were entered by, and all others of their operations; by their numbers.
pub async fn entries_of(
    snapshot: &mut Snapshot,
    rows: &[Shown],
) -> Result<BTreeMap<i64, EntryRow>> {
    let operations: BTreeSet<i64> = rows.iter().filter_map(|row| row.operation_id).collect();
    let mut operations = Vec::from_iter(operations);
    operations.extend(those_that_follow(snapshot, &operations).await?);
    let numbers: Vec<i64> = rows.iter().map(|row| row.number).collect();
    let mut entries = BTreeMap::new();
    for (column, values) in [("operation_id", &operations), ("number", &numbers)] {
        if values.is_empty() {
            continue;
        }
        let found: Vec<EntryRow> = on!((&mut *snapshot).into(), |c| {
            let mut query = QueryBuilder::<DB>::new("SELECT * FROM history WHERE ");
            query.push(column).push(" IN (");
            let mut list = query.separated(", ");
            for value in values {
                list.push_bind(*value);
            }
            query.push(")");
            query
                .build_query_as()
                .persistent(false)
                .fetch_all(c)
                .await?
        });
        entries.extend(found.into_iter().map(|entry| (entry.number, entry)));
    }
    Ok(entries)
}

/// The operations that were begun in the place of these: what becomes of that decision happens to them.
async fn those_that_follow(snapshot: &mut Snapshot, operations: &[i64]) -> Result<Vec<i64>> {
    if operations.is_empty() {
        return Ok(Vec::new());
    }
    on!(snapshot.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT n.id FROM operations o JOIN operations n ON n.source_id = o.source_id AND n.key = o.superseded_by
            WHERE o.id IN (",
        );
        let mut list = query.separated(", ");
        for operation in operations {
            list.push_bind(*operation);
        }
        query.push(")");
        let query = query.build_query_scalar().persistent(false);
        query.fetch_all(c).await
    })
}

/// What entries mean to the register, in their order; those that mean nothing to it are left out.
pub async fn told(
    snapshot: &mut Snapshot,
    entries: &BTreeMap<i64, EntryRow>,
) -> Result<BTreeMap<i64, Told>> {
    let readings: Vec<_> = entries
        .values()
        .filter_map(|row| Some((row, read(row)?)))
        .collect();
    let instructions: BTreeSet<&str> = readings
        .iter()
        .filter_map(|(_, reading)| match &reading.decision {
            Some(Named::Instruction(id)) => Some(id.as_str()),
            Some(Named::Decision(_)) | None => None,
        })
        .collect();
    let decisions = decisions_of(snapshot, &instructions).await?;
    let told = readings.into_iter().map(|(row, reading)| {
        let decision = match &reading.decision {
            Some(Named::Decision(id)) => Some(*id),
            Some(Named::Instruction(id)) => decisions.get(id.as_str()).copied(),
            None => None,
        };
        let told = Told {
            at: row.at,
            actor: row.actor.clone(),
            reading,
            decision,
        };
        (row.number, told)
    });
    Ok(told.collect())
}

async fn decisions_of(
    snapshot: &mut Snapshot,
    instructions: &BTreeSet<&str>,
) -> Result<HashMap<String, i64>> {
    if instructions.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(String, i64)> = on!(snapshot.into(), |c| {
        let mut query =
            QueryBuilder::<DB>::new("SELECT id, decision_id FROM instructions WHERE id IN (");
        let mut list = query.separated(", ");
        for id in instructions {
            list.push_bind(*id);
        }
        query.push(")");
        query
            .build_query_as()
            .persistent(false)
            .fetch_all(c)
            .await?
    });
    Ok(found.into_iter().collect())
}

/// A word by which a row is found: with the row's time and number.
pub type Indexed = (String, i64, i64);

/// Of how many of these words of each row the index knows, by the rows' numbers. None may be asked for twice.
///
/// Each is looked up: joined as a list of values, PostgreSQL would read the whole index for every page.
pub async fn indexed_words(
    snapshot: &mut Snapshot,
    wanted: &[Indexed],
) -> Result<BTreeMap<i64, i64>> {
    let counted: Vec<(i64, i64)> = match snapshot.into() {
        Conn::Sqlite(c) => {
            let sql = "SELECT wanted.value ->> 2, COUNT(*) FROM json_each($1) wanted CROSS JOIN register_words w
                WHERE w.word = wanted.value ->> 0 AND w.at = wanted.value ->> 1 AND w.number = wanted.value ->> 2 GROUP BY 1";
            let wanted = json!(wanted).to_string();
            sqlx::query_as(sql).bind(wanted).fetch_all(c).await?
        }
        Conn::Postgres(c) => {
            let sql = "SELECT wanted.number, CAST(SUM((SELECT COUNT(*) FROM register_words w
                    WHERE w.word = wanted.word AND w.at = wanted.at AND w.number = wanted.number)) AS BIGINT)
                FROM UNNEST($1::text[], $2::bigint[], $3::bigint[]) AS wanted (word, at, number) GROUP BY wanted.number";
            let words: Vec<&str> = wanted.iter().map(|(word, ..)| &**word).collect();
            let (at, numbers): (Vec<i64>, Vec<i64>) =
                wanted.iter().map(|(_, at, number)| (*at, *number)).unzip();
            let query = sqlx::query_as(sql).bind(words).bind(at).bind(numbers);
            query.fetch_all(c).await?
        }
    };
    Ok(counted.into_iter().collect())
}

/// How many words the index has of rows up to a number.
pub async fn indexed_until(snapshot: &mut Snapshot, number: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM register_words WHERE number <= $1";
    on!(snapshot.into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql)
            .bind(number)
            .fetch_one(c)
            .await
    })
}
