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

/// What is asked for, with the last of it again until there are 1, 2, 4, 8 … of it: so the statements that ask for many at
/// once are few, and each is prepared once. What is asked for twice is found twice.
pub(super) fn padded<T>(asked: &[T]) -> impl Iterator<Item = &T> {
    let more = asked.len().next_power_of_two() - asked.len();
    asked
        .iter()
        .chain(asked.last().into_iter().cycle().take(more))
}

#[cfg(test)]
mod tests {
    use super::padded;

    #[test]
    fn what_is_asked_for_is_asked_for_by_few_different_statements() {
        let padded = |n: usize| padded(&[1, 2, 3, 4, 5][..n]).copied().collect::<Vec<_>>();
        assert_eq!(padded(1), [1]);
        assert_eq!(padded(3), [1, 2, 3, 3]);
        assert_eq!(padded(5), [1, 2, 3, 4, 5, 5, 5, 5]);
    }
}
