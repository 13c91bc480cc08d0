//! Whether the schema is the one that this version's migrations make: nothing of meaning hides in a changed column, an added
//! trigger, or a table that nobody knows.

use super::schema::{POSTGRES, SQLITE};
use super::{Conn, Snapshot};
use crate::on;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection, Result, SqliteConnection};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use tokio::sync::OnceCell;

/// What a part of the schema is, in the order in which parts are looked at: an added table brings its columns and indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Table,
    View,
    Column,
    Index,
    Trigger,
    Rule,
    Migration,
}

impl Kind {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::View => "view",
            Self::Column => "column",
            Self::Index => "index",
            Self::Trigger => "trigger",
            Self::Rule => "rule",
            Self::Migration => "migration",
        }
    }

    fn parse(text: &str) -> Result<Self> {
        let known = [
            Self::Table,
            Self::View,
            Self::Column,
            Self::Index,
            Self::Trigger,
            Self::Rule,
        ];
        let kind = known.into_iter().find(|kind| kind.as_str() == text);
        kind.ok_or_else(|| sqlx::Error::Decode(format!("{text} is no part of a schema").into()))
    }
}

/// In what a part differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Added,
    Missing,
    Changed,
}

impl How {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Missing => "missing",
            Self::Changed => "changed",
        }
    }
}

/// A part of the schema that is not as the migrations make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub kind: Kind,
    pub name: String,
    pub how: How,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.how {
            How::Added => "was added",
            How::Missing => "is missing",
            How::Changed => "was changed",
        };
        write!(f, "{} {} {how}", self.kind.as_str(), self.name)
    }
}

/// Parts of a schema, with all that each of them says.
type Parts<T> = BTreeMap<(Kind, String), T>;
/// What SQLite says of a part: its table, and the statement that made it.
type Made = (String, Option<String>);

/// Statistics for SQLite's planner come and go by themselves, and hold nothing that anybody reads. The list of migrations is
/// made by a statement of the library that keeps it.
const SQLITE_SCHEMA: &str = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'
    AND tbl_name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' AND NOT (tbl_name = '_sqlx_migrations' AND type IN ('table', 'index'))";
/// Indexes that a statement of their own made are named beside the columns: some of them are rules.
const SQLITE_NAMES: &str = "SELECT 'column', t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> '_sqlx_migrations'
    UNION ALL SELECT type, tbl_name, name FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('table', 'index')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlx_migrations'";
/// With what could make a statement do something else than it says.
const POSTGRES_NAMES: &str = "SELECT 'table'::text, tablename::text, tablename::text FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_sqlx_migrations'
    UNION ALL SELECT 'column', table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'
        AND table_name NOT IN (SELECT viewname FROM pg_views WHERE schemaname = current_schema())
    UNION ALL SELECT 'index', tablename::text, indexname::text FROM pg_indexes WHERE schemaname = current_schema()
        AND indexname NOT IN (SELECT conname FROM pg_constraint)
    UNION ALL SELECT 'trigger', c.relname::text, t.tgname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
    UNION ALL SELECT 'rule', tablename::text, rulename::text FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL SELECT 'view', viewname::text, viewname::text FROM pg_views WHERE schemaname = current_schema()";

/// What the migrations make, made once in memory.
struct Expected {
    made: Parts<Made>,
    /// Each with its table.
    names: Parts<String>,
}

static EXPECTED: OnceCell<Expected> = OnceCell::const_new();

async fn make() -> Result<Expected> {
    let mut memory = SqliteConnection::connect("sqlite::memory:").await?;
    for migration in SQLITE.iter() {
        let sql = migration.sql.clone();
        sqlx::raw_sql(sql).execute(&mut memory).await?;
    }
    let made = sqlite_parts(&mut memory).await?;
    let names = sqlx::query_as(SQLITE_NAMES).fetch_all(&mut memory).await?;
    memory.close().await?;
    Ok(Expected {
        made,
        names: named(names)?,
    })
}

/// The first thing in which the schema differs; `None` if it is as it should be.
pub async fn difference(snapshot: &mut Snapshot) -> Result<Option<Difference>> {
    let expected = EXPECTED.get_or_try_init(make).await?;
    let (parts, made) = match (&mut *snapshot).into() {
        Conn::Sqlite(c) => (first(&sqlite_parts(c).await?, &expected.made), &SQLITE),
        Conn::Postgres(c) => (first(&postgres_parts(c).await?, &expected.names), &POSTGRES),
    };
    match parts {
        None => of_migrations(snapshot, made).await,
        Some(((kind, name), how)) => Ok(Some(Difference { kind, name, how })),
    }
}

/// The first that is only in one of them, or says something else.
fn first<K: Ord + Clone, T: PartialEq>(
    there: &BTreeMap<K, T>,
    expected: &BTreeMap<K, T>,
) -> Option<(K, How)> {
    let keys: BTreeSet<&K> = there.keys().chain(expected.keys()).collect();
    keys.into_iter().find_map(|key| {
        let how = match (there.get(key), expected.get(key)) {
            (Some(is), Some(should)) if is == should => return None,
            (Some(_), Some(_)) => How::Changed,
            (Some(_), None) => How::Added,
            (None, _) => How::Missing,
        };
        Some((key.clone(), how))
    })
}

async fn sqlite_parts(c: &mut SqliteConnection) -> Result<Parts<Made>> {
    let made: Vec<(String, String, String, Option<String>)> =
        sqlx::query_as(SQLITE_SCHEMA).fetch_all(c).await?;
    let part = |(kind, name, table, sql): (String, _, _, _)| {
        Ok(((Kind::parse(&kind)?, name), (table, sql)))
    };
    made.into_iter().map(part).collect()
}

/// PostgreSQL puts statements into its own words, so names are compared; the schemas have the same ones.
async fn postgres_parts(c: &mut PgConnection) -> Result<Parts<String>> {
    named(sqlx::query_as(POSTGRES_NAMES).fetch_all(c).await?)
}

fn named(rows: Vec<(String, String, String)>) -> Result<Parts<String>> {
    let part = |(kind, table, name): (String, String, String)| {
        let kind = Kind::parse(&kind)?;
        let name = if kind == Kind::Column {
            format!("{table}.{name}")
        } else {
            name
        };
        Ok(((kind, name), table))
    };
    rows.into_iter().map(part).collect()
}

/// The list of migrations that were applied, each with the digest of its text.
async fn of_migrations(snapshot: &mut Snapshot, made: &Migrator) -> Result<Option<Difference>> {
    let sql = "SELECT version, description, checksum FROM _sqlx_migrations WHERE success = TRUE";
    let applied: Vec<(i64, String, Vec<u8>)> = on!(snapshot.into(), |c| {
        sqlx::query_as(sql).fetch_all(c).await?
    });
    let applied = applied
        .into_iter()
        .map(|(version, description, checksum)| (version, (description, checksum)))
        .collect();
    let made = made.iter().map(|one| {
        let (description, checksum) = (one.description.to_string(), one.checksum.to_vec());
        (one.version, (description, checksum))
    });
    Ok(
        first(&applied, &made.collect()).map(|(version, how)| Difference {
            kind: Kind::Migration,
            name: version.to_string(),
            how,
        }),
    )
}
