//! SQL, and the only place for it: one set of texts for both databases. Functions return rows; rules live in `domain`.
//!
//! Every function fails only if the database does. That somebody else was quicker is not an error but an answer
//! (`false`, `None`), for the caller has to tell people who it was.
//!
//! On PostgreSQL a write transaction takes its locks in this order, so that no two wait for each other: operations
//! (several at once by `operations::get_or_create`), then cases and instructions, then the history's head.

pub mod accesses;
pub mod age;
pub mod alert;
pub mod anchors;
pub mod audit;
mod batch;
pub mod cases;
pub mod causes;
pub mod contents;
pub mod copy;
mod db;
pub mod decisions;
pub mod drafts;
pub mod follow_ups;
mod found;
pub mod gate;
pub mod history;
pub mod holds;
pub mod identifiers;
pub mod instructions;
pub mod issued_keys;
pub mod joint_acts;
#[cfg(debug_assertions)]
mod kill_point;
pub mod nav;
pub mod operations;
pub mod queue;
pub mod queue_counts;
pub mod quiet;
pub mod refused_reports;
pub mod register;
pub mod reports;
pub mod retention;
pub mod run_out;
pub mod saved_views;
mod schema;
pub mod schema_kept;
pub mod scratch;
pub mod seals;
pub mod sessions;
pub mod sign_in_failures;
pub mod sources;
mod stored;
pub mod users;
pub mod verifications;
pub mod vouches;
pub mod webhook;
mod writer;

pub use db::{BothRow, Conn, Db, OpenError, Pooled, Snapshot, Tx, gave_way};
pub use sqlx::{Error, Result};
pub use writer::Writer;

/// Asks the database for an answer.
///
/// # Errors
/// If there is none.
pub async fn ping<'c>(conn: impl Into<Conn<'c>>) -> Result<()> {
    crate::on!(conn.into(), |c| sqlx::query("SELECT 1")
        .execute(c)
        .await
        .map(|_| ()))
}
