//! What the policy may let be, and what never.

use super::any::{any_contracts, any_facts};
use super::facts::*;
use crate::domain::lapse::{LapseRule, Unanswered, Verdict, lapses_at, verdict};
use crate::domain::policy::Risk;
use crate::domain::report::{AttemptOutcome, StopKind};
use crate::domain::review::{Review, StepReview, review};
use crate::domain::standing::{CaseState, OperationStanding};
use crate::domain::text::LocalText;
use crate::domain::time::Timestamp;
use proptest::prelude::*;
use proptest::sample::select;

fn rule() -> LapseRule {
    LapseRule {
        after: HOUR * 72,
        because: LocalText::same(
            "An offer that came twice annoys, and one that never came is missed by nobody.",
        ),
    }
}

fn offer<'a>(review: &'a Review<'_>) -> Unanswered<'a> {
    Unanswered {
        review,
        kind: StopKind::ResultUnknown,
        risk: Risk::Low,
        operation: OperationStanding::Open,
        is_first: true,
        stopped_at: at(100),
    }
}

#[test]
fn it_counts_from_the_first_stop_and_comes_with_the_last_moment() {
    let mut facts = operation(&["mail"]);
    facts.attempts = vec![attempt("mail", 0, AttemptOutcome::Timeout)];
    let contracts = TestContracts(Default::default());
    let review = review(&facts, contracts.rules(), at(200));
    let due = at(100).plus(HOUR * 72);
    assert_eq!(lapses_at(Some(&rule()), offer(&review)), Some(due));
    assert_eq!(lapses_at(None, offer(&review)), None);
    let at_time = |now| verdict(Some(due), Some(due), CaseState::Waiting, now);
    assert_eq!(at_time(Timestamp(due.0 - 1)), Verdict::NotYet(due));
    assert_eq!(at_time(due), Verdict::Lapses);
    // Of what was said at the beginning and what the policy says today, the later time counts.
    let later = due.plus(HOUR);
    for (told, by_rule) in [(due, later), (later, due)] {
        let found = verdict(Some(told), Some(by_rule), CaseState::Waiting, due);
        assert_eq!(found, Verdict::NotYet(later));
    }
    let held = verdict(Some(due), Some(due), CaseState::InReview, later);
    assert_eq!(held, Verdict::Held);
    for (told, by_rule) in [(None, Some(due)), (Some(due), None)] {
        let found = verdict(told, by_rule, CaseState::Waiting, later);
        assert_eq!(found, Verdict::ForAPerson);
    }
}

const STATES: [CaseState; 6] = [
    CaseState::Waiting,
    CaseState::InReview,
    CaseState::AwaitingApproval,
    CaseState::Decided,
    CaseState::Executing,
    CaseState::Resolved,
];

const KINDS: [StopKind; 3] = [
    StopKind::ResultUnknown,
    StopKind::NextStepPending,
    StopKind::PayloadConflict,
];

const STANDINGS: [OperationStanding; 4] = [
    OperationStanding::Open,
    OperationStanding::Done,
    OperationStanding::Closed,
    OperationStanding::Superseded,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn only_an_unheld_unanswered_unknown_result_of_low_risk_is_let_be(
        facts in any_facts(), contracts in any_contracts(), kind in select(&KINDS[..]),
        risk in select(vec![Risk::Low, Risk::Low, Risk::Normal, Risk::High]), operation in select(&STANDINGS[..]),
        is_first in any::<bool>(), state in select(&STATES[..]), spoken in any::<bool>(), now in 0..600_000_i64,
    ) {
        let review = review(&facts, contracts.rules(), at(now));
        let case = Unanswered { kind, risk, operation, is_first, ..offer(&review) };
        let rule = rule();
        let by_rule = lapses_at(Some(&rule), case);
        let told = by_rule.filter(|_| !spoken);
        if verdict(told, by_rule, state, at(now)) == Verdict::Lapses {
            prop_assert!(state == CaseState::Waiting && !spoken);
            prop_assert_eq!(risk, Risk::Low);
            prop_assert_eq!((kind, review.kind), (StopKind::ResultUnknown, StopKind::ResultUnknown));
            prop_assert!(is_first && operation == OperationStanding::Open);
            prop_assert!(facts.takings.is_empty());
            prop_assert!(review.steps.iter().any(StepReview::is_unknown));
            prop_assert!(at(now).since(case.stopped_at) >= rule.after);
        }
    }
}
