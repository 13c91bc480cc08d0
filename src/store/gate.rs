//! What an automatic retry asks before it goes on. Every source asks it before every retry, so it is two rows by their
//! indexes.

use super::Conn;
use crate::domain::ids::{CaseId, OperationId, OperationKey, SourceId};
use crate::domain::standing::{CaseState, OperationStanding};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

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

/// Where an operation stands; `None` if it never stopped.
pub async fn standing<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    key: &OperationKey,
) -> Result<Option<Standing>> {
    let sql = "SELECT o.id AS operation_id, o.standing, o.superseded_by, c.id AS case_id, c.state, c.opened_at,
            c.decided_at, c.resolved_at
        FROM operations o
        LEFT JOIN cases c ON c.id = (SELECT MAX(n.id) FROM cases n WHERE n.operation_id = o.id)
        WHERE o.source_id = $1 AND o.key = $2";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, Standing>(sql)
            .bind(source)
            .bind(key)
            .fetch_optional(c)
            .await
    })
}
