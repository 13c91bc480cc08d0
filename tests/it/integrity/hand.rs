//! Somebody who has the database: edits rows past every rule of the schema, and puts them back.

use crate::support::database::{Backend, Database};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::collections::BTreeMap;

/// A connection of their own.
pub enum Hand {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Number,
    Text,
    Flag,
    Bytes,
}

macro_rules! on_hand {
    ($hand:expr, |$c:ident| $body:expr) => {
        match $hand {
            Hand::Sqlite($c) => $body,
            Hand::Postgres($c) => $body,
        }
    };
}

impl Hand {
    pub async fn on(database: &Database) -> Self {
        let url = database.url();
        match database.backend() {
            Backend::Sqlite => {
                let mut hand = SqliteConnection::connect(url).await.expect("it opens");
                run(&mut hand, "PRAGMA foreign_keys = OFF").await;
                run(&mut hand, "PRAGMA busy_timeout = 10000").await;
                Self::Sqlite(hand)
            }
            Backend::Postgres | Backend::TwoInstances => {
                let mut hand = PgConnection::connect(url).await.expect("it opens");
                sqlx::raw_sql("SET session_replication_role = replica")
                    .execute(&mut hand)
                    .await
                    .expect("past the constraints");
                Self::Postgres(hand)
            }
        }
    }

    /// Whether something was changed; `None` if the database itself does not let anybody.
    pub async fn try_to(&mut self, sql: &str) -> Option<u64> {
        let sql = AssertSqlSafe(sql.to_owned());
        on_hand!(self, |c| sqlx::query(sql)
            .execute(c)
            .await
            .ok()
            .map(|done| done.rows_affected()))
    }

    pub async fn must(&mut self, sql: &str) {
        let done = self.try_to(sql).await;
        assert!(done.is_some(), "{sql}");
    }

    /// The texts that a query gives.
    pub async fn texts(&mut self, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(sql.to_owned());
        on_hand!(self, |c| sqlx::query_scalar(sql)
            .fetch_all(c)
            .await
            .expect("texts"))
    }

    /// Every row of every table, as a text each.
    pub async fn everything(&mut self) -> BTreeMap<String, Vec<String>> {
        let is_sqlite = matches!(self, Self::Sqlite(_));
        let tables = if is_sqlite {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        } else {
            "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
        };
        let mut all = BTreeMap::new();
        for table in self.texts(tables).await {
            let rows = if is_sqlite {
                let columns = format!("SELECT name FROM pragma_table_info('{table}')");
                let columns = self.texts(&columns).await;
                let columns: Vec<_> = columns.iter().map(|c| format!("quote(\"{c}\")")).collect();
                format!(
                    "SELECT {} FROM {table} ORDER BY 1",
                    columns.join(" || ',' || ")
                )
            } else {
                format!("SELECT t::text FROM {table} t ORDER BY 1")
            };
            let rows = self.texts(&rows).await;
            all.insert(table, rows);
        }
        all
    }

    pub async fn count(&mut self, table: &str) -> i64 {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        on_hand!(self, |c| sqlx::query_scalar(sql)
            .fetch_one(c)
            .await
            .expect("counted"))
    }

    /// Every column of every table.
    pub async fn tables(&mut self) -> BTreeMap<String, Vec<(String, Holds)>> {
        let rows: Vec<(String, String, String)> = match self {
            Self::Sqlite(c) => sqlx::query_as(
                "SELECT t.name, c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_sqlx%'",
            )
            .fetch_all(c)
            .await
            .expect("columns"),
            Self::Postgres(c) => sqlx::query_as(
                "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name NOT LIKE '\\_sqlx%' ORDER BY ordinal_position",
            )
            .fetch_all(c)
            .await
            .expect("columns"),
        };
        let mut tables: BTreeMap<String, Vec<(String, Holds)>> = BTreeMap::new();
        for (table, column, holds) in rows {
            let holds = match holds.to_lowercase().as_str() {
                "integer" | "bigint" => Holds::Number,
                "text" => Holds::Text,
                "boolean" => Holds::Flag,
                "blob" | "bytea" => Holds::Bytes,
                other => panic!("no column should be of type {other}"),
            };
            tables.entry(table).or_default().push((column, holds));
        }
        tables
    }

    /// The value of a column, changed.
    pub fn changed(&self, column: &str, holds: Holds) -> String {
        match (holds, self) {
            (Holds::Number, _) => format!("COALESCE({column}, 0) + 1"),
            (Holds::Text, _) => format!("COALESCE({column}, '') || 'x'"),
            (Holds::Flag, _) => format!("NOT COALESCE({column}, FALSE)"),
            (Holds::Bytes, Self::Sqlite(_)) => format!("CAST({column} || 'x' AS BLOB)"),
            (Holds::Bytes, Self::Postgres(_)) => format!("{column} || '\\x78'::bytea"),
        }
    }

    /// Keeps a table as it is now, where only this connection sees it: one more table would be found.
    pub async fn keep(&mut self, table: &str) {
        self.must(&format!(
            "CREATE TEMP TABLE _sqlx_kept_{table} AS SELECT * FROM {table}"
        ))
        .await;
    }

    /// Puts a table back.
    pub async fn put_back(&mut self, table: &str) {
        self.must(&format!("DELETE FROM {table}")).await;
        // Some give their numbers themselves, whatever somebody else says.
        let all_the_same = match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => "OVERRIDING SYSTEM VALUE",
        };
        self.must(&format!(
            "INSERT INTO {table} {all_the_same} SELECT * FROM _sqlx_kept_{table}"
        ))
        .await;
    }
}

async fn run(hand: &mut SqliteConnection, sql: &'static str) {
    sqlx::raw_sql(sql).execute(hand).await.expect("done");
}
