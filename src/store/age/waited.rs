//! Which cases waited for a person at a moment that is past.

use super::push_scope;
use crate::domain::age::Scope;
use crate::domain::age::moves::Move;
use crate::domain::ids::Team;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use crate::store::age::waiting::After;
use crate::store::cases::CaseRow;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// A case that waited, as it was then.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct WaitedRow {
    #[sqlx(flatten)]
    pub case: CaseRow,
    pub then_kind: StopKind,
    pub then_owner: Team,
}

/// Cases that waited just before a moment, those first that had stopped first.
pub async fn list<'c>(
    conn: impl Into<Conn<'c>>,
    at: Timestamp,
    scope: &Scope,
    after: Option<After>,
    limit: i64,
) -> Result<Vec<WaitedRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.*, (SELECT u.full_name FROM users u WHERE u.id = c.holder_id) AS holder_name,
                m.kind AS then_kind, m.owner_team AS then_owner FROM ",
        );
        push_waited(&mut query, at, scope);
        if let Some(after) = after {
            query.push(" AND (c.stopped_at, c.id) > (");
            query.push_bind(after.at).push(", ").push_bind(after.id);
            query.push(")");
        }
        query
            .push(" ORDER BY c.stopped_at, c.id LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// How many there were.
pub async fn count<'c>(conn: impl Into<Conn<'c>>, at: Timestamp, scope: &Scope) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT COUNT(*) FROM ");
        push_waited(&mut query, at, scope);
        query.build_query_scalar().fetch_one(c).await
    })
}

/// The cases that were not resolved then, each with the last that it had done by then: it waited if that had brought it to a
/// person. What was resolved before is not looked at.
fn push_waited<DB: Database>(query: &mut QueryBuilder<DB>, at: Timestamp, scope: &Scope)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(
        "(SELECT id FROM cases WHERE stage = 0 UNION ALL SELECT id FROM cases WHERE stage = 1
        UNION ALL SELECT id FROM cases WHERE stage = 2 AND resolved_at >= ",
    );
    query.push_bind(at);
    query.push(
        ") AS unresolved JOIN cases c ON c.id = unresolved.id JOIN case_moves m ON m.id =
        (SELECT x.id FROM case_moves x WHERE x.case_id = unresolved.id AND x.at < ",
    );
    query.push_bind(at).push(" AND x.move <> ");
    query.push_bind(Move::Claimed);
    query.push(" ORDER BY x.at DESC, x.id DESC LIMIT 1) WHERE m.move IN (");
    let mut moves = query.separated(", ");
    for moved in [Move::CameIn, Move::CameBack, Move::Regrouped] {
        moves.push_bind(moved);
    }
    query.push(")");
    push_scope(query, "m", scope);
}
