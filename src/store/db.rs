//! Two native pools behind one enum, so that one SQL text serves SQLite and PostgreSQL.
//!
//! A query function takes `impl Into<Conn<'c>>` and runs its body through [`on!`](crate::on), which compiles it once for each
//! driver. Placeholders are `$1` on both; integers are BIGINT, times are microseconds in BIGINT, flags are BOOLEAN.

use super::age::signs::{self, Noted};
use super::age::steps::{self, Steps};
use super::found;
use super::history::{self, Untold};
use super::queue_counts::{self, CountMoves};
use super::register;
use super::schema;
use super::writer::{Turn, Writer};
use crate::domain::history::Vouched;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{
    ConnectOptions, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool,
    Transaction,
};
use std::str::FromStr;
use std::time::Duration;

/// Long enough for any write of ours to end; a longer wait is a fault worth an error.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 10;

/// The database of one installation. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    Sqlite {
        read: SqlitePool,
        /// Exactly one connection: SQLite has one writer, and a line is fair where its busy handler is not.
        write: Writer,
    },
    Postgres(PgPool),
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the database URL must begin with sqlite: or postgres://")]
    UnknownUrl,
    #[error("the database could not be opened")]
    Connect(#[from] sqlx::Error),
    #[error("the database could not be brought to this version's schema")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

/// What query functions take: a borrowed connection of either engine, from a pool or from a transaction.
#[derive(Debug)]
pub enum Conn<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

/// A connection on loan from a pool.
#[derive(Debug)]
pub enum Pooled {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

/// A transaction in which nothing that others write meanwhile is seen. It keeps no writer waiting.
#[derive(Debug)]
pub enum Snapshot {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl<'c> From<&'c mut Snapshot> for Conn<'c> {
    fn from(snapshot: &'c mut Snapshot) -> Self {
        match snapshot {
            Snapshot::Sqlite(c) => Self::Sqlite(c),
            Snapshot::Postgres(c) => Self::Postgres(c),
        }
    }
}

/// A write transaction; dropped without [`Tx::commit`], it is rolled back.
#[derive(Debug)]
pub struct Tx {
    engine: Engine,
    /// By how much each lane of each stage grew. Written at the commit, in one statement and in one order, so that two
    /// transactions never wait for each other's counters.
    moves: CountMoves,
    /// What cases did, for the age of the queue; written with the counters.
    steps: Steps,
    /// What the reports that it takes in show; written with the counters.
    signs: Noted,
    /// What the history is told at the commit.
    untold: Untold,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Turn),
    Postgres(Transaction<'static, Postgres>),
}

impl<'c> From<&'c mut Pooled> for Conn<'c> {
    fn from(pooled: &'c mut Pooled) -> Self {
        match pooled {
            Pooled::Sqlite(c) => Self::Sqlite(c),
            Pooled::Postgres(c) => Self::Postgres(c),
        }
    }
}

impl<'c> From<&'c mut Tx> for Conn<'c> {
    fn from(tx: &'c mut Tx) -> Self {
        match &mut tx.engine {
            Engine::Sqlite(turn) => Self::Sqlite(turn.connection()),
            Engine::Postgres(c) => Self::Postgres(c),
        }
    }
}

/// Runs one expression against whichever engine the connection belongs to, with `DB` naming it.
/// The body is compiled twice, so binds and rows use each driver's native types.
#[macro_export]
macro_rules! on {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::store::Conn::Sqlite($c) => {
                type DB = sqlx::Sqlite;
                // Not every body names the type, and an unused one would be reported.
                const _: std::marker::PhantomData<DB> = std::marker::PhantomData;
                $body
            }
            $crate::store::Conn::Postgres($c) => {
                type DB = sqlx::Postgres;
                const _: std::marker::PhantomData<DB> = std::marker::PhantomData;
                $body
            }
        }
    };
}

/// Where the dialects differ: row locks. SQLite has none and needs none, for its transactions hold the one write lock.
pub(super) trait Dialect: sqlx::Database {
    const FOR_UPDATE: &'static str;
    /// Beside this lock, rows that refer to the locked one can be written.
    const FOR_NO_KEY_UPDATE: &'static str;
    const SKIP_LOCKED: &'static str;
}

