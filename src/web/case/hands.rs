//! In whose hands a case is, seen by the person who looks.

use crate::domain::case::CaseStanding;
use crate::domain::people::Action;
use crate::domain::time::Timestamp;
use crate::service::see_case::CaseSeen;
use crate::web::ctx::Ctx;
use crate::web::i18n::Msg;
use crate::web::words;

/// In whose hands a case is.
#[derive(Debug, Clone)]
pub enum Hands {
    /// The person who looks holds it.
    Holds {
        until: Timestamp,
    },
    HeldBy {
        who: String,
        until: Timestamp,
    },
    /// Nobody holds it, and the person who looks may take it.
    MayTake,
    /// Nobody holds it, and the person who looks may only look.
    Free,
    /// It is past being held: decided, or resolved.
    Past {
        state: Msg,
    },
}

impl Hands {
    /// Looks in whose hands a case is.
    pub fn of(seen: &CaseSeen, ctx: &Ctx) -> Self {
        let now = ctx.reader.now;
        match seen.standing {
            CaseStanding::InReview { holder, until } if now < until => {
                if ctx.user.as_ref().is_some_and(|user| user.id == holder) {
                    Self::Holds { until }
                } else {
                    let who = seen.case.holder_name.clone().unwrap_or_default();
                    Self::HeldBy { who, until }
                }
            }
            CaseStanding::Waiting | CaseStanding::InReview { .. } => {
                if ctx.may(Action::Claim) {
                    Self::MayTake
                } else {
                    Self::Free
                }
            }
            CaseStanding::AwaitingApproval
            | CaseStanding::Decided
            | CaseStanding::Executing
            | CaseStanding::Resolved => Self::Past {
                state: words::case_state(seen.standing.state()),
            },
        }
    }

    /// Whether the person who looks may decide now.
    pub fn may_decide(&self) -> bool {
        match self {
            Self::Holds { .. } => true,
            Self::HeldBy { .. } | Self::MayTake | Self::Free | Self::Past { .. } => false,
        }
    }
}
