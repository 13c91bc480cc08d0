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

/// Which of the cases that waited at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Then {
    All,
    /// They were over their deadline.
    Over,
}

/// Cases that waited just before a moment, those first that had stopped first.
pub async fn list<'c>(
    conn: impl Into<Conn<'c>>,
    (then, at): (Then, Timestamp),
    scope: &Scope,
    after: Option<After>,
    limit: i64,
) -> Result<Vec<WaitedRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.*, (SELECT u.full_name FROM users u WHERE u.id = c.holder_id) AS holder_name,
                m.kind AS then_kind, m.owner_team AS then_owner FROM ",
        );
        push_waited(&mut query, (then, at), scope);
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
pub async fn count<'c>(
    conn: impl Into<Conn<'c>>,
    (then, at): (Then, Timestamp),
    scope: &Scope,
) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT COUNT(*) FROM ");
        push_waited(&mut query, (then, at), scope);
        query.build_query_scalar().fetch_one(c).await
    })
}

/// By how many more cases were over their deadline just before a moment than wait now and passed it before that moment. Looks
/// only at the cases that have moved since.
pub async fn more_over<'c>(conn: impl Into<Conn<'c>>, at: Timestamp, scope: &Scope) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT (SELECT COUNT(*) FROM (");
        push_moved_since(&mut query, at);
        query.push(") AS moved JOIN cases c ON c.id = moved.id ");
        push_last_move(&mut query, "moved", at);
        push_brought(&mut query, Then::Over, at);
        push_scope(&mut query, "m", scope);
        query.push(") - (SELECT COUNT(*) FROM (");
        push_moved_since(&mut query, at);
        query.push(") AS moved JOIN cases c ON c.id = moved.id WHERE c.stage = 0 AND c.due_at < ");
        query.push_bind(at);
        push_scope(&mut query, "c", scope);
        query.push(")");
        query.build_query_scalar().fetch_one(c).await
    })
}

fn push_moved_since<DB: Database>(query: &mut QueryBuilder<DB>, at: Timestamp)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push("SELECT DISTINCT s.case_id AS id FROM case_moves s WHERE s.move IN (");
    let mut moves = query.separated(", ");
    for moved in Move::ALL
        .into_iter()
        .filter(|moved| *moved != Move::Claimed)
    {
        moves.push_bind(moved);
    }
    query.push(") AND s.at >= ").push_bind(at);
}

/// The cases that were not resolved then, each with the last that it had done by then: it waited if that had brought it to a
/// person. What was resolved before is not looked at.
fn push_waited<DB: Database>(
    query: &mut QueryBuilder<DB>,
    (then, at): (Then, Timestamp),
    scope: &Scope,
) where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(
        "(SELECT id FROM cases WHERE stage = 0 UNION ALL SELECT id FROM cases WHERE stage = 1
        UNION ALL SELECT id FROM cases WHERE stage = 2 AND resolved_at >= ",
    );
    query.push_bind(at);
    query.push(") AS unresolved JOIN cases c ON c.id = unresolved.id ");
    push_last_move(query, "unresolved", at);
    push_brought(query, then, at);
    push_scope(query, "m", scope);
}

/// The last that a case had done just before a moment, but for being claimed.
fn push_last_move<DB: Database>(query: &mut QueryBuilder<DB>, of: &str, at: Timestamp)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(format_args!(
        "JOIN case_moves m ON m.id = (SELECT x.id FROM case_moves x WHERE x.case_id = {of}.id AND x.at < "
    ));
    query.push_bind(at).push(" AND x.move <> ");
    query.push_bind(Move::Claimed);
    query.push(" ORDER BY x.at DESC, x.id DESC LIMIT 1)");
}

/// That had brought it to a person.
fn push_brought<DB: Database>(query: &mut QueryBuilder<DB>, then: Then, at: Timestamp)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(" WHERE m.move IN (");
    let mut moves = query.separated(", ");
    for moved in [Move::CameIn, Move::CameBack, Move::Regrouped] {
        moves.push_bind(moved);
    }
    query.push(")");
    match then {
        Then::All => {}
        Then::Over => {
            query.push(" AND c.due_at < ").push_bind(at);
        }
    }
}
