//! The rows that reports left behind: read back, taken out, and put in again by nothing but inserts.

use crate::database::{Column, Raw, columns, execute};
use crate::multiply::TABLES;
use holdpoint::on;
use holdpoint::store::Conn;
use sqlx::{AssertSqlSafe, QueryBuilder, Row};
use std::collections::BTreeMap;

/// Rows of one statement. All statements of a table but the last are alike, so each is prepared once.
const ROWS_OF_A_STATEMENT: usize = 40;

/// What a report writes a row of beside the tables of its operation, and how a row's operation is found. Of what is counted it
/// moves a row, and leaves none.
const BESIDE: [(&str, &str); 2] = [
    (
        "case_moves",
        "(SELECT c.operation_id FROM cases c WHERE c.id = case_moves.case_id)",
    ),
    (
        "vouches",
        "(SELECT h.operation_id FROM history h WHERE h.number = vouches.number)",
    ),
];

/// A value as it stands in a column.
#[derive(Debug, Clone)]
enum Value {
    Number(Option<i64>),
    Text(Option<String>),
}

/// Rows of one table.
struct Rows {
    table: &'static str,
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
}

/// Everything that was written about some operations.
#[derive(Default)]
pub struct Written {
    tables: Vec<Rows>,
}

impl Written {
    /// What was written about the operations after that number, by windows of so many operations. Each table is read
    /// once, for those of identifiers and holds are read from end to end.
    pub async fn after(raw: &mut Raw, after: i64, window: i64) -> anyhow::Result<Vec<Self>> {
        let mut windows: BTreeMap<i64, Self> = BTreeMap::new();
        for (table, operation) in TABLES.into_iter().chain(BESIDE) {
            let columns = columns(raw, table).await?;
            let mut parts: BTreeMap<i64, Vec<_>> = BTreeMap::new();
            for (of, row) in read(raw, table, operation, after, &columns).await? {
                let nth = (of - after - 1) / window;
                parts.entry(nth).or_default().push(row);
            }
            for (nth, rows) in parts {
                let columns = columns.clone();
                let of_window = windows.entry(nth).or_default();
                of_window.tables.push(Rows {
                    table,
                    columns,
                    rows,
                });
            }
        }
        Ok(windows.into_values().collect())
    }

    pub fn count(&self) -> usize {
        self.tables.iter().map(|t| t.rows.len()).sum()
    }

    /// Inserts the rows in one transaction.
    pub async fn insert(&self, raw: &mut Raw) -> anyhow::Result<()> {
        let begin = match raw {
            Raw::Sqlite(_) => "BEGIN IMMEDIATE",
            Raw::Postgres(_) => "BEGIN",
        };
        execute(raw.conn(), begin.to_owned()).await?;
        for rows in &self.tables {
            for some in rows.rows.chunks(ROWS_OF_A_STATEMENT) {
                insert(raw.conn(), rows, some).await?;
            }
        }
        execute(raw.conn(), "COMMIT".to_owned()).await
    }
}

/// Takes the rows of the operations after that number out again. What they refer to is not looked at: there is no index
/// for the way back, and nothing is left that could refer to them.
pub async fn take_out(raw: &mut Raw, after: i64) -> anyhow::Result<()> {
    let (unchecked, checked) = match raw {
        Raw::Sqlite(_) => ("PRAGMA foreign_keys = OFF", "PRAGMA foreign_keys = ON"),
        Raw::Postgres(_) => (
            "SET session_replication_role = replica",
            "SET session_replication_role = origin",
        ),
    };
    execute(raw.conn(), unchecked.to_owned()).await?;
    for (table, operation) in TABLES.into_iter().chain(BESIDE).rev() {
        let sql = format!("DELETE FROM {table} WHERE {operation} > {after}");
        execute(raw.conn(), sql).await?;
    }
    execute(raw.conn(), checked.to_owned()).await
}

/// The rows of the operations after that number, each with its operation.
async fn read(
    raw: &mut Raw,
    table: &str,
    operation: &str,
    after: i64,
    columns: &[Column],
) -> anyhow::Result<Vec<(i64, Vec<Value>)>> {
    let names: Vec<_> = columns.iter().map(|c| c.name.as_str()).collect();
    let sql = format!(
        "SELECT {}, {operation} AS of_operation FROM {table} WHERE {operation} > {after}",
        names.join(", ")
    );
    on!(raw.conn(), |c| {
        let rows = sqlx::query::<DB>(AssertSqlSafe(sql)).fetch_all(c).await?;
        let mut all = Vec::with_capacity(rows.len());
        for row in &rows {
            let mut values = Vec::with_capacity(columns.len());
            for (place, column) in columns.iter().enumerate() {
                values.push(if column.is_text {
                    Value::Text(row.try_get(place)?)
                } else {
                    Value::Number(row.try_get(place)?)
                });
            }
            all.push((row.try_get("of_operation")?, values));
        }
        Ok(all)
    })
}

async fn insert(conn: Conn<'_>, rows: &Rows, some: &[Vec<Value>]) -> anyhow::Result<()> {
    let names: Vec<_> = rows.columns.iter().map(|c| c.name.as_str()).collect();
    let begin = format!("INSERT INTO {} ({}) ", rows.table, names.join(", "));
    on!(conn, |c| {
        let mut query = QueryBuilder::<DB>::new(begin);
        query.push_values(some, |mut row, values| {
            for value in values {
                match value {
                    Value::Number(number) => row.push_bind(*number),
                    Value::Text(text) => row.push_bind(text.as_deref()),
                };
            }
        });
        let alike = some.len() == ROWS_OF_A_STATEMENT;
        query.build().persistent(alike).execute(c).await?;
    });
    Ok(())
}
