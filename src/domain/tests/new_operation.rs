//! A new operation changes every key, and asks about everything that exists or may exist (`domain.md` §4.2, invariants 4
//! and 5).

use super::any::*;
use super::facts::*;
use crate::domain::contract::KeyPromise;
use crate::domain::decision::{NoDecision, new_operation, still_possible};
use crate::domain::facts::{Facts, Taking, TakingEnd};
use crate::domain::ids::{IdempotencyKey, InstructionId, OperationKey, StepName};
use crate::domain::knowledge::Knowledge;
use crate::domain::merge;
use crate::domain::new_operation::{
    Basis, Begun, NewOperationOrder, NewOperationPlan, NoNewOperation, business_reference, plan,
    suggested_keys,
};
use crate::domain::policy::ReasonCode;
use crate::domain::report::{AttemptOutcome, StepClaim};
use crate::domain::resume::WhichContent;
use crate::domain::review::review;
use crate::domain::standing::{DecisionKind, OperationStanding, Resolution};
use proptest::prelude::*;
use serde_json::json;
use std::collections::HashSet;

/// An order in which every step is acknowledged.
fn order(facts: &Facts, key: &str) -> NewOperationOrder {
    NewOperationOrder {
        key: OperationKey::new(key),
        basis: Basis {
            code: ReasonCode::new("second_wanted"),
            text: "The customer asked for a second shipment.".to_owned(),
        },
        acknowledged: facts.steps.iter().map(|s| s.name.clone()).collect(),
        reference: business_reference(facts),
        payload: Some(json!({"qty": 2})),
    }
}

fn planned(facts: &Facts, key: &str) -> NewOperationPlan {
    let contracts = TestContracts::default();
    let review = review(facts, contracts.rules(), at(900));
    plan(&review, Some(&json!({"qty": 2})), order(facts, key)).expect("nothing against it")
}

/// The facts of the new operation as it begins.
fn begun(plan: &NewOperationPlan, old: &Facts) -> Facts {
    let instruction = InstructionId::new("01J");
    let begun = Begun {
        instruction: &instruction,
        at: at(950),
        decided_by: "irina",
        decided_at: at(900),
    };
    merge::open(&plan.first_report(old, begun), arrived(950))
}

/// A shipment that is ordered in the ERP, and of which the task is unknown.
fn shipment() -> Facts {
    let mut facts = operation(&STEPS);
    facts.references.insert("order_id".into(), "8817".into());
    facts.references.insert("shipment".into(), "S-104".into());
    facts.steps[0].claims = vec![claim(StepClaim::Completed)];
    facts.steps[0].results = vec![told(result("SO-1"), 100)];
    facts.attempts = vec![attempt("task", 0, AttemptOutcome::Timeout)];
    facts
}

#[test]
fn each_step_that_is_done_or_unknown_has_to_be_acknowledged_and_the_reference_retyped() {
    let facts = shipment();
    let contracts = TestContracts::default();
    let review = review(&facts, contracts.rules(), at(900));
    let mut order = order(&facts, "ship:8817");
    order.acknowledged = vec![StepName::new("erp"), StepName::new("mail")];
    order.reference = "8817 / S-105".to_owned();
    let faults = plan(&review, None, order.clone()).expect_err("faults");
    let task = StepName::new("task");
    assert_eq!(
        faults,
        [
            NoNewOperation::KeyInUse,
            NoNewOperation::OtherReference,
            NoNewOperation::NotAcknowledged { step: task.clone() },
        ]
    );
    for unusable in ["", " ", "a\u{0}b", &"k".repeat(513)] {
        order.key = OperationKey::new(unusable);
        let faults = plan(&review, None, order.clone()).expect_err("faults");
        assert_eq!(faults[0], NoNewOperation::KeyNotUsable, "{unusable:?}");
    }
    order.key = OperationKey::new("ship:8817~2");
    order.acknowledged.push(task);
    // Spaces and letter case do not matter.
    order.reference = " 8817/s-104".to_owned();
    let planned = plan(&review, None, order).expect("a plan");
    assert_eq!(planned.acknowledged.len(), 2, "the mail was never sent");
    assert_eq!(planned.content.which, WhichContent::Changed);
}

#[test]
fn the_payload_is_of_the_agreed_kind_and_is_written_where_it_is_not_held() {
    let facts = shipment();
    let contracts = TestContracts::default();
    let review = review(&facts, contracts.rules(), at(900));
    let agreed = json!({"qty": 2});
    let planned = |agreed, payload| {
        let mut order = order(&facts, "ship:8817~2");
        order.payload = payload;
        plan(&review, agreed, order).map(|plan| plan.content)
    };
    let taken_over = planned(Some(&agreed), None).expect("a plan");
    assert_eq!(taken_over.payload, agreed);
    assert_eq!(taken_over.which, WhichContent::Agreed);
    for other in [json!([]), json!(1), json!("{}"), json!(null)] {
        let faults = planned(Some(&agreed), Some(other));
        assert_eq!(faults, Err(vec![NoNewOperation::PayloadOfOtherKind]));
    }
    assert_eq!(
        planned(None, None),
        Err(vec![NoNewOperation::PayloadNotHeld])
    );
    let written = planned(None, Some(json!({"qty": 3}))).expect("a plan");
    assert_eq!(written.which, WhichContent::Changed);
}

