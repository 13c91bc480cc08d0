//! The two directories of migrations describe one schema.

use crate::support::database::{Backend, Database, on_database};
use holdpoint::on;
use holdpoint::store::Db;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn migrations(kind: &str) -> BTreeSet<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("migrations")
        .join(kind);
    std::fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect()
}

#[test]
fn both_directories_have_the_same_migrations() {
    let sqlite = migrations("sqlite");
    assert!(sqlite.contains("0001_people.sql"));
    assert_eq!(sqlite, migrations("postgres"));
}

/// Columns by table, with what they hold and whether they may be empty; indexes by name, with their table.
#[derive(Debug, PartialEq, Eq)]
struct Schema {
    columns: BTreeMap<(String, String), (String, bool)>,
    indexes: BTreeMap<String, String>,
}

const SQLITE_COLUMNS: &str = "SELECT t.name, c.name, c.type, c.\"notnull\" = 0 AND c.pk = 0
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
const SQLITE_INDEXES: &str =
    "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%'";
const POSTGRES_COLUMNS: &str =
    "SELECT table_name::text, column_name::text, data_type::text, is_nullable = 'YES'
    FROM information_schema.columns WHERE table_schema = 'public'";
const POSTGRES_INDEXES: &str = "SELECT indexname::text, tablename::text FROM pg_indexes
    WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'";

async fn schema_of(db: &Db) -> Schema {
    let (columns, indexes) = match db {
        Db::Sqlite { .. } => (SQLITE_COLUMNS, SQLITE_INDEXES),
        Db::Postgres(_) => (POSTGRES_COLUMNS, POSTGRES_INDEXES),
    };
    let mut conn = db.read().await.expect("a connection");
    let (columns, indexes) = on!((&mut conn).into(), |c| {
        let columns: Vec<(String, String, String, bool)> = sqlx::query_as(columns)
            .fetch_all(&mut *c)
            .await
            .expect("columns");
        let indexes: Vec<(String, String)> =
            sqlx::query_as(indexes).fetch_all(c).await.expect("indexes");
        (columns, indexes)
    });
    Schema {
        columns: columns
            .into_iter()
            .filter(|(table, ..)| table != "_sqlx_migrations")
            .map(|(table, column, holds, nullable)| {
                ((table, column), (in_one_word(&holds), nullable))
            })
            .collect(),
        indexes: indexes.into_iter().collect(),
    }
}

/// The same word for what both databases call differently.
fn in_one_word(column_type: &str) -> String {
    match column_type.to_lowercase().as_str() {
        "integer" | "bigint" => "a number",
        "text" => "text",
        "boolean" => "a flag",
        "blob" | "bytea" => "bytes",
        other => panic!("no column should be of type {other}"),
    }
    .to_owned()
}

async fn opened(url: &str) -> Db {
    let db = Db::connect(url).await.expect("it opens");
    db.migrate().await.expect("the schema");
    db
}

#[test]
fn both_schemas_have_the_same_tables_columns_and_indexes() {
    on_database(Backend::Postgres, async |postgres: &Database| {
        let directory = tempfile::tempdir().expect("a directory");
        let sqlite = format!("sqlite:{}", directory.path().join("h.db").display());
        let sqlite = schema_of(&opened(&sqlite).await).await;
        let postgres = schema_of(&opened(postgres.url()).await).await;
        assert!(sqlite.columns.len() > 100);
        assert_eq!(sqlite, postgres);
    });
}