impl Dialect for Sqlite {
    const FOR_UPDATE: &'static str = "";
    const FOR_NO_KEY_UPDATE: &'static str = "";
    const SKIP_LOCKED: &'static str = "";
}

impl Dialect for Postgres {
    const FOR_UPDATE: &'static str = " FOR UPDATE";
    const FOR_NO_KEY_UPDATE: &'static str = " FOR NO KEY UPDATE";
    const SKIP_LOCKED: &'static str = " FOR UPDATE SKIP LOCKED";
}

/// A row struct whose `FromRow` derive is good for both engines.
pub trait BothRow:
    for<'r> sqlx::FromRow<'r, SqliteRow> + for<'r> sqlx::FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> BothRow for T where
    T: for<'r> sqlx::FromRow<'r, SqliteRow> + for<'r> sqlx::FromRow<'r, PgRow> + Send + Unpin
{
}

impl Db {
    /// Opens `sqlite:PATH` (created if missing) or `postgres://…`. Does not touch the schema: see [`Db::migrate`].
    ///
    /// # Errors
    /// [`OpenError`] for another scheme, or if the database cannot be reached.
    pub async fn connect(url: &str) -> Result<Self, OpenError> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return connect_postgres(url).await;
        }
        let path = url.strip_prefix("sqlite:").ok_or(OpenError::UnknownUrl)?;
        connect_sqlite(path.strip_prefix("//").unwrap_or(path)).await
    }

    /// Brings the schema to this program's version, vouches for what was written before rows were vouched for, and enters into
    /// the register what was decided before there was one; does nothing if that is done already.
    ///
    /// # Errors
    /// [`OpenError::Migrate`] if the database is of a later version, or a migration fails.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        match self {
            Self::Sqlite { write, .. } => {
                schema::SQLITE.run(write.pool()).await?;
            }
            Self::Postgres(pool) => schema::POSTGRES.run(pool).await?,
        }
        found::vouch(self).await?;
        Ok(register::fill(self).await?)
    }

    /// A connection for reading.
    ///
    /// # Errors
    /// If no connection becomes free in time.
    pub async fn read(&self) -> sqlx::Result<Pooled> {
        Ok(match self {
            Self::Sqlite { read, .. } => Pooled::Sqlite(read.acquire().await?),
            Self::Postgres(pool) => Pooled::Postgres(pool.acquire().await?),
        })
    }

    /// The database as it is now, for several questions. Let it go soon: what is written meanwhile has to be kept beside it.
    ///
    /// # Errors
    /// If no connection becomes free in time.
    pub async fn snapshot(&self) -> sqlx::Result<Snapshot> {
        const POSTGRES: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        Ok(match self {
            Self::Sqlite { read, .. } => Snapshot::Sqlite(read.begin().await?),
            Self::Postgres(pool) => Snapshot::Postgres(pool.begin_with(POSTGRES).await?),
        })
    }

    /// A connection for single statements that commit by themselves. For more than one, [`Db::begin`].
    ///
    /// # Errors
    /// If no connection becomes free in time.
    pub async fn write(&self) -> sqlx::Result<Pooled> {
        Ok(match self {
            Self::Sqlite { write, .. } => Pooled::Sqlite(write.connection().await?),
            Self::Postgres(pool) => Pooled::Postgres(pool.acquire().await?),
        })
    }

    /// A write transaction. On SQLite several that wait for each other may share one commit to the disk ([`Writer`]).
    ///
    /// # Errors
    /// If no connection becomes free in time.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        Ok(Tx::of(match self {
            Self::Sqlite { write, .. } => Engine::Sqlite(write.begin().await?),
            Self::Postgres(pool) => Engine::Postgres(pool.begin().await?),
        }))
    }

    /// A write transaction with much to do, that nobody else's answer should wait for.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_alone(&self) -> sqlx::Result<Tx> {
        Ok(Tx::of(match self {
            Self::Sqlite { write, .. } => Engine::Sqlite(write.begin_alone().await?),
            Self::Postgres(pool) => Engine::Postgres(pool.begin().await?),
        }))
    }

    /// Waits for the connections on loan, and closes them all.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

async fn connect_postgres(url: &str) -> Result<Db, OpenError> {
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
    let pool = PgPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .connect_with(options)
        .await?;
    Ok(Db::Postgres(pool))
}