#[test]
fn keys_count_on_and_never_come_back() {
    let after = |key: &str| {
        let key = OperationKey::new(key);
        let keys = suggested_keys(&key).take(2);
        keys.map(|k| k.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(after("ship:8817"), ["ship:8817~2", "ship:8817~3"]);
    assert_eq!(after("ship:8817~2"), ["ship:8817~3", "ship:8817~4"]);
    assert_eq!(after("ship~x"), ["ship~x~2", "ship~x~3"]);
    assert_eq!(after("~2"), ["~2~2", "~2~3"]);
    assert_eq!(after("k~02"), ["k~02~2", "k~02~3"]);
    let long = after(&"k".repeat(512));
    assert!(long[0].len() < 100 && long[0].ends_with("~2"), "{long:?}");

    // A third operation, whose key somebody typed, does not fall back on the keys of the first.
    let mut seen: HashSet<IdempotencyKey> = STEPS.map(key).into();
    let mut facts = shipment();
    for typed in ["ship:8817~2", "another name", "ship:8817"] {
        let planned = planned(&facts, typed);
        for change in &planned.step_keys {
            assert!(seen.insert(change.new.clone()), "{}", change.new);
        }
        facts = begun(&planned, &facts);
    }
}

#[test]
fn nothing_is_ordered_while_a_worker_may_still_send_for_the_old_operation() {
    let mut facts = shipment();
    facts.takings = vec![Taking {
        instruction: InstructionId::new("01J"),
        worker: "w".into(),
        taken_at: at(800),
        lease_until: at(920),
        run: vec![(StepName::new("task"), Some(key("task")))],
        end: TakingEnd::WithoutOutcome,
    }];
    let contracts = TestContracts::of(&STEPS, &contract(KeyPromise::NeverExpires));
    let against = |seconds| {
        let review = review(&facts, contracts.rules(), at(seconds));
        let order = order(&facts, "ship:8817~2");
        new_operation(&review, contracts.rules(), Some(&json!({"qty": 2})), order)
    };
    let settled = 920 + 60;
    let open = NoDecision::TakingOpen { until: at(settled) };
    assert_eq!(against(900), Err(vec![open.clone()]));
    assert_eq!(against(settled - 1), Err(vec![open]));
    assert!(against(settled).is_ok());
}

#[test]
fn what_is_superseded_stays_so_and_can_only_be_closed() {
    let superseded = OperationStanding::Superseded;
    for kind in [
        DecisionKind::Resume,
        DecisionKind::NewOperation,
        DecisionKind::Compensate,
    ] {
        assert_eq!(
            still_possible(superseded, kind),
            Err(NoDecision::Superseded)
        );
        assert_eq!(still_possible(OperationStanding::Done, kind), Ok(()));
    }
    assert_eq!(still_possible(superseded, DecisionKind::Close), Ok(()));
    for resolution in [
        Resolution::Resumed,
        Resolution::ConfirmedComplete,
        Resolution::CarriedOut,
        Resolution::Compensated,
        Resolution::Closed,
        Resolution::Lapsed,
    ] {
        assert_eq!(superseded.when_resolved(resolution), superseded);
    }
    assert_eq!(superseded.when_stopped_again(), superseded);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Invariant 4: all keys change, to some that nothing was ever sent under; and the new operation begins unsent.
    #[test]
    fn every_key_is_another_one_and_nothing_of_the_new_operation_was_ever_sent(
        facts in any_facts(), contracts in any_contracts(),
    ) {
        let planned = planned(&facts, "ship:8817~2");
        let used: HashSet<_> = facts.steps.iter().filter_map(|s| s.own_key())
            .chain(facts.attempts.iter().filter_map(|a| a.fact.idempotency_key.as_ref()))
            .chain(facts.takings.iter().flat_map(|t| &t.run).filter_map(|(_, key)| key.as_ref()))
            .collect();
        let mut new = HashSet::new();
        for change in &planned.step_keys {
            prop_assert!(!used.contains(&change.new), "{} was used", change.new);
            prop_assert!(new.insert(&change.new), "{} is given out twice", change.new);
        }
        let keyed = facts.steps.iter().filter(|s| s.own_key().is_some()).count();
        prop_assert_eq!(planned.step_keys.len(), keyed);

        let begun = begun(&planned, &facts);
        prop_assert_eq!(&begun.key, &planned.key);
        prop_assert_ne!(&begun.key, &facts.key);
        let review = review(&begun, contracts.rules(), at(1_000));
        for (step, old) in review.steps.iter().zip(&facts.steps) {
            prop_assert_eq!(&step.step.name, &old.name);
            prop_assert!(matches!(step.known.knowledge, Knowledge::NotDone(_)));
            prop_assert!(!step.known.sent.any());
        }
        let run: Vec<_> = planned.run.iter().map(|run| (&run.step, run.idempotency_key.as_ref())).collect();
        let forward = begun.steps.iter().filter(|s| s.undoes.is_none());
        prop_assert_eq!(run, forward.map(|s| (&s.name, s.own_key())).collect::<Vec<_>>());
    }

    /// No order goes through that leaves out a step which is done or may be.
    #[test]
    fn nothing_that_may_exist_is_passed_over(
        facts in any_facts(), contracts in any_contracts(), left_out in 0..3_usize,
    ) {
        let review = review(&facts, contracts.rules(), at(900));
        let mut order = order(&facts, "ship:8817~2");
        order.acknowledged.remove(left_out);
        let exists = matches!(review.steps[left_out].known.knowledge, Knowledge::Done | Knowledge::Unknown(_));
        prop_assert_eq!(plan(&review, None, order).is_err(), exists);
    }
}
