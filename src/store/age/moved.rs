//! Steps of cases within a time: how long each took, and which they are.

use super::push_scope;
use crate::domain::age::Scope;
use crate::domain::age::moves::Move;
use crate::domain::age::window::Interval;
use crate::domain::ids::{OperationType, Team};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use crate::store::cases::CaseRow;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// Which steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Steps {
    /// Any of these; never empty.
    pub moves: Vec<Move>,
    pub within: Interval,
    /// Only those before the deadline, or only those after it.
    pub late: Option<bool>,
    /// This one, and those that came later.
    pub from: Option<Before>,
}

/// How long a step took since the first stop.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Took {
    pub kind: StopKind,
    pub operation_type: OperationType,
    pub owner_team: Team,
    /// In microseconds.
    pub age: i64,
    pub late: bool,
    pub at: Timestamp,
    pub id: i64,
}

impl Took {
    /// Where in a list it is.
    pub const fn place(&self) -> Before {
        Before {
            at: self.at,
            id: self.id,
        }
    }
}

/// A step of a case, as it was then.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct MovedRow {
    #[sqlx(flatten)]
    pub case: CaseRow,
    pub move_id: i64,
    pub moved: Move,
    pub moved_at: Timestamp,
    pub moved_kind: StopKind,
    pub moved_owner: Team,
    /// Since the first stop, in microseconds.
    pub moved_age: i64,
    pub moved_late: bool,
}

/// A place in a list of steps: where the page before ended, or where the list does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Before {
    pub at: Timestamp,
    pub id: i64,
}

fn push_steps<DB: Database>(query: &mut QueryBuilder<DB>, steps: &Steps, scope: &Scope)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push("m.move IN (");
    let mut moves = query.separated(", ");
    for moved in &steps.moves {
        moves.push_bind(*moved);
    }
    query.push(") AND m.at >= ").push_bind(steps.within.from);
    query.push(" AND m.at < ").push_bind(steps.within.until);
    match steps.late {
        None => {}
        Some(true) => {
            query.push(" AND m.late");
        }
        Some(false) => {
            query.push(" AND NOT m.late");
        }
    }
    if let Some(from) = steps.from {
        query.push(" AND (m.at, m.id) >= (").push_bind(from.at);
        query.push(", ").push_bind(from.id).push(")");
    }
    push_scope(query, "m", scope);
}

/// How long steps of one sort took, the latest `limit` of them.
pub async fn took<'c>(
    conn: impl Into<Conn<'c>>,
    moved: Move,
    within: Interval,
    scope: &Scope,
    limit: i64,
) -> Result<Vec<Took>> {
    let steps = Steps {
        moves: vec![moved],
        within,
        late: None,
        from: None,
    };
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT m.kind, m.operation_type, m.owner_team, m.age, m.late, m.at, m.id FROM case_moves m WHERE ",
        );
        push_steps(&mut query, &steps, scope);
        query
            .push(" ORDER BY m.at DESC, m.id DESC LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// How many steps there are, counted no further than `cap`.
pub async fn count<'c>(
    conn: impl Into<Conn<'c>>,
    steps: &Steps,
    scope: &Scope,
    cap: i64,
) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query =
            QueryBuilder::<DB>::new("SELECT COUNT(*) FROM (SELECT 1 FROM case_moves m WHERE ");
        push_steps(&mut query, steps, scope);
        query.push(" LIMIT ").push_bind(cap).push(") AS counted");
        query.build_query_scalar().fetch_one(c).await
    })
}

/// Steps, the latest first.
pub async fn list<'c>(
    conn: impl Into<Conn<'c>>,
    steps: &Steps,
    scope: &Scope,
    before: Option<Before>,
    limit: i64,
) -> Result<Vec<MovedRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.*, (SELECT u.full_name FROM users u WHERE u.id = c.holder_id) AS holder_name,
                m.id AS move_id, m.move AS moved, m.at AS moved_at, m.kind AS moved_kind, m.owner_team AS moved_owner,
                m.age AS moved_age, m.late AS moved_late
            FROM case_moves m JOIN cases c ON c.id = m.case_id WHERE ",
        );
        push_steps(&mut query, steps, scope);
        if let Some(before) = before {
            query.push(" AND (m.at, m.id) < (").push_bind(before.at);
            query.push(", ").push_bind(before.id).push(")");
        }
        query
            .push(" ORDER BY m.at DESC, m.id DESC LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
}

/// When anybody last decided a case, if that is not longer ago than `since`.
pub async fn last_decided<'c>(
    conn: impl Into<Conn<'c>>,
    scope: &Scope,
    since: Timestamp,
) -> Result<Option<Timestamp>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT MAX(d.at) FROM (");
        for (nth, moved) in [Move::Decided, Move::DecidedAgain].into_iter().enumerate() {
            query.push(if nth == 0 { "" } else { " UNION ALL " });
            query.push("SELECT * FROM (SELECT m.at FROM case_moves m WHERE m.move = ");
            query
                .push_bind(moved)
                .push(" AND m.at >= ")
                .push_bind(since);
            push_scope(&mut query, "m", scope);
            query.push(format_args!(
                " ORDER BY m.at DESC, m.id DESC LIMIT 1) AS latest_{nth}"
            ));
        }
        query.push(") AS d");
        query.build_query_scalar().fetch_one(c).await
    })
}
