//! What receiving systems promise about their idempotency keys and look-ups (`domain.md` §1, §3, §4.1).
//!
//! What a contract does not know allows nothing: an unknown window protects no repeat, and a look-up without a
//! stated lag proves no absence.

use super::ids::ContractId;
use super::text::LocalText;
use super::time::Day;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One receiving system's promises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contract {
    pub id: ContractId,
    /// The name of the system and of its interface.
    pub title: LocalText,
    /// Where the promises were read, and when somebody last looked.
    pub evidence: Evidence,
    pub key: KeyPromise,
    /// Where the key travels, as its vendor writes it: `header:Idempotency-Key`.
    pub key_carrier: Option<String>,
    /// The longest key the receiver takes whole, in bytes; a longer one protects nothing.
    pub key_max_length: Option<usize>,
    /// Within what the receiver compares keys (an account, a region); elsewhere the same key is a new one.
    pub key_scope: Option<LocalText>,
    pub on_repeat: OnRepeat,
    pub stored_5xx: Stored5xx,
    pub on_mismatch: OnMismatch,
    /// How the receiver's answer to other content under the same key is recognised.
    pub mismatch_marker: Option<String>,
    /// How its answer to a repeat is recognised while the first request is still under way.
    pub in_flight_marker: Option<String>,
    /// How long a request may still be in flight at the receiver. Without it, absence is never proof.
    pub settling: Option<Duration>,
    /// The ways to ask for the result; none where there is no way to ask.
    pub look_ups: Vec<LookUp>,
    /// What a reviewer should know beyond this.
    pub note: Option<LocalText>,
}

/// Where a contract was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub title: String,
    pub url: Option<String>,
    /// The day somebody last looked.
    pub looked_at: Day,
    pub confidence: Confidence,
}

/// How well a contract is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    SeenInSource,
    FromMemory,
    /// Written in the policy file by the people who run this installation.
    Own,
}

/// What the receiver promises about recognising a key, counted from the first attempt that carried it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyPromise {
    /// There is no key: every repeat is a new action.
    NoKey,
    /// A key that is never forgotten.
    NeverExpires,
    /// There is a key; how long it is known, or what it is good for, is not published.
    Unknown,
    /// At least this long; counted as exactly this long.
    AtLeast(Duration),
    /// Exactly this long.
    Exact(Duration),
    /// The step sets a state: a repeat is harmless, with a key or without.
    Harmless,
}

/// What the receiver does with a repeat under the same key and content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnRepeat {
    ReplaysFirstAnswer,
    ReturnsPresentState,
    ExecutesAgainWhatFailed,
    /// Refuses it as a duplicate, naming or not naming what exists.
    RefusesAsDuplicate,
    /// Acts again.
    NewEffect,
    Unknown,
}

/// Whether a stored 5xx answer is given again to a repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stored5xx {
    Replayed,
    /// A repeat after a received 5xx is worked on (again), as the receiver itself asks for.
    NotStored,
    Unknown,
}

/// What other content under the same key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnMismatch {
    Error,
    ReplaysFirst,
    NewEffect,
    Unknown,
}

/// A way to ask the receiver for the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookUp {
    /// What an observation's `look_up` names.
    pub name: String,
    /// By what one asks, in words.
    pub by: LocalText,
    pub strength: LookUpStrength,
    /// This is a repeat, not a read: if the first attempt never ran, it runs now. Its empty answer proves nothing.
    pub executes_if_absent: bool,
}

/// What an empty answer is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookUpStrength {
    /// Reads its own writes.
    Authoritative,
    /// Shows a new record some time later; without a stated lag an empty answer proves nothing.
    Eventual { lag: Option<Duration> },
}

impl Contract {
    /// The look-up of that name, if the contract has it.
    pub fn look_up(&self, name: &str) -> Option<&LookUp> {
        self.look_ups.iter().find(|l| l.name == name)
    }
}
