//! The queue: lanes of cases to review, cases under way, cases resolved. Every list is paged by keyset, and open and
//! resolved cases never share a scan.

use super::cases::{CaseRow, select_cases};
use super::db::Dialect;
use super::{Conn, Tx};
use crate::domain::ids::{CaseId, OperationType, SourceId, SystemName, Team, UserId};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// The cases to review of one stop kind, or some of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    pub kind: StopKind,
    pub operation_type: Option<OperationType>,
    pub system: Option<SystemName>,
    pub stop_code: Option<String>,
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
            stop_code: None,
            owner_team: None,
            source: None,
            holder: None,
        }
    }
}

/// Who holds a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Nobody,
    Person(UserId),
}

/// In which order a lane is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By what runs out first, deadline or protection.
    MostUrgent,
    LongestWaiting,
    ProtectionEndsFirst,
}

/// One of the lists of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum List {
    ToReview {
        lane: Lane,
        order: Order,
    },
    /// Decided and not yet resolved, longest ago first.
    UnderWay {
        kind: Option<StopKind>,
    },
    /// Latest first.
    Resolved {
        kind: Option<StopKind>,
    },
}

/// Where in a list a case stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The time by which the list is ordered.
    pub at: Timestamp,
    pub id: CaseId,
}

/// Which page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    First,
    After(Cursor),
    Before(Cursor),
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub cases: Vec<CaseRow>,
    /// Where the page before this one ends, if there is one.
    pub before: Option<Cursor>,
    /// Where the page after this one begins, if there is one.
    pub after: Option<Cursor>,
}

impl List {
    /// The column that orders the list, and whether its latest time comes first.
    fn column(&self) -> (&'static str, bool) {
        match self {
            Self::ToReview { order, .. } => match order {
                Order::MostUrgent => ("c.urgent_at", false),
                Order::LongestWaiting => ("c.stopped_at", false),
                Order::ProtectionEndsFirst => ("c.protection_order", false),
            },
            Self::UnderWay { .. } => ("c.decided_at", false),
            Self::Resolved { .. } => ("c.resolved_at", true),
        }
    }

    fn cursor(&self, case: &CaseRow) -> Cursor {
        let details = &case.details;
        let end = Timestamp(i64::MAX);
        let at = match self {
            Self::ToReview { order, .. } => match order {
                Order::MostUrgent => details.urgent_at(),
                Order::LongestWaiting => details.stopped_at,
                Order::ProtectionEndsFirst => details.protection_order(),
            },
            Self::UnderWay { .. } => details.decided_at.unwrap_or(end),
            Self::Resolved { .. } => details.resolved_at.unwrap_or(end),
        };
        Cursor { at, id: case.id }
    }
}

/// One page of a list, of at most `size` cases.
pub async fn page<'c>(
    conn: impl Into<Conn<'c>>,
    list: &List,
    place: Place,
    size: usize,
) -> Result<Page> {
    let backwards = matches!(place, Place::Before(_));
    let (column, latest_first) = list.column();
    let descending = backwards != latest_first;
    let mut cases: Vec<CaseRow> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_cases!("WHERE "));
        push_list(&mut query, list);
        push_place(&mut query, column, descending, place);
        push_order(&mut query, column, descending, one_more(size));
        query.build_query_as().fetch_all(c).await?
    });
    let more = cases.len() > size;
    cases.truncate(size);
    if backwards {
        cases.reverse();
    }
    Ok(page_of(list, place, cases, more))
}

/// One more than the page takes tells whether another page follows.
fn one_more(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1)
}

fn page_of(list: &List, place: Place, cases: Vec<CaseRow>, more: bool) -> Page {
    let first = cases.first().map(|case| list.cursor(case));
    let last = cases.last().map(|case| list.cursor(case));
    let (before, after) = match place {
        Place::First => (None, last.filter(|_| more)),
        Place::After(cursor) => (first.or(Some(cursor)), last.filter(|_| more)),
        Place::Before(cursor) => (first.filter(|_| more), last.or(Some(cursor))),
    };
    Page {
        cases,
        before,
        after,
    }
}

fn push_place<DB: Database>(
    query: &mut QueryBuilder<DB>,
    column: &str,
    descending: bool,
    place: Place,
) where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let (Place::After(cursor) | Place::Before(cursor)) = place else {
        return;
    };
    let comparison = if descending { "<" } else { ">" };
    query.push(format_args!(" AND ({column}, c.id) {comparison} ("));
    query
        .push_bind(cursor.at)
        .push(", ")
        .push_bind(cursor.id)
        .push(")");
}

fn push_order<DB: Database>(
    query: &mut QueryBuilder<DB>,
    column: &str,
    descending: bool,
    limit: i64,
) where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let direction = if descending { "DESC" } else { "ASC" };
    query.push(format_args!(
        " ORDER BY {column} {direction}, c.id {direction} LIMIT "
    ));
    query.push_bind(limit);
}

fn push_list<DB: Database>(query: &mut QueryBuilder<DB>, list: &List)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    let kind = match list {
        List::ToReview { lane, .. } => {
            push_lane(query, lane);
            return;
        }
        List::UnderWay { kind } => {
            query.push("c.stage = 1");
            kind
        }
        List::Resolved { kind } => {
            query.push("c.stage = 2");
            kind
        }
    };
    if let Some(kind) = kind {
        query.push(" AND c.kind = ").push_bind(*kind);
    }
}

