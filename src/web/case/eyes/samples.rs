//! These pages as they may look, for the test of all pages.

use super::approval::ApprovalPage;
use super::decision::DecisionSeenPage;
use super::recorded::RecordedPage;
use super::withdraw::WithdrawPage;
use crate::domain::ids::UserId;
use crate::domain::standing::DecisionState;
use crate::policy::Policy;
use crate::service::see_case::{CaseSeen, DecisionRow};
use crate::service::see_decision::{DecisionSeen, OperationSeen};
use crate::web::back::Back;
use crate::web::case::decide::fields::{Fault, Fields};
use crate::web::ctx::Ctx;
use crate::web::i18n::msg;
use crate::web::page::Sample;
use serde_json::json;

/// The pages of a case with a decision: as a proposal of somebody else, of the person who looks, and of nobody.
pub fn samples(ctx: &Ctx, seen: &CaseSeen) -> Vec<Sample> {
    let policy = Policy::standard();
    let back = || Back::read(None);
    let mut all = Vec::new();
    for (state, by) in [
        (DecisionState::Proposed, UserId(1)),
        (DecisionState::Proposed, UserId(7)),
        (DecisionState::Refused, UserId(1)),
    ] {
        let mut seen = seen.clone();
        for row in &mut seen.decisions {
            row.state = state;
            row.by_user = by;
            row.answer_before = Some(ctx.reader.now);
            row.answered_name = Some("<olga>".into());
            row.answer_words = Some("Because <b>I looked</b> too.".into());
        }
        let fields = || Fields::from(vec![("words".to_owned(), "<words>".to_owned())]);
        let mut approval = ApprovalPage::of(ctx.clone(), &seen, policy, back(), fields());
        approval.frame.faults = vec![Fault::at("verdict", msg!("approval-verdict-missing"))];
        all.push(Sample::new(approval));
        let withdraw = WithdrawPage::of(ctx.clone(), &seen, policy, back(), fields());
        all.push(Sample::new(withdraw));
        for row in &seen.decisions {
            let page = DecisionSeenPage::of(ctx.clone(), &seen, row, policy, back());
            all.push(Sample::new(page));
            let page = RecordedPage::of(ctx.clone(), recorded(&seen, row), policy);
            all.push(Sample::new(page));
        }
    }
    all
}

/// The decision with all that belongs to it; the odd ones were made before the policy's words were kept.
fn recorded(seen: &CaseSeen, row: &DecisionRow) -> DecisionSeen {
    let policy = json!({"reason": {"en": "<other>", "ru": "<другое>"}, "risk": "high", "second_person": ["close"],
        "approve_within_s": 3600, "take_before_s": 86_400, "justification_minimum": 20});
    let operation = |key: &str| OperationSeen {
        id: seen.case.origin.operation_id,
        key: key.into(),
        facts: seen.facts.clone(),
    };
    DecisionSeen {
        decision: row.clone(),
        seen: seen.clone(),
        entries: Vec::new(),
        told: if row.state == DecisionState::Proposed {
            json!({ "policy": policy })
        } else {
            json!({})
        },
        operations: vec![operation("<old>"), operation("<new>")],
        history: seen.history.entries.clone(),
        is_cut: true,
        names: seen.names.clone(),
    }
}
