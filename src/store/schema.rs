//! The schema that this version needs, and what of it a database lacks.

use super::db::Db;
use crate::on;
use sqlx::migrate::Migrator;
use std::collections::BTreeSet;

pub(super) static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
pub(super) static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// How a database's schema differs from this version's, in migrations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// That the database has not had.
    pub missing: usize,
    /// That it has had, and this version does not know.
    pub unknown: usize,
}

impl Db {
    /// How many migrations of this version the database has not had.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn missing_migrations(&self) -> sqlx::Result<usize> {
        Ok(self.schema_difference().await?.missing)
    }

    /// How the database's schema differs from this version's.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn schema_difference(&self) -> sqlx::Result<Difference> {
        let needed = match self {
            Self::Sqlite { .. } => &SQLITE,
            Self::Postgres(_) => &POSTGRES,
        };
        let mut conn = self.read().await?;
        let done: Vec<i64> = on!((&mut conn).into(), |c| {
            let sql = "SELECT version FROM _sqlx_migrations WHERE success";
            sqlx::query_scalar::<DB, i64>(sql).fetch_all(c).await?
        });
        let done: BTreeSet<i64> = done.into_iter().collect();
        let needed: BTreeSet<i64> = needed.iter().map(|migration| migration.version).collect();
        Ok(Difference {
            missing: needed.difference(&done).count(),
            unknown: done.difference(&needed).count(),
        })
    }
}
