//! Protection, as `domain.md` §4.1 words it.

use super::facts::*;
use crate::domain::contract::{Contract, KeyPromise, OnRepeat, Stored5xx};
use crate::domain::facts::Facts;
use crate::domain::ids::IdempotencyKey;
use crate::domain::protection::{NoProtection, NotKnown, Protection};
use crate::domain::queue_row::queue_row;
use crate::domain::report::{AttemptOutcome::*, StepClaim};
use crate::domain::review::{Blocker, Sending, review};
use crate::domain::standing::CaseProtection;
use std::time::Duration;

const DAY: i64 = 86_400;

fn look_at(facts: &Facts, promise: Option<&Contract>, seconds: i64) -> (Protection, Sending) {
    let contracts = promise.map_or_else(TestContracts::default, |c| TestContracts::of(&["pay"], c));
    let review = review(facts, contracts.rules(), at(seconds));
    (review.steps[0].protection, review.steps[0].sending)
}

fn sent_once() -> Facts {
    let mut facts = operation(&["pay"]);
    facts.attempts = vec![attempt("pay", 0, Timeout)];
    facts
}

#[test]
fn the_window_counts_from_the_first_attempt_less_the_margin() {
    let promise = contract(KeyPromise::Exact(Duration::from_secs(86_400)));
    let mut facts = sent_once();
    facts.attempts.push(attempt("pay", 3_600, Timeout));
    let until = at(DAY - 300);
    let (protection, sending) = look_at(&facts, Some(&promise), DAY - 301);
    assert_eq!(protection, Protection::InForce { until });
    assert_eq!(
        sending,
        Sending::Repeat {
            not_after: Some(until)
        }
    );
    // s05: 24 h and a minute later nothing may be sent.
    let (protection, sending) = look_at(&facts, Some(&promise), DAY + 60);
    assert_eq!(protection, Protection::Over { since: until });
    assert_eq!(
        sending,
        Sending::Blocked(Blocker::ProtectionOver { since: until })
    );
}

#[test]
fn the_earlier_end_counts_and_a_clock_that_runs_ahead_is_moved_back() {
    let promise = contract(KeyPromise::AtLeast(HOUR));
    let mut facts = sent_once();
    facts.steps[0].key_valid_until = Some(at(1_800));
    assert_eq!(
        look_at(&facts, Some(&promise), 0).0,
        Protection::InForce { until: at(1_500) }
    );
    facts.steps[0].key_valid_until = None;
    facts.attempts[0].arrival.clock_ahead = 600_000_000;
    assert_eq!(
        look_at(&facts, Some(&promise), 0).0,
        Protection::InForce {
            until: at(3_600 - 600 - 300)
        }
    );
}

#[test]
fn a_key_counts_only_if_every_attempt_and_nothing_else_carried_it() {
    let promise = contract(KeyPromise::Exact(HOUR));
    let none = |facts: &Facts, why| {
        let (protection, sending) = look_at(facts, Some(&promise), 10);
        assert_eq!(protection, Protection::None(why));
        assert_eq!(sending, Sending::Blocked(Blocker::NoProtection(why)));
    };
    let mut keyless = sent_once();
    keyless.steps[0].key = None;
    keyless.attempts[0].fact.idempotency_key = None;
    none(&keyless, NoProtection::NoKey);

    let mut other = sent_once();
    other.attempts[0].fact.idempotency_key = Some(IdempotencyKey::new("fresh"));
    none(&other, NoProtection::KeyDiffers);

    let mut timeless = sent_once();
    timeless.attempts[0].fact.started_at = None;
    none(&timeless, NoProtection::FirstAttemptUnknown);

    let mut claimed = operation(&["pay"]);
    claimed.steps[0].claims = vec![claim(StepClaim::Unknown)];
    none(&claimed, NoProtection::FirstAttemptUnknown);

    let mut omitted = sent_once();
    omitted.attempts_omitted = 3;
    none(&omitted, NoProtection::AttemptsOmitted);

    let mut shared = sent_once();
    shared.steps.push(step("book"));
    shared.steps[1].key = shared.steps[0].key.clone();
    none(&shared, NoProtection::KeyShared);
}

#[test]
fn without_a_contract_or_a_published_window_nothing_is_allowed_and_harmless_is_always() {
    let facts = sent_once();
    assert_eq!(
        look_at(&facts, None, 10).0,
        Protection::NotKnown(NotKnown::NoContract)
    );
    let unknown = contract(KeyPromise::Unknown);
    assert_eq!(
        look_at(&facts, Some(&unknown), 10).1,
        Sending::Blocked(Blocker::ProtectionNotKnown(NotKnown::WindowNotPublished))
    );
    let no_keys = contract(KeyPromise::NoKey);
    assert_eq!(
        look_at(&facts, Some(&no_keys), 10).0,
        Protection::None(NoProtection::ReceiverHasNoKeys)
    );
    let mut keyless = sent_once();
    keyless.steps[0].key = None;
    let harmless = contract(KeyPromise::Harmless);
    assert_eq!(
        look_at(&keyless, Some(&harmless), 9 * DAY).1,
        Sending::Repeat { not_after: None }
    );
}

#[test]
fn a_receiver_that_replays_its_stored_5xx_is_not_asked_again() {
    let mut promise = contract(KeyPromise::Exact(HOUR));
    promise.on_repeat = OnRepeat::ReplaysFirstAnswer;
    let mut facts = operation(&["pay"]);
    facts.attempts = vec![attempt("pay", 0, ServerError)];
    for (stored, blocked) in [
        (Stored5xx::Replayed, true),
        (Stored5xx::Unknown, true),
        (Stored5xx::NotStored, false),
    ] {
        promise.stored_5xx = stored;
        let sending = look_at(&facts, Some(&promise), 10).1;
        assert_eq!(
            sending == Sending::Blocked(Blocker::Stored5xx),
            blocked,
            "{stored:?}"
        );
        let contracts = TestContracts::of(&["pay"], &promise);
        let row = queue_row(&review(&facts, contracts.rules(), at(10)), at(DAY));
        let (said, urgent_at) = if blocked {
            (CaseProtection::Stored5xx, at(DAY))
        } else {
            (CaseProtection::Until, row.protection_until.unwrap())
        };
        assert_eq!((row.protection, row.urgent_at), (said, urgent_at));
    }
}

#[test]
fn a_key_bound_to_another_step_is_not_sent_again_at_the_same_receiver() {
    let mut facts = operation(&["pay", "invoice"]);
    let system = facts.steps[1].system.clone();
    facts.steps[0].system = system;
    facts.steps[0].key = facts.steps[1].key.clone();
    facts.attempts = vec![attempt("invoice", 0, Acknowledged)];
    assert_eq!(
        look_at(&facts, None, 10).1,
        Sending::Blocked(Blocker::KeyBoundToOtherStep)
    );
}

#[test]
fn a_repeat_still_in_flight_must_not_arrive_after_the_window() {
    let mut promise = contract(KeyPromise::Exact(HOUR));
    promise.settling = Some(Duration::from_secs(900));
    let (protection, _) = look_at(&sent_once(), Some(&promise), 0);
    assert_eq!(
        protection,
        Protection::InForce {
            until: at(3_600 - 900)
        }
    );
}
