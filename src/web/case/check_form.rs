//! The form in which a person records what they saw.

use super::draft::DraftNotice;
use crate::domain::draft::DraftForm;
use crate::domain::ids::CaseId;
use crate::service::drafts::Draft;
use crate::web::back::Back;
use crate::web::i18n::Msg;
use serde::Deserialize;

/// What a person typed, as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Fields {
    pub step: String,
    pub place: String,
    /// One of the operation's own identifiers; empty for another one.
    pub by: String,
    pub by_other: String,
    pub seen: String,
    pub reference: String,
    pub object_type: String,
    pub at_once: String,
    pub note: String,
    /// The list that the case was opened from.
    pub back: String,
}

impl Fields {
    /// As they were sent, for a draft.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let all = [
            ("step", &self.step),
            ("place", &self.place),
            ("by", &self.by),
            ("by_other", &self.by_other),
            ("seen", &self.seen),
            ("reference", &self.reference),
            ("object_type", &self.object_type),
            ("at_once", &self.at_once),
            ("note", &self.note),
        ];
        let owned = all.map(|(name, value)| (name.to_owned(), value.clone()));
        owned.into()
    }

    fn of_draft(draft: Vec<(String, String)>) -> Self {
        let mut fields = Self::default();
        for (name, value) in draft {
            let field = match name.as_str() {
                "step" => &mut fields.step,
                "place" => &mut fields.place,
                "by" => &mut fields.by,
                "by_other" => &mut fields.by_other,
                "seen" => &mut fields.seen,
                "reference" => &mut fields.reference,
                "object_type" => &mut fields.object_type,
                "at_once" => &mut fields.at_once,
                "note" => &mut fields.note,
                _ => continue,
            };
            *field = value;
        }
        fields
    }
}

/// The form, with what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct CheckForm {
    pub fields: Fields,
    pub faults: Vec<Fault>,
    /// The fields are a draft.
    pub draft: Option<DraftNotice>,
}

/// What is wrong with a field.
#[derive(Debug, Clone)]
pub struct Fault {
    pub field: &'static str,
    pub text: Msg,
}

impl CheckForm {
    /// The form with what the person has written into it before.
    pub fn of_draft(draft: Draft, case: CaseId) -> Self {
        let notice = DraftNotice::of(case, DraftForm::Check, draft.updated_at, &Back::read(None));
        Self {
            fields: Fields::of_draft(draft.fields),
            faults: Vec::new(),
            draft: Some(notice),
        }
    }

    /// It was filled in, and comes back.
    pub fn sent(&self) -> bool {
        !self.faults.is_empty() || self.draft.is_some()
    }

    /// Whether a field has a fault.
    pub fn has(&self, field: &str) -> bool {
        self.faults.iter().any(|fault| fault.field == field)
    }

    /// Where the person looked: what they typed, else the receiving system.
    pub fn place<'f>(&'f self, system: &'f str) -> &'f str {
        if self.sent() {
            &self.fields.place
        } else {
            system
        }
    }

    /// They searched by another identifier than the operation's own.
    pub fn other(&self) -> bool {
        self.sent() && self.fields.by.is_empty()
    }
}
