//! What stands above a list of the queue: counts of every lane and of some parts of one, and what it can be filtered by.
//!
//! It is the same for everybody who looks, until the history moves on. All who have the queue open read it again the moment
//! something changes, so what was found for the first of them is kept for the others.

use super::queue::{COUNT_CAP, Choices, KINDS, Lane, LaneHead};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::HistoryNumber;
use crate::domain::people::{Action, allows};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::store::{self, Pooled, queue as rows};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// More choices than this nobody reads.
const CHOICES: i64 = 200;
/// Cases become due without an entry in the history, so nothing is kept longer.
const KEPT_FOR: Duration = Duration::from_secs(1);
/// How many different questions are kept: people may filter by anything.
const KEPT_AT_MOST: usize = 64;

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
    pub under_way: i64,
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

/// What was found since the history moved on.
#[derive(Debug, Clone, Default)]
pub struct Kept(Arc<Mutex<Found>>);

#[derive(Debug, Default)]
struct Found {
    number: Option<HistoryNumber>,
    heads: Vec<(Asked, Timestamp, Arc<Head>)>,
}

impl Kept {
    fn get(&self, number: HistoryNumber, asked: &Asked, now: Timestamp) -> Option<Arc<Head>> {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh = |at: Timestamp| at <= now && now.since(at) < KEPT_FOR;
        let mut heads = found.heads.iter().filter(|_| found.number == Some(number));
        let head = heads.find(|(kept, at, _)| kept == asked && is_fresh(*at));
        head.map(|(_, _, head)| Arc::clone(head))
    }

    /// `number` was read before the head was, so the head is at least as new.
    fn keep(&self, number: HistoryNumber, asked: Asked, now: Timestamp, head: &Arc<Head>) {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if found.number > Some(number) {
            return;
        }
        if found.number < Some(number) || found.heads.len() >= KEPT_AT_MOST {
            found.heads.clear();
        }
        found.number = Some(number);
        found.heads.retain(|(kept, _, _)| *kept != asked);
        found.heads.push((asked, now, Arc::clone(head)));
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
    if let Some(head) = services.queue_heads.get(number, &asked, now) {
        return Ok(head);
    }
    let mut conn = services.db.read().await?;
    let head = Arc::new(find(&mut conn, now, &asked).await?);
    services.queue_heads.keep(number, asked, now, &head);
    Ok(head)
}

async fn find(conn: &mut Pooled, now: Timestamp, asked: &Asked) -> store::Result<Head> {
    let heads = rows::lane_heads(&mut *conn, now, COUNT_CAP).await?;
    let counts = rows::counts(&mut *conn, &asked.lanes, COUNT_CAP).await?;
    let choices = match asked.choices_of {
        Some(kind) => rows::choices(&mut *conn, kind, CHOICES).await?,
        None => Choices::default(),
    };
    Ok(Head {
        lanes: KINDS.map(|kind| (kind, heads.get(&kind).copied().unwrap_or_default())),
        under_way: heads.values().map(|head| head.under_way).sum(),
        counted: asked.lanes.iter().cloned().zip(counts).collect(),
        choices,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_head(under_way: i64) -> Arc<Head> {
        Arc::new(Head {
            lanes: KINDS.map(|kind| (kind, LaneHead::default())),
            under_way,
            counted: Vec::new(),
            choices: Choices::default(),
        })
    }

    #[test]
    fn a_head_is_kept_until_the_history_or_the_clock_moves_on() {
        let kept = Kept::default();
        let (number, now) = (HistoryNumber(7), Timestamp(1_000_000));
        let (asked, head) = (Asked::default(), a_head(1));
        kept.keep(number, asked.clone(), now, &head);
        assert_eq!(kept.get(number, &asked, now), Some(head));
        let other = Asked {
            choices_of: Some(StopKind::ResultUnknown),
            ..Asked::default()
        };
        assert_eq!(kept.get(number, &other, now), None);
        assert_eq!(kept.get(HistoryNumber(8), &asked, now), None);
        assert_eq!(kept.get(number, &asked, now.plus(KEPT_FOR)), None);
    }

    #[test]
    fn what_a_slow_reader_found_does_not_replace_what_is_newer() {
        let kept = Kept::default();
        let (now, asked) = (Timestamp(1_000_000), Asked::default());
        kept.keep(HistoryNumber(8), asked.clone(), now, &a_head(2));
        kept.keep(HistoryNumber(7), asked.clone(), now, &a_head(1));
        let newer = kept.get(HistoryNumber(8), &asked, now);
        assert_eq!(newer, Some(a_head(2)));
    }
}
