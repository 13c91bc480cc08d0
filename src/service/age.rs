//! How old the queue is and whether it grows: the figures of one page, all of one moment.

pub use crate::store::age::causes::Cause;
pub use crate::store::age::flow::Choices;
pub use crate::store::age::unresolved::UnderWay;
pub use crate::store::age::waiting::{Moment, Share, Waiting, Which};

use super::age_kept::kept_since;
use super::age_times::{Times, times};
use super::kept::Kept;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::age::Scope;
use crate::domain::age::growth::{Flow, Seen, Signal};
use crate::domain::age::moves::Move;
use crate::domain::age::signs::SignCounts;
use crate::domain::age::slots::slot;
use crate::domain::age::window::{Interval, Period, Unit, Window};
use crate::domain::ids::{HistoryNumber, SourceId};
use crate::domain::people::{Action, allows};
use crate::domain::standing::Stage;
use crate::domain::time::Timestamp;
use crate::store::age::waiting::After;
use crate::store::age::{causes, flow, moved, signs, unresolved, waited, waiting};
use crate::store::cases::CaseRow;
use crate::store::queue_counts::{self, Counted};
use crate::store::{self, Pooled, sources};
use chrono_tz::Tz;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// A deadline within that is soon over.
pub const SOON: Duration = Duration::from_secs(60 * 60);
/// How many of the oldest cases, and of the commonest causes, are named.
const NAMED: i64 = 5;
/// From so many cases on that wait, figures may lie [`SHOWN_FOR`] back, and say so: to count all anew for everybody after
/// every entry of the history would keep a busy database from its work.
const MANY: i64 = 5_000;
const SHOWN_FOR: Duration = Duration::from_secs(5);
/// So far back a decision is sought; before that nobody has decided for long enough to say so.
const DECIDED_WITHIN: Duration = Duration::from_secs(92 * 24 * 60 * 60);

/// Of which cases and which time, for whose clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub scope: Scope,
    pub period: Period,
    pub unit: Option<Unit>,
    pub zone: Tz,
}

/// The figures of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    pub moment: Moment,
    pub window: Window,
    /// What happened before may be gone, but for its counts.
    pub kept_since: Timestamp,
    /// By kind, type, owner and receiving system.
    pub waiting: Vec<Waiting>,
    pub under_way: Vec<UnderWay>,
    pub oldest: Vec<CaseRow>,
    pub causes: Vec<Cause>,
    /// Of each part of the window.
    pub flow: Vec<Flow>,
    /// How many cases waited at the end of each part.
    pub backlog: Vec<i64>,
    pub claimed: Times,
    pub decided: Times,
    pub resolved: Times,
    pub signal: Signal,
    /// How many waited and were over their deadline at [`Moment::lately`].
    pub over_then: i64,
    /// Of each source that reported anything within the window. Reports are of a source and a type; other filters do not
    /// narrow them.
    pub signs: Vec<(SourceId, SignCounts)>,
    pub choices: Choices,
}

/// Figures that others asked for as well.
#[derive(Debug, Clone)]
pub struct KeptFigures {
    /// Found since the history moved on.
    pages: Kept<Asked, Figures>,
    signal: Kept<(), Signal>,
    /// Of many cases.
    pages_of_many: Kept<Asked, Figures>,
    signal_of_many: Kept<(), Signal>,
}

impl Default for KeptFigures {
    fn default() -> Self {
        Self {
            pages: Kept::default(),
            signal: Kept::default(),
            pages_of_many: Kept::lasting(SHOWN_FOR),
            signal_of_many: Kept::lasting(SHOWN_FOR),
        }
    }
}

/// The sources to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceChoice {
    pub id: SourceId,
    pub name: String,
    pub title: String,
}

/// The figures, for a person who has read the history as far as `number`; where many cases wait, those of some moment of the
/// last seconds.
///
/// # Errors
/// If the person may not see them, or the database fails.
pub async fn figures(
    services: &Services,
    person: &Person,
    number: HistoryNumber,
    asked: Asked,
) -> Answer<Arc<Figures>, Infallible> {
    allowed(person)?;
    let now = services.now();
    let of = asked.clone();
    let find = async || find(services, &of, now).await;
    let kept = &services.age;
    Ok(if many_wait(services).await? {
        kept.pages_of_many.or_find(ANY, asked, now, find).await?
    } else {
        kept.pages.or_find(number, asked, now, find).await?
    })
}

/// What lasts is shown however far its reader has read.
const ANY: HistoryNumber = HistoryNumber(0);

async fn many_wait(services: &Services) -> store::Result<bool> {
    let mut conn = services.db.read().await?;
    let waiting = queue_counts::of(&mut conn, Counted::Stage(Stage::ToReview)).await?;
    Ok(waiting.values().sum::<i64>() >= MANY)
}

/// What there is to tell a manager of the whole queue, who has read the history as far as `number`.
///
/// # Errors
/// If the person may not see it, or the database fails.
pub async fn signal(
    services: &Services,
    person: &Person,
    number: HistoryNumber,
) -> Answer<Signal, Infallible> {
    allowed(person)?;
    let now = services.now();
    let find = async || find_signal(services, now).await;
    let kept = &services.age;
    let signal = if many_wait(services).await? {
        kept.signal_of_many.or_find(ANY, (), now, find).await?
    } else {
        kept.signal.or_find(number, (), now, find).await?
    };
    Ok(*signal)
}

