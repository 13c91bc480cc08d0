//! Taking a decision back before a worker has taken its instruction (`domain.md` §4.5).

use super::actor::Actor;
use super::case_work::{CaseWork, commit};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::decision::{Justification, NoJustification};
use crate::domain::draft::DraftForm;
use crate::domain::ids::{CaseId, Version};
use crate::domain::instruction::EndedBecause;
use crate::domain::people::{Action, allows};
use crate::domain::standing::{CaseState, InstructionState};
use crate::domain::time::Timestamp;
use crate::store::instructions::InstructionRow;
use crate::store::{decisions, drafts};
use serde_json::json;

/// Why a decision was not taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithdrawRefused {
    /// A second too late: a worker has it.
    Taken {
        worker: String,
        at: Timestamp,
    },
    /// There is no decision on its way.
    NothingToWithdraw,
    /// Only the person who decided, or a manager.
    NotTheirs {
        by: String,
    },
    Words(NoJustification),
}

/// Takes the decision on a case back, for a reason in the person's words; the case goes back to review. A person who
/// may decide holds it again.
///
/// # Errors
/// [`WithdrawRefused`]; then nothing is recorded.
pub async fn withdraw(
    services: &Services,
    person: &Person,
    id: CaseId,
    words: &str,
) -> Answer<Version, WithdrawRefused> {
    let mut tx = services.db.begin().await?;
    let mut work = CaseWork::lock(&mut tx, services, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let live = offered(&work).map_err(ServiceError::Refused)?;
    let decision = decisions::get(&mut tx, live.decision_id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    if decision.by_user != person.id && !allows(person.role, Action::TakeOver) {
        let by = decision.by_name;
        return Err(ServiceError::Refused(WithdrawRefused::NotTheirs { by }));
    }
    let minimum = services.policy.margins().justification_minimum;
    let words = Justification::parse(words, minimum)
        .map_err(|fault| ServiceError::Refused(WithdrawRefused::Words(fault)))?;
    let cause = json!(words);
    let actor = Actor::Person(person);
    work.withdraw(&mut tx, actor, &live, EndedBecause::Person, cause)
        .await?;
    if allows(person.role, Action::Claim) {
        hold_again(services, &mut work, person);
    }
    let case = work.case.clone();
    drafts::delete(&mut tx, person.id, id, DraftForm::Withdraw).await?;
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(saved.version)
}

fn offered(work: &CaseWork) -> Result<InstructionRow, WithdrawRefused> {
    let nothing = WithdrawRefused::NothingToWithdraw;
    let live = work.live.clone().ok_or(nothing)?;
    match live.state {
        InstructionState::Offered => Ok(live),
        InstructionState::Taken => Err(WithdrawRefused::Taken {
            at: live.taken_at.unwrap_or(work.now),
            worker: live.worker.unwrap_or_default(),
        }),
        InstructionState::Reported | InstructionState::Withdrawn | InstructionState::Lapsed => {
            Err(WithdrawRefused::NothingToWithdraw)
        }
    }
}

fn hold_again(services: &Services, work: &mut CaseWork, person: &Person) {
    work.details.state = CaseState::InReview;
    work.details.holder_id = Some(person.id);
    work.details.claimed_at = Some(work.now);
    work.details.claimed_until = Some(work.now.plus(services.policy.margins().claim_lease));
}
