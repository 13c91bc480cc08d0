//! Taking a case into one's hands. A claim is a lease: working on the case renews it, and by itself it ends.

use super::actor::{Actor, Part};
use super::case_work::{Saved, commit, free, standing, written};
use super::joint::JointPart;
use super::permitted::{permitted, turn_away};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::case::CaseStanding;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, UserId, Version};
use crate::domain::joint::Came;
use crate::domain::permits::{Act, NotPermitted};
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
    /// A decision is on its way.
    Decided {
        /// The sign-in name of who decided.
        by: String,
        at: Timestamp,
        kind: DecisionKind,
    },
    /// It is not as it was shown any more.
    Changed,
    /// It is not to be claimed by this person now, and nobody was quicker.
    NotPermitted(NotPermitted),
}

impl ClaimRefused {
    /// The sign-in name of whoever decided before.
    pub fn decided_by(&self) -> Option<&str> {
        match self {
            Self::Decided { by, .. } => Some(by),
            Self::HeldBy { .. } | Self::Changed | Self::NotPermitted(_) => None,
        }
    }
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
    claim_with(services, person, id, None).await
}

/// The same; as part of a joint act only if the case is still as the person saw it.
pub(super) async fn claim_with(
    services: &Services,
    person: &Person,
    id: CaseId,
    joint: Option<&JointPart>,
) -> Answer<Claimed, ClaimRefused> {
    let mut tx = services.db.begin().await?;
    let case = cases::lock(&mut tx, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let now = services.now();
    if let Err(why) = permitted(&mut tx, &case, person, Act::Claim, now).await? {
        let refused = refused(&mut tx, &case, why).await?;
        drop(tx);
        return Err(turn_away(services, person, id, Act::Claim, why, refused).await?);
    }
    if holds(&case.details, person, now) {
        return renewed(services, tx, person, &case, joint).await;
    }
    if joint.is_some_and(|part| part.seen != case.version) {
        return Err(ServiceError::Refused(ClaimRefused::Changed));
    }
    let (claimed, saved) = write(services, &mut tx, person, &case).await?;
    if let Some(part) = joint {
        let until = claimed.until;
        part.keep(&mut tx, &Came::Claimed { until }).await?;
    }
    commit(services, tx, &case, &saved).await?;
    Ok(claimed)
}

async fn renewed(
    services: &Services,
    mut tx: Tx,
    person: &Person,
    case: &CaseRow,
    joint: Option<&JointPart>,
) -> Answer<Claimed, ClaimRefused> {
    let until = services.now().plus(services.policy.margins().claim_lease);
    cases::extend_claim(&mut tx, case.id, person.id, until).await?;
    let claimed = Claimed {
        case: case.id,
        version: case.version,
        until,
    };
    // That a lease goes on is nothing that the history is told.
    if let Some(part) = joint {
        let came = Came::Claimed { until };
        part.keep_alone(&mut tx, person, &came, services.now())
            .await?;
    }
    tx.commit().await?;
    Ok(claimed)
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
    let saved = save(tx, case, &details, entries, now).await?;
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
    now: Timestamp,
) -> Result<Saved, store::Error> {
    written(cases::update(tx, case, details, now).await?)?;
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
    save(tx, case, &details, vec![lapsed(case, now)], now).await
}

/// Names who was quicker.
async fn refused(
    tx: &mut Tx,
    case: &CaseRow,
    why: NotPermitted,
) -> Result<ClaimRefused, store::Error> {
    let (holder, until) = (case.holder_name.clone(), case.details.claimed_until);
    if let (NotPermitted::HeldByOther, Some(holder), Some(until)) = (why, holder, until) {
        return Ok(ClaimRefused::HeldBy { holder, until });
    }
    let made = if why == NotPermitted::Decided {
        decisions::of_case(tx, case.id).await?
    } else {
        Vec::new()
    };
    let mut made = made.into_iter().rev();
    let last = made.find(|decision| decision.state == DecisionState::Made);
    Ok(last.map_or(ClaimRefused::NotPermitted(why), |decision| {
        ClaimRefused::Decided {
            by: decision.by_name,
            at: decision.decided_at,
            kind: decision.kind,
        }
    }))
}

/// Whether the person holds the case now.
pub(super) fn holds(details: &CaseDetails, person: &Person, now: Timestamp) -> bool {
    let state: CaseStanding = standing(details);
    state.holder(now) == Some(person.id)
}
