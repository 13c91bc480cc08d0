//! What an automatic retry asks before it goes on. Every source asks it before every retry, so it is two rows by their
//! indexes, and those who ask at the same time share a statement.

use super::Conn;
use super::batch::padded;
use crate::domain::ids::{CaseId, OperationId, OperationKey, SourceId};
use crate::domain::standing::{CaseState, OperationStanding};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;
use std::collections::HashMap;

/// An operation, by the key that its source gave it.
pub type Key = (SourceId, OperationKey);

/// An operation with its newest case, read in one statement: the two must not disagree.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Standing {
    pub operation_id: OperationId,
    pub standing: OperationStanding,
    pub superseded_by: Option<OperationKey>,
    pub case_id: Option<CaseId>,
    pub state: Option<CaseState>,
    pub opened_at: Option<Timestamp>,
    pub decided_at: Option<Timestamp>,
    pub resolved_at: Option<Timestamp>,
}

/// Where operations stand; those that never stopped are left out.
pub async fn standings<'c>(
    conn: impl Into<Conn<'c>>,
    keys: &[Key],
) -> Result<HashMap<Key, Standing>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        source_id: SourceId,
        key: OperationKey,
        #[sqlx(flatten)]
        standing: Standing,
    }
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<Row> = on!(conn.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new("WITH asked (source_id, key) AS (");
        query.push_values(padded(keys), |mut row, (source, key)| {
            row.push_bind(*source).push_bind(key);
        });
        query.push(
            ") SELECT o.source_id, o.key, o.id AS operation_id, o.standing, o.superseded_by, c.id AS case_id, c.state,
                c.opened_at, c.decided_at, c.resolved_at
            FROM asked CROSS JOIN operations o
            LEFT JOIN cases c ON c.id = (SELECT MAX(n.id) FROM cases n WHERE n.operation_id = o.id)
            WHERE o.source_id = asked.source_id AND o.key = asked.key",
        );
        query.build_query_as().fetch_all(c).await?
    });
    let found = rows.into_iter();
    Ok(found
        .map(|row| ((row.source_id, row.key), row.standing))
        .collect())
}
