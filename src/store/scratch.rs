//! What a verification has read of the history so far, in a file of its own: for each row the last entry that vouches for it.
//! There are as many as rows in the database, so they are not kept in memory; and whoever stops can go on.

use crate::domain::history::{Founds, Vouch, Vouched};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, QueryBuilder, Result, Sqlite, SqliteConnection};
use std::path::Path;

/// SQLite takes 32,766 values in one statement.
const AT_ONCE: usize = 4_000;

/// The file of one verification.
#[derive(Debug)]
pub struct Scratch(SqliteConnection);

/// How far a verification has come.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Reached {
    /// The last entry that was verified.
    pub number: i64,
    pub hash: String,
    /// How many decisions and reports the entries up to there tell of.
    pub decisions: i64,
    pub reports: i64,
    /// How many entries vouch for rows.
    pub vouching: i64,
    /// The last of them that vouches for rows as they were found; 0 if there is none.
    pub found: i64,
    /// Which rows can still be vouched for as they are found.
    #[sqlx(skip)]
    pub founds: Founds,
}

/// What the history vouches for: the key, the digest, and the entry that says so.
pub type Promised = (i64, String, i64);

impl Scratch {
    /// Opens the file, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be written, or is no such file.
    pub async fn open(path: &Path) -> Result<Self> {
        // Whoever loses the file begins anew: it need not outlive a power cut.
        let mut file = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Memory)
            .synchronous(SqliteSynchronous::Off)
            // Two verifications with one file would each tell the other's as its own.
            .locking_mode(SqliteLockingMode::Exclusive)
            .disable_statement_logging()
            .connect()
            .await?;
        let tables = "CREATE TABLE IF NOT EXISTS promised (
                tbl TEXT NOT NULL, key INTEGER NOT NULL, digest TEXT NOT NULL, number INTEGER NOT NULL,
                PRIMARY KEY (tbl, key)
            ) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS reached (
                id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, hash TEXT NOT NULL,
                decisions INTEGER NOT NULL, reports INTEGER NOT NULL, vouching INTEGER NOT NULL, found INTEGER NOT NULL,
                founds_over BOOLEAN NOT NULL
            );
            CREATE TABLE IF NOT EXISTS founds (tbl TEXT PRIMARY KEY, after INTEGER NOT NULL) WITHOUT ROWID;";
        sqlx::raw_sql(tables).execute(&mut file).await?;
        Ok(Self(file))
    }

    /// How far an earlier verification came.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn reached(&mut self) -> Result<Option<Reached>> {
        let sql = "SELECT number, hash, decisions, reports, vouching, found FROM reached";
        let reached: Option<Reached> = sqlx::query_as(sql).fetch_optional(&mut self.0).await?;
        let Some(reached) = reached else {
            return Ok(None);
        };
        let founds = self.founds().await?;
        Ok(Some(Reached { founds, ..reached }))
    }

    async fn founds(&mut self) -> Result<Founds> {
        let kept: Vec<(String, i64)> = sqlx::query_as("SELECT tbl, after FROM founds")
            .fetch_all(&mut self.0)
            .await?;
        let known = |(table, after): (String, i64)| Some((Vouched::parse(&table)?, after));
        let mut founds = Founds::of(kept.into_iter().filter_map(known));
        // An earlier version kept no more than this.
        let over: bool = sqlx::query_scalar("SELECT founds_over FROM reached")
            .fetch_one(&mut self.0)
            .await?;
        if over {
            founds.first_ones_end();
        }
        Ok(founds)
    }

    /// Notes what some entries vouch for, and that everything up to there is verified.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub async fn keep(&mut self, vouches: &[(i64, Vouch)], reached: &Reached) -> Result<()> {
        let mut tx = self.0.begin().await?;
        for some in last_of_each(vouches).chunks(AT_ONCE) {
            forget_or_promise(&mut tx, some).await?;
        }
        let sql = "INSERT INTO reached (id, number, hash, decisions, reports, vouching, found, founds_over)
            VALUES (1, $1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (id) DO UPDATE SET number = $1, hash = $2, decisions = $3, reports = $4, vouching = $5, found = $6,
                founds_over = $7";
        sqlx::query(sql)
            .bind(reached.number)
            .bind(&reached.hash)
            .bind(reached.decisions)
            .bind(reached.reports)
            .bind(reached.vouching)
            .bind(reached.found)
            .bind(reached.founds.are_over(Vouched::FIRST_ONES_END))
            .execute(&mut *tx)
            .await?;
        for (table, after) in reached.founds.all() {
            sqlx::query("INSERT OR REPLACE INTO founds (tbl, after) VALUES ($1, $2)")
                .bind(table.as_str())
                .bind(after)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await
    }

    /// How many rows of a table are vouched for.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn promises(&mut self, table: Vouched) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM promised WHERE tbl = $1";
        let count = sqlx::query_scalar(sql).bind(table.as_str());
        count.fetch_one(&mut self.0).await
    }

    /// The greatest key of a table's rows that are vouched for; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn last_promised(&mut self, table: Vouched) -> Result<Option<i64>> {
        let sql = "SELECT MAX(key) FROM promised WHERE tbl = $1";
        let last = sqlx::query_scalar(sql).bind(table.as_str());
        last.fetch_one(&mut self.0).await
    }

    /// What is vouched for of a table, with keys after `after` and up to `last`, in the order of the keys.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn promised(
        &mut self,
        table: Vouched,
        after: i64,
        last: i64,
    ) -> Result<Vec<Promised>> {
        let sql = "SELECT key, digest, number FROM promised WHERE tbl = $1 AND key > $2 AND key <= $3 ORDER BY key";
        sqlx::query_as(sql)
            .bind(table.as_str())
            .bind(after)
            .bind(last)
            .fetch_all(&mut self.0)
            .await
    }
}

/// One statement writes a row once.
fn last_of_each(vouches: &[(i64, Vouch)]) -> Vec<&(i64, Vouch)> {
    let mut last = std::collections::BTreeMap::new();
    for vouch in vouches {
        last.insert((vouch.1.table, vouch.1.key), vouch);
    }
    last.into_values().collect()
}

async fn forget_or_promise(file: &mut SqliteConnection, some: &[&(i64, Vouch)]) -> Result<()> {
    let (there, gone): (Vec<_>, Vec<_>) = some
        .iter()
        .copied()
        .partition(|(_, vouch)| vouch.digest.is_some());
    for (_, vouch) in gone {
        sqlx::query("DELETE FROM promised WHERE tbl = $1 AND key = $2")
            .bind(vouch.table.as_str())
            .bind(vouch.key)
            .execute(&mut *file)
            .await?;
    }
    if there.is_empty() {
        return Ok(());
    }
    let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO promised (tbl, key, digest, number) ");
    query.push_values(there, |mut row, (number, vouch)| {
        row.push_bind(vouch.table.as_str())
            .push_bind(vouch.key)
            .push_bind(vouch.digest.as_deref())
            .push_bind(*number);
    });
    query.push(
        " ON CONFLICT (tbl, key) DO UPDATE SET digest = excluded.digest, number = excluded.number",
    );
    query.build().persistent(false).execute(file).await?;
    Ok(())
}
