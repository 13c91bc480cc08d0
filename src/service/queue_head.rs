//! What stands above a list of the queue: counts of every lane and of some parts of one, and what it can be filtered by.

use super::queue::{COUNT_CAP, Choices, KINDS, Lane, LaneHead};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::HistoryNumber;
use crate::domain::people::{Action, allows};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::store::follow_ups::Which;
use crate::store::{self, follow_ups, queue as rows};
use std::convert::Infallible;
use std::sync::Arc;

/// More choices than this nobody reads.
const CHOICES: i64 = 200;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// Lanes to count, no further than [`COUNT_CAP`].
    pub lanes: Vec<Lane>,
    /// The lane whose choices are wanted.
    pub choices_of: Option<StopKind>,
}

/// What stands above a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// In the order of [`KINDS`].
    pub lanes: [(StopKind, LaneHead); 3],
    /// Cases to review that somebody wants to look at again later.
    pub put_off: i64,
    pub under_way: i64,
    /// Follow-ups that nobody has settled, counted no further than [`COUNT_CAP`].
    pub follow_ups: i64,
    /// Of the lanes that were asked for.
    pub counted: Vec<(Lane, i64)>,
    pub choices: Choices,
}

impl Head {
    /// How many cases of a kind are to be reviewed.
    pub fn cases_of(&self, kind: StopKind) -> Option<i64> {
        let lane = self.lanes.iter().find(|(of, _)| *of == kind);
        lane.map(|(_, head)| head.cases)
    }

    /// How many cases a lane holds that was asked for.
    pub fn count_of(&self, lane: &Lane) -> Option<i64> {
        let found = self.counted.iter().find(|(counted, _)| counted == lane);
        found.map(|(_, n)| *n)
    }
}

/// Tells what stands above a list, for a person who has read the history as far as `number`.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn head(
    services: &Services,
    person: &Person,
    number: HistoryNumber,
    asked: Asked,
) -> Answer<Arc<Head>, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let now = services.now();
    let (find_for, heads) = (asked.clone(), &services.queue.heads);
    let find = async || find(services, now, find_for).await;
    let head = heads.or_find(number, asked, now, find);
    Ok(head.await?)
}

async fn find(services: &Services, now: Timestamp, asked: Asked) -> store::Result<Head> {
    let mut conn = services.db.read().await?;
    let heads = rows::lane_heads(&mut conn, now, COUNT_CAP).await?;
    let counts = rows::counts(&mut conn, &asked.lanes, COUNT_CAP).await?;
    let choices = match asked.choices_of {
        Some(kind) => rows::choices(&mut conn, kind, CHOICES).await?,
        None => Choices::default(),
    };
    Ok(Head {
        lanes: KINDS.map(|kind| (kind, heads.get(&kind).copied().unwrap_or_default())),
        put_off: heads.values().map(|head| head.put_off).sum(),
        under_way: heads.values().map(|head| head.under_way).sum(),
        follow_ups: follow_ups::count_open(&mut conn, &Which::default(), COUNT_CAP).await?,
        counted: asked.lanes.into_iter().zip(counts).collect(),
        choices,
    })
}