async fn connect_sqlite(path: &str) -> Result<Db, OpenError> {
    // FULL: what was acknowledged must survive a power cut, and in WAL mode NORMAL may lose the last commits.
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("temp_store", "MEMORY")
        .disable_statement_logging();
    // A connection to a file does not die while nobody looks, so none is tried before it is lent.
    // The writer first: it creates the file and switches it to WAL.
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .connect_with(options.clone().optimize_on_close(true, None))
        .await?;
    let read = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .test_before_acquire(false)
        .connect_with(options.read_only(true))
        .await?;
    let write = Writer::new(write);
    Ok(Db::Sqlite { read, write })
}

impl Tx {
    fn of(engine: Engine) -> Self {
        Self {
            engine,
            moves: CountMoves::default(),
            steps: Steps::default(),
            signs: Noted::default(),
            untold: Untold::default(),
        }
    }

    /// Makes everything in the transaction durable at once.
    ///
    /// # Errors
    /// If the database could not, or rows were written of which the history is told nothing; then nothing of it happened.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        self.settle().await?;
        #[cfg(debug_assertions)]
        let committing = super::kill_point::before();
        self.engine.commit().await?;
        #[cfg(debug_assertions)]
        committing.after();
        Ok(())
    }

    /// Writes what was put off until the end.
    async fn settle(&mut self) -> sqlx::Result<()> {
        let moves = std::mem::take(&mut self.moves);
        queue_counts::apply(self, &moves).await?;
        let steps = std::mem::take(&mut self.steps);
        steps::apply(self, &steps).await?;
        let noted = std::mem::take(&mut self.signs);
        signs::apply(self, &noted).await?;
        history::tell(self).await
    }

    /// The same for what is no step of anybody's work: it is none of the moments at which a test kills the program.
    ///
    /// # Errors
    /// As [`Tx::commit`].
    pub async fn commit_aside(mut self) -> sqlx::Result<()> {
        self.settle().await?;
        self.engine.commit().await
    }

    /// The counters that this transaction will move when it commits.
    pub(super) fn moves(&mut self) -> &mut CountMoves {
        &mut self.moves
    }

    /// Entries that this transaction has numbers for, to be written when it commits.
    pub(super) fn untold(&mut self) -> &mut Untold {
        &mut self.untold
    }

    /// Notes that this transaction wrote the row of that key, so that the history vouches for it.
    pub(super) fn wrote(&mut self, table: Vouched, key: i64) {
        self.untold.rows.note(table, key);
    }

    /// What cases did in this transaction, to be written when it commits.
    pub(super) fn steps(&mut self) -> &mut Steps {
        &mut self.steps
    }

    /// What reports of this transaction show, to be written when it commits.
    pub(super) fn signs(&mut self) -> &mut Noted {
        &mut self.signs
    }
}

impl Engine {
    async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(turn) => turn.commit().await,
            Self::Postgres(tx) => tx.commit().await,
        }
    }
}

/// Whether the database itself chose this transaction to give way to another one: done again from its beginning, it
/// goes through.
#[must_use]
pub fn gave_way(error: &sqlx::Error) -> bool {
    /// PostgreSQL's serialization failure and deadlock.
    const CODES: [&str; 2] = ["40001", "40P01"];
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| CODES.contains(&code.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_sqlite_file_is_made_and_readers_cannot_write_it() {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::connect(&format!("sqlite:{}", dir.path().join("h.db").display()))
            .await
            .unwrap();
        db.migrate().await.unwrap();
        db.migrate().await.unwrap();

        let mut writer = db.write().await.unwrap();
        let mut reader = db.read().await.unwrap();
        let insert = "INSERT INTO sign_in_failures VALUES ('ip:192.0.2.7', 1, 0)";
        let by_reader = on!((&mut reader).into(), |c| sqlx::query(insert)
            .execute(c)
            .await
            .map(|_| ()));
        let by_writer = on!((&mut writer).into(), |c| sqlx::query(insert)
            .execute(c)
            .await
            .map(|_| ()));
        assert!(by_reader.is_err());
        by_writer.unwrap();
    }

    #[tokio::test]
    async fn another_scheme_is_refused() {
        assert!(matches!(
            Db::connect("mysql://x").await,
            Err(OpenError::UnknownUrl)
        ));
    }
}
