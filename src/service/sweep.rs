//! Ending what ran out: claims, offers, takings. Each step does one thing and says what, so that tests can drain it;
//! several instances may sweep at once, for every row is looked at again under its lock.

use super::actor::{Actor, Part};
use super::case_work::{CaseWork, WorkError, commit, publish, wait_ended};
use super::claim;
use super::lapse::lapse;
use super::take_next::give_back_lapsed;
use super::{Answer, Services};
use crate::domain::approval::in_time;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, InstructionId};
use crate::domain::instruction::EndedBecause;
use crate::domain::order::Order;
use crate::domain::standing::InstructionState;
use crate::domain::time::Timestamp;
use crate::store;
use crate::store::cases;
use crate::store::decisions::{self, DecisionRow};
use crate::store::instructions::{self, InstructionRow};
use crate::store::run_out::{self, RunOut};
use serde_json::json;
use std::convert::Infallible;

/// How many waits end in one step.
const ENDED: i64 = 50;

/// What one step did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Swept {
    /// Nothing has run out.
    Nothing,
    /// These cases are free again.
    ClaimsGivenBack(Vec<CaseId>),
    /// The time to look again at these cases has come.
    WaitsEnded(Vec<CaseId>),
    /// Nobody took the instruction in time.
    OfferEnded(CaseId),
    /// A taking ended without an outcome.
    TakingEnded(CaseId),
    /// Nobody answered the proposal in time, or nothing of it may be sent any more.
    ProposalReturned(CaseId),
    /// The policy let the case be.
    LetBe(CaseId),
    /// The time to let the case be had come, and the policy of today does not, or not yet.
    NotLetBe(CaseId),
    /// Something had run out, and somebody else was quicker to say so.
    OtherWasQuicker,
    /// What ran out of this case is stuck: a stored document cannot be read, for the reason in words.
    Stuck(CaseId, String),
}

/// What cannot be ended now, because a document of it cannot be read or somebody else is at it. It is passed over, so that it
/// keeps nothing else from ending.
#[derive(Debug, Default)]
pub struct Stuck {
    instructions: Vec<InstructionId>,
    /// Their decisions' numbers.
    proposals: Vec<i64>,
    lapses: Vec<CaseId>,
}

/// Ends one thing that ran out, or remembers that it is stuck.
///
/// # Errors
/// Only if the database fails.
pub async fn sweep(services: &Services, stuck: &mut Stuck) -> Answer<Swept, Infallible> {
    let given_back = give_back_lapsed(services).await?;
    if !given_back.is_empty() {
        return Ok(Swept::ClaimsGivenBack(given_back));
    }
    let offered_again = end_waits(services).await?;
    if !offered_again.is_empty() {
        return Ok(Swept::WaitsEnded(offered_again));
    }
    if let Some(row) = over(services, stuck).await? {
        let ended = end(services, &row).await;
        return passed_over(&mut stuck.instructions, row.id, row.case_id, ended);
    }
    if let Some(row) = unanswered(services, stuck).await? {
        let returned = give_back(services, &row).await;
        return passed_over(&mut stuck.proposals, row.id, row.case_id, returned);
    }
    // The last, for a claim or a wait that ran out in the same moment is ended first.
    let Some(case) = to_lapse(services, stuck).await? else {
        return Ok(Swept::Nothing);
    };
    let lapsed = lapse(services, case).await;
    passed_over(&mut stuck.lapses, case, case, lapsed)
}

/// Remembers what was not ended, so that the next step begins behind it.
fn passed_over<T>(
    stuck: &mut Vec<T>,
    id: T,
    case: CaseId,
    swept: Result<Swept, WorkError>,
) -> Answer<Swept, Infallible> {
    match swept {
        Err(WorkError::Document(unreadable)) => {
            stuck.push(id);
            Ok(Swept::Stuck(case, unreadable.to_string()))
        }
        Ok(Swept::OtherWasQuicker) => {
            stuck.push(id);
            Ok(Swept::OtherWasQuicker)
        }
        swept => Ok(swept?),
    }
}

/// How many rows to ask for, so that there is one among them that is not stuck, if there is any.
fn beside<T>(stuck: &[T]) -> i64 {
    i64::try_from(stuck.len()).map_or(i64::MAX, |stuck| stuck.saturating_add(1))
}

