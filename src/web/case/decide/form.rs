//! The forms by which people decide, by name.

use crate::domain::draft::DraftForm;
use crate::domain::standing::DecisionKind;
use crate::web::i18n::{Msg, msg};
use crate::web::words;

/// A form of a case's pages on which a person writes before they decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionForm {
    Resume,
    NewOperation,
    Compensate,
    Close,
}

impl DecisionForm {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Resume,
        Self::NewOperation,
        Self::Compensate,
        Self::Close,
    ];

    /// The last part of its address: `/cases/{case}/{slug}`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Resume => "resume",
            Self::NewOperation => "new-operation",
            Self::Compensate => "compensate",
            Self::Close => "close",
        }
    }

    /// Reads a name.
    pub fn parse(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.slug() == slug)
    }

    /// The decision that is made with it.
    pub const fn kind(self) -> DecisionKind {
        match self {
            Self::Resume => DecisionKind::Resume,
            Self::NewOperation => DecisionKind::NewOperation,
            Self::Compensate => DecisionKind::Compensate,
            Self::Close => DecisionKind::Close,
        }
    }

    /// Under which name its text is kept.
    pub fn draft(self) -> DraftForm {
        self.kind().into()
    }

    /// What it asks of a person: a heading, and the name of the list to choose from.
    pub fn asks_why(self) -> (Msg, Msg) {
        match self {
            Self::Resume | Self::Compensate | Self::Close => {
                (msg!("decide-why"), msg!("decide-reason"))
            }
            Self::NewOperation => (msg!("new-why"), msg!("new-basis")),
        }
    }

    /// What a person means to do with it.
    pub fn meant(self) -> Msg {
        words::decision_kind(self.kind())
    }
}
