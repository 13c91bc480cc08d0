//! A fresh database for each test, of either kind, gone when the test is over.

use super::{block_on, required};
use futures_util::FutureExt;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// The two kinds of database that every story is told on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
    /// PostgreSQL, shared by two instances.
    TwoInstances,
}

/// An empty database; its schema is made by whoever opens it first.
pub struct Database {
    url: String,
    place: Place,
    backend: Backend,
}

enum Place {
    Directory(TempDir),
    Server { admin_url: String, name: String },
}

impl Database {
    /// What the program is given as `DATABASE_URL`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// How many instances of the application a story starts on it.
    pub fn instances(&self) -> usize {
        match self.backend {
            Backend::Sqlite | Backend::Postgres => 1,
            Backend::TwoInstances => 2,
        }
    }

    /// What it is.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// `None` if there is no PostgreSQL to make one on, and none is required.
    async fn fresh(backend: Backend) -> Option<Self> {
        match backend {
            Backend::Sqlite => Some(Self::in_directory()),
            Backend::Postgres | Backend::TwoInstances => match std::env::var("TEST_PG_URL") {
                Ok(admin_url) => Some(Self::on_server(admin_url, backend).await),
                Err(_) if required("REQUIRE_PG") => panic!("REQUIRE_PG is set, TEST_PG_URL is not"),
                Err(_) => None,
            },
        }
    }

    fn in_directory() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("holdpoint.db");
        Self {
            url: format!("sqlite:{}", path.display()),
            place: Place::Directory(directory),
            backend: Backend::Sqlite,
        }
    }

    async fn on_server(admin_url: String, backend: Backend) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("t{}_{number}", std::process::id());
        execute(&admin_url, format!("CREATE DATABASE {name}")).await;
        let (server, _) = admin_url.rsplit_once('/').expect("a URL with a database");
        Self {
            url: format!("{server}/{name}"),
            place: Place::Server { admin_url, name },
            backend,
        }
    }

    async fn remove(self) {
        match self.place {
            Place::Directory(directory) => directory.close().expect("the directory goes"),
            Place::Server { admin_url, name } => {
                execute(&admin_url, format!("DROP DATABASE {name} WITH (FORCE)")).await;
            }
        }
    }
}

async fn execute(url: &str, sql: String) {
    let mut connection = PgConnection::connect(url)
        .await
        .expect("TEST_PG_URL names a PostgreSQL that answers");
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .expect("the statement");
    connection.close().await.expect("the connection closes");
}

/// Tells one story on a fresh database, and removes the database however the story ends.
pub fn on_database(backend: Backend, story: impl AsyncFnOnce(&Database)) {
    block_on(async {
        let Some(database) = Database::fresh(backend).await else {
            eprintln!("skipped: no TEST_PG_URL (tests/run sets it)");
            return;
        };
        let told = AssertUnwindSafe(story(&database)).catch_unwind().await;
        database.remove().await;
        if let Err(panic) = told {
            resume_unwind(panic);
        }
    });
}

/// Writes a story once and makes two tests of it, `name::sqlite` and `name::postgres`:
///
/// ```ignore
/// on_both!(s01_repeat_is_one_task, async |database: &Database| { … });
/// ```
macro_rules! on_both {
    ($(#[$meta:meta])* $name:ident, $story:expr) => {
        $(#[$meta])*
        mod $name {
            use super::*;
            use $crate::support::database::{Backend, on_database};

            #[test]
            fn sqlite() {
                on_database(Backend::Sqlite, $story);
            }

            #[test]
            fn postgres() {
                on_database(Backend::Postgres, $story);
            }
        }
    };
}
pub(crate) use on_both;

/// The same for what is told over HTTP, where PostgreSQL is the database of many: its test is `name::two_instances`, and
/// requests are spread over two instances that share one database. What goes right there goes right on one.
macro_rules! on_all {
    ($(#[$meta:meta])* $name:ident, $story:expr) => {
        $(#[$meta])*
        mod $name {
            use super::*;
            use $crate::support::database::{Backend, on_database};

            #[test]
            fn sqlite() {
                on_database(Backend::Sqlite, $story);
            }

            #[test]
            fn two_instances() {
                on_database(Backend::TwoInstances, $story);
            }
        }
    };
}
pub(crate) use on_all;
