//! What somebody has written into a form of a case and not yet sent (`domain.md` §5).

use super::desk::Deed;
use super::ids::FollowUpId;
use super::permits::Act;
use super::standing::DecisionKind;
use std::borrow::Cow;
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
    /// Whose a find is.
    Judge,
    /// What became of a follow-up.
    Settle(FollowUpId),
}

/// A follow-up's form is named by this and its number.
const SETTLE: &str = "follow-up-";

impl DraftForm {
    /// The forms of which a case has one.
    pub const OF_A_CASE: [Self; 12] = [
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
        Self::Judge,
    ];

    /// What is done by sending it.
    pub const fn act(self) -> Act {
        match self {
            Self::Resume => Act::Decide(DecisionKind::Resume),
            Self::NewOperation => Act::Decide(DecisionKind::NewOperation),
            Self::Compensate => Act::Decide(DecisionKind::Compensate),
            Self::Close => Act::Decide(DecisionKind::Close),
            Self::Withdraw => Act::Withdraw,
            Self::Approve => Act::Approve,
            Self::Wait => Act::Desk(Deed::Wait),
            Self::HandOver => Act::Desk(Deed::HandOver),
            Self::Note => Act::Desk(Deed::Note),
            Self::TakeOver => Act::Desk(Deed::TakeOver),
            Self::Check => Act::Check,
            Self::Judge => Act::Judge,
            Self::Settle(_) => Act::Settle,
        }
    }

    /// The word under which it is stored, which is the last part of the form's own address.
    pub fn word(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
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
            Self::Judge => "judgements",
            Self::Settle(id) => return Cow::Owned(format!("{SETTLE}{id}")),
        })
    }

    /// The form of that word.
    pub fn parse(word: &str) -> Option<Self> {
        if let Some(id) = word.strip_prefix(SETTLE) {
            return Some(Self::Settle(FollowUpId(id.parse().ok()?)));
        }
        Self::OF_A_CASE.into_iter().find(|form| form.word() == word)
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

/// The field that says for which facts a form was filled in.
pub const FACTS: &str = "digest";
/// The field that says which other cases a form named when it was filled in.
pub const SHARED: &str = "holds_of";

/// For what a field was filled in. What was ticked or chosen for other facts than those of now is not ticked by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenFor {
    /// Whatever the facts are.
    Always,
    /// The facts of [`FACTS`]: an acknowledgement of what may exist, or a choice among what was found.
    Facts,
    /// The cases of [`SHARED`].
    SharedCases,
}

impl GivenFor {
    /// For what the field of that name is filled in.
    pub fn of(name: &str) -> Self {
        if name == "holds" {
            Self::SharedCases
        } else if ["ack_", "skip_known_", "goes_on_"]
            .iter()
            .any(|of| name.starts_with(of))
        {
            Self::Facts
        } else {
            Self::Always
        }
    }
}

/// Whether the field is a box: a form that was sent without it says that it is not ticked.
pub fn is_box(name: &str) -> bool {
    let is_skip = name.starts_with("skip_") && !name.starts_with("skip_reason_");
    name == "holds" || is_skip || name.starts_with("undo_") || name.starts_with("ack_")
}

/// What is written by a person, of all that a form sends: not what the page itself put there but to tell for what it is,
/// and nothing secret. `None` if that is nothing, or too much.
pub fn written(fields: &[(String, String)]) -> Option<Fields> {
    let kept: Fields = (fields.iter())
        .filter(|(name, value)| is_kept(name) && !value.is_empty())
        .cloned()
        .collect();
    let size: usize = kept
        .iter()
        .map(|(name, value)| name.len() + value.len())
        .sum();
    let says_something =
        (kept.iter()).any(|(name, value)| !tells_for_what(name) && !value.trim().is_empty());
    (says_something && size <= LONGEST).then_some(kept)
}

fn is_kept(name: &str) -> bool {
    let of_the_page = ["token", "back", "version", "then", "proposal"];
    !of_the_page.contains(&name) && !name.contains("password")
}

/// Put there by the page: for what the rest is.
fn tells_for_what(name: &str) -> bool {
    [FACTS, SHARED, "step", "system", "id"].contains(&name)
}

/// A person's own sentences in a draft, for a form that is there no more: they can be copied.
pub fn sentences(fields: &[(String, String)]) -> String {
    let own = |name: &str| {
        ["justification", "words", "note", "grounds"].contains(&name)
            || name.starts_with("skip_reason_")
    };
    let own = fields.iter().filter(|(name, _)| own(name));
    let texts: Vec<&str> = own.map(|(_, text)| text.trim()).collect();
    texts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn a_draft_holds_what_was_written_and_ticked_and_nothing_secret() {
        let sent = fields(&[
            ("token", "t"),
            ("version", "7"),
            ("digest", "d"),
            ("reason", "other"),
            ("justification", " The warehouse said "),
            ("named", ""),
            ("password", "correct horse"),
            ("ack_1", "yes"),
        ]);
        let kept = fields(&[
            ("digest", "d"),
            ("reason", "other"),
            ("justification", " The warehouse said "),
            ("ack_1", "yes"),
        ]);
        assert_eq!(written(&sent), Some(kept));
        let nothing = [
            ("token", "t"),
            ("digest", "d"),
            ("step", "pay"),
            ("note", "  "),
        ];
        assert_eq!(written(&fields(&nothing)), None);
        let long = "x".repeat(LONGEST + 1);
        assert_eq!(written(&fields(&[("note", &long)])), None);
    }

    #[test]
    fn forms_read_back_from_their_words() {
        let settle = [DraftForm::Settle(FollowUpId(17))];
        for form in DraftForm::OF_A_CASE.into_iter().chain(settle) {
            assert_eq!(DraftForm::parse(&form.word()), Some(form));
        }
        assert_eq!(DraftForm::parse("follow-up-x"), None);
        assert_eq!(DraftForm::parse("settings"), None);
    }
}
