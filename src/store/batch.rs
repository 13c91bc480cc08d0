//! Statements with many rows: a batch of reports costs a statement a table, not a statement a row.

/// SQLite takes 32,766 values in one statement, PostgreSQL 65,535.
const MOST_VALUES: usize = 30_000;

/// Rows in parts that fit into one statement, given how many values each row takes.
pub(super) fn chunks<T>(rows: &[T], values_each: usize) -> std::slice::Chunks<'_, T> {
    rows.chunks(MOST_VALUES / values_each)
}

/// Rows of one statement that inserts. All of a table's are alike but the last, so they are prepared once: a statement of
/// thousands of values takes longer to prepare than to run.
const INSERTED_AT_ONCE: usize = 50;
/// So few rows are usual, too: what one report brings.
const FEW: usize = 4;

/// Rows to insert, in parts.
pub(super) fn to_insert<T>(rows: &[T]) -> std::slice::Chunks<'_, T> {
    rows.chunks(INSERTED_AT_ONCE)
}

/// Whether a statement that inserts so many rows is worth keeping prepared.
pub(super) fn comes_again(rows: usize) -> bool {
    rows <= FEW || rows == INSERTED_AT_ONCE
}
