//! What was decided about a content that came under the key of another. Until a worker takes the instruction nothing of it
//! holds, for it can still be taken back; but somebody has decided.

use super::operation::Version;
use crate::domain::case::CaseStanding;
use crate::domain::order::Order;
use crate::domain::resume::WhichContent;
use crate::domain::standing::DecisionState;
use crate::service::see_case::{CaseSeen, DecisionRow};
use crate::web::i18n::{Msg, msg};
use crate::web::words;

/// What is to be said of a content that is contested.
pub fn content_verdict(seen: &CaseSeen, version: &Version) -> Msg {
    let Some(row) = that_stands(seen) else {
        return msg!("content-nobody-decided");
    };
    let who = seen.names.of(&row.by_name);
    let chosen = chosen(row, version);
    let waits = row.state == DecisionState::Proposed;
    match (waits, chosen) {
        (true, Some(true)) => msg!("content-proposed", who = who),
        (true, Some(false)) => msg!("content-proposed-against", who = who),
        (true, None) => {
            let kind = words::decision_kind(row.kind);
            msg!("content-proposed-otherwise", who = who, kind = kind)
        }
        (false, Some(true)) => msg!("content-decided", who = who),
        (false, Some(false)) => msg!("content-decided-against", who = who),
        (false, None) => {
            let kind = words::decision_kind(row.kind);
            msg!("content-decided-otherwise", who = who, kind = kind)
        }
    }
}

/// The decision, or the proposal, that the case stands on now.
fn that_stands(seen: &CaseSeen) -> Option<&DecisionRow> {
    let state = match seen.standing {
        CaseStanding::Waiting | CaseStanding::InReview { .. } => return None,
        CaseStanding::AwaitingApproval => DecisionState::Proposed,
        CaseStanding::Decided | CaseStanding::Executing | CaseStanding::Resolved => {
            DecisionState::Made
        }
    };
    seen.decisions.iter().find(|row| row.state == state)
}

/// Whether a resume goes on with this content; none where another decision was made.
fn chosen(row: &DecisionRow, version: &Version) -> Option<bool> {
    match serde_json::from_str(&row.document).ok()? {
        Order::Resume(plan) => Some(match plan.content.which {
            WhichContent::Agreed => false,
            WhichContent::Changed => plan.content.digest == version.digest,
        }),
        Order::NewOperation(_) | Order::Compensate(_) | Order::Close(_) => None,
    }
}
