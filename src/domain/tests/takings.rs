//! What takings, their outcomes and people's checks change about what is known.

use super::facts::*;
use crate::domain::basis::basis;
use crate::domain::check::{Look, NoCheck, Saw, observe};
use crate::domain::contract::KeyPromise;
use crate::domain::facts::{ContentStanding, Facts, TakingEnd};
use crate::domain::ids::{IdempotencyKey, InstructionId, StepName};
use crate::domain::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use crate::domain::order::{Order, Take};
use crate::domain::outcome::Outcome;
use crate::domain::report::{AttemptOutcome, Seen};
use crate::domain::resume::{ContentChoice, DoneStep, NewKey, ResumeOrder, Skip, plan};
use crate::domain::review::review;
use crate::domain::standing::InstructionOutcome;
use serde_json::{Value, json};

fn contracts() -> TestContracts {
    TestContracts::of(&["task", "mail"], &contract(KeyPromise::Exact(HOUR)))
}

fn known(facts: &Facts, step: usize) -> Knowledge {
    let contracts = contracts();
    let review = review(facts, contracts.rules(), at(1_000));
    review.steps[step].known.knowledge.clone()
}

fn order(facts: &Facts, order: &ResumeOrder) -> Order {
    let contracts = contracts();
    let review = review(facts, contracts.rules(), at(400));
    Order::Resume(plan(&review, order).expect("a plan"))
}

fn instruction() -> InstructionId {
    InstructionId::new("I-1")
}

fn take(facts: &mut Facts, order: &Order) {
    facts.begin_taking(
        order,
        Take {
            instruction: instruction(),
            worker: "w".into(),
            at: at(500),
            lease_until: at(560),
        },
    );
}

fn outcome(word: InstructionOutcome, results: &[&str], attempts: &[AttemptOutcome]) -> Outcome {
    Outcome {
        word,
        results: results
            .iter()
            .map(|step| DoneStep {
                step: StepName::new(*step),
                result: result(&format!("of {step}")),
            })
            .collect(),
        attempts: attempts
            .iter()
            .map(|outcome| attempt("task", 510, *outcome).fact)
            .collect(),
        detail: Value::Null,
    }
}

#[test]
fn while_a_taking_runs_all_it_may_send_is_unknown_and_without_it_the_basis_is_the_old_one() {
    let mut facts = operation(&["task", "mail"]);
    let before = facts.clone();
    let order = order(&facts, &ResumeOrder::default());
    take(&mut facts, &order);
    for step in 0..2 {
        let why = WhyUnknown::TakingWithoutOutcome;
        assert_eq!(known(&facts, step), Knowledge::Unknown(why));
    }
    let contracts = contracts();
    let alone = facts.without_taking(&instruction());
    assert_eq!(
        basis(&review(&alone, contracts.rules(), at(500))),
        basis(&review(&before, contracts.rules(), at(400)))
    );
}

#[test]
fn a_result_created_in_a_taking_does_not_disagree_with_an_absence_seen_before_it() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, AttemptOutcome::Timeout)];
    facts.observations = vec![look("task", 200, Seen::Absent)];
    let absent = WhyNotDone::AbsenceProven {
        observed_at: at(200),
    };
    assert_eq!(known(&facts, 0), Knowledge::NotDone(absent));

    let order = order(&facts, &ResumeOrder::default());
    take(&mut facts, &order);
    let done = outcome(InstructionOutcome::Done, &["task"], &[]);
    facts.learn_outcome(&instruction(), &done, arrived(530));
    assert_eq!(known(&facts, 0), Knowledge::Done);
}

