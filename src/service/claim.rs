//! Taking a case into one's hands. A claim is a lease: working on the case renews it, and by itself it ends.

use super::actor::{Actor, Part};
use super::case_work::{Saved, commit, free, standing, written};
use super::turned_away::{Tried, turned_away};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::case::{self, CaseStanding, NoClaim};
use crate::domain::decision::NoAuthority;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, UserId, Version};
use crate::domain::people::{Action, allows};
use crate::domain::standing::{CaseState, DecisionKind, DecisionState};
use crate::domain::time::Timestamp;
use crate::store::cases::{self, CaseDetails, CaseRow};
use crate::store::history::{self, NewEntry};
use crate::store::{self, Tx, decisions};
use serde_json::{Value, json};

/// A case that the person holds now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    pub case: CaseId,
    pub version: Version,
    pub until: Timestamp,
}

/// Why a case cannot be claimed, and who did what instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimRefused {
    HeldBy {
        /// The holder's full name.
        holder: String,
        until: Timestamp,
    },
    AwaitingApproval,
    /// A decision is on its way.
    Decided {
        by: String,
        at: Timestamp,
        kind: DecisionKind,
    },
    Resolved,
}

/// Claims a case. Claiming one's own case again renews the lease, and is no news.
///
/// # Errors
/// [`ClaimRefused`] names who was quicker.
pub async fn claim(
    services: &Services,
    person: &Person,
    id: CaseId,
) -> Answer<Claimed, ClaimRefused> {
    if !allows(person.role, Action::Claim) {
        let why = NoAuthority::Role.as_str();
        turned_away(services, person, id, Tried::Claim, why).await?;
        return Err(ServiceError::NotAllowed);
    }
    let mut tx = services.db.begin().await?;
    let case = cases::lock(&mut tx, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let now = services.now();
    let state = standing(&case.details);
    if let Err(why) = case::claim(state, person.id, now) {
        return Err(ServiceError::Refused(refused(&mut tx, &case, why).await?));
    }
    if state.holder(now) == Some(person.id) {
        return renewed(services, tx, person, &case).await;
    }
    let (claimed, saved) = write(services, &mut tx, person, &case).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(claimed)
}

async fn renewed(
    services: &Services,
    mut tx: Tx,
    person: &Person,
    case: &CaseRow,
) -> Answer<Claimed, ClaimRefused> {
    let until = services.now().plus(services.policy.margins().claim_lease);
    cases::extend_claim(&mut tx, case.id, person.id, until).await?;
    tx.commit().await?;
    Ok(Claimed {
        case: case.id,
        version: case.version,
        until,
    })
}

/// Writes the claim of a free case, together with the end of an earlier one that ran out.
pub(super) async fn write(
    services: &Services,
    tx: &mut Tx,
    person: &Person,
    case: &CaseRow,
) -> Result<(Claimed, Saved), store::Error> {
    let now = services.now();
    let until = now.plus(services.policy.margins().claim_lease);
    let mut details = case.details.clone();
    hold(&mut details, person.id, now, until);
    let mut entries = Vec::new();
    if case.details.state == CaseState::InReview {
        entries.push(lapsed(case, now));
    }
    entries.push(entry(
        case,
        Actor::Person(person),
        EntryKind::Claimed,
        json!({ "until": until.to_string() }),
        now,
    ));
    let saved = save(tx, case, &details, entries).await?;
    let claimed = Claimed {
        case: case.id,
        version: saved.version,
        until,
    };
    Ok((claimed, saved))
}

/// The case is in somebody's hands from now on; it waits no longer.
pub(super) fn hold(details: &mut CaseDetails, holder: UserId, now: Timestamp, until: Timestamp) {
    details.state = CaseState::InReview;
    details.holder_id = Some(holder);
    details.claimed_at = Some(now);
    details.claimed_until = Some(until);
    details.end_wait();
}

/// Writes who holds a case; nothing is known of the operation that was not known before.
pub(super) async fn save(
    tx: &mut Tx,
    case: &CaseRow,
    details: &CaseDetails,
    entries: Vec<NewEntry>,
) -> Result<Saved, store::Error> {
    written(cases::update(tx, case, details).await?)?;
    Ok(Saved {
        version: Version(case.version.0 + 1),
        numbers: history::append(tx, entries).await?,
    })
}

/// An entry about who holds a case.
pub(super) fn entry(
    case: &CaseRow,
    actor: Actor<'_>,
    kind: EntryKind,
    mut document: Value,
    at: Timestamp,
) -> NewEntry {
    document["version"] = json!(case.version.0 + 1);
    NewEntry {
        at,
        case: Some(case.id),
        operation: Some(case.origin.operation_id),
        actor_kind: actor.kind(),
        actor: actor.name(),
        kind,
        document,
    }
}

/// The entry that tells of a claim whose lease ran out.
pub(super) fn lapsed(case: &CaseRow, now: Timestamp) -> NewEntry {
    let document = json!({
        "holder": case.holder_name,
        "until": case.details.claimed_until.map(|t| t.to_string()),
    });
    let sweeper = Actor::Program(Part::Sweeper);
    entry(case, sweeper, EntryKind::ClaimLapsed, document, now)
}

/// Gives a case whose claim ran out back to the queue.
pub(super) async fn give_back(
    tx: &mut Tx,
    case: &CaseRow,
    now: Timestamp,
) -> Result<Saved, store::Error> {
    let mut details = case.details.clone();
    free(&mut details);
    save(tx, case, &details, vec![lapsed(case, now)]).await
}

/// Names who was quicker.
async fn refused(tx: &mut Tx, case: &CaseRow, why: NoClaim) -> Result<ClaimRefused, store::Error> {
    Ok(match why {
        NoClaim::HeldBy { until, .. } => ClaimRefused::HeldBy {
            holder: case.holder_name.clone().unwrap_or_default(),
            until,
        },
        NoClaim::AwaitingApproval => ClaimRefused::AwaitingApproval,
        NoClaim::Resolved => ClaimRefused::Resolved,
        NoClaim::Decided => {
            let made = decisions::of_case(tx, case.id).await?.into_iter().rev();
            made.filter(|d| d.state == DecisionState::Made)
                .map(|d| ClaimRefused::Decided {
                    by: d.by_name,
                    at: d.decided_at,
                    kind: d.kind,
                })
                .next()
                .unwrap_or(ClaimRefused::Resolved)
        }
    })
}

/// Whether the person holds the case now.
pub(super) fn holds(details: &CaseDetails, person: &Person, now: Timestamp) -> bool {
    let state: CaseStanding = standing(details);
    state.holder(now) == Some(person.id)
}
