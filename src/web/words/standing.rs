//! Words for where cases, decisions and instructions stand.

use crate::domain::standing::{
    CaseState, DecisionKind, DecisionState, InstructionOutcome, InstructionState, Resolution, Stage,
};
use crate::web::i18n::{Msg, msg};

/// Where a case stands.
pub fn case_state(state: CaseState) -> Msg {
    match state {
        CaseState::Waiting => msg!("state-waiting"),
        CaseState::InReview => msg!("state-in-review"),
        CaseState::AwaitingApproval => msg!("state-awaiting-approval"),
        CaseState::Decided => msg!("state-decided"),
        CaseState::Executing => msg!("state-executing"),
        CaseState::Resolved => msg!("state-resolved"),
    }
}

/// The stage that people see.
pub fn stage(stage: Stage) -> Msg {
    match stage {
        Stage::ToReview => msg!("stage-to-review"),
        Stage::Decided => msg!("stage-decided"),
        Stage::Resolved => msg!("stage-resolved"),
    }
}

/// What was decided: a whole verb, never just "send again".
pub fn decision_kind(kind: DecisionKind) -> Msg {
    match kind {
        DecisionKind::Resume => msg!("decision-kind-resume"),
        DecisionKind::NewOperation => msg!("decision-kind-new-operation"),
        DecisionKind::Compensate => msg!("decision-kind-compensate"),
        DecisionKind::Close => msg!("decision-kind-close"),
    }
}

/// What became of a decision.
pub fn decision_state(state: DecisionState) -> Msg {
    match state {
        DecisionState::Proposed => msg!("decision-state-proposed"),
        DecisionState::Made => msg!("decision-state-made"),
        DecisionState::Refused => msg!("decision-state-refused"),
        DecisionState::Returned => msg!("decision-state-returned"),
        DecisionState::Withdrawn => msg!("decision-state-withdrawn"),
    }
}

/// Where an instruction stands.
pub fn instruction_state(state: InstructionState) -> Msg {
    match state {
        InstructionState::Offered => msg!("instruction-state-offered"),
        InstructionState::Taken => msg!("instruction-state-taken"),
        InstructionState::Reported => msg!("instruction-state-reported"),
        InstructionState::Withdrawn => msg!("instruction-state-withdrawn"),
        InstructionState::Lapsed => msg!("instruction-state-lapsed"),
    }
}

/// How a taking went, as the source tells it.
pub fn instruction_outcome(outcome: InstructionOutcome) -> Msg {
    match outcome {
        InstructionOutcome::Done => msg!("instruction-outcome-done"),
        InstructionOutcome::Refused => msg!("instruction-outcome-refused"),
        InstructionOutcome::Unknown => msg!("instruction-outcome-unknown"),
    }
}

/// How a case ended.
pub fn resolution(resolution: Resolution) -> Msg {
    match resolution {
        Resolution::Resumed => msg!("resolution-resumed"),
        Resolution::ConfirmedComplete => msg!("resolution-confirmed-complete"),
        Resolution::NewOperation => msg!("resolution-new-operation"),
        Resolution::CarriedOut => msg!("resolution-carried-out"),
        Resolution::Compensated => msg!("resolution-compensated"),
        Resolution::Closed => msg!("resolution-closed"),
        Resolution::Lapsed => msg!("resolution-lapsed"),
    }
}
