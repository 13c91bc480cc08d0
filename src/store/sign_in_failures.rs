//! Failed sign-ins, counted against names and addresses.

use super::db::Conn;
use crate::domain::throttle::Failures;
use crate::domain::time::Timestamp;
use crate::on;

/// The failures counted against `key`.
///
/// # Errors
/// If the database fails.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, key: &str) -> sqlx::Result<Option<Failures>> {
    let row = on!(conn.into(), |c| sqlx::query_as::<DB, (i64, i64)>(
        "SELECT failures, last_failure_at FROM sign_in_failures WHERE key = $1"
    )
    .bind(key)
    .fetch_optional(c)
    .await)?;
    Ok(row.map(|(count, last)| Failures {
        count,
        last: Timestamp(last),
    }))
}

/// Replaces what is counted against `key`.
///
/// # Errors
/// If the database fails.
pub async fn put<'c>(conn: impl Into<Conn<'c>>, key: &str, failures: Failures) -> sqlx::Result<()> {
    on!(conn.into(), |c| {
        sqlx::query(
        "INSERT INTO sign_in_failures (key, failures, last_failure_at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last_failure_at = excluded.last_failure_at"
    )
    .bind(key)
    .bind(failures.count)
    .bind(failures.last.0)
    .execute(c)
    .await
    .map(|_| ())
    })
}

/// Takes back one failure of `key`, which turned out to be none.
///
/// # Errors
/// If the database fails.
pub async fn take_one_back<'c>(conn: impl Into<Conn<'c>>, key: &str) -> sqlx::Result<()> {
    on!(conn.into(), |c| sqlx::query(
        "UPDATE sign_in_failures SET failures = failures - 1 WHERE key = $1 AND failures > 0"
    )
    .bind(key)
    .execute(c)
    .await
    .map(|_| ()))
}

/// Forgets all failures of `key`.
///
/// # Errors
/// If the database fails.
pub async fn forget<'c>(conn: impl Into<Conn<'c>>, key: &str) -> sqlx::Result<()> {
    on!(conn.into(), |c| sqlx::query(
        "DELETE FROM sign_in_failures WHERE key = $1"
    )
    .bind(key)
    .execute(c)
    .await
    .map(|_| ()))
}

/// Forgets the failures of all keys that had none since `before`.
///
/// # Errors
/// If the database fails.
pub async fn forget_older<'c>(conn: impl Into<Conn<'c>>, before: Timestamp) -> sqlx::Result<()> {
    on!(conn.into(), |c| sqlx::query(
        "DELETE FROM sign_in_failures WHERE last_failure_at < $1"
    )
    .bind(before.0)
    .execute(c)
    .await
    .map(|_| ()))
}
