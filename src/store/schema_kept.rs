//! Whether the schema is the one that this version's migrations make: nothing of meaning hides in a changed column, an added
//! trigger, or a table that nobody knows.

use super::schema::{POSTGRES, SQLITE};
use super::{Conn, Snapshot};
use crate::on;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection, Result, SqliteConnection};
use std::collections::BTreeSet;
use tokio::sync::OnceCell;

/// Everything that SQLite's schema says: of what type it is, its name, its table, and the statement that made it.
type Made = (String, String, String, Option<String>);
/// A table and one of its columns or indexes.
type Named = (String, String);

/// Statistics for SQLite's planner come and go by themselves, and hold nothing that anybody reads. The list of migrations is
/// made by a statement of the library that keeps it.
const SQLITE_SCHEMA: &str = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'
    AND tbl_name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' AND NOT (tbl_name = '_sqlx_migrations' AND type IN ('table', 'index'))";
const SQLITE_COLUMNS: &str =
    "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> '_sqlx_migrations'";
/// Indexes that a statement of their own made are named beside the columns: some of them are rules.
const SQLITE_INDEXES: &str =
    "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
const POSTGRES_NAMES: &str =
    "SELECT table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'
    UNION ALL SELECT tablename::text, indexname::text FROM pg_indexes WHERE schemaname = current_schema()
        AND indexname NOT IN (SELECT conname FROM pg_constraint)";
/// What could make a statement do something else than it says.
const POSTGRES_RULES: &str =
    "SELECT t.tgname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
    UNION ALL SELECT rulename::text FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL SELECT viewname::text FROM pg_views WHERE schemaname = current_schema() LIMIT 1";

/// What the migrations make, made once in memory.
struct Expected {
    made: BTreeSet<Made>,
    names: BTreeSet<Named>,
}

static EXPECTED: OnceCell<Expected> = OnceCell::const_new();

async fn make() -> Result<Expected> {
    let mut memory = SqliteConnection::connect("sqlite::memory:").await?;
    for migration in SQLITE.iter() {
        let sql = migration.sql.clone();
        sqlx::raw_sql(sql).execute(&mut memory).await?;
    }
    let made: Vec<Made> = sqlx::query_as(SQLITE_SCHEMA).fetch_all(&mut memory).await?;
    let mut names: Vec<Named> = sqlx::query_as(SQLITE_COLUMNS)
        .fetch_all(&mut memory)
        .await?;
    let indexes = sqlx::query_as(SQLITE_INDEXES).fetch_all(&mut memory);
    names.extend(indexes.await?);
    memory.close().await?;
    Ok(Expected {
        made: made.into_iter().collect(),
        names: names.into_iter().collect(),
    })
}

/// The first thing in which the schema differs; `None` if it is as it should be.
pub async fn difference(snapshot: &mut Snapshot) -> Result<Option<String>> {
    let expected = EXPECTED.get_or_try_init(make).await?;
    match (&mut *snapshot).into() {
        Conn::Sqlite(c) => {
            if let Some(what) = of_sqlite(c, expected).await? {
                return Ok(Some(what));
            }
            of_migrations(snapshot, &SQLITE).await
        }
        Conn::Postgres(c) => {
            if let Some(what) = of_postgres(c, expected).await? {
                return Ok(Some(what));
            }
            of_migrations(snapshot, &POSTGRES).await
        }
    }
}

async fn of_sqlite(c: &mut SqliteConnection, expected: &Expected) -> Result<Option<String>> {
    let made: Vec<Made> = sqlx::query_as(SQLITE_SCHEMA).fetch_all(c).await?;
    let made: BTreeSet<Made> = made.into_iter().collect();
    let mut differs = made.symmetric_difference(&expected.made);
    Ok(differs
        .next()
        .map(|(kind, name, ..)| format!("{kind} {name}")))
}

/// PostgreSQL puts statements into its own words, so names are compared; the schemas have the same ones.
async fn of_postgres(c: &mut PgConnection, expected: &Expected) -> Result<Option<String>> {
    let names: Vec<Named> = sqlx::query_as(POSTGRES_NAMES).fetch_all(&mut *c).await?;
    let names: BTreeSet<Named> = names.into_iter().collect();
    let mut differs = names.symmetric_difference(&expected.names);
    if let Some((table, name)) = differs.next() {
        return Ok(Some(format!("{name} of {table}")));
    }
    let rule: Option<String> = sqlx::query_scalar(POSTGRES_RULES).fetch_optional(c).await?;
    Ok(rule.map(|name| format!("rule {name}")))
}

/// The list of migrations that were applied, each with the digest of its text.
async fn of_migrations(snapshot: &mut Snapshot, made: &Migrator) -> Result<Option<String>> {
    let sql = "SELECT version, description, checksum FROM _sqlx_migrations WHERE success = TRUE";
    let applied: BTreeSet<(i64, String, Vec<u8>)> = on!(snapshot.into(), |c| {
        let applied = sqlx::query_as(sql).fetch_all(c).await?;
        applied.into_iter().collect()
    });
    let made = made.iter().map(|one| {
        let (description, checksum) = (one.description.to_string(), one.checksum.to_vec());
        (one.version, description, checksum)
    });
    let made: BTreeSet<_> = made.collect();
    let mut differs = applied.symmetric_difference(&made);
    Ok(differs
        .next()
        .map(|(version, ..)| format!("migration {version}")))
}