#[test]
fn an_outcome_that_does_not_account_for_the_taking_leaves_everything_in_it_unknown() {
    use AttemptOutcome::{Acknowledged, Refused, Timeout};
    use InstructionOutcome as Told;
    let cases: [(Told, &[AttemptOutcome], TakingEnd); 6] = [
        (Told::Done, &[], TakingEnd::Done),
        (Told::Refused, &[Refused], TakingEnd::Reported),
        (Told::Refused, &[], TakingEnd::WithoutOutcome),
        (Told::Unknown, &[Timeout], TakingEnd::Reported),
        (Told::Unknown, &[Acknowledged], TakingEnd::WithoutOutcome),
        (Told::Unknown, &[], TakingEnd::WithoutOutcome),
    ];
    for (word, attempts, end) in cases {
        assert_eq!(
            outcome(word, &[], attempts).end(),
            end,
            "{word:?} {attempts:?}"
        );
    }

    let mut facts = operation(&["task", "mail"]);
    let order = order(&facts, &ResumeOrder::default());
    take(&mut facts, &order);
    let mut late = facts.clone();
    facts.learn_outcome(
        &instruction(),
        &outcome(Told::Refused, &[], &[Refused]),
        arrived(530),
    );
    assert_eq!(known(&facts, 0), Knowledge::NotDone(WhyNotDone::Refused));
    assert_eq!(known(&facts, 1), Knowledge::NotDone(WhyNotDone::NeverSent));

    late.end_taking(&instruction(), TakingEnd::WithoutOutcome);
    assert_eq!(
        known(&late, 1),
        Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome)
    );
    late.learn_outcome(
        &instruction(),
        &outcome(Told::Refused, &[], &[Refused]),
        arrived(900),
    );
    assert_eq!(
        late.takings, facts.takings,
        "an outcome that comes late settles its taking"
    );
}

#[test]
fn what_a_decision_orders_holds_from_its_taking_on() {
    let mut facts = operation(&["task", "mail"]);
    facts
        .contents
        .push(content("sha256:changed", ContentStanding::Contested));
    let new = IdempotencyKey::new("new key");
    let order = order(
        &facts,
        &ResumeOrder {
            skip: vec![Skip {
                step: StepName::new("mail"),
                reason: "told by phone".into(),
                acknowledged: false,
            }],
            new_keys: vec![NewKey {
                step: StepName::new("task"),
                key: new.clone(),
            }],
            goes_on_with: Vec::new(),
            content: Some(ContentChoice::Changed("sha256:changed".into())),
        },
    );
    take(&mut facts, &order);
    assert_eq!(facts.steps[0].own_key(), Some(&new));
    assert_eq!(facts.skipped[0].1, "told by phone");
    let standings: Vec<_> = facts.contents.iter().map(|c| c.standing).collect();
    assert_eq!(
        standings,
        [ContentStanding::Refused, ContentStanding::Agreed]
    );
    assert_eq!(facts.takings[0].run, [(StepName::new("task"), Some(new))]);
}

fn looked(facts: &Facts, by: &str) -> Option<bool> {
    let look = Look {
        step: StepName::new("task"),
        place: "warehouse console".into(),
        by: by.into(),
        shows_at_once: true,
        saw: Saw::Found(result("WT-1")),
        note: None,
        looked_at: None,
    };
    let told = observe(facts, &look, "irina", at(300)).expect("a check");
    told.fact.matches
}

#[test]
fn a_find_counts_only_by_the_operations_own_identifier() {
    let mut facts = operation(&["erp", "task"]);
    facts.steps[0].results = vec![told(result("SO-5512"), 100)];
    let references = json!({"shipment_id": "S-104", "customer_id": "C-2201", "number": 77});
    facts.references = references.as_object().expect("an object").clone();
    for own in [
        "ship:8817",
        "S-104",
        "shipment_id=S-104",
        "77",
        "key of task",
        " SO-5512 ",
    ] {
        assert_eq!(looked(&facts, own), Some(true), "{own}");
    }
    for shared in [
        "C-2201",
        "customer_id=C-2201",
        "S-1045",
        "+7 900",
        "order_id=S-104",
    ] {
        assert_eq!(looked(&facts, shared), None, "{shared}");
    }
}

#[test]
fn a_check_says_where_and_by_what_and_a_find_what_was_found() {
    let facts = operation(&["task"]);
    let look = Look {
        step: StepName::new("mail"),
        place: "  ".into(),
        by: "x".repeat(513),
        shows_at_once: false,
        saw: Saw::Found(result(" ")),
        note: None,
        looked_at: None,
    };
    assert_eq!(
        observe(&facts, &look, "irina", at(300)),
        Err(vec![
            NoCheck::NoSuchStep,
            NoCheck::PlaceMissing,
            NoCheck::ReferenceMissing,
            NoCheck::TooLong
        ])
    );
}
