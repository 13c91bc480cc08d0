//! Which reasons fit which facts.

use super::facts::*;
use crate::domain::contract::{Contract, KeyPromise};
use crate::domain::facts::{ContentStanding, Facts};
use crate::domain::fits::fits;
use crate::domain::policy::ReasonFits;
use crate::domain::report::AttemptOutcome::{Refused, Timeout};
use crate::domain::report::Seen;
use crate::domain::resume::{ContentChoice, ResumeOrder, plan};
use crate::domain::review::review;
use std::time::Duration;

const ALL: [ReasonFits; 7] = [
    ReasonFits::Always,
    ReasonFits::ProtectedRepeat,
    ReasonFits::AbsenceProven,
    ReasonFits::Found,
    ReasonFits::NotDone,
    ReasonFits::ContentSettled,
    ReasonFits::MoreThanOnce,
];

fn fitting(facts: &Facts, promise: &Contract) -> Vec<ReasonFits> {
    let contracts = TestContracts::of(&["pay"], promise);
    let review = review(facts, contracts.rules(), at(600));
    let plan = plan(
        &review,
        &ResumeOrder {
            content: Some(ContentChoice::Agreed),
            ..ResumeOrder::default()
        },
    )
    .expect("a resume that is allowed");
    let fits = |reason: &ReasonFits| fits(*reason, &review, &plan);
    ALL.into_iter().filter(fits).collect()
}

#[test]
fn a_reason_that_speaks_of_facts_fits_only_where_they_are_so() {
    let promise = contract(KeyPromise::Exact(Duration::from_secs(86_400)));
    let mut facts = operation(&["pay"]);
    let never_sent = [ReasonFits::Always, ReasonFits::NotDone];
    assert_eq!(fitting(&facts, &promise), never_sent);

    facts.attempts = vec![attempt("pay", 0, Refused)];
    assert_eq!(fitting(&facts, &promise), never_sent);

    facts.attempts = vec![attempt("pay", 0, Timeout)];
    let repeat = [ReasonFits::Always, ReasonFits::ProtectedRepeat];
    assert_eq!(fitting(&facts, &promise), repeat);

    let mut absent = facts.clone();
    absent.observations = vec![look("pay", 500, Seen::Absent)];
    let proven = [ReasonFits::Always, ReasonFits::AbsenceProven];
    assert_eq!(fitting(&absent, &promise), proven);

    let mut found = facts.clone();
    found.observations = vec![find("pay", "T-1", Some(true))];
    assert_eq!(
        fitting(&found, &promise),
        [ReasonFits::Always, ReasonFits::Found]
    );

    let contested = content("sha256:changed", ContentStanding::Contested);
    found.contents.push(contested);
    let settled = [
        ReasonFits::Always,
        ReasonFits::Found,
        ReasonFits::ContentSettled,
    ];
    assert_eq!(fitting(&found, &promise), settled);
}
