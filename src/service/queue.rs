//! Seeing the queue: its lists, page by page.
//!
//! All who have the queue open read it again the moment something changes, and the same page of the same list is the same
//! for everybody, so it is read once for all of them ([`Kept`]).

pub use crate::store::cases::{CaseDetails, CaseOrigin, CaseRow};
pub use crate::store::queue::{
    Choices, Cursor, Holder, Lane, LaneHead, List, Order, Page, Place, SourceChoice,
};

use super::kept::Kept;
use super::queue_head::{Asked, Head};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::{HistoryNumber, SourceId};
use crate::domain::people::{Action, allows};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::store::{Pooled, queue as rows, quiet as signs, sources};
use std::convert::Infallible;
use std::sync::Arc;

/// How many cases a page of a list holds.
pub const PAGE_SIZE: usize = 25;
/// Counts that no counter keeps go no further than this.
pub const COUNT_CAP: i64 = 500;
/// No person can hold more at once and still work on them; more are not shown on one page.
const HELD_AT_MOST: usize = 200;

/// The lanes in the order in which they are shown.
pub const KINDS: [StopKind; 3] = [
    StopKind::ResultUnknown,
    StopKind::NextStepPending,
    StopKind::PayloadConflict,
];

/// Why an empty lane is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quiet {
    /// When the latest case of that kind was decided, if that is not long past.
    pub decided_at: Option<Timestamp>,
    /// When the newest stop report of any kind came.
    pub reported_at: Option<Timestamp>,
}

/// What was read of the queue since the history moved on.
#[derive(Debug, Clone, Default)]
pub struct KeptQueue {
    pub(super) heads: Kept<Asked, Head>,
    pages: Kept<(List, Place), Page>,
}

/// One page of a list, for a person who has read the history as far as `number`.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn page(
    services: &Services,
    person: &Person,
    number: HistoryNumber,
    list: &List,
    place: Place,
) -> Answer<Arc<Page>, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let find = async || {
        let mut conn = services.db.read().await?;
        rows::page(&mut conn, list, place, PAGE_SIZE).await
    };
    let asked = (list.clone(), place);
    let page = (services.queue.pages).or_find(number, asked, services.now(), find);
    Ok(page.await?)
}

/// The cases that a person holds, most urgent first.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn mine(services: &Services, person: &Person) -> Answer<Vec<CaseRow>, Infallible> {
    let mut conn = reading(services, person).await?;
    let mut cases = Vec::new();
    for kind in KINDS {
        let list = List::ToReview {
            lane: held_by(person, kind),
            order: Order::MostUrgent,
        };
        let page = rows::page(&mut conn, &list, Place::First, HELD_AT_MOST).await?;
        cases.extend(page.cases);
    }
    cases.sort_by_key(|case| (case.details.urgent_at(), case.id));
    Ok(cases)
}

/// The source of that name, for a filter.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn source(
    services: &Services,
    person: &Person,
    name: &str,
) -> Answer<Option<SourceId>, Infallible> {
    let mut conn = reading(services, person).await?;
    let source = sources::by_name(&mut conn, name).await?;
    Ok(source.map(|source| source.id))
}

/// What there is to say of a lane without cases.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn quiet(
    services: &Services,
    person: &Person,
    kind: StopKind,
) -> Answer<Quiet, Infallible> {
    let mut conn = reading(services, person).await?;
    Ok(Quiet {
        decided_at: signs::last_decided(&mut conn, kind).await?,
        reported_at: signs::last_reported(&mut conn).await?,
    })
}

async fn reading(services: &Services, person: &Person) -> Answer<Pooled, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    Ok(services.db.read().await?)
}

fn held_by(person: &Person, kind: StopKind) -> Lane {
    Lane {
        holder: Some(Holder::Person(person.id)),
        ..Lane::whole(kind)
    }
}
