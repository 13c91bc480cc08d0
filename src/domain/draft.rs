//! What somebody has written into a form of a case and not yet sent (`domain.md` §5).

use super::standing::DecisionKind;
use std::time::Duration;

/// Which form of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DraftForm {
    Resume,
    NewOperation,
    Compensate,
    Close,
    Withdraw,
    /// The second person's answer to a proposal.
    Approve,
    Wait,
    HandOver,
    Note,
    TakeOver,
    /// What somebody saw in a receiving system.
    Check,
}

impl DraftForm {
    pub const ALL: [Self; 11] = [
        Self::Resume,
        Self::NewOperation,
        Self::Compensate,
        Self::Close,
        Self::Withdraw,
        Self::Approve,
        Self::Wait,
        Self::HandOver,
        Self::Note,
        Self::TakeOver,
        Self::Check,
    ];

    /// The word under which it is stored, which is the last part of the form's own address.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resume => "resume",
            Self::NewOperation => "new-operation",
            Self::Compensate => "compensate",
            Self::Close => "close",
            Self::Withdraw => "withdraw",
            Self::Approve => "approval",
            Self::Wait => "wait",
            Self::HandOver => "hand-over",
            Self::Note => "note",
            Self::TakeOver => "take-over",
            Self::Check => "checks",
        }
    }

    /// The form of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.as_str() == word)
    }
}

impl From<DecisionKind> for DraftForm {
    fn from(kind: DecisionKind) -> Self {
        match kind {
            DecisionKind::Resume => Self::Resume,
            DecisionKind::NewOperation => Self::NewOperation,
            DecisionKind::Compensate => Self::Compensate,
            DecisionKind::Close => Self::Close,
        }
    }
}

/// A draft that nobody touched for so long is forgotten.
pub const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The most bytes of a draft's fields together; no form of ours takes more.
pub const LONGEST: usize = 200_000;

/// The fields that were written, in the order of the form.
pub type Fields = Vec<(String, String)>;

/// What is written by a person, of all that a form sends: not what the page itself put there, nothing secret, and no
/// acknowledgement, which is given for the facts of its moment only. `None` if that is nothing, or too much.
pub fn written(fields: &[(String, String)]) -> Option<Fields> {
    let kept: Fields = (fields.iter())
        .filter(|(name, value)| is_written(name) && !value.is_empty())
        .cloned()
        .collect();
    let size: usize = kept
        .iter()
        .map(|(name, value)| name.len() + value.len())
        .sum();
    let says_something = kept.iter().any(|(_, value)| !value.trim().is_empty());
    (says_something && size <= LONGEST).then_some(kept)
}

fn is_written(name: &str) -> bool {
    let of_the_page = ["token", "back", "version", "digest", "then", "holds"];
    !of_the_page.contains(&name) && !name.contains("password") && !name.starts_with("ack")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn a_draft_holds_what_was_written_and_nothing_secret_or_acknowledged() {
        let sent = fields(&[
            ("token", "t"),
            ("version", "7"),
            ("digest", "d"),
            ("reason", "other"),
            ("justification", " The warehouse said "),
            ("named", ""),
            ("password", "correct horse"),
            ("ack_1", "yes"),
            ("holds", "yes"),
        ]);
        let kept = fields(&[
            ("reason", "other"),
            ("justification", " The warehouse said "),
        ]);
        assert_eq!(written(&sent), Some(kept));
        assert_eq!(written(&fields(&[("token", "t"), ("note", "  ")])), None);
        let long = "x".repeat(LONGEST + 1);
        assert_eq!(written(&fields(&[("note", &long)])), None);
    }

    #[test]
    fn forms_read_back_from_their_words() {
        for form in DraftForm::ALL {
            assert_eq!(DraftForm::parse(form.as_str()), Some(form));
        }
        assert_eq!(DraftForm::parse("settings"), None);
    }
}
