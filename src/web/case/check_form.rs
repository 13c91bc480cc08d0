//! The form in which a person records what they saw.

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

/// The form, with what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct CheckForm {
    pub fields: Fields,
    pub faults: Vec<Fault>,
}

/// What is wrong with a field.
#[derive(Debug, Clone)]
pub struct Fault {
    pub field: &'static str,
    pub text: Msg,
}

impl CheckForm {
    /// It was sent, and comes back.
    pub fn sent(&self) -> bool {
        !self.faults.is_empty()
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
