//! Knowledge of a step, as `domain.md` §3 words it.

use super::facts::*;
use crate::domain::absence::{Absence, NotProof};
use crate::domain::contract::{KeyPromise, LookUpStrength};
use crate::domain::facts::{Facts, Taking, TakingEnd};
use crate::domain::ids::{InstructionId, StepName};
use crate::domain::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use crate::domain::report::{AttemptOutcome::*, Seen, StepClaim, StopKind};
use crate::domain::review::{NeverSent, Review, Sending, review};
use std::time::Duration;

/// Looks at the operation a day later, with a contract for the step "task".
fn reviewed<T>(facts: &Facts, contracts: &TestContracts, ask: impl FnOnce(&Review<'_>) -> T) -> T {
    ask(&review(facts, contracts.rules(), at(86_400)))
}

fn known(facts: &Facts) -> Knowledge {
    let contracts = TestContracts::of(&["task"], &contract(KeyPromise::Exact(HOUR)));
    reviewed(facts, &contracts, |r| r.steps[0].known.knowledge.clone())
}

fn unknown(why: WhyUnknown) -> Knowledge {
    Knowledge::Unknown(why)
}

#[test]
fn a_refusal_speaks_only_for_its_own_attempt() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Refused)];
    assert_eq!(known(&facts), Knowledge::NotDone(WhyNotDone::Refused));

    facts.attempts = vec![attempt("task", 0, Timeout), attempt("task", 40, Refused)];
    facts.steps[0].claims = vec![claim(StepClaim::Refused)];
    assert_eq!(known(&facts), unknown(WhyUnknown::Unanswered));
}

#[test]
fn pending_with_an_unanswered_attempt_is_unknown_and_the_claim_is_shown_as_not_taken_over() {
    let mut facts = operation(&["task"]);
    facts.steps[0].claims = vec![claim(StepClaim::Pending)];
    facts.attempts = vec![attempt("task", 0, Crashed)];
    let contracts = TestContracts::default();
    reviewed(&facts, &contracts, |r| {
        assert_eq!(r.steps[0].known.knowledge, unknown(WhyUnknown::Unanswered));
        assert_eq!(
            r.steps[0].known.claim_not_taken_over,
            Some(StepClaim::Pending)
        );
        assert_eq!(r.kind, StopKind::ResultUnknown);
    });
}

#[test]
fn a_duplicate_is_neither_a_refusal_nor_a_find() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Duplicate)];
    assert_eq!(known(&facts), unknown(WhyUnknown::Duplicate));
    facts.observations = vec![find("task", "T-1", None)];
    assert_eq!(known(&facts), unknown(WhyUnknown::Duplicate), "only a hint");
    facts.observations = vec![find("task", "T-1", Some(true))];
    assert_eq!(known(&facts), Knowledge::Done);
}

#[test]
fn an_acknowledged_step_is_never_not_done_because_a_later_attempt_was_refused() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![
        attempt("task", 0, Acknowledged),
        attempt("task", 9, Refused),
    ];
    assert_eq!(known(&facts), unknown(WhyUnknown::NoReference));
}

#[test]
fn one_attempt_told_with_two_outcomes_counts_as_the_one_that_leaves_least_to_chance() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Refused), attempt("task", 0, Timeout)];
    assert_eq!(known(&facts), unknown(WhyUnknown::Unanswered));
}

#[test]
fn a_find_without_an_object_is_no_find() {
    let mut facts = operation(&["task"]);
    let mut found = find("task", "", Some(true));
    facts.attempts = vec![attempt("task", 0, Timeout)];
    facts.observations = vec![found.clone()];
    assert_eq!(known(&facts), unknown(WhyUnknown::Unanswered));
    found.fact.object = None;
    facts.observations = vec![found];
    assert_eq!(known(&facts), unknown(WhyUnknown::Unanswered));
}

