//! What a compensate undoes, by which key, and what follows from its taking (`domain.md` §4.3).

use super::facts::*;
use crate::domain::compensate::{CompensateOrder, NoCompensate, NotUndone, plan, proposals};
use crate::domain::contract::KeyPromise;
use crate::domain::decision::{NoDecision, against_new_operation};
use crate::domain::facts::{Facts, TakingEnd};
use crate::domain::ids::{InstructionId, StepName};
use crate::domain::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use crate::domain::order::{Order, Take};
use crate::domain::outcome::Outcome;
use crate::domain::report::{AttemptOutcome, StopKind};
use crate::domain::resume::{DoneStep, NoResume, ResumeOrder, plan as resume_plan};
use crate::domain::review::{Blocker, Sending, review};
use crate::domain::standing::InstructionOutcome;
use crate::domain::summary::{Headline, headline};
use crate::domain::surplus::{surplus, surplus_of_closing};
use serde_json::Value;

const UNDOING: &str = "undo_capture";

/// A payment that was captured and an order that was made for it; the mail was never sent.
fn paid() -> Facts {
    let mut facts = operation(&["capture", "order", "mail"]);
    facts.steps[0].results = vec![told(result("cap-1"), 100)];
    facts.steps[0].compensable = true;
    facts.steps[1].results = vec![told(result("SO-1"), 100)];
    facts
}

fn contracts() -> TestContracts {
    TestContracts::of(
        &["capture", "order", UNDOING, "refund"],
        &contract(KeyPromise::Exact(HOUR)),
    )
}

fn undo(steps: &[&str]) -> CompensateOrder {
    CompensateOrder {
        undo: steps.iter().map(|s| StepName::new(*s)).collect(),
    }
}

/// The steps that go out, each with its key.
fn sent(
    facts: &Facts,
    seconds: i64,
    order: &CompensateOrder,
) -> Result<Vec<String>, Vec<NoCompensate>> {
    let contracts = contracts();
    let plan = plan(&review(facts, contracts.rules(), at(seconds)), order)?;
    let line = |run: &crate::domain::resume::RunStep| match &run.idempotency_key {
        Some(key) => format!("{} under {key}", run.step),
        None => run.step.to_string(),
    };
    Ok(plan.run.iter().map(line).collect())
}

fn why_not(facts: &Facts, seconds: i64, step: &str) -> NotUndone {
    let contracts = contracts();
    let review = review(facts, contracts.rules(), at(seconds));
    let found = proposals(&review)
        .into_iter()
        .find(|(s, _)| s.step.name.as_str() == step);
    found.expect("a step").1.expect_err("it is not undone")
}

fn ordered(facts: &Facts, steps: &[&str]) -> Order {
    let contracts = contracts();
    let review = review(facts, contracts.rules(), at(400));
    Order::Compensate(plan(&review, &undo(steps)).expect("a plan"))
}

fn instruction() -> InstructionId {
    InstructionId::new("I-1")
}

fn take(facts: &mut Facts, order: &Order) {
    let take = Take {
        instruction: instruction(),
        worker: "w".into(),
        at: at(500),
        lease_until: at(560),
    };
    facts.begin_taking(order, take);
}

fn told_outcome(
    facts: &mut Facts,
    word: InstructionOutcome,
    results: &[&str],
    attempts: &[AttemptOutcome],
) {
    let outcome = Outcome {
        word,
        results: (results.iter())
            .map(|step| DoneStep {
                step: StepName::new(*step),
                result: result(&format!("of {step}")),
            })
            .collect(),
        attempts: (attempts.iter())
            .map(|outcome| {
                let mut told = attempt(UNDOING, 510, *outcome).fact;
                told.idempotency_key = Some("key of capture~undo".into());
                told
            })
            .collect(),
        detail: Value::Null,
    };
    facts.learn_outcome(&instruction(), &outcome, arrived(530));
}

