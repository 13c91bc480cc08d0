//! A thousand single bytes of a SQLite file, each changed at random: where anything that is vouched for differs, it is found.
//!
//! What changes nothing but what is left out with a reason (`docs/integrity.md`), and what changes no byte that anybody can
//! read, is counted apart.

use super::tampering::is_left_out;
use super::{beside, lived_in};
use crate::desk::world::{World, stopped_shipment};
use crate::support::database::{Backend, Database, on_database};
use futures_util::StreamExt;
use futures_util::stream;
use holdpoint::service::Services;
use holdpoint::service::verify_audit::{Options, verify};
use holdpoint::store::Db;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::timeout;

/// How many must be found.
const FOUND: usize = 1_000;
/// So many cases are there beside others, so that pages are fuller.
const CASES: usize = 20;
/// So many files are looked at side by side.
const LANES: usize = 6;

/// All that can be read of a file: what is vouched for, and what is left out.
#[derive(Debug, PartialEq, Eq, Default)]
struct Dump {
    vouched: BTreeMap<String, Vec<String>>,
    left_out: BTreeMap<String, Vec<String>>,
}

/// How everything that a file holds is asked for.
struct Questions(Vec<(String, String)>);

impl Questions {
    /// For every table that the untouched file has.
    async fn of(path: &Path) -> Self {
        let mut file = reading(path).await.expect("it opens");
        let tables = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'";
        let columns: Vec<(String, String)> = sqlx::query_as(tables)
            .fetch_all(&mut file)
            .await
            .expect("columns");
        let mut all: BTreeMap<String, [String; 2]> = BTreeMap::new();
        for (table, column) in columns {
            let left_out = usize::from(is_unvouched(&table, &column));
            let cells = &mut all
                .entry(table)
                .or_insert_with(|| [QUOTED; 2].map(str::to_owned))[left_out];
            *cells += &format!(" || ' {column} ' || typeof(\"{column}\") || hex(\"{column}\")");
        }
        let schema = format!(
            "SELECT {SCHEMA}, '' FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' AND tbl_name <> '_sqlx_migrations'"
        );
        let asked = all.into_iter().map(|(table, [vouched, left_out])| {
            let sql = format!("SELECT {vouched}, {left_out} FROM \"{table}\"");
            (table, sql)
        });
        let schema = ("the schema".to_owned(), schema);
        Self(asked.chain([schema]).collect())
    }

    /// `None` if the file cannot be read.
    async fn ask(&self, path: &Path) -> Option<Dump> {
        let mut file = reading(path).await.ok()?;
        let mut dump = Dump::default();
        for (table, sql) in &self.0 {
            let asked = sqlx::query_as(AssertSqlSafe(sql.clone()));
            let rows = asked.fetch_all(&mut file).await;
            let rows: Vec<(String, String)> = rows.ok()?;
            let (mut vouched, mut left_out): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            // Of tables that are left out as a whole.
            vouched.retain(|row| !row.is_empty());
            vouched.sort();
            left_out.sort();
            dump.vouched.insert(table.clone(), vouched);
            dump.left_out.insert(table.clone(), left_out);
        }
        Some(dump)
    }
}

const QUOTED: &str = "''";
const SCHEMA: &str = "type || hex(name) || hex(tbl_name) || COALESCE(hex(sql), '-')";

async fn reading(path: &Path) -> sqlx::Result<SqliteConnection> {
    SqliteConnection::connect(&format!("sqlite:{}?mode=ro", path.display())).await
}

/// Beside what the page on integrity names: what SQLite itself keeps (the last id it gave, statistics for its planner), and
/// when migrations ran.
fn is_unvouched(table: &str, column: &str) -> bool {
    match table {
        "_sqlx_migrations" => ["installed_on", "execution_time"].contains(&column),
        engine if engine.starts_with("sqlite_") => true,
        own => is_left_out(own, column),
    }
}