#[test]
fn an_empty_answer_proves_absence_only_after_the_last_attempt_settled() {
    let contracts = TestContracts::of(&["task"], &contract(KeyPromise::Exact(HOUR)));
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Timeout), attempt("task", 30, Timeout)];
    for (seconds, proven) in [(20, false), (90, false), (91, true)] {
        facts.observations = vec![look("task", seconds, Seen::Absent)];
        reviewed(&facts, &contracts, |r| {
            let known = &r.steps[0].known;
            if proven {
                let observed_at = at(seconds);
                assert_eq!(known.absence, Absence::Proven { observed_at });
                assert_eq!(
                    known.knowledge,
                    Knowledge::NotDone(WhyNotDone::AbsenceProven { observed_at })
                );
            } else {
                let proof_from = at(90);
                let early = NotProof::TooEarly { proof_from };
                assert_eq!(known.absence, Absence::NothingYet(early));
                assert_eq!(known.knowledge, unknown(WhyUnknown::Unanswered));
            }
        });
    }
}

#[test]
fn what_an_eventual_look_up_shows_late_is_added_and_without_a_lag_proves_nothing() {
    let mut promise = contract(KeyPromise::Exact(HOUR));
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Timeout)];
    facts.observations = vec![look("task", 100, Seen::Absent)];
    for (lag, expected) in [
        (
            Some(Duration::from_secs(60)),
            Absence::NothingYet(NotProof::TooEarly {
                proof_from: at(120),
            }),
        ),
        (
            Some(Duration::from_secs(39)),
            Absence::Proven {
                observed_at: at(100),
            },
        ),
        (None, Absence::NothingYet(NotProof::NoLag)),
    ] {
        promise.look_ups[0].strength = LookUpStrength::Eventual { lag };
        let contracts = TestContracts::of(&["task"], &promise);
        reviewed(&facts, &contracts, |r| {
            assert_eq!(r.steps[0].known.absence, expected)
        });
    }
}

#[test]
fn absence_is_not_proof_where_the_contract_does_not_carry_it() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Timeout)];
    facts.observations = vec![look("task", 9_000, Seen::Absent)];
    let absence = |facts: &Facts, contracts: &TestContracts| {
        reviewed(facts, contracts, |r| r.steps[0].known.absence.clone())
    };
    let none = TestContracts::default();
    assert_eq!(
        absence(&facts, &none),
        Absence::NothingYet(NotProof::NoContract)
    );

    let mut promise = contract(KeyPromise::NoKey);
    promise.settling = None;
    let unsettled = TestContracts::of(&["task"], &promise);
    assert_eq!(
        absence(&facts, &unsettled),
        Absence::NothingYet(NotProof::NoSettlingTime)
    );

    promise.settling = Some(MINUTE);
    promise.look_ups[0].executes_if_absent = true;
    let acting = TestContracts::of(&["task"], &promise);
    assert_eq!(
        absence(&facts, &acting),
        Absence::NothingYet(NotProof::LookUpActs)
    );

    facts.observations[0].fact.look_up = None;
    assert_eq!(
        absence(&facts, &acting),
        Absence::NothingYet(NotProof::LookUpNotNamed)
    );
    facts.observations.clear();
    assert_eq!(absence(&facts, &acting), Absence::NobodyLooked);
}

#[test]
fn a_persons_wait_counts_from_the_arrival_of_the_report_that_named_the_attempt() {
    let contracts = TestContracts::default();
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Timeout)]; // told at second 100
    for (seconds, expected) in [
        (
            150,
            Absence::NothingYet(NotProof::TooEarly {
                proof_from: at(160),
            }),
        ),
        (
            161,
            Absence::Proven {
                observed_at: at(161),
            },
        ),
    ] {
        facts.observations = vec![person_look("task", seconds, Seen::Absent)];
        reviewed(&facts, &contracts, |r| {
            assert_eq!(r.steps[0].known.absence, expected)
        });
    }
    let mut late_place = person_look("task", 9_000, Seen::Absent);
    if let Some(person) = &mut late_place.fact.person {
        person.shows_at_once = false;
    }
    facts.observations = vec![late_place];
    reviewed(&facts, &contracts, |r| {
        assert_eq!(
            r.steps[0].known.absence,
            Absence::NothingYet(NotProof::PlaceShowsLate)
        );
    });
}

#[test]
fn a_find_and_a_proof_of_absence_disagree_and_in_progress_is_neither() {
    let mut facts = operation(&["task"]);
    facts.attempts = vec![attempt("task", 0, Timeout)];
    facts.observations = vec![
        find("task", "T-1", Some(true)),
        look("task", 900, Seen::Absent),
    ];
    assert_eq!(known(&facts), unknown(WhyUnknown::FactsDisagree));
    facts.observations = vec![look("task", 900, Seen::InProgress)];
    assert_eq!(known(&facts), unknown(WhyUnknown::InProgress));
}