/// The stage and the state of free cases stand in the text, so that both databases see that the partial indexes serve.
fn push_lane<DB: Database>(query: &mut QueryBuilder<DB>, lane: &Lane)
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
    if let Some(code) = &lane.stop_code {
        query.push(" AND c.stop_code = ").push_bind(code.clone());
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
            query.push(" AND c.state = 'waiting'");
        }
        Some(Holder::Person(person)) => {
            query.push(" AND c.holder_id = ").push_bind(person);
        }
    }
}

/// How many cases a lane holds, counted no further than `cap`.
pub async fn count<'c>(conn: impl Into<Conn<'c>>, lane: &Lane, cap: i64) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query =
            QueryBuilder::<DB>::new("SELECT COUNT(*) FROM (SELECT 1 FROM cases c WHERE ");
        push_lane(&mut query, lane);
        // Ordered, so that PostgreSQL goes by the index and does not hope to meet enough of them early in the table.
        push_order(&mut query, "c.urgent_at", false, cap);
        query.push(") AS counted");
        query.build_query_scalar().fetch_one(c).await
    })
}

/// What stands at the head of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct LaneHead {
    /// How many cases wait to be reviewed.
    pub cases: i64,
    /// The first stop of the oldest.
    pub oldest: Option<Timestamp>,
    /// How many are over their due time, counted no further than the cap.
    pub over_due: i64,
}

/// Counts and oldest case of a whole lane, from the counters and two indexes.
pub async fn lane_head<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    now: Timestamp,
    cap: i64,
) -> Result<LaneHead> {
    let sql = "SELECT
        COALESCE((SELECT n FROM queue_counts WHERE stage = 0 AND kind = $1), 0) AS cases,
        (SELECT MIN(stopped_at) FROM cases WHERE stage = 0 AND kind = $1) AS oldest,
        (SELECT COUNT(*) FROM (
            SELECT 1 FROM cases WHERE stage = 0 AND kind = $1 AND due_at < $2
            ORDER BY due_at LIMIT $3
        ) AS counted) AS over_due";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, LaneHead>(sql)
            .bind(kind)
            .bind(now)
            .bind(cap)
            .fetch_one(c)
            .await
    })
}

/// Cases of one lane that stopped for the same cause.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Cause {
    pub system: String,
    pub stop_code: String,
    pub cases: i64,
    /// The most urgent of them.
    pub urgent_at: Timestamp,
}

/// The causes of a lane with at least `least` cases, the most common first.
pub async fn causes<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    least: i64,
    limit: usize,
) -> Result<Vec<Cause>> {
    let sql = "SELECT system, stop_code, COUNT(*) AS cases, MIN(urgent_at) AS urgent_at
        FROM cases WHERE stage = 0 AND kind = $1
        GROUP BY system, stop_code HAVING COUNT(*) >= $2";
    let mut causes = on!(conn.into(), |c| {
        sqlx::query_as::<DB, Cause>(sql)
            .bind(kind)
            .bind(least)
            .fetch_all(c)
            .await?
    });
    causes.sort_by(|a, b| {
        let by_name = || (&a.system, &a.stop_code).cmp(&(&b.system, &b.stop_code));
        (b.cases, a.urgent_at)
            .cmp(&(a.cases, b.urgent_at))
            .then_with(by_name)
    });
    causes.truncate(limit);
    Ok(causes)
}

/// Walks from one value of a column to the next by index, for a lane can hold a hundred thousand cases of three types.
macro_rules! values_of {
    ($column:literal) => {
        concat!(
            "WITH RECURSIVE found (value) AS (
                SELECT (SELECT ",
            $column,
            " FROM cases WHERE stage = 0 AND kind = $1 ORDER BY ",
            $column,
            " LIMIT 1)
                UNION ALL
                SELECT (SELECT c.",
            $column,
            " FROM cases c WHERE c.stage = 0 AND c.kind = $1 AND c.",
            $column,
            " > found.value ORDER BY c.",
            $column,
            " LIMIT 1)
                FROM found WHERE found.value IS NOT NULL
            ) SELECT value FROM found WHERE value IS NOT NULL LIMIT $2"
        )
    };
}

/// A column by which a lane can be filtered, and whose values are texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    OperationType,
    System,
    OwnerTeam,
}

/// The values of a column that occur in a lane, in order, at most `limit`.
pub async fn values<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    facet: Facet,
    limit: i64,
) -> Result<Vec<String>> {
    let sql = match facet {
        Facet::OperationType => values_of!("operation_type"),
        Facet::System => values_of!("system"),
        Facet::OwnerTeam => values_of!("owner_team"),
    };
    let mut values: Vec<String> = on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, String>(sql)
            .bind(kind)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    values.retain(|value| !value.is_empty());
    Ok(values)
}

/// The sources that have cases in a lane, at most `limit`.
pub async fn sources<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
    limit: i64,
) -> Result<Vec<SourceId>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, SourceId>(values_of!("source_id"))
            .bind(kind)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The most urgent free case of a lane that nobody else is claiming at this moment, locked until the transaction ends.
/// Cases that somebody wants to look at again later are passed over until then.
pub async fn next_free(tx: &mut Tx, lane: &Lane, now: Timestamp) -> Result<Option<CaseRow>> {
    let free = Lane {
        holder: Some(Holder::Nobody),
        ..lane.clone()
    };
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_cases!("WHERE "));
        push_lane(&mut query, &free);
        query
            .push(" AND (c.look_again_at IS NULL OR c.look_again_at <= ")
            .push_bind(now)
            .push(")");
        query
            .push(" ORDER BY c.urgent_at, c.id LIMIT 1")
            .push(DB::SKIP_LOCKED);
        query.build_query_as().fetch_optional(c).await
    })
}
