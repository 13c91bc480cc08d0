//! Seeing the queue: its lists, page by page, and what stands above them.

pub use crate::store::cases::{CaseDetails, CaseOrigin, CaseRow};
pub use crate::store::queue::{Cursor, Holder, Lane, LaneHead, List, Order, Page, Place};

use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::{OperationType, SourceId, SystemName, Team};
use crate::domain::people::{Action, allows};
use crate::domain::report::StopKind;
use crate::domain::standing::Stage;
use crate::domain::time::Timestamp;
use crate::store::queue::Facet;
use crate::store::{Pooled, queue as rows, queue_counts, quiet as signs, sources};
use std::convert::Infallible;

/// How many cases a page of a list holds.
pub const PAGE_SIZE: usize = 25;
/// Counts that no counter keeps go no further than this.
pub const COUNT_CAP: i64 = 1_000;
/// No person can hold more at once and still work on them; more are not shown on one page.
const HELD_AT_MOST: usize = 200;
/// More choices than this nobody reads.
const CHOICES: i64 = 200;

/// How many cases there are in each stage, lane by lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heads {
    /// In the order of [`KINDS`].
    pub lanes: [(StopKind, LaneHead); 3],
    pub under_way: i64,
    /// Held by the person who looks.
    pub mine: i64,
}

impl Heads {
    /// How many cases of a kind are to be reviewed.
    pub fn cases_of(&self, kind: StopKind) -> Option<i64> {
        let lane = self.lanes.iter().find(|(of, _)| *of == kind);
        lane.map(|(_, head)| head.cases)
    }
}

/// The lanes in the order in which they are shown.
pub const KINDS: [StopKind; 3] = [
    StopKind::ResultUnknown,
    StopKind::NextStepPending,
    StopKind::PayloadConflict,
];

/// The values that occur in a lane, to filter it by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    pub types: Vec<OperationType>,
    pub systems: Vec<SystemName>,
    pub owners: Vec<Team>,
    pub sources: Vec<SourceChoice>,
}

/// A source, to filter a lane by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceChoice {
    pub id: SourceId,
    pub name: String,
    pub title: String,
}

/// Why an empty lane is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quiet {
    /// When the latest case of that kind was decided, if that is not long past.
    pub decided_at: Option<Timestamp>,
    /// When the newest stop report of any kind came.
    pub reported_at: Option<Timestamp>,
}

/// Counts of every lane and stage.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn heads(services: &Services, person: &Person) -> Answer<Heads, Infallible> {
    let mut conn = reading(services, person).await?;
    let now = services.now();
    let mut lanes = KINDS.map(|kind| (kind, LaneHead::default()));
    let mut mine = 0;
    for (kind, head) in &mut lanes {
        *head = rows::lane_head(&mut conn, *kind, now, COUNT_CAP).await?;
        mine += rows::count(&mut conn, &held_by(person, *kind), COUNT_CAP).await?;
    }
    let under_way = queue_counts::of_stage(&mut conn, Stage::Decided).await?;
    Ok(Heads {
        lanes,
        under_way: under_way.values().sum(),
        mine,
    })
}

/// One page of a list.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn page(
    services: &Services,
    person: &Person,
    list: &List,
    place: Place,
) -> Answer<Page, Infallible> {
    let mut conn = reading(services, person).await?;
    Ok(rows::page(&mut conn, list, place, PAGE_SIZE).await?)
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

/// How many cases of a lane its filters leave in, counted no further than [`COUNT_CAP`].
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn count(services: &Services, person: &Person, lane: &Lane) -> Answer<i64, Infallible> {
    let mut conn = reading(services, person).await?;
    Ok(rows::count(&mut conn, lane, COUNT_CAP).await?)
}

/// What a lane can be filtered by.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn choices(
    services: &Services,
    person: &Person,
    kind: StopKind,
) -> Answer<Choices, Infallible> {
    let mut conn = reading(services, person).await?;
    let types = rows::values(&mut conn, kind, Facet::OperationType, CHOICES).await?;
    let systems = rows::values(&mut conn, kind, Facet::System, CHOICES).await?;
    let owners = rows::values(&mut conn, kind, Facet::OwnerTeam, CHOICES).await?;
    let in_lane = rows::sources(&mut conn, kind, CHOICES).await?;
    let mut sources = sources::list(&mut conn).await?;
    sources.retain(|source| in_lane.contains(&source.id));
    Ok(Choices {
        types: types.into_iter().map(OperationType::new).collect(),
        systems: systems.into_iter().map(SystemName::new).collect(),
        owners: owners.into_iter().map(Team::new).collect(),
        sources: sources
            .into_iter()
            .map(|source| SourceChoice {
                id: source.id,
                name: source.name,
                title: source.title,
            })
            .collect(),
    })
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
