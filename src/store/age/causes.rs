//! What the cases that wait have in common.

use super::push_scope;
use crate::domain::age::Scope;
use crate::domain::ids::{CauseId, OperationType, Team};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use sqlx::{QueryBuilder, Result};

/// Cases that wait and share one cause.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Cause {
    #[sqlx(rename = "cause")]
    pub id: CauseId,
    pub kind: StopKind,
    pub source_title: String,
    pub step: String,
    pub system: String,
    pub stop_code: String,
    pub cases: i64,
    /// The first stop of the oldest of them.
    pub since: Timestamp,
    /// And of the youngest.
    pub latest: Timestamp,
    /// The first of their types by name, and the last; so of their owners.
    pub first_type: OperationType,
    pub last_type: OperationType,
    pub first_owner: Team,
    pub last_owner: Team,
}

impl Cause {
    /// Of which type they are, if all are of one.
    pub fn operation_type(&self) -> Option<&OperationType> {
        (self.first_type == self.last_type).then_some(&self.first_type)
    }

    /// Whose they are, if all are of one team.
    pub fn owner(&self) -> Option<&Team> {
        (self.first_owner == self.last_owner).then_some(&self.first_owner)
    }
}

/// The commonest causes of at least two cases.
pub async fn causes<'c>(
    conn: impl Into<Conn<'c>>,
    scope: &Scope,
    limit: i64,
) -> Result<Vec<Cause>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT g.cause, k.kind, s.title AS source_title, k.step, k.system, k.stop_code, g.cases, g.since,
                g.latest, g.first_type, g.last_type, g.first_owner, g.last_owner FROM (
                SELECT c.cause, COUNT(*) AS cases, MIN(c.stopped_at) AS since, MAX(c.stopped_at) AS latest,
                    MIN(c.operation_type) AS first_type, MAX(c.operation_type) AS last_type,
                    MIN(c.owner_team) AS first_owner, MAX(c.owner_team) AS last_owner FROM cases c WHERE c.stage = 0",
        );
        push_scope(&mut query, "c", scope);
        query.push(
            " GROUP BY c.cause HAVING COUNT(*) >= 2 ORDER BY cases DESC, since, c.cause LIMIT ",
        );
        query.push_bind(limit);
        query.push(
            ") AS g JOIN cause_counts k ON k.cause = g.cause JOIN sources s ON s.id = k.source_id
            ORDER BY g.cases DESC, g.since, g.cause",
        );
        query.build_query_as().fetch_all(c).await
    })
}