/// Offers cases again whose time to look again has come, at most [`ENDED`] at once, and says which.
pub(super) async fn end_waits(services: &Services) -> Result<Vec<CaseId>, store::Error> {
    let now = services.now();
    if !run_out::any(&mut services.db.read().await?, RunOut::Wait, now).await? {
        return Ok(Vec::new());
    }
    let mut tx = services.db.begin().await?;
    let ended = run_out::lock_some(&mut tx, RunOut::Wait, now, ENDED).await?;
    let mut told = Vec::with_capacity(ended.len());
    for case in &ended {
        let mut details = case.details.clone();
        details.end_wait();
        let sweeper = Actor::Program(Part::Sweeper);
        let document = wait_ended(case, "time");
        let entry = claim::entry(case, sweeper, EntryKind::WaitEnded, document, now);
        told.push(claim::save(&mut tx, case, &details, vec![entry], now).await?);
    }
    tx.commit().await?;
    for (case, saved) in ended.iter().zip(&told) {
        publish(services, case, saved);
    }
    Ok(ended.iter().map(|case| case.id).collect())
}

async fn unanswered(
    services: &Services,
    stuck: &Stuck,
) -> Result<Option<DecisionRow>, store::Error> {
    let (now, limit) = (services.now(), beside(&stuck.proposals));
    let mut connection = services.db.read().await?;
    let over = decisions::expired_proposals(&mut connection, now, limit).await?;
    Ok(over
        .into_iter()
        .find(|row| !stuck.proposals.contains(&row.id)))
}

async fn give_back(services: &Services, row: &DecisionRow) -> Result<Swept, WorkError> {
    let mut tx = services.db.begin().await?;
    let Some(mut work) = CaseWork::lock(&mut tx, services, row.case_id).await? else {
        return Ok(Swept::OtherWasQuicker);
    };
    let proposal = decisions::proposal_of_case(&mut tx, row.case_id).await?;
    let Some(proposal) = proposal.filter(|proposal| proposal.id == row.id) else {
        return Ok(Swept::OtherWasQuicker);
    };
    let order: Order = serde_json::from_str(&proposal.document)?;
    let Err(stale) = in_time(&order, proposal.answer_before, work.now) else {
        return Ok(Swept::OtherWasQuicker);
    };
    let sweeper = Actor::Program(Part::Sweeper);
    let told = json!({ "because": stale.as_str() });
    work.return_proposal(&mut tx, sweeper, &proposal, told)
        .await?;
    let case = work.case.clone();
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(Swept::ProposalReturned(row.case_id))
}

async fn to_lapse(services: &Services, stuck: &Stuck) -> Result<Option<CaseId>, store::Error> {
    let (now, limit) = (services.now(), beside(&stuck.lapses));
    let mut connection = services.db.read().await?;
    let due = cases::to_lapse(&mut connection, now, limit).await?;
    Ok(due.into_iter().find(|case| !stuck.lapses.contains(case)))
}

async fn over(services: &Services, stuck: &Stuck) -> Result<Option<InstructionRow>, store::Error> {
    let (now, limit) = (services.now(), beside(&stuck.instructions));
    let mut connection = services.db.read().await?;
    let ends = |row: &InstructionRow| !stuck.instructions.contains(&row.id);
    let leases = instructions::expired_leases(&mut connection, now, limit).await?;
    if let Some(row) = leases.into_iter().find(ends) {
        return Ok(Some(row));
    }
    let offers = instructions::lapsed_offers(&mut connection, now, limit).await?;
    Ok(offers.into_iter().find(ends))
}

async fn end(services: &Services, row: &InstructionRow) -> Result<Swept, WorkError> {
    let mut tx = services.db.begin().await?;
    let Some(mut work) = CaseWork::lock_latest(&mut tx, services, row.operation_id).await? else {
        return Ok(Swept::OtherWasQuicker);
    };
    let live = work.live.clone().filter(|live| live.id == row.id);
    let Some(live) = live.filter(|live| is_over(live, work.now)) else {
        return Ok(Swept::OtherWasQuicker);
    };
    let sweeper = Actor::Program(Part::Sweeper);
    let swept = if live.state == InstructionState::Offered {
        work.end_offer(&mut tx, sweeper, &live).await?;
        Swept::OfferEnded(work.case.id)
    } else {
        let because = EndedBecause::LeaseOver;
        work.end_taking(&mut tx, sweeper, &live, because).await?;
        Swept::TakingEnded(work.case.id)
    };
    let case = work.case.clone();
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(swept)
}

fn is_over(live: &InstructionRow, now: Timestamp) -> bool {
    match live.state {
        InstructionState::Offered => {
            now >= live.take_before || live.not_after.is_some_and(|end| now >= end)
        }
        InstructionState::Taken => live.lease_until.is_some_and(|end| now >= end),
        InstructionState::Reported | InstructionState::Withdrawn | InstructionState::Lapsed => {
            false
        }
    }
}
