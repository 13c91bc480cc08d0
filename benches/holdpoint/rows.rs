//! The rows that reports left behind: read back, taken out, and put in again by nothing but inserts.

use crate::database::{Column, Raw, columns, execute};
use crate::multiply::TABLES;
use holdpoint::on;
use holdpoint::store::Conn;
use sqlx::{AssertSqlSafe, QueryBuilder, Row};

/// Rows of one statement. All statements of a table but the last are alike, so each is prepared once.
const ROWS_OF_A_STATEMENT: usize = 40;

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
pub struct Written {
    tables: Vec<Rows>,
}

impl Written {
    /// What was written about the operations after the one number, up to the other.
    pub async fn about(raw: &mut Raw, after: i64, to: i64) -> anyhow::Result<Self> {
        let mut tables = Vec::new();
        for (table, operation) in TABLES {
            let columns = columns(raw, table).await?;
            let which = format!("{operation} > {after} AND {operation} <= {to}");
            let rows = read(raw, table, &which, &columns).await?;
            if !rows.is_empty() {
                tables.push(Rows {
                    table,
                    columns,
                    rows,
                });
            }
        }
        Ok(Self { tables })
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

/// Takes the rows of the operations after that number out again.
pub async fn take_out(raw: &mut Raw, after: i64) -> anyhow::Result<()> {
    for (table, operation) in TABLES.iter().rev() {
        let sql = format!("DELETE FROM {table} WHERE {operation} > {after}");
        execute(raw.conn(), sql).await?;
    }
    Ok(())
}

async fn read(
    raw: &mut Raw,
    table: &str,
    which: &str,
    columns: &[Column],
) -> anyhow::Result<Vec<Vec<Value>>> {
    let names: Vec<_> = columns.iter().map(|c| c.name.as_str()).collect();
    let sql = format!("SELECT {} FROM {table} WHERE {which}", names.join(", "));
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
            all.push(values);
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
