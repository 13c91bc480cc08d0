//! A worker asks to go on: before each step, and never on facts that are no longer so.

use super::actor::Actor;
use super::case_work::{commit, written};
use super::instruction::{bounds, standing};
use super::take::{Locked, lock};
use super::{Answer, ServiceError, Services, Source};
use crate::domain::digest::sha256_hex;
use crate::domain::history::EntryKind;
use crate::domain::ids::InstructionId;
use crate::domain::instruction::{self, EndedBecause, NoTaking};
use crate::store::instructions;
use serde_json::json;

/// How long the worker may go on, in seconds, rounded down.
pub type SecondsLeft = u64;

/// Renews a worker's lease.
///
/// # Errors
/// [`NoTaking`]: the worker stops, and reports.
pub async fn renew(
    services: &Services,
    source: &Source,
    id: &InstructionId,
    take_token: &str,
) -> Answer<SecondsLeft, NoTaking> {
    let mut locked = lock(services, source, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let Locked { tx, work, row } = &mut locked;
    let token_hash = sha256_hex(take_token);
    let same_facts = row.facts_digest == work.basis_digest();
    let lease = services.policy.margins().take_lease;
    let actor = Actor::Source(source);
    let asked = instruction::renew(
        &standing(row),
        bounds(row),
        &token_hash,
        lease,
        same_facts,
        work.now,
    );
    match &asked {
        Ok(until) => {
            let (until, now) = (*until, work.now);
            written(instructions::renew(tx, id, &token_hash, now, until).await?)?;
            work.facts.renew_taking(id, until);
            let document = json!({"instruction": id, "lease_until": until.to_string()});
            work.note(actor, EntryKind::InstructionRenewed, document);
        }
        Err(NoTaking::FactsChanged) => {
            let reason = EndedBecause::FactsChanged.as_str();
            if !instructions::refuse_renewal(tx, id, reason).await? {
                // It was told so before, and so was the history.
                return Err(ServiceError::Refused(NoTaking::FactsChanged));
            }
            let document = json!({"instruction": id, "because": reason, "worker": row.worker});
            work.note(actor, EntryKind::RenewalRefused, document);
        }
        Err(why) => return Err(ServiceError::Refused(why.clone())),
    }
    let (case, now) = (work.case.clone(), work.now);
    let saved = locked.work.save(&mut locked.tx).await?;
    commit(services, locked.tx, &case, &saved).await?;
    asked
        .map(|until| until.since(now).as_secs())
        .map_err(ServiceError::Refused)
}
