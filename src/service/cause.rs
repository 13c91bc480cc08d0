//! Seeing groups of cases that stopped for the same cause.

pub use crate::store::causes::{After, Group, SLOT, Stops, Sums};

use super::queue::{CaseRow, Cursor};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::facts::Facts;
use crate::domain::ids::{CauseId, OperationId};
use crate::domain::joint::MOST;
use crate::domain::people::{Action, allows};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::store::{Pooled, causes, operations};
use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

/// How many groups a page shows.
pub const GROUPS: usize = 10;
/// How many cases of each are shown beside it.
pub const SAMPLE: usize = 3;
/// How many cases of a group a page shows; and no act is ever on more.
pub const MEMBERS: usize = MOST;
/// How many of a group have no protection any more is counted no further than this.
pub const ENDED_CAP: i64 = 20;
/// A timeline reaches no further back.
const LONGEST_TIMELINE: Duration = Duration::from_secs(92 * 24 * 3600);

/// A page of a lane's groups.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupsSeen {
    pub groups: Vec<(Group, Vec<CaseRow>)>,
    /// Of all pages.
    pub sums: Sums,
    pub next: Option<After>,
}

/// A group with a page of its cases, most urgent first.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupSeen {
    pub group: Group,
    /// When they stopped, as far back as is shown.
    pub stops: Vec<Stops>,
    pub members: Vec<Member>,
    pub next: Option<Cursor>,
}

/// A case with all that is known of its operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub case: CaseRow,
    pub facts: Facts,
}

/// The groups of a lane, the largest first.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn see_groups(
    services: &Services,
    person: &Person,
    kind: StopKind,
    after: Option<&After>,
) -> Answer<GroupsSeen, Infallible> {
    let mut conn = reading(services, person).await?;
    let (now, limit) = (services.now(), one_more(GROUPS));
    let mut found = causes::groups(&mut conn, kind, after, now, ENDED_CAP, limit).await?;
    let more = found.len() > GROUPS;
    found.truncate(GROUPS);
    let next = found.last().filter(|_| more).map(|last| After {
        cases: last.cases,
        id: last.id.clone(),
    });
    let sums = causes::sums(&mut conn, kind).await?;
    let mut groups = Vec::with_capacity(found.len());
    for group in found {
        let sample = i64::try_from(SAMPLE).unwrap_or(1);
        let cases = causes::cases(&mut conn, &group.id, None, sample).await?;
        groups.push((group, cases));
    }
    Ok(GroupsSeen { groups, sums, next })
}

/// A group with a page of its cases.
///
/// # Errors
/// If there is no such group, the person may not see cases, or the database fails.
pub async fn see_group(
    services: &Services,
    person: &Person,
    id: &CauseId,
    after: Option<Cursor>,
) -> Answer<GroupSeen, Infallible> {
    let mut conn = reading(services, person).await?;
    let now = services.now();
    let group =
        (causes::group(&mut conn, id, now, ENDED_CAP).await?).ok_or(ServiceError::NotFound)?;
    let mut cases = causes::cases(&mut conn, id, after, one_more(MEMBERS)).await?;
    let more = cases.len() > MEMBERS;
    cases.truncate(MEMBERS);
    let next = cases.last().filter(|_| more).map(|last| Cursor {
        at: last.details.urgent_at(),
        id: last.id,
    });
    Ok(GroupSeen {
        stops: causes::stops(&mut conn, id, timeline_from(now)).await?,
        members: members(&mut conn, cases).await?,
        group,
        next,
    })
}

/// What the cases of a group have in common.
///
/// # Errors
/// If there is no such group, the person may not see cases, or the database fails.
pub async fn see_cause(
    services: &Services,
    person: &Person,
    id: &CauseId,
) -> Answer<Group, Infallible> {
    let mut conn = reading(services, person).await?;
    let group = causes::group(&mut conn, id, services.now(), ENDED_CAP).await?;
    group.ok_or(ServiceError::NotFound)
}

/// No timeline begins before this.
pub fn timeline_from(now: Timestamp) -> Timestamp {
    now.minus(LONGEST_TIMELINE)
}

/// The cases with the facts of their operations.
pub(super) async fn members(
    conn: &mut Pooled,
    cases: Vec<CaseRow>,
) -> Answer<Vec<Member>, Infallible> {
    let ids: Vec<OperationId> = cases.iter().map(|case| case.origin.operation_id).collect();
    let facts = operations::facts_of(conn, &ids).await?;
    let mut facts: HashMap<OperationId, String> = facts.into_iter().collect();
    let mut members = Vec::with_capacity(cases.len());
    for case in cases {
        // An operation is never removed while it has a case.
        let Some(facts) = facts.remove(&case.origin.operation_id) else {
            continue;
        };
        members.push(Member {
            facts: serde_json::from_str(&facts)?,
            case,
        });
    }
    Ok(members)
}

pub(super) async fn reading(services: &Services, person: &Person) -> Answer<Pooled, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    Ok(services.db.read().await?)
}

/// One more than a page takes tells whether another follows.
fn one_more(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1)
}
