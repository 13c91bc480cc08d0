//! Cases that are decided, or wait to be: all that are not resolved.

use super::push_scope;
use super::waiting::{After, push_page};
use crate::domain::age::Scope;
use crate::domain::ids::{OperationType, Team};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use crate::store::cases::{CaseRow, select_cases};
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// How many cases of a group are decided, and their outcome is not reported.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct UnderWay {
    pub kind: StopKind,
    pub operation_type: OperationType,
    pub owner_team: Team,
    pub cases: i64,
}

/// The cases under way, but for those that never were stops: new operations that are carried out.
pub async fn under_way<'c>(conn: impl Into<Conn<'c>>, scope: &Scope) -> Result<Vec<UnderWay>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.kind, c.operation_type, c.owner_team, COUNT(*) AS cases
            FROM cases c WHERE c.stage = 1 AND c.came_in_at IS NOT NULL",
        );
        push_scope(&mut query, "c", scope);
        query.push(" GROUP BY c.kind, c.operation_type, c.owner_team");
        query.build_query_as().fetch_all(c).await
    })
}

/// Cases that are not resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresolved {
    /// Decided, and their outcome is not reported.
    UnderWay,
    /// Decided, and nobody has taken the instruction: it was offered no later than this, or no notice of it arrived.
    NotTaken(Timestamp),
    /// Those that are under way, and those that wait to be decided.
    All,
}

/// The condition of [`Unresolved`]. What never was a stop is under way nowhere: new operations that are carried out.
pub(in crate::store) fn push_unresolved<DB: Database>(
    query: &mut QueryBuilder<DB>,
    which: Unresolved,
) where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    match which {
        Unresolved::UnderWay => {
            query.push("c.stage = 1 AND c.came_in_at IS NOT NULL");
        }
        Unresolved::NotTaken(offered_by) => {
            query.push(
                "c.stage = 1 AND EXISTS (SELECT 1 FROM instructions i
                WHERE i.case_id = c.id AND i.state = 'offered' AND (i.offered_at <= ",
            );
            query.push_bind(offered_by).push(
                " OR EXISTS (SELECT 1 FROM deliveries d WHERE d.case_id = c.id AND d.instruction_id = i.id
                    AND d.kind = 'offered' AND d.state = 'undelivered')))",
            );
        }
        Unresolved::All => {
            query.push("c.stage < 2 AND c.came_in_at IS NOT NULL");
        }
    }
}

/// Cases that are not resolved, the oldest first.
pub async fn list_unresolved<'c>(
    conn: impl Into<Conn<'c>>,
    which: Unresolved,
    scope: &Scope,
    after: Option<After>,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_cases!("WHERE "));
        push_unresolved(&mut query, which);
        push_scope(&mut query, "c", scope);
        push_page(&mut query, "c.stopped_at", after, limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// How many cases are not resolved.
pub async fn count_unresolved<'c>(
    conn: impl Into<Conn<'c>>,
    which: Unresolved,
    scope: &Scope,
) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT COUNT(*) FROM cases c WHERE ");
        push_unresolved(&mut query, which);
        push_scope(&mut query, "c", scope);
        query.build_query_scalar().fetch_one(c).await
    })
}
