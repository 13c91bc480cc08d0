//! Whatever an operation can be found by.

use super::batch::{comes_again, to_insert};
use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationId, OperationKey, OperationType, SourceId};
use crate::domain::report::StopKind;
use crate::domain::standing::CaseState;
use crate::on;
use sqlx::Result;
use std::collections::HashSet;

/// Longer terms are cut: an index entry has to fit into a page.
const LONGEST_TERM: usize = 512;

/// Something that an operation can be found by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identifier {
    pub operation: OperationId,
    /// What the term is: `operation_key`, `reference:order_id`, `event`, `step_key`, `result`, …
    pub name: String,
    /// As it was sent; it is folded when it is stored.
    pub term: String,
}

/// An operation that was found, with its latest case.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Hit {
    /// The term that matched, folded.
    pub term: String,
    /// What that term is.
    pub name: String,
    pub operation_id: OperationId,
    pub operation_key: OperationKey,
    pub operation_type: OperationType,
    pub source_id: SourceId,
    pub case_id: Option<CaseId>,
    pub state: Option<CaseState>,
    pub kind: Option<StopKind>,
    pub title: Option<String>,
}

/// What was found by a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hits {
    pub hits: Vec<Hit>,
    pub whole: Whole,
}

/// How much of what there is was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    All,
    /// All that have the text itself as an identifier; of those with a longer one there are more, or there may be.
    Exact,
    /// Of those that have the text itself there are more, or there may be.
    Part,
}

/// The form in which terms are stored and compared. The databases fold ASCII at most, so the program folds.
#[must_use]
pub fn fold(text: &str) -> String {
    cut(storable(text.trim()).to_lowercase())
}

fn cut(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(LONGEST_TERM));
    text
}

/// Adds identifiers; those that are there already stay. Empty terms find nothing and are left out.
pub async fn insert(tx: &mut Tx, identifiers: &[Identifier]) -> Result<()> {
    let rows: Vec<_> = identifiers
        .iter()
        .map(|identifier| (fold(&identifier.term), identifier))
        .filter(|(term, _)| !term.is_empty())
        .collect();
    for (_, identifier) in &rows {
        tx.wrote(Vouched::Identifiers, identifier.operation.0);
    }
    for some in to_insert(&rows) {
        on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(
                "INSERT INTO identifiers (term, operation_id, name) ",
            );
            query.push_values(some, |mut row, (term, identifier)| {
                row.push_bind(term)
                    .push_bind(identifier.operation)
                    .push_bind(cut(storable(&identifier.name)));
            });
            query.push(" ON CONFLICT (term, operation_id, name) DO NOTHING");
            query
                .build()
                .persistent(comes_again(some.len()))
                .execute(c)
                .await?;
        });
    }
    Ok(())
}

/// The bounded scan comes first; then each of its few rows is looked up.
macro_rules! hits_of {
    ($scan:literal) => {
        concat!(
            "SELECT i.term, i.name, i.operation_id, o.key AS operation_key, o.operation_type, o.source_id,
                c.id AS case_id, c.state, c.kind, c.title
            FROM (SELECT term, name, operation_id FROM identifiers WHERE ", $scan, ") AS i
            JOIN operations o ON o.id = i.operation_id
            LEFT JOIN cases c ON c.id = (SELECT MAX(n.id) FROM cases n WHERE n.operation_id = i.operation_id)"
        )
    };
}

/// Operations by any of their identifiers: those that have the text as it is, latest first, then those with an
/// identifier that begins with it. At most `limit`, each operation once.
pub async fn search<'c>(conn: impl Into<Conn<'c>>, text: &str, limit: usize) -> Result<Hits> {
    let term = fold(text);
    if term.is_empty() {
        return Ok(Hits {
            hits: Vec::new(),
            whole: Whole::All,
        });
    }
    // No character sorts after this one, so this is the end of the terms that begin with the text.
    let end = format!("{term}\u{10ffff}");
    // An operation can match by several names; room for that, or later operations would be crowded out.
    let most = limit.saturating_add(1).saturating_mul(4);
    let rows = i64::try_from(most).unwrap_or(i64::MAX);
    let exact = hits_of!("term = $1 ORDER BY term DESC, operation_id DESC LIMIT $2");
    let longer = hits_of!("term > $1 AND term < $2 ORDER BY term, operation_id LIMIT $3");
    let (mut found, begins): (Vec<Hit>, Vec<Hit>) = on!(conn.into(), |c| {
        let found = sqlx::query_as(exact)
            .bind(&term)
            .bind(rows)
            .fetch_all(&mut *c)
            .await?;
        let begins = sqlx::query_as(longer)
            .bind(&term)
            .bind(end)
            .bind(rows)
            .fetch_all(c)
            .await?;
        (found, begins)
    });
    // Names of one operation may have taken the room of another.
    let (exact_are_cut, longer_are_cut) = (found.len() == most, begins.len() == most);
    found.sort_by_key(|hit| std::cmp::Reverse(hit.operation_id));
    let mut begins = begins;
    begins.sort_by(|a, b| (&a.term, a.operation_id).cmp(&(&b.term, b.operation_id)));
    found.append(&mut begins);
    let mut seen = HashSet::new();
    found.retain(|hit| seen.insert(hit.operation_id));
    let beyond = found.get(limit);
    let whole = if exact_are_cut || beyond.is_some_and(|hit| hit.term == term) {
        Whole::Part
    } else if longer_are_cut || beyond.is_some() {
        Whole::Exact
    } else {
        Whole::All
    };
    found.truncate(limit);
    Ok(Hits { hits: found, whole })
}

/// Other operations with the same term under the same name (the same order number, say), latest first. A hint, never a
/// match.
pub async fn look_alikes<'c>(
    conn: impl Into<Conn<'c>>,
    identifier: &Identifier,
    limit: i64,
) -> Result<Vec<Hit>> {
    let sql = hits_of!(
        "term = $1 AND name = $2 AND operation_id <> $3 ORDER BY term DESC, operation_id DESC LIMIT $4"
    );
    let mut hits: Vec<Hit> = on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(fold(&identifier.term))
            .bind(&identifier.name)
            .bind(identifier.operation)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.operation_id));
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_knows_more_than_ascii_and_cuts_between_characters() {
        assert_eq!(fold("  Заказ Ж-7\0 "), "заказ ж-7\u{fffd}");
        let long = fold(&"Ж".repeat(600));
        assert_eq!(long.len(), 512);
        assert!(fold(&format!("a{}", "Ж".repeat(600))).len() < 512);
    }
}
