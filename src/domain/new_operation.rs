//! Another operation in the place of one that is given up (`domain.md` §4.2).
//!
//! Nothing of the old operation is repeated: the new one has a key of its own, and each of its steps goes out under a key
//! that no receiver has seen. That is why a person has to say of every step that is done, or may be, that they know it.

use super::digest::sha256_hex;
use super::facts::{Content, ContentStanding, Facts};
use super::ids::{IdempotencyKey, InstructionId, OperationKey, ReportId, StepName};
use super::json::{digest, same};
use super::knowledge::Knowledge;
use super::policy::ReasonCode;
use super::queue_row::names;
use super::report::{ReportedOperation, ReportedStep, StepClaim, Stop, StopKind, StopReport};
use super::resume::{DoneStep, KeyChange, RunStep, WhichContent};
use super::review::{Review, StepReview};
use super::surplus::surplus_of_closing;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The longest key, in bytes (`connector-api.md`).
const LONGEST_KEY: usize = 512;
/// What stands between a key and the number that a new operation adds to it.
const MARK: char = '~';
/// Room for the mark and a number.
const LONGEST_BASE: usize = LONGEST_KEY - 21;

/// What a reviewer orders.
#[derive(Debug, Clone, PartialEq)]
pub struct NewOperationOrder {
    pub key: OperationKey,
    pub basis: Basis,
    /// Steps of the old operation of which the reviewer says that they know what exists or may exist.
    pub acknowledged: Vec<StepName>,
    /// The old operation's business reference, as the reviewer typed it.
    pub reference: String,
    /// The payload that the new operation goes out with; `None`: the one that was agreed for the old one.
    pub payload: Option<Value>,
}

/// Why a second action is legitimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// From the policy's list.
    pub code: ReasonCode,
    /// The reviewer's own words.
    pub text: String,
}

/// The new operation; the core of its instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewOperationPlan {
    pub key: OperationKey,
    /// The key of the operation whose place it takes.
    pub supersedes: OperationKey,
    pub basis: Basis,
    /// Every step that is sent, in the order of the chain, under its new key.
    pub run: Vec<RunStep>,
    /// The keys of all steps that had one, old and new.
    pub step_keys: Vec<KeyChange>,
    /// Steps of the old operation that are done, or may be, and that the reviewer took into account.
    pub acknowledged: Vec<StepName>,
    /// Of each step of the old operation that was done more than once, every result but the first.
    pub surplus: Vec<DoneStep>,
    pub content: NewContent,
}

/// The content that the new operation goes out with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewContent {
    /// Whether it is the one that was agreed for the old operation.
    pub which: WhichContent,
    pub digest: String,
    pub payload: Value,
}

/// Why a new operation is not possible as ordered. Several can hold at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoNewOperation {
    /// The step is done, or may be, and nobody said that they know it.
    NotAcknowledged { step: StepName },
    /// The reference is not that of the old operation.
    OtherReference,
    /// The key is empty, longer than 512 bytes, or holds characters that cannot be seen.
    KeyNotUsable,
    /// The key is the old one, or was given out before.
    KeyInUse,
    /// The agreed payload is not held here any more, and no other was given.
    PayloadNotHeld,
    /// The payload is another kind of JSON than the agreed one: whoever takes it could not read it.
    PayloadOfOtherKind,
}

/// Plans a new operation in the place of this one, or says everything that stands against it. `agreed`: the payload that was
/// agreed for the old one, where it is held.
///
/// # Errors
/// [`NoNewOperation`]: all there is. Whether the key is free within the source is for the caller to see.
pub fn plan(
    review: &Review<'_>,
    agreed: Option<&Value>,
    order: NewOperationOrder,
) -> Result<NewOperationPlan, Vec<NoNewOperation>> {
    let mut faults = faults(review, &order);
    let content = match content(review.facts, agreed, order.payload) {
        Ok(content) if faults.is_empty() => content,
        Ok(_) => return Err(faults),
        Err(fault) => {
            faults.push(fault);
            return Err(faults);
        }
    };
    let step_keys = step_keys(review.facts, &order.key);
    Ok(NewOperationPlan {
        supersedes: review.facts.key.clone(),
        run: run(review.facts, &step_keys),
        acknowledged: to_acknowledge(review)
            .map(|s| s.step.name.clone())
            .collect(),
        surplus: surplus_of_closing(review),
        content,
        key: order.key,
        basis: order.basis,
        step_keys,
    })
}

