//! Statements with many rows: a batch of reports costs a statement a table, not a statement a row.

/// SQLite takes 32,766 values in one statement, PostgreSQL 65,535.
const MOST_VALUES: usize = 30_000;

/// Rows in parts that fit into one statement, given how many values each row takes.
pub(super) fn chunks<T>(rows: &[T], values_each: usize) -> std::slice::Chunks<'_, T> {
    rows.chunks(MOST_VALUES / values_each)
}
