//! The state of a step's key under its contract now (`domain.md` §4.1, "Protection").

use super::contract::{Contract, KeyPromise, OnRepeat, Stored5xx};
use super::facts::{Facts, StepFacts};
use super::ids::IdempotencyKey;
use super::rules::Rules;
use super::sendings::Sendings;
use super::time::Timestamp;
use serde::Serialize;

/// Whether the receiver would recognise a repeat of this step now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Nothing was sent yet: the window starts with the first attempt.
    NotStarted,
    /// A repeat under the same key is safe, and nothing may be sent later than this.
    InForce {
        until: Timestamp,
    },
    /// A repeat is safe without end.
    WithoutEnd,
    /// The same key now makes a new effect at most receivers.
    Over {
        since: Timestamp,
    },
    None(NoProtection),
    NotKnown(NotKnown),
}

/// Why a key protects nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoProtection {
    /// The receiver has no idempotency keys.
    ReceiverHasNoKeys,
    /// The step has no key, or an empty one.
    NoKey,
    /// An attempt carried no key, or another one than the step's own.
    KeyDiffers,
    /// Another step carries the same key.
    KeyShared,
    /// It is not known when the first attempt was sent.
    FirstAttemptUnknown,
    /// The source left attempts out.
    AttemptsOmitted,
    /// The key is longer than the receiver takes.
    KeyTooLong,
}

/// Why the protection is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotKnown {
    /// No contract is assigned to the receiving system.
    NoContract,
    /// The receiver does not say how long it knows a key.
    WindowNotPublished,
}

impl Protection {
    /// The moment after which nothing may be sent, where there is one.
    pub fn until(self) -> Option<Timestamp> {
        match self {
            Self::InForce { until } => Some(until),
            Self::NotStarted
            | Self::WithoutEnd
            | Self::Over { .. }
            | Self::None(_)
            | Self::NotKnown(_) => None,
        }
    }
}

/// The protection of a step now.
pub fn protection(
    facts: &Facts,
    step: &StepFacts,
    sent: &Sendings,
    rules: Rules<'_>,
    now: Timestamp,
) -> Protection {
    let contract = rules.contracts.contract(&step.system, &step.name);
    if contract.is_some_and(|c| c.key == KeyPromise::Harmless) {
        return Protection::WithoutEnd;
    }
    if !sent.any() {
        return Protection::NotStarted;
    }
    let Some(contract) = contract else {
        return Protection::NotKnown(NotKnown::NoContract);
    };
    match window_end(facts, step, sent, contract, rules) {
        Err(ended) => ended,
        Ok(None) => Protection::WithoutEnd,
        Ok(Some(until)) if now < until => Protection::InForce { until },
        Ok(Some(since)) => Protection::Over { since },
    }
}

/// When the window ends, margin taken off; `None` for never.
fn window_end(
    facts: &Facts,
    step: &StepFacts,
    sent: &Sendings,
    contract: &Contract,
    rules: Rules<'_>,
) -> Result<Option<Timestamp>, Protection> {
    if contract.key == KeyPromise::NoKey {
        return Err(Protection::None(NoProtection::ReceiverHasNoKeys));
    }
    let first = usable_key(facts, step, sent, contract).map_err(Protection::None)?;
    let promised = match contract.key {
        KeyPromise::AtLeast(window) | KeyPromise::Exact(window) => Some(first.plus(window)),
        KeyPromise::NeverExpires | KeyPromise::Harmless => None,
        KeyPromise::NoKey => return Err(Protection::None(NoProtection::ReceiverHasNoKeys)),
        KeyPromise::Unknown => return Err(Protection::NotKnown(NotKnown::WindowNotPublished)),
    };
    // The earlier end counts.
    let end = match (promised, step.key_valid_until) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (end, None) | (None, end) => end,
    };
    // A request may be in flight as long as the settling time, and must not arrive after the window's end.
    let margin = rules
        .safety_margin
        .max(contract.settling.unwrap_or_default());
    Ok(end.map(|t| t.minus(margin)))
}

/// Checks that every attempt carried exactly the step's own key and nothing else did; answers with the first attempt's time.
fn usable_key(
    facts: &Facts,
    step: &StepFacts,
    sent: &Sendings,
    contract: &Contract,
) -> Result<Timestamp, NoProtection> {
    let key = step.own_key().ok_or(NoProtection::NoKey)?;
    if contract
        .key_max_length
        .is_some_and(|max| key.as_str().len() > max)
    {
        return Err(NoProtection::KeyTooLong);
    }
    if facts.attempts_omitted > 0 {
        return Err(NoProtection::AttemptsOmitted);
    }
    if step.ordered_key.is_none() && !step.other_keys.is_empty()
        || sent.keys.iter().any(|k| k.as_ref() != Some(key))
    {
        return Err(NoProtection::KeyDiffers);
    }
    if key_carried_elsewhere(facts, step, key) {
        return Err(NoProtection::KeyShared);
    }
    match sent.first_at {
        Some(first) if sent.first_known => Ok(first),
        Some(_) | None => Err(NoProtection::FirstAttemptUnknown),
    }
}

/// Whether another step carries this key, by its own word or in an attempt.
pub fn key_carried_elsewhere(facts: &Facts, step: &StepFacts, key: &IdempotencyKey) -> bool {
    let by_step = facts.steps.iter().filter(|s| s.name != step.name).any(|s| {
        s.own_key() == Some(key) || s.key.as_ref() == Some(key) || s.other_keys.contains(key)
    });
    let by_attempt = facts
        .attempts
        .iter()
        .any(|a| a.fact.step != step.name && a.fact.idempotency_key.as_ref() == Some(key));
    by_step || by_attempt
}

/// Whether a repeat would only be answered with a stored 5xx, which proves nothing and is therefore not offered.
pub fn replays_a_stored_5xx(contract: &Contract, sent: &Sendings) -> bool {
    let replays = match contract.on_repeat {
        OnRepeat::ReplaysFirstAnswer => true,
        OnRepeat::ReturnsPresentState
        | OnRepeat::ExecutesAgainWhatFailed
        | OnRepeat::RefusesAsDuplicate
        | OnRepeat::NewEffect
        | OnRepeat::Unknown => false,
    };
    replays && sent.server_errors > 0 && contract.stored_5xx != Stored5xx::NotStored
}
