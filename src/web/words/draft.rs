//! Words for forms into which people write.

use super::decision_kind;
use crate::domain::draft::DraftForm;
use crate::domain::standing::DecisionKind;
use crate::web::i18n::{Msg, msg};

/// What is done with the form.
pub fn draft_form(form: DraftForm) -> Msg {
    match form {
        DraftForm::Resume => decision_kind(DecisionKind::Resume),
        DraftForm::NewOperation => decision_kind(DecisionKind::NewOperation),
        DraftForm::Compensate => decision_kind(DecisionKind::Compensate),
        DraftForm::Close => decision_kind(DecisionKind::Close),
        DraftForm::Withdraw => msg!("draft-form-withdraw"),
        DraftForm::Approve => msg!("draft-form-approve"),
        DraftForm::Wait => msg!("desk-wait"),
        DraftForm::HandOver => msg!("desk-hand-over"),
        DraftForm::Note => msg!("desk-note"),
        DraftForm::TakeOver => msg!("desk-take-over"),
        DraftForm::Check => msg!("draft-form-check"),
        DraftForm::Judge => msg!("draft-form-judge"),
        DraftForm::Settle(_) => msg!("draft-form-settle"),
    }
}
