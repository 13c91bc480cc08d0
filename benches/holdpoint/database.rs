//! Databases to measure on, and plain SQL on them.

use anyhow::Context;
use holdpoint::on;
use holdpoint::store::Conn;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, SqliteConnection};
use std::fs;
use std::path::{Path, PathBuf};

/// Where cargo lets benchmarks keep their files.
const DIRECTORY: &str = env!("CARGO_TARGET_TMPDIR");

/// A database of its own.
pub enum Database {
    Sqlite { path: PathBuf, keep: bool },
    Postgres { server: String, name: String },
}

impl Database {
    /// An empty one; or, where those are kept, one that was filled before.
    pub async fn make(postgres: Option<&str>, name: &str, keep: bool) -> anyhow::Result<Self> {
        let Some(server) = postgres else {
            let path = Path::new(DIRECTORY).join(format!("{name}.db"));
            if !keep {
                remove_sqlite(&path)?;
            }
            return Ok(Self::Sqlite { path, keep });
        };
        let mut connection = PgConnection::connect(server)
            .await
            .context("PostgreSQL does not answer")?;
        let name = name.replace('-', "_");
        for statement in [
            format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
            format!("CREATE DATABASE {name}"),
        ] {
            execute(Conn::Postgres(&mut connection), statement).await?;
        }
        Ok(Self::Postgres {
            server: server.to_owned(),
            name,
        })
    }

    pub fn url(&self) -> anyhow::Result<String> {
        Ok(match self {
            Self::Sqlite { path, .. } => format!("sqlite:{}", path.display()),
            Self::Postgres { server, name } => {
                let (server, _) = server
                    .rsplit_once('/')
                    .context("a URL without a database")?;
                format!("{server}/{name}")
            }
        })
    }

    /// Whether it was filled in an earlier run.
    pub fn is_filled(&self) -> bool {
        match self {
            Self::Sqlite { path, keep } => *keep && path.exists(),
            Self::Postgres { .. } => false,
        }
    }

    /// A connection that nobody else has, and that is in a hurry: what it writes need not survive a power cut.
    pub async fn for_filling(&self) -> anyhow::Result<Raw> {
        let mut raw = self.connect().await?;
        let hurry: &[&str] = match raw {
            Raw::Sqlite(_) => &[
                "PRAGMA journal_mode = OFF",
                "PRAGMA synchronous = OFF",
                "PRAGMA foreign_keys = OFF",
                "PRAGMA locking_mode = EXCLUSIVE",
                "PRAGMA cache_size = -500000",
            ],
            Raw::Postgres(_) => &[
                "SET synchronous_commit = off",
                "SET session_replication_role = replica",
            ],
        };
        for statement in hurry {
            execute(raw.conn(), (*statement).to_owned()).await?;
        }
        Ok(raw)
    }

    /// A connection as the application's own: what it commits is durable.
    pub async fn connect(&self) -> anyhow::Result<Raw> {
        Ok(match self {
            Self::Sqlite { path, .. } => {
                let options = SqliteConnectOptions::new().filename(path);
                let options = options.synchronous(SqliteSynchronous::Full);
                let options = options.journal_mode(SqliteJournalMode::Wal);
                let options = options.foreign_keys(true).disable_statement_logging();
                Raw::Sqlite(options.connect().await?)
            }
            Self::Postgres { .. } => Raw::Postgres(PgConnection::connect(&self.url()?).await?),
        })
    }

    /// How many bytes it takes up.
    pub async fn bytes(&self) -> anyhow::Result<i64> {
        let mut raw = self.connect().await?;
        let sql = match self {
            Self::Sqlite { .. } => {
                "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            }
            Self::Postgres { .. } => "SELECT pg_database_size(current_database())",
        };
        number(raw.conn(), sql.to_owned()).await
    }

    pub async fn remove(self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite { keep: true, .. } => Ok(()),
            Self::Sqlite { path, keep: false } => remove_sqlite(&path),
            Self::Postgres { server, name } => {
                let mut connection = PgConnection::connect(&server).await?;
                let drop = format!("DROP DATABASE {name} WITH (FORCE)");
                execute(Conn::Postgres(&mut connection), drop).await
            }
        }
    }
}

fn remove_sqlite(path: &Path) -> anyhow::Result<()> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let file = PathBuf::from(format!("{}{suffix}", path.display()));
        if file.exists() {
            fs::remove_file(file)?;
        }
    }
    Ok(())
}

/// A connection outside every pool.
pub enum Raw {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Raw {
    pub fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(connection) => Conn::Sqlite(connection),
            Self::Postgres(connection) => Conn::Postgres(connection),
        }
    }

    pub async fn close(self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(connection) => connection.close().await?,
            Self::Postgres(connection) => connection.close().await?,
        }
        Ok(())
    }
}

pub async fn execute(conn: Conn<'_>, sql: String) -> anyhow::Result<()> {
    on!(conn, |c| sqlx::raw_sql(AssertSqlSafe(sql.clone()))
        .execute(c)
        .await
        .map(|_| ()))
    .with_context(|| format!("in {sql}"))
}

pub async fn number(conn: Conn<'_>, sql: String) -> anyhow::Result<i64> {
    Ok(on!(conn, |c| sqlx::query_scalar::<DB, i64>(
        AssertSqlSafe(sql)
    )
    .fetch_one(c)
    .await)?)
}

pub async fn numbers(conn: Conn<'_>, sql: String) -> anyhow::Result<Vec<i64>> {
    Ok(on!(conn, |c| sqlx::query_scalar::<DB, i64>(
        AssertSqlSafe(sql)
    )
    .fetch_all(c)
    .await)?)
}

pub async fn texts(conn: Conn<'_>, sql: String) -> anyhow::Result<Vec<String>> {
    Ok(on!(conn, |c| sqlx::query_scalar::<DB, String>(
        AssertSqlSafe(sql)
    )
    .fetch_all(c)
    .await)?)
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub is_text: bool,
}

/// The columns of a table, as the migrations made them.
pub async fn columns(raw: &mut Raw, table: &str) -> anyhow::Result<Vec<Column>> {
    let sql = match raw {
        Raw::Sqlite(_) => {
            format!("SELECT name, lower(type) = 'text' FROM pragma_table_info('{table}')")
        }
        Raw::Postgres(_) => format!(
            "SELECT column_name::text, data_type = 'text' FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name = '{table}' ORDER BY ordinal_position"
        ),
    };
    let rows: Vec<(String, bool)> = on!(raw.conn(), |c| sqlx::query_as(AssertSqlSafe(sql))
        .fetch_all(c)
        .await)?;
    let column = |(name, is_text)| Column { name, is_text };
    Ok(rows.into_iter().map(column).collect())
}
