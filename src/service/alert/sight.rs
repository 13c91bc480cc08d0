//! Which conditions hold, for every team at once.

use crate::domain::age::Scope;
use crate::domain::alert::{Condition, Sight};
use crate::domain::time::Timestamp;
use crate::service::Services;
use crate::service::age::{Which, moment, seen};
use crate::store::alert::sights::{self, ABOUT_TO_PASS, Counted, Earliest};
use crate::store::{self, Pooled};
use std::time::Duration;

/// What holds at a moment.
pub(super) async fn sight(
    services: &Services,
    conn: &mut Pooled,
    now: Timestamp,
) -> store::Result<Vec<Sight>> {
    let (policy, at) = (services.policy.alerts(), moment(services, now));
    let mut all = growth(services, conn, now).await?;
    let over = sights::waiting(&mut *conn, &Which::Over, Earliest::Deadline, at).await?;
    all.extend(of(Condition::Overdue, over, Duration::ZERO, now));
    let soon = sights::waiting(&mut *conn, &ABOUT_TO_PASS, Earliest::LastQuarter, at).await?;
    all.extend(of(Condition::DueSoon, soon, Duration::ZERO, now));
    let span = policy.not_answered_for;
    let late = Which::ProposedUntil(now.minus(span));
    let late = sights::waiting(&mut *conn, &late, Earliest::Proposal, at).await?;
    all.extend(of(Condition::ApprovalLate, late, span, now));
    let span = policy.not_taken_for;
    let not_taken = sights::not_taken(conn, now.minus(span)).await?;
    all.extend(of(Condition::Undelivered, not_taken, span, now));
    Ok(all)
}

/// The condition holds since a span after the earliest of what it counts from.
fn of(
    condition: Condition,
    counted: Vec<Counted>,
    after: Duration,
    now: Timestamp,
) -> impl Iterator<Item = Sight> {
    counted.into_iter().map(move |counted| Sight {
        condition,
        team: counted.owner_team,
        cases: counted.cases,
        since: counted.earliest.plus(after).min(now),
        signal: None,
    })
}

async fn growth(
    services: &Services,
    conn: &mut Pooled,
    now: Timestamp,
) -> store::Result<Vec<Sight>> {
    let at = moment(services, now);
    let mut grow = Vec::new();
    for counted in sights::waiting(&mut *conn, &Which::All, Earliest::Stop, at).await? {
        let scope = Scope {
            owner: Some(counted.owner_team.clone()),
            ..Scope::default()
        };
        let waits = (counted.cases, Some(counted.earliest));
        let signal = seen(services, conn, &scope, now, waits).await?;
        if !signal.is_quiet() {
            grow.push(Sight {
                condition: Condition::Growth,
                team: counted.owner_team,
                cases: counted.cases,
                since: now,
                signal: Some(signal),
            });
        }
    }
    Ok(grow)
}