/// The file that is changed, as the program leaves it when it ends; but of small pages, so that most of its bytes hold something.
async fn copy_of(database: &Database, directory: &Path) -> PathBuf {
    let copy = directory.join("copy.db");
    let vacuum = AssertSqlSafe(format!(
        "PRAGMA page_size = 512; VACUUM INTO '{}'",
        copy.display()
    ));
    let mut original = SqliteConnection::connect(database.url())
        .await
        .expect("it opens");
    sqlx::raw_sql(vacuum)
        .execute(&mut original)
        .await
        .expect("a copy");
    let db = Db::connect(&format!("sqlite:{}", copy.display())).await;
    db.expect("it opens").close().await;
    copy
}

/// What came of a changed byte.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    Found,
    /// It is what is left out with a reason.
    LeftOut,
    /// No byte that anybody can read differs.
    Unseen,
}

#[test]
fn s24_a_thousand_changed_bytes_are_found() {
    on_database(Backend::Sqlite, async |database: &Database| {
        let world = lived_in(database).await;
        for nth in 0..CASES {
            world.stop(stopped_shipment(&format!("9{nth}"))).await;
        }
        beside::told_of_alerts(&world).await;
        beside::anchored(&world).await;
        let directory = tempfile::tempdir().expect("a directory");
        let copy = copy_of(database, directory.path()).await;
        let bytes = fs::read(&copy).expect("read");
        let questions = Questions::of(&copy).await;
        let before = questions.ask(&copy).await.expect("whole");
        // The seed stands here, so that what it finds can be found again.
        let mut dice = StdRng::seed_from_u64(24);
        let changes = std::iter::from_fn(|| {
            Some((
                dice.random_range(0..bytes.len()),
                dice.random_range(1..=255_u8),
            ))
        });
        let (world, bytes, before) = (&world, &bytes, (&questions, &before));
        let path = |nth| directory.path().join(format!("changed-{nth}.db"));
        let tried = changes.enumerate().map(|(nth, (place, flip))| {
            let path = path(nth);
            async move {
                let mut other = bytes.clone();
                other[place] ^= flip;
                fs::write(&path, &other).expect("written");
                let came = came_of(world, &path, before, place).await;
                for beside in ["db", "db-wal", "db-shm"] {
                    let _not_there = fs::remove_file(path.with_extension(beside));
                }
                came
            }
        });
        let mut tried = stream::iter(tried).buffer_unordered(LANES);
        let (mut found, mut left_out, mut unseen) = (0, 0, 0);
        while found < FOUND {
            match tried.next().await.expect("without an end") {
                Came::Found => found += 1,
                Came::LeftOut => left_out += 1,
                Came::Unseen => unseen += 1,
            }
        }
        eprintln!(
            "{found} changes were found; {left_out} more changed what is left out, {unseen} nothing that can be read"
        );
        assert!(left_out + unseen < FOUND, "{left_out}, {unseen}");
    });
}

async fn came_of(
    world: &World,
    path: &Path,
    (questions, before): (&Questions, &Dump),
    place: usize,
) -> Came {
    if !passes(world, &format!("sqlite:{}", path.display())).await {
        return Came::Found;
    }
    let after = questions.ask(path).await;
    let after = after.unwrap_or_else(|| panic!("byte {place}: what cannot be read passed"));
    for (table, rows) in &before.vouched {
        let other = rows.iter().zip(&after.vouched[table]);
        let differs = other.clone().find(|(before, after)| before != after);
        assert_eq!(differs, None, "byte {place} of {table} passed");
        assert_eq!(rows.len(), after.vouched[table].len(), "{place}: {table}");
    }
    if before.left_out == after.left_out {
        Came::Unseen
    } else {
        Came::LeftOut
    }
}

async fn passes(world: &World, url: &str) -> bool {
    let Ok(db) = Db::connect(url).await else {
        return false;
    };
    let policy = world.services.policy.as_ref().clone();
    let services = Services::new(db.clone(), world.services.clock.clone(), policy);
    let options = Options::default();
    let found = timeout(Duration::from_secs(60), verify(&services, &options, |_| {})).await;
    db.close().await;
    matches!(found, Ok(Ok(_)))
}
