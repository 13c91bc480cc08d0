//! The queue: lanes of cases to review, cases under way, cases resolved. Every list is paged by keyset, and open and
//! resolved cases never share a scan.

mod heads;
mod lane;

pub use heads::{Choices, LaneHead, SourceChoice, choices, lane_heads};
pub use lane::{Holder, Lane, counts, next_free};

use super::Conn;
use super::cases::{CaseRow, select_cases};
use crate::domain::ids::CaseId;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use lane::push_lane;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

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
    /// To review, and not offered before a time that somebody named; what comes back first is at the head.
    PutOff,
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
            Self::PutOff => ("c.look_again_at", false),
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
            Self::PutOff => details.look_again_at.unwrap_or(end),
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

/// Of a list the cases whose numbers come after `after` and not after `until`, in the order of their numbers, which never
/// change: to export them.
pub async fn by_number<'c>(
    conn: impl Into<Conn<'c>>,
    list: &List,
    after: CaseId,
    until: CaseId,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_cases!("WHERE "));
        push_list(&mut query, list);
        query.push(" AND c.id > ").push_bind(after);
        query.push(" AND c.id <= ").push_bind(until);
        query.push(" ORDER BY c.id LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })
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
        List::PutOff => {
            query.push("c.stage = 0 AND c.look_again_at IS NOT NULL");
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
