//! Steps that a person leaves out as not applicable, each with a reason.

use super::fields::Fields;
use crate::domain::ids::StepName;
use crate::domain::resume::{ResumeOrder, Skip};
use crate::domain::review::Review;
use crate::web::case::go_on::preview;
use crate::web::i18n::Msg;
use crate::web::typeset::humane;
use crate::web::words;

/// A step that may be left out.
#[derive(Debug, Clone)]
pub struct SkipField {
    pub field: String,
    pub reason_field: String,
    pub acknowledged_field: String,
    pub step: String,
    pub chosen: bool,
    pub reason: String,
    /// What may exist of it all the same, where that is not known.
    pub may_exist: Option<Msg>,
    pub acknowledged: bool,
}

/// The name of the field by which a step is left out.
pub fn skip_field(index: usize) -> String {
    format!("skip_{}", index + 1)
}

/// The name of the field for the reason.
pub fn reason_field(index: usize) -> String {
    format!("skip_reason_{}", index + 1)
}

fn acknowledged_field(index: usize) -> String {
    format!("skip_known_{}", index + 1)
}

/// Every step that may be left out: those that are still to do. A chain that is being taken back goes nowhere.
pub fn skip_fields(review: &Review<'_>, fields: &Fields) -> Vec<SkipField> {
    if review.is_being_undone() {
        return Vec::new();
    }
    (review.steps.iter().enumerate())
        .filter(|(_, step)| step.is_still_to_do())
        .map(|(index, step)| SkipField {
            field: skip_field(index),
            reason_field: reason_field(index),
            acknowledged_field: acknowledged_field(index),
            step: humane(step.step.name.as_str()),
            chosen: fields.get(&skip_field(index)) == "yes",
            reason: fields.get(&reason_field(index)).to_owned(),
            may_exist: step.is_unknown().then(|| words::uncertain(step)),
            acknowledged: fields.get(&acknowledged_field(index)) == "yes",
        })
        .collect()
}

/// The steps that the person leaves out.
pub fn chosen(review: &Review<'_>, fields: &Fields) -> Vec<Skip> {
    (review.steps.iter().enumerate())
        .filter(|(index, _)| fields.get(&skip_field(*index)) == "yes")
        .map(|(index, step)| Skip {
            step: step.step.name.clone(),
            reason: fields.get(&reason_field(index)).trim().to_owned(),
            acknowledged: fields.get(&acknowledged_field(index)) == "yes",
        })
        .collect()
}

/// A step left out, with all that is still to be written beside it.
pub fn written(skip: &Skip) -> Skip {
    Skip {
        reason: "-".to_owned(),
        acknowledged: true,
        ..skip.clone()
    }
}

/// The order with which a resume without these steps would be possible: what is still to be written beside them counts as
/// written.
pub fn preview_without(review: &Review<'_>, left_out: &[Skip]) -> ResumeOrder {
    let is_left_out = |step: &StepName| left_out.iter().any(|skip| skip.step == *step);
    let mut order = preview(review);
    order.new_keys.retain(|new| !is_left_out(&new.step));
    order.skip = left_out.iter().map(written).collect();
    order
}
