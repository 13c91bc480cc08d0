//! A database that is only read: a replica, or a file that was put aside, opened so that nothing of ours can write it.

use super::db::{Db, OpenError};
use super::schema::Difference;
use super::writer::Writer;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, Result};
use std::path::Path;
use std::str::FromStr;

const CONNECTIONS: u32 = 4;

/// Why a copy is not served.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the copy could not be read")]
    Read(#[from] sqlx::Error),
    /// Pages would show what is not there, or fail.
    #[error(
        "the copy's schema is not this version's: it lacks {missing} of its steps and has {unknown} that are not known; serve it with \
         the version that writes the original"
    )]
    OtherVersion { missing: usize, unknown: usize },
}

/// Opens a database for reading alone. Whoever tries to write it gets the database's own refusal.
///
/// # Errors
/// [`CopyError`] for another scheme, if the database cannot be reached, or if its schema is another version's.
pub async fn open(url: &str) -> Result<Db, CopyError> {
    let db = if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        postgres(url).await.map_err(OpenError::Connect)?
    } else {
        let path = url.strip_prefix("sqlite:").ok_or(OpenError::UnknownUrl)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        sqlite(path).await.map_err(OpenError::Connect)?
    };
    check_version(&db).await?;
    Ok(db)
}

async fn postgres(url: &str) -> Result<Db> {
    let options = PgConnectOptions::from_str(url)?
        .options([("default_transaction_read_only", "on")])
        .disable_statement_logging();
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .connect_with(options)
        .await?;
    Ok(Db::Postgres(pool))
}

async fn sqlite(path: &str) -> Result<Db> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .disable_statement_logging();
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            .connect_with(options.clone())
    };
    let write = Writer::new(pool(1).await?);
    let read = pool(CONNECTIONS).await?;
    Ok(Db::Sqlite { read, write })
}

async fn check_version(db: &Db) -> Result<(), CopyError> {
    let Difference { missing, unknown } = db.schema_difference().await?;
    if missing + unknown == 0 {
        Ok(())
    } else {
        Err(CopyError::OtherVersion { missing, unknown })
    }
}

/// A database of this process alone, in a directory that goes with it: for what an instance beside a copy has to keep.
///
/// # Errors
/// If it cannot be made.
pub async fn beside(directory: &Path) -> Result<Db, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(directory.join("sessions.db"))
        .create_if_missing(true)
        // Sessions name people, who are in the copy.
        .foreign_keys(false)
        .disable_statement_logging();
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options.clone())
        .await?;
    let read = SqlitePoolOptions::new()
        .max_connections(CONNECTIONS)
        .connect_with(options)
        .await?;
    let db = Db::Sqlite {
        read,
        write: Writer::new(pool),
    };
    db.migrate().await?;
    Ok(db)
}
