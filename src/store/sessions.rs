//! Browser sessions, in the application's own database.
//!
//! A session is found by the hash of its id: who reads the table cannot use what is there.

use super::db::{Conn, Db};
use crate::clock::Clock;
use crate::domain::ids::UserId;
use crate::domain::time::Timestamp;
use crate::on;
use async_trait::async_trait;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

/// Under which name a session's data holds the id of the person who signed in.
pub const USER: &str = "user";

/// The sessions of all browsers.
#[derive(Clone, Debug)]
pub struct Sessions {
    db: Db,
    clock: Clock,
}

fn key(id: &Id) -> String {
    let digest = Sha256::digest(id.0.to_le_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn backend(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}

fn encode(record: &Record) -> Result<String> {
    serde_json::to_string(&record.data).map_err(|e| Error::Encode(e.to_string()))
}

fn user_of(record: &Record) -> Option<i64> {
    record.data.get(USER).and_then(serde_json::Value::as_i64)
}

fn micros(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos() / 1000).unwrap_or(i64::MAX)
}

fn calendar(at: Timestamp) -> Result<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.0) * 1000)
        .map_err(|e| Error::Decode(e.to_string()))
}

impl Sessions {
    /// The sessions in `db`, which end by `clock`.
    #[must_use]
    pub const fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }

    /// Whether a row was made: `false` if another session has this id.
    async fn insert(&self, record: &Record) -> Result<bool> {
        let mut conn = self.db.write().await.map_err(backend)?;
        let data = encode(record)?;
        let rows = on!((&mut conn).into(), |c| sqlx::query(
            "INSERT INTO sessions (id_hash, user_id, data, expires_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (id_hash) DO NOTHING"
        )
        .bind(key(&record.id))
        .bind(user_of(record))
        .bind(data)
        .bind(micros(record.expiry_date))
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
        .map_err(backend)?;
        Ok(rows == 1)
    }
}

/// Signs a person out everywhere.
///
/// # Errors
/// If the database fails.
pub async fn delete_of<'c>(conn: impl Into<Conn<'c>>, user: UserId) -> sqlx::Result<()> {
    on!(conn.into(), |c| sqlx::query(
        "DELETE FROM sessions WHERE user_id = $1"
    )
    .bind(user.0)
    .execute(c)
    .await
    .map(|_| ()))
}

/// Forgets the sessions that have ended.
///
/// # Errors
/// If the database fails.
pub async fn delete_ended<'c>(conn: impl Into<Conn<'c>>, now: Timestamp) -> sqlx::Result<()> {
    on!(conn.into(), |c| sqlx::query(
        "DELETE FROM sessions WHERE expires_at <= $1"
    )
    .bind(now.0)
    .execute(c)
    .await
    .map(|_| ()))
}

#[async_trait]
impl SessionStore for Sessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        while !self.insert(record).await? {
            record.id = Id::default();
        }
        Ok(())
    }

    /// An UPDATE and never an upsert: a request still in flight while the person signs out in another tab must not bring
    /// the session back.
    async fn save(&self, record: &Record) -> Result<()> {
        let mut conn = self.db.write().await.map_err(backend)?;
        let data = encode(record)?;
        on!((&mut conn).into(), |c| sqlx::query(
            "UPDATE sessions SET user_id = $2, data = $3, expires_at = $4 WHERE id_hash = $1"
        )
        .bind(key(&record.id))
        .bind(user_of(record))
        .bind(data)
        .bind(micros(record.expiry_date))
        .execute(c)
        .await
        .map(|_| ()))
        .map_err(backend)
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let mut conn = self.db.read().await.map_err(backend)?;
        let row = on!((&mut conn).into(), |c| sqlx::query_as::<DB, (String, i64)>(
            "SELECT data, expires_at FROM sessions WHERE id_hash = $1 AND expires_at > $2"
        )
        .bind(key(id))
        .bind(self.clock.now().0)
        .fetch_optional(c)
        .await)
        .map_err(backend)?;
        let Some((data, expires_at)) = row else {
            return Ok(None);
        };
        Ok(Some(Record {
            id: *id,
            data: serde_json::from_str(&data).map_err(|e| Error::Decode(e.to_string()))?,
            expiry_date: calendar(Timestamp(expires_at))?,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        let mut conn = self.db.write().await.map_err(backend)?;
        on!((&mut conn).into(), |c| sqlx::query(
            "DELETE FROM sessions WHERE id_hash = $1"
        )
        .bind(key(id))
        .execute(c)
        .await
        .map(|_| ()))
        .map_err(backend)
    }
}