#[test]
fn only_done_steps_that_can_be_undone_are_and_what_was_done_last_is_undone_first() {
    let mut facts = paid();
    assert_eq!(
        sent(&facts, 400, &undo(&["capture"])),
        Ok(vec!["undo_capture under key of capture~undo".to_owned()])
    );
    assert_eq!(why_not(&facts, 400, "order"), NotUndone::NotCompensable);
    assert_eq!(why_not(&facts, 400, "mail"), NotUndone::NotDone);
    assert_eq!(
        sent(&facts, 400, &undo(&[])),
        Err(vec![NoCompensate::NothingChosen])
    );
    let of = |step: &str, why| NoCompensate::NotUndone {
        step: StepName::new(step),
        why,
    };
    assert_eq!(
        sent(&facts, 400, &undo(&["capture", "order", "mail", "packing"])),
        Err(vec![
            of("order", NotUndone::NotCompensable),
            of("mail", NotUndone::NotDone),
            NoCompensate::NoSuchStep {
                step: StepName::new("packing")
            },
        ])
    );
    facts.steps[1].compensable = true;
    let both = sent(&facts, 400, &undo(&["capture", "order"])).expect("a plan");
    assert_eq!(both[0], "undo_order under key of order~undo");

    facts.steps[0].results.clear();
    facts.attempts = vec![attempt("capture", 0, AttemptOutcome::Timeout)];
    assert_eq!(why_not(&facts, 400, "capture"), NotUndone::Unknown);
    facts.steps[1].results.clear();
    assert_eq!(
        sent(&facts, 400, &undo(&["order"])),
        Err(vec![NoCompensate::NothingToUndo])
    );
}

#[test]
fn the_undoing_that_the_source_named_is_sent_and_never_a_second_one_beside_an_unknown_one() {
    let mut facts = paid();
    let mut refund = step("refund");
    refund.undoes = Some(StepName::new("capture"));
    facts.steps.push(refund);
    let own = vec!["refund under key of refund".to_owned()];
    assert_eq!(sent(&facts, 400, &undo(&["capture"])), Ok(own.clone()));

    let mut void = step("void");
    void.undoes = Some(StepName::new("capture"));
    facts.steps.push(void);
    facts.attempts = vec![attempt("refund", 0, AttemptOutcome::Timeout)];
    assert_eq!(
        sent(&facts, 400, &undo(&["capture"])),
        Ok(own),
        "a repeat that the receiver recognises"
    );
    let over = why_not(&facts, 4_000, "capture");
    assert!(
        matches!(over, NotUndone::Blocked(Blocker::ProtectionOver { .. })),
        "{over:?}"
    );
}

#[test]
fn names_and_keys_of_undoings_are_their_own_and_short_enough_for_the_receiver() {
    let mut facts = paid();
    facts.steps.push(step("undo_capture"));
    facts.steps[1].other_keys = vec!["key of capture~undo".into()];
    assert_eq!(
        sent(&facts, 400, &undo(&["capture"])),
        Ok(vec!["undo_capture2 under key of capture~undo2".to_owned()])
    );
    let mut facts = paid();
    facts.steps[0].key = None;
    assert_eq!(
        sent(&facts, 400, &undo(&["capture"])),
        Ok(vec!["undo_capture under ship:8817#capture~undo".to_owned()])
    );
    let mut short = contract(KeyPromise::NeverExpires);
    short.key_max_length = Some(20);
    let contracts = TestContracts::of(&["capture"], &short);
    let review = review(&facts, contracts.rules(), at(400));
    let plan = plan(&review, &undo(&["capture"])).expect("a plan");
    let key = plan.run[0].idempotency_key.as_ref().expect("a key");
    assert_eq!(key.as_str().len(), 20);
}