fn content(
    facts: &Facts,
    held: Option<&Value>,
    ordered: Option<Value>,
) -> Result<NewContent, NoNewOperation> {
    let payload = match (ordered, held) {
        (Some(ordered), Some(held)) if !replaces(&ordered, held) => {
            return Err(NoNewOperation::PayloadOfOtherKind);
        }
        (Some(ordered), _) => ordered,
        (None, Some(held)) => held.clone(),
        (None, None) => return Err(NoNewOperation::PayloadNotHeld),
    };
    let digest = digest(&payload);
    let is_agreed = match held {
        Some(held) => same(held, &payload),
        None => agreed(facts).is_some_and(|agreed| agreed.digest.as_ref() == Some(&digest)),
    };
    Ok(NewContent {
        which: if is_agreed {
            WhichContent::Agreed
        } else {
            WhichContent::Changed
        },
        digest,
        payload,
    })
}

/// Whether this payload can stand where the other stood: it is of the same kind, or nothing stood there.
fn replaces(ordered: &Value, held: &Value) -> bool {
    held.is_null() || std::mem::discriminant(ordered) == std::mem::discriminant(held)
}

fn faults(review: &Review<'_>, order: &NewOperationOrder) -> Vec<NoNewOperation> {
    let mut faults = Vec::new();
    if !is_usable(&order.key) {
        faults.push(NoNewOperation::KeyNotUsable);
    } else if order.key == review.facts.key {
        faults.push(NoNewOperation::KeyInUse);
    }
    if folded(&order.reference) != folded(&business_reference(review.facts)) {
        faults.push(NoNewOperation::OtherReference);
    }
    let unsaid = to_acknowledge(review).filter(|s| !order.acknowledged.contains(&s.step.name));
    faults.extend(unsaid.map(|s| NoNewOperation::NotAcknowledged {
        step: s.step.name.clone(),
    }));
    faults
}

/// Steps of which something exists, or may exist.
pub fn to_acknowledge<'r>(review: &'r Review<'_>) -> impl Iterator<Item = &'r StepReview<'r>> {
    review
        .steps
        .iter()
        .filter(|step| match step.known.knowledge {
            Knowledge::Done | Knowledge::Unknown(_) => true,
            Knowledge::NotDone(_) | Knowledge::Undone => false,
        })
}

/// What a reviewer types again, so that they look at which operation it is: its first references, or its key.
pub fn business_reference(facts: &Facts) -> String {
    names(facts).join(" / ")
}

/// White space and letter case do not matter, nor do characters that nobody sees.
fn folded(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .flat_map(char::to_lowercase)
        .collect()
}

fn is_usable(key: &OperationKey) -> bool {
    let key = key.as_str();
    !key.trim().is_empty() && key.len() <= LONGEST_KEY && !key.chars().any(char::is_control)
}

/// Keys for a new operation in the place of the one with this key, in the order in which they are tried.
pub fn suggested_keys(old: &OperationKey) -> impl Iterator<Item = OperationKey> {
    let (base, number) = numbered(old.as_str());
    let base = short(base);
    (number + 1..).map(move |n| OperationKey::new(format!("{base}{MARK}{n}")))
}

/// A key without the number that a new operation gave it, and that number; 1 where it has none.
fn numbered(key: &str) -> (&str, u64) {
    let number = |text: &str| {
        let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        text.parse::<u32>().ok().filter(|n| digits && *n >= 2)
    };
    key.rsplit_once(MARK)
        .and_then(|(base, text)| Some((base, u64::from(number(text)?))))
        .filter(|(base, _)| !base.is_empty())
        .unwrap_or((key, 1))
}

/// A number has to fit behind it; what is too long is named by its digest.
fn short(base: &str) -> String {
    if base.len() <= LONGEST_BASE {
        base.to_owned()
    } else {
        sha256_hex(base)
    }
}

/// The keys that the steps would have under this key of the operation, for whoever wants to see them before.
pub fn step_keys_under(facts: &Facts, key: &str) -> Vec<KeyChange> {
    step_keys(facts, &OperationKey::new(key))
}

/// A new key for every step that has one: none that this operation, or one before it in whose place it came, ever used.
fn step_keys(facts: &Facts, new: &OperationKey) -> Vec<KeyChange> {
    let mut used: HashSet<String> = known_keys(facts)
        .map(|key| key.as_str().to_owned())
        .collect();
    let (_, number) = numbered(new.as_str());
    let keyed = facts.steps.iter().filter_map(|s| Some((s, s.own_key()?)));
    keyed
        .map(|(step, old)| KeyChange {
            step: step.name.clone(),
            old: Some(old.clone()),
            new: next_key(old, number, &mut used),
        })
        .collect()
}

