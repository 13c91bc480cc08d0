//! Lanes: the cases to review of one stop kind, or some of them.

use super::push_order;
use crate::domain::ids::{OperationType, SourceId, SystemName, Team, UserId};
use crate::domain::report::StopKind;
use crate::on;
use crate::store::cases::{CaseRow, select_cases};
use crate::store::db::Dialect;
use crate::store::{Conn, Tx};
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// The cases to review of one stop kind, or some of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    pub kind: StopKind,
    pub operation_type: Option<OperationType>,
    pub system: Option<SystemName>,
    pub owner_team: Option<Team>,
    pub source: Option<SourceId>,
    pub holder: Option<Holder>,
}

impl Lane {
    /// Every case to review of that kind.
    #[must_use]
    pub fn whole(kind: StopKind) -> Self {
        Self {
            kind,
            operation_type: None,
            system: None,
            owner_team: None,
            source: None,
            holder: None,
        }
    }
}

/// Who holds a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// Nobody, and it is not put off either.
    Nobody,
    Person(UserId),
}

/// The stage and the state of free cases stand in the text, so that both databases see that the partial indexes serve.
pub(super) fn push_lane<DB: Database>(query: &mut QueryBuilder<DB>, lane: &Lane)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push("c.stage = 0 AND c.kind = ").push_bind(lane.kind);
    if let Some(operation_type) = &lane.operation_type {
        query
            .push(" AND c.operation_type = ")
            .push_bind(operation_type.clone());
    }
    if let Some(system) = &lane.system {
        query.push(" AND c.system = ").push_bind(system.clone());
    }
    if let Some(team) = &lane.owner_team {
        query.push(" AND c.owner_team = ").push_bind(team.clone());
    }
    if let Some(source) = lane.source {
        query.push(" AND c.source_id = ").push_bind(source);
    }
    match lane.holder {
        None => {}
        Some(Holder::Nobody) => {
            query.push(" AND c.state = 'waiting' AND c.look_again_at IS NULL");
        }
        Some(Holder::Person(person)) => {
            query.push(" AND c.holder_id = ").push_bind(person);
        }
    }
}

/// How many cases each of some lanes holds, counted no further than `cap`.
pub async fn counts<'c>(conn: impl Into<Conn<'c>>, lanes: &[Lane], cap: i64) -> Result<Vec<i64>> {
    if lanes.is_empty() {
        return Ok(Vec::new());
    }
    let mut counted: Vec<(i64, i64)> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("");
        for (nth, lane) in lanes.iter().enumerate() {
            if nth > 0 {
                query.push(" UNION ALL ");
            }
            query.push(format_args!(
                "SELECT CAST({nth} AS BIGINT), COUNT(*) FROM (SELECT 1 FROM cases c WHERE "
            ));
            push_lane(&mut query, lane);
            // Ordered, so that PostgreSQL goes by the index and does not hope to meet enough of them early in the table.
            push_order(&mut query, "c.urgent_at", false, cap);
            query.push(") AS counted");
        }
        query.build_query_as().fetch_all(c).await?
    });
    counted.sort_by_key(|(nth, _)| *nth);
    Ok(counted.into_iter().map(|(_, n)| n).collect())
}

/// The most urgent free case of a lane that nobody else is claiming at this moment, locked until the transaction ends.
/// One that is put off is passed over, until the program has ended its wait.
pub async fn next_free(tx: &mut Tx, lane: &Lane) -> Result<Option<CaseRow>> {
    let free = Lane {
        holder: Some(Holder::Nobody),
        ..lane.clone()
    };
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_cases!("WHERE "));
        push_lane(&mut query, &free);
        query
            .push(" ORDER BY c.urgent_at, c.id LIMIT 1")
            .push(DB::SKIP_LOCKED);
        query.build_query_as().fetch_optional(c).await
    })
}
