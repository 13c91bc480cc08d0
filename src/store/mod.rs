//! SQL, and the only place for it: one set of texts for both databases. Functions return rows; rules live in `domain`.

mod db;

pub use db::{BothRow, Conn, Db, OpenError, Pooled, Tx};
pub use sqlx::{Error, Result};
