//! The invariants of `domain.md` §7 that the core can hold, as properties over any facts.

use super::any::*;
use super::facts::*;
use crate::domain::basis::{basis, facts_as_seen};
use crate::domain::facts::{Facts, TakingEnd};
use crate::domain::instruction::{Bounds, InstructionStanding, Lease, NoTaking, renew, take};
use crate::domain::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use crate::domain::resume::{ResumeOrder, ResumePlan, RunStep, plan};
use crate::domain::review::{Blocker, Review, Sending, StepReview, review};
use crate::domain::time::Timestamp;
use proptest::prelude::*;
use std::time::Duration;

fn planned(
    facts: &Facts,
    contracts: &TestContracts,
    order: &ResumeOrder,
    now: Timestamp,
    check: impl FnOnce(&Review<'_>, &ResumePlan) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let review = review(facts, contracts.rules(), now);
    match plan(&review, order) {
        Ok(plan) => check(&review, &plan),
        Err(against) => {
            prop_assert!(!against.is_empty(), "a refusal says why");
            Ok(())
        }
    }
}

fn of<'r>(review: &'r Review<'_>, run: &RunStep) -> &'r StepReview<'r> {
    review
        .steps
        .iter()
        .find(|s| s.step.name == run.step)
        .expect("a plan runs only steps of the operation")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Invariant 3, and the table of §4.1.
    #[test]
    fn nothing_done_is_sent_and_nothing_unknown_without_protection(
        facts in any_facts(), contracts in any_contracts(), order in any_order(), now in 0..5_000_i64,
    ) {
        planned(&facts, &contracts, &order, at(now), |review, plan| {
            for run in &plan.run {
                match of(review, run).known.knowledge {
                    Knowledge::Done | Knowledge::Undone => prop_assert!(false, "sends {run:?}"),
                    Knowledge::NotDone(_) => {}
                    Knowledge::Unknown(_) => {
                        let until = of(review, run).protection.until();
                        prop_assert!(until.is_none_or(|t| at(now) < t && run.not_after == Some(t)));
                    }
                }
                prop_assert!(of(review, run).step.undoes.is_none(), "only a compensate undoes");
            }
            prop_assert_eq!(plan.not_after, plan.run.iter().filter_map(|r| r.not_after).min());
            Ok(())
        })?;
    }

    /// Invariant 4: a step's key changes only where the decision orders it for a step that was refused, or with another
    /// content for one that is not done.
    #[test]
    fn keys_stay_unless_a_new_one_is_ordered_for_a_refused_step(
        facts in any_facts(), contracts in any_contracts(), order in any_order(), now in 0..5_000_i64,
    ) {
        planned(&facts, &contracts, &order, at(now), |review, plan| {
            for run in &plan.run {
                let step = of(review, run);
                if run.idempotency_key.as_ref() == step.step.own_key() {
                    continue;
                }
                let ordered = plan.new_keys.iter().find(|k| k.step == run.step);
                prop_assert_eq!(ordered.map(|k| &k.new), run.idempotency_key.as_ref());
                let refused = Knowledge::NotDone(WhyNotDone::Refused);
                let known = &step.known.knowledge;
                let unsent = *known == Knowledge::NotDone(WhyNotDone::NeverSent);
                let not_done = matches!(known, Knowledge::NotDone(_));
                let bound = step.sending == Sending::Blocked(Blocker::KeyBoundToOtherStep);
                prop_assert!(
                    *known == refused
                        || not_done && order.changed_content().is_some()
                        || unsent && bound
                );
            }
            Ok(())
        })?;
    }

    /// §3: knowledge follows from the union, whatever the order in which the facts came.
    #[test]
    fn the_order_of_facts_does_not_matter(
        facts in any_facts(), contracts in any_contracts(), now in 0..5_000_i64,
    ) {
        let mut turned = facts.clone();
        turned.attempts.reverse();
        turned.observations.reverse();
        turned.takings.reverse();
        let one = review(&facts, contracts.rules(), at(now));
        let other = review(&turned, contracts.rules(), at(now));
        for (a, b) in one.steps.iter().zip(&other.steps) {
            prop_assert_eq!(&a.known.knowledge, &b.known.knowledge);
            prop_assert_eq!(a.protection, b.protection);
            prop_assert_eq!(a.sending, b.sending);
        }
        prop_assert_eq!(one.kind, other.kind);
    }

    /// §3: a reference or find once told is never taken away; only facts that disagree make the step unknown.
    #[test]
    fn a_result_is_never_taken_away(
        facts in any_facts(), attempt in any_attempt(), look in any_look(), contracts in any_contracts(),
    ) {
        let before = review(&facts, contracts.rules(), at(900));
        let mut more = facts.clone();
        more.attempts.push(attempt);
        more.observations.push(look);
        let after = review(&more, contracts.rules(), at(900));
        for (a, b) in before.steps.iter().zip(&after.steps) {
            if a.known.knowledge == Knowledge::Done {
                let disagree = matches!(
                    b.known.knowledge,
                    Knowledge::Unknown(WhyUnknown::FactsDisagree | WhyUnknown::ResultIsForeign)
                );
                let kept = matches!(b.known.knowledge, Knowledge::Done | Knowledge::Undone);
                prop_assert!(kept || disagree, "{:?}", b.known.knowledge);
            }
            prop_assert!(a.known.results.len() <= b.known.results.len());
        }
    }

    /// Nothing that may have had an effect is ever called not done, unless its absence is proven.
    #[test]
    fn what_may_have_had_an_effect_is_not_called_not_done(
        facts in any_facts(), contracts in any_contracts(), now in 0..5_000_i64,
    ) {
        let review = review(&facts, contracts.rules(), at(now));
        for step in &review.steps {
            let open = facts.attempts.iter().any(|a| {
                a.fact.step == step.step.name
                    && (a.fact.outcome.is_unanswered()
                        || a.fact.outcome == crate::domain::report::AttemptOutcome::Duplicate
                        || a.fact.outcome == crate::domain::report::AttemptOutcome::Acknowledged)
            });
            let taken = facts.takings.iter().any(|t| {
                t.end != TakingEnd::Reported && t.run.iter().any(|(name, _)| *name == step.step.name)
            });
            if let (true, Knowledge::NotDone(why)) = (open || taken, &step.known.knowledge) {
                let proven = matches!(why, WhyNotDone::AbsenceProven { .. });
                prop_assert!(proven, "{:?}", why);
            }
        }
    }

    /// Invariant 6: time that merely passes does not change the basis of a decision; a new attempt does.
    #[test]
    fn the_basis_changes_with_facts_and_not_with_time(
        facts in any_facts(), contracts in any_contracts(), now in 500..3_000_i64, later in 0..9_000_i64,
    ) {
        let then = basis(&review(&facts, contracts.rules(), at(now)));
        prop_assert_eq!(&then, &basis(&review(&facts, contracts.rules(), at(now + later))));
        let mut more = facts.clone();
        more.attempts.push(attempt("task", 95, crate::domain::report::AttemptOutcome::Timeout));
        prop_assert_ne!(&then, &basis(&review(&more, contracts.rules(), at(now))));
        let seen = facts_as_seen(&review(&facts, contracts.rules(), at(now)));
        prop_assert_ne!(&seen, &facts_as_seen(&review(&more, contracts.rules(), at(now))));
    }

    /// Invariants 2, 6 and 9: of any number of takers one wins; nobody takes on changed facts or past the end, and
    /// no lease or renewal reaches past it.
    #[test]
    fn one_taker_wins_and_no_lease_reaches_past_the_end(
        tokens in proptest::collection::vec(0..3_u8, 1..8), not_after in proptest::option::of(0..500_i64),
        start in 0..600_i64, same_facts in any::<bool>(), lease in 1..300_u64,
    ) {
        let bounds = Bounds { take_before: at(400), not_after: not_after.map(at) };
        let lease = Duration::from_secs(lease);
        let mut standing = InstructionStanding::Offered;
        let mut winners = 0;
        for (i, token) in tokens.iter().enumerate() {
            let now = at(start + i64::try_from(i).unwrap());
            let token = token.to_string();
            match take(&standing, bounds, &token, lease, same_facts, now) {
                Ok(granted) if !granted.repeated => {
                    winners += 1;
                    prop_assert!(same_facts && now < at(400));
                    prop_assert!(not_after.is_none_or(|t| granted.until <= at(t) && now < at(t)));
                    standing = InstructionStanding::Taken(Lease {
                        worker: token.clone(), token_hash: token, taken_at: now, until: granted.until,
                    });
                }
                Ok(granted) => prop_assert!(now < granted.until),
                Err(NoTaking::AlreadyTaken { worker, .. }) => prop_assert_ne!(worker, token),
                Err(_) => {}
            }
            let renewed = renew(&standing, bounds, "0", lease, same_facts, now);
            if let Ok(until) = renewed {
                prop_assert!(same_facts && not_after.is_none_or(|t| until <= at(t)));
            }
        }
        prop_assert!(winners <= 1);
    }
}
