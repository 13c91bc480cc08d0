//! The chain of an operation as one sign a step, as the queue shows it and a case's row stores it.

use super::knowledge::{Knowledge, WhyNotDone};
use super::review::{NeverSent, Review, Sending, StepReview};

/// What one step of the chain looks like from afar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepSign {
    Done,
    /// Done, and undone again.
    Undone,
    Skipped,
    Unknown,
    NeverSent,
    Refused,
    /// Sent, and proven not to be there.
    NotThere,
}

impl StepSign {
    pub const ALL: [Self; 7] = [
        Self::Done,
        Self::Undone,
        Self::Skipped,
        Self::Unknown,
        Self::NeverSent,
        Self::Refused,
        Self::NotThere,
    ];

    const fn as_char(self) -> char {
        match self {
            Self::Done => 'd',
            Self::Undone => 'b',
            Self::Skipped => 's',
            Self::Unknown => 'u',
            Self::NeverSent => '-',
            Self::Refused => 'r',
            Self::NotThere => 'a',
        }
    }

    fn of(step: &StepReview<'_>) -> Self {
        if step.sending == Sending::Never(NeverSent::Skipped) {
            return Self::Skipped;
        }
        match step.known.knowledge {
            Knowledge::Done => Self::Done,
            Knowledge::Undone => Self::Undone,
            Knowledge::Unknown(_) => Self::Unknown,
            Knowledge::NotDone(WhyNotDone::NeverSent) => Self::NeverSent,
            Knowledge::NotDone(WhyNotDone::Refused) => Self::Refused,
            Knowledge::NotDone(WhyNotDone::AbsenceProven { .. }) => Self::NotThere,
        }
    }
}

/// The signs of an operation's steps, in the order of the chain.
pub fn chain(review: &Review<'_>) -> Vec<StepSign> {
    review.steps.iter().map(StepSign::of).collect()
}

/// The signs as the text that a case's row stores.
pub fn to_text(chain: &[StepSign]) -> String {
    chain.iter().map(|sign| sign.as_char()).collect()
}

/// Reads the stored text; a letter that is no sign (of a later version, say) counts as unknown.
pub fn from_text(text: &str) -> Vec<StepSign> {
    let sign = |c| StepSign::ALL.into_iter().find(|s| s.as_char() == c);
    text.chars()
        .map(|c| sign(c).unwrap_or(StepSign::Unknown))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_text_reads_back() {
        let text = to_text(&StepSign::ALL);
        assert_eq!(text.len(), StepSign::ALL.len());
        assert_eq!(from_text(&text), StepSign::ALL);
        assert_eq!(from_text("d?"), [StepSign::Done, StepSign::Unknown]);
    }
}
