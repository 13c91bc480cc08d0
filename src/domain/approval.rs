//! Four eyes: whether a proposal still stands (`domain.md` §4.6, §5).

use super::decision::{NoDecision, resume};
use super::order::Order;
use super::review::Review;
use super::time::Timestamp;

/// Why a proposal cannot be approved any more: it goes back to review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stale {
    /// Attempts, results, finds, content or protection are not those it was made on.
    FactsChanged,
    /// Nobody answered in time.
    Unanswered { since: Timestamp },
    /// What it orders may not be sent any more.
    NotAfter { end: Timestamp },
    /// The rules do not allow it any more.
    Rules(Vec<NoDecision>),
}

impl Stale {
    /// The word under which the history tells it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::FactsChanged => "facts_changed",
            Self::Unanswered { .. } => "unanswered",
            Self::NotAfter { .. } => "not_after",
            Self::Rules(_) => "rules",
        }
    }
}

/// When a proposal ends by itself: the policy's time for an answer is over, or nothing of it may be sent any more.
pub fn answer_before(policy_end: Timestamp, order: &Order) -> Timestamp {
    order
        .not_after()
        .map_or(policy_end, |end| end.min(policy_end))
}

/// Whether a proposal ended by itself.
///
/// # Errors
/// What ended it.
pub fn in_time(
    order: &Order,
    answer_before: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Stale> {
    match (order.not_after(), answer_before) {
        (Some(end), _) if now >= end => Err(Stale::NotAfter { end }),
        (_, Some(since)) if now >= since => Err(Stale::Unanswered { since }),
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

/// Applies the rules again. Time alone changes what they say only by ending a protection, and `in_time` sees to that; but
/// the policy may be another one than on the day of the proposal.
///
/// # Errors
/// What stands against the order now.
pub fn still_allowed(order: &Order, review: &Review<'_>) -> Result<(), Stale> {
    match order {
        Order::Resume(plan) => {
            let again = resume(review, &plan.order()).map_err(Stale::Rules)?;
            if again == *plan {
                Ok(())
            } else {
                Err(Stale::FactsChanged)
            }
        }
        Order::NewOperation(_) | Order::Compensate(_) | Order::Close(_) => Ok(()),
    }
}