#[test]
fn an_undoing_that_timed_out_is_unknown_resume_is_over_and_it_is_repeated_only_under_protection() {
    let mut facts = paid();
    let order = ordered(&facts, &["capture"]);
    take(&mut facts, &order);
    told_outcome(
        &mut facts,
        InstructionOutcome::Unknown,
        &[],
        &[AttemptOutcome::Timeout],
    );
    let contracts = contracts();
    let look = review(&facts, contracts.rules(), at(600));
    let undoing = look.steps.last().expect("the undoing");
    assert_eq!(
        undoing.known.knowledge,
        Knowledge::Unknown(WhyUnknown::Unanswered)
    );
    assert!(matches!(
        undoing.by_table,
        Sending::Repeat { not_after: Some(_) }
    ));
    assert_eq!(look.kind, StopKind::ResultUnknown);
    assert!(matches!(headline(&look), Headline::UndoingUnknown { .. }));
    assert_eq!(
        resume_plan(&look, &ResumeOrder::default()).expect_err("over"),
        [NoResume::BeingUndone]
    );
    assert_eq!(
        against_new_operation(&look, contracts.rules()),
        [NoDecision::BeingUndone]
    );
    let Order::Compensate(first) = &order else {
        panic!("a compensate")
    };
    assert_eq!(
        first.left(&look).map(|s| &s.step.name),
        Some(&first.run[0].step)
    );
    assert_eq!(
        sent(&facts, 600, &undo(&["capture"])),
        Ok(vec!["undo_capture under key of capture~undo".to_owned()]),
        "the same undoing, under the same key"
    );
    let over = why_not(&facts, 10_000, "capture");
    assert!(
        matches!(over, NotUndone::Blocked(Blocker::ProtectionOver { .. })),
        "{over:?}"
    );
}

#[test]
fn done_undoings_make_their_steps_undone_and_a_refused_one_does_not_bring_resume_back() {
    let mut facts = paid();
    let order = ordered(&facts, &["capture"]);
    take(&mut facts, &order);
    let mut refused = facts.clone();
    told_outcome(&mut facts, InstructionOutcome::Done, &[UNDOING], &[]);
    let contracts = contracts();
    let look = review(&facts, contracts.rules(), at(600));
    assert_eq!(look.steps[0].known.knowledge, Knowledge::Undone);
    let Order::Compensate(plan) = &order else {
        panic!("a compensate")
    };
    assert_eq!(plan.left(&look).map(|s| &s.step.name), None);
    assert!(matches!(headline(&look), Headline::Undone { .. }));

    told_outcome(
        &mut refused,
        InstructionOutcome::Refused,
        &[],
        &[AttemptOutcome::Refused],
    );
    assert_eq!(refused.takings[0].end, TakingEnd::Reported);
    let look = review(&refused, contracts.rules(), at(600));
    let undoing = look.steps.last().expect("the undoing");
    assert_eq!(
        undoing.known.knowledge,
        Knowledge::NotDone(WhyNotDone::Refused)
    );
    assert_eq!(undoing.by_table, Sending::AgainAfterRefusal);
    assert!(look.is_being_undone());
    assert!(matches!(headline(&look), Headline::BeingUndone { .. }));
}

#[test]
fn what_is_not_undone_and_was_done_more_than_once_is_surplus_beyond_the_first() {
    let mut facts = paid();
    let twice = |id: &str| {
        vec![
            told(result(&format!("{id}-1")), 100),
            told(result(&format!("{id}-2")), 110),
        ]
    };
    facts.steps[0].results = twice("cap");
    facts.steps[1].results = twice("SO");
    let order = ordered(&facts, &["capture"]);
    let contracts = contracts();
    let look = review(&facts, contracts.rules(), at(400));
    let ids = |all: Vec<crate::domain::surplus::Surplus>| -> Vec<String> {
        all.into_iter().map(|s| s.result.id).collect()
    };
    assert_eq!(ids(surplus(&look, &order)), ["SO-2"]);
    let closing: Vec<_> = surplus_of_closing(&look)
        .into_iter()
        .map(|d| d.result.id)
        .collect();
    assert_eq!(closing, ["cap-2", "SO-2"]);
    let Order::Compensate(plan) = &order else {
        panic!("a compensate")
    };
    assert_eq!(
        plan.undoings[0].results.len(),
        2,
        "both captures are to be undone"
    );
}