async fn find_signal(services: &Services, now: Timestamp) -> store::Result<Signal> {
    let mut conn = services.db.read().await?;
    let (scope, at) = (Scope::default(), moment(services, now));
    let oldest = waiting::list(&mut conn, &Which::All, &scope, at, NO_PAGE, 1).await?;
    let oldest = oldest.first().map(|case| case.details.stopped_at);
    let head = flow::head(&mut conn).await?;
    let end = Timestamp(now.0.saturating_add(1));
    let cases = flow::backlog(&mut conn, &scope, end, head).await?;
    seen(services, &mut conn, &scope, now, (cases, oldest)).await
}

/// All sources, to narrow figures to one.
///
/// # Errors
/// If the person may not see the figures, or the database fails.
pub async fn source_choices(
    services: &Services,
    person: &Person,
) -> Answer<Vec<SourceChoice>, Infallible> {
    let mut conn = reading(services, person).await?;
    let rows = sources::list(&mut conn).await?.into_iter();
    let choice = |row: sources::SourceRow| SourceChoice {
        id: row.id,
        name: row.name,
        title: row.title,
    };
    Ok(rows.map(choice).collect())
}

pub(super) fn allowed(person: &Person) -> Answer<(), Infallible> {
    if allows(person.role, Action::SeeQueueAge) {
        Ok(())
    } else {
        Err(ServiceError::NotAllowed)
    }
}

pub(super) async fn reading(services: &Services, person: &Person) -> Answer<Pooled, Infallible> {
    allowed(person)?;
    Ok(services.db.read().await?)
}

/// The moment of figures that are taken at a time.
pub(super) fn moment(services: &Services, now: Timestamp) -> Moment {
    let lease = services.policy.margins().claim_lease;
    Moment {
        now,
        soon: now.plus(SOON),
        // Work on a case makes its claim as long again as the lease: less than half of it is left.
        idle: now.plus(lease / 2),
        lately: slot(now.minus(services.policy.growth().short)),
    }
}

async fn find(services: &Services, asked: &Asked, now: Timestamp) -> store::Result<Figures> {
    let mut conn = services.db.read().await?;
    let (scope, at) = (&asked.scope, moment(services, now));
    let window = Window::of(asked.period, asked.unit, now, asked.zone);
    let waits = waiting::waiting(&mut conn, scope, at).await?;
    let whole = window.whole();
    let flow = parts(&mut conn, scope, &window).await?;
    let cases = waits.iter().map(|group| group.cases).sum();
    let oldest = waits.iter().map(|group| group.oldest).min();
    Ok(Figures {
        moment: at,
        kept_since: kept_since(services, now),
        under_way: unresolved::under_way(&mut conn, scope).await?,
        oldest: waiting::list(&mut conn, &Which::All, scope, at, NO_PAGE, NAMED).await?,
        causes: causes::causes(&mut conn, scope, NAMED).await?,
        backlog: backlog(&mut conn, scope, whole.from, &flow).await?,
        claimed: times(&mut conn, scope, Move::Claimed, whole).await?,
        decided: times(&mut conn, scope, Move::Decided, whole).await?,
        resolved: times(&mut conn, scope, Move::Resolved, whole).await?,
        signal: seen(services, &mut conn, scope, now, (cases, oldest)).await?,
        over_then: over_then(&mut conn, scope, at, &waits).await?,
        signs: signs::counts(&mut conn, scope, whole).await?,
        choices: flow::choices(&mut conn, whole).await?,
        waiting: waits,
        window,
        flow,
    })
}

const NO_PAGE: Option<After> = None;

async fn over_then(
    conn: &mut Pooled,
    scope: &Scope,
    at: Moment,
    waits: &[Waiting],
) -> store::Result<i64> {
    let passed_before: i64 = waits.iter().map(Waiting::over_longer).sum();
    Ok(passed_before + waited::more_over(conn, at.lately, scope).await?)
}

/// What happened in each part of a window.
async fn parts(conn: &mut Pooled, scope: &Scope, window: &Window) -> store::Result<Vec<Flow>> {
    let mut parts = vec![Flow::default(); window.parts.len()];
    for (slot, flow) in flow::flow(conn, scope, window.whole()).await? {
        let part = window.part_of(slot).and_then(|nth| parts.get_mut(nth));
        if let Some(part) = part {
            *part += flow;
        }
    }
    Ok(parts)
}

/// How many cases waited at the end of each part.
async fn backlog(
    conn: &mut Pooled,
    scope: &Scope,
    from: Timestamp,
    parts: &[Flow],
) -> store::Result<Vec<i64>> {
    let head = flow::head(&mut *conn).await?;
    let mut n = flow::backlog(conn, scope, from, head).await?;
    let after = parts.iter().map(|part| {
        n += part.grew;
        n
    });
    Ok(after.collect())
}

/// What the rule about growth says, given how many cases wait and since when the oldest does.
pub(super) async fn seen(
    services: &Services,
    conn: &mut Pooled,
    scope: &Scope,
    now: Timestamp,
    (waiting, oldest): (i64, Option<Timestamp>),
) -> store::Result<Signal> {
    let rule = services.policy.growth();
    let since = |span| slot(now.minus(span));
    let long = Interval {
        from: since(rule.long),
        until: Timestamp(now.0.saturating_add(1)),
    };
    let (mut of_long, mut of_short) = (Flow::default(), Flow::default());
    for (slot, flow) in flow::flow(&mut *conn, scope, long).await? {
        of_long += flow;
        if slot >= since(rule.short) {
            of_short += flow;
        }
    }
    let decided = moved::last_decided(conn, scope, now.minus(DECIDED_WITHIN)).await?;
    Ok(rule.signal(Seen {
        now,
        waiting,
        oldest,
        last_decided: decided,
        short: of_short,
        long: of_long,
    }))
}