fn next_key(old: &IdempotencyKey, at_least: u64, used: &mut HashSet<String>) -> IdempotencyKey {
    let (base, number) = numbered(old.as_str());
    let base = short(base);
    let mut number = at_least.max(number + 1);
    loop {
        let key = format!("{base}{MARK}{number}");
        if used.insert(key.clone()) {
            return IdempotencyKey::new(key);
        }
        number += 1;
    }
}

/// Every step key that anything was, or may have been, sent under.
fn known_keys(facts: &Facts) -> impl Iterator<Item = &IdempotencyKey> {
    let steps = facts.steps.iter().flat_map(|s| {
        let named = s.key.iter().chain(&s.ordered_key);
        named.chain(&s.other_keys)
    });
    let attempts = facts.attempts.iter();
    let attempts = attempts.filter_map(|a| a.fact.idempotency_key.as_ref());
    let takings = facts.takings.iter().flat_map(|t| &t.run);
    let takings = takings.filter_map(|(_, key)| key.as_ref());
    steps.chain(attempts).chain(takings)
}

/// Steps that undo another are for a compensate of the new operation only.
fn run(facts: &Facts, keys: &[KeyChange]) -> Vec<RunStep> {
    let forward = facts.steps.iter().filter(|s| s.undoes.is_none());
    forward
        .map(|step| RunStep {
            step: step.name.clone(),
            idempotency_key: new_key(keys, &step.name).cloned(),
            not_after: None,
        })
        .collect()
}

fn new_key<'k>(keys: &'k [KeyChange], step: &StepName) -> Option<&'k IdempotencyKey> {
    let change = keys.iter().find(|k| k.step == *step);
    change.map(|k| &k.new)
}

/// The moment at which a new operation comes to be: its instruction is taken.
#[derive(Debug, Clone, Copy)]
pub struct Begun<'a> {
    pub instruction: &'a InstructionId,
    pub at: Timestamp,
    /// Who decided it, and when: that is what authorises it.
    pub decided_by: &'a str,
    pub decided_at: Timestamp,
}

impl NewOperationPlan {
    /// What there is to tell of the new operation when it begins, in the words of a report: all that the old one was
    /// about, each step under its new key, and none of them ever sent.
    pub fn first_report(&self, old: &Facts, begun: Begun<'_>) -> StopReport {
        let agreed = agreed(old);
        StopReport {
            report_id: ReportId::new(begun.instruction.as_str()),
            stopped_at: begun.at,
            stop: Stop {
                kind: StopKind::NextStepPending,
                step: self.run.first().map(|run| run.step.clone()),
                code: None,
                reason: None,
            },
            operation: ReportedOperation {
                key: self.key.clone(),
                operation_type: agreed
                    .map_or(&old.operation_type, |c| &c.operation_type)
                    .clone(),
                authorised_at: Some(begun.decided_at),
                authorised_by: Some(begun.decided_by.to_owned()),
                references: old.references.clone(),
                holds: old.holds.clone(),
                amount: agreed.map_or(&old.amount, |c| &c.amount).clone(),
                payload: self.content.payload.clone().into(),
            },
            events: Vec::new(),
            steps: self.unsent_steps(old),
            attempts: Vec::new(),
            attempts_omitted: 0,
            observations: Vec::new(),
            message: None,
            also_reported: Vec::new(),
        }
    }

    fn unsent_steps(&self, old: &Facts) -> Vec<ReportedStep> {
        let unsent = |step: &super::facts::StepFacts| ReportedStep {
            name: step.name.clone(),
            system: step.system.clone(),
            claim: StepClaim::Pending,
            does: step.does.clone(),
            idempotency_key: new_key(&self.step_keys, &step.name).cloned(),
            key_was_empty: false,
            started_at: None,
            completed_at: None,
            compensable: step.compensable,
            undoes: step.undoes.clone(),
            results: Vec::new(),
            key_valid_until: None,
            parts: None,
            extra: Map::new(),
        };
        old.steps.iter().map(unsent).collect()
    }
}

/// The content that an operation goes on with.
pub fn agreed(facts: &Facts) -> Option<&Content> {
    let mut contents = facts.contents.iter();
    contents.find(|c| c.standing == ContentStanding::Agreed)
}
