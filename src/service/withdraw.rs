//! Taking a decision back before a worker has taken its instruction, or a proposal before anybody has answered it
//! (`domain.md` §4.5).

use super::actor::Actor;
use super::case_work::{CaseWork, commit, free, written};
use super::permitted::{permitted, turn_away};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::decision::{Justification, NoJustification};
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Version};
use crate::domain::instruction::EndedBecause;
use crate::domain::people::{Action, allows};
use crate::domain::permits::Act;
use crate::domain::standing::{CaseState, DecisionState, InstructionState};
use crate::domain::time::Timestamp;
use crate::store::decisions::{self, DecisionRow};
use crate::store::instructions::InstructionRow;
use crate::store::{self, Tx, drafts};
use serde_json::json;

/// Why a decision was not taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithdrawRefused {
    /// A second too late: a worker has it.
    Taken {
        worker: String,
        at: Timestamp,
    },
    /// There is no decision on its way, and no proposal.
    NothingToWithdraw,
    /// Only the person who decided, or a manager.
    NotTheirs {
        by: String,
    },
    Words(NoJustification),
}

/// What is taken back.
enum Live {
    Instruction(Box<InstructionRow>, Box<DecisionRow>),
    Proposal(Box<DecisionRow>),
}

impl Live {
    /// It is somebody else's.
    fn not_theirs(self) -> WithdrawRefused {
        match self {
            Self::Instruction(_, decision) | Self::Proposal(decision) => {
                WithdrawRefused::NotTheirs {
                    by: decision.by_name,
                }
            }
        }
    }
}

/// Takes the decision or the proposal on a case back, for a reason in the person's words; the case goes back to review. A
/// person who may decide holds it again.
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
    let live = live(&mut tx, &work).await?;
    if let Err(why) = permitted(&mut tx, &work.case, person, Act::Withdraw, work.now).await? {
        drop(tx);
        let refused = live.map_or_else(|refused| refused, Live::not_theirs);
        return Err(turn_away(services, person, id, Act::Withdraw, why, refused).await?);
    }
    let live = live.map_err(ServiceError::Refused)?;
    let minimum = services.policy.margins().justification_minimum;
    let words = Justification::parse(words, minimum)
        .map_err(|fault| ServiceError::Refused(WithdrawRefused::Words(fault)))?;
    let actor = Actor::Person(person);
    match live {
        Live::Instruction(live, _) => {
            let (because, words) = (EndedBecause::Person, json!(words));
            work.withdraw(&mut tx, actor, &live, because, words).await?;
        }
        Live::Proposal(proposal) => {
            let (from, to) = (DecisionState::Proposed, DecisionState::Withdrawn);
            written(decisions::move_on(&mut tx, proposal.id, from, to).await?)?;
            free(&mut work.details);
            let role = person.role.to_string();
            let document = json!({
                "decision": proposal.id, "kind": proposal.kind, "words": words, "role": role,
            });
            work.note(actor, EntryKind::ProposalWithdrawn, document);
        }
    }
    if allows(person.role, Action::Claim) {
        hold_again(services, &mut work, person);
    }
    let case = work.case.clone();
    drafts::delete(&mut tx, person.id, id, DraftForm::Withdraw).await?;
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(saved.version)
}

/// What there is to take back.
async fn live(tx: &mut Tx, work: &CaseWork) -> Result<Result<Live, WithdrawRefused>, store::Error> {
    if work.details.state == CaseState::AwaitingApproval {
        let proposal = decisions::proposal_of_case(tx, work.case.id).await?;
        let live = proposal.map(|proposal| Live::Proposal(Box::new(proposal)));
        return Ok(live.ok_or(WithdrawRefused::NothingToWithdraw));
    }
    let live = match offered(work) {
        Ok(live) => live,
        Err(refused) => return Ok(Err(refused)),
    };
    let decision = decisions::get(tx, live.decision_id).await?;
    let live = decision.map(|decision| Live::Instruction(Box::new(live), Box::new(decision)));
    Ok(live.ok_or(WithdrawRefused::NothingToWithdraw))
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