#[test]
fn a_result_that_is_seen_to_be_another_operations_is_not_taken_for_ours() {
    let mut facts = operation(&["task"]);
    facts.steps[0].results = vec![told(result("crm-5001"), 100)];
    assert_eq!(known(&facts), Knowledge::Done);
    facts.observations = vec![find("task", "crm-5001", Some(false))];
    assert_eq!(known(&facts), unknown(WhyUnknown::ResultIsForeign));
}

#[test]
fn rows_of_one_id_are_one_result_and_two_ids_are_more_than_once() {
    let contracts = TestContracts::default();
    let mut facts = operation(&["task"]);
    let row = find("task", "T-1", Some(true));
    facts.observations = vec![row.clone(), row, find("task", "T-9", Some(false))];
    reviewed(&facts, &contracts, |r| {
        assert_eq!(r.steps[0].known.results.len(), 1);
        assert_eq!(r.steps[0].known.results[0].rows, 2);
    });
    facts.observations.push(find("task", "T-2", Some(true)));
    reviewed(&facts, &contracts, |r| {
        assert!(r.steps[0].known.more_than_once())
    });
}

#[test]
fn a_taking_without_outcome_leaves_every_step_it_could_have_sent_unknown() {
    let contracts = TestContracts::of(&["task", "mail"], &contract(KeyPromise::NoKey));
    let mut facts = operation(&["task", "mail"]);
    facts.takings = vec![Taking {
        instruction: InstructionId::new("01J"),
        worker: "w-1".into(),
        taken_at: at(1_000),
        lease_until: at(1_120),
        run: ["task", "mail"]
            .map(|s| (StepName::new(s), Some(key(s))))
            .to_vec(),
        end: TakingEnd::WithoutOutcome,
    }];
    // Empty before the lease's end plus the settling time proves nothing; after it, it does.
    facts.observations = vec![
        look("task", 1_180, Seen::Absent),
        look("mail", 1_181, Seen::Absent),
    ];
    reviewed(&facts, &contracts, |r| {
        assert_eq!(
            r.steps[0].known.knowledge,
            unknown(WhyUnknown::TakingWithoutOutcome)
        );
        assert_eq!(
            r.steps[1].known.knowledge,
            Knowledge::NotDone(WhyNotDone::AbsenceProven {
                observed_at: at(1_181)
            })
        );
    });
}

#[test]
fn the_kind_follows_the_facts_up_to_the_resume_point() {
    let contracts = TestContracts::default();
    let mut facts = operation(&["erp", "task", "mail"]);
    facts.steps[0].results = vec![told(result("SO-1"), 100)];
    facts.attempts = vec![attempt("mail", 0, Timeout)];
    reviewed(&facts, &contracts, |r| {
        assert_eq!(r.resume_point, Some(1));
        assert_eq!(
            r.kind,
            StopKind::NextStepPending,
            "the unknown step lies behind it"
        );
    });
    facts.attempts.push(attempt("task", 0, Timeout));
    reviewed(&facts, &contracts, |r| {
        assert_eq!(r.kind, StopKind::ResultUnknown)
    });
    let contested = crate::domain::facts::ContentStanding::Contested;
    facts.contents.push(content("sha256:other", contested));
    reviewed(&facts, &contracts, |r| {
        assert_eq!(r.kind, StopKind::PayloadConflict)
    });
}

#[test]
fn a_step_whose_undoing_is_done_is_undone_and_never_sent() {
    let contracts = TestContracts::default();
    let mut facts = operation(&["capture", "order", "refund"]);
    facts.steps[0].results = vec![told(result("cap-1"), 100)];
    facts.steps[2].undoes = Some(StepName::new("capture"));
    facts.observations = vec![find("refund", "ref-1", Some(true))];
    reviewed(&facts, &contracts, |r| {
        assert_eq!(r.steps[0].known.knowledge, Knowledge::Undone);
        assert_eq!(r.steps[0].sending, Sending::Never(NeverSent::Undone));
        assert_eq!(r.steps[2].sending, Sending::Never(NeverSent::UndoesAnother));
        assert!(r.is_being_undone());
    });
}
