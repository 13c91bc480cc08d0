//! In whose hands a case is, seen by the person who looks, and what they may do with it.

use crate::domain::case::CaseStanding;
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::standing::DecisionKind;
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
                if permits(seen, ctx, Act::Claim).is_ok() {
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
}

/// Whether the person who looks may do that with the case now, as far as role and state go.
pub fn permits(seen: &CaseSeen, ctx: &Ctx, act: Act) -> Result<(), NotPermitted> {
    match ctx.user.as_deref() {
        Some(user) => seen.permits(act, user, ctx.reader.now),
        None => Err(NotPermitted::Role),
    }
}

/// What the page of a case offers to the person who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct May {
    pub release: bool,
    pub check: bool,
    pub judge: bool,
    pub resume: bool,
    pub new_operation: bool,
    pub compensate: bool,
    pub close: bool,
}

impl May {
    /// Looks it up.
    pub fn of(seen: &CaseSeen, ctx: &Ctx) -> Self {
        let may = |act| permits(seen, ctx, act).is_ok();
        Self {
            release: may(Act::Release),
            check: may(Act::Check),
            judge: may(Act::Judge),
            resume: may(Act::Decide(DecisionKind::Resume)),
            new_operation: may(Act::Decide(DecisionKind::NewOperation)),
            compensate: may(Act::Decide(DecisionKind::Compensate)),
            close: may(Act::Decide(DecisionKind::Close)),
        }
    }
}
