//! All that is known of one operation: the union of every report, check and taking (`domain.md` §3).
//!
//! Facts only accumulate. Merging the same documents in any order gives the same facts, apart from
//! the times at which they arrived, and from which content came first (`merge`).

use super::ids::{
    IdempotencyKey, InstructionId, OperationKey, OperationType, ReportId, StepName, SystemName,
};
use super::judgement::Judgement;
use super::merge::Memory;
use super::report::{
    Amount, Attempt, Extra, Observation, Parts, ResultRef, SeenHow, StepClaim, Stop,
};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// When a fact came to Holdpoint, and how far its source's clock ran ahead then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// By Holdpoint's clock.
    pub at: Timestamp,
    /// By how many microseconds the source's `Date` was ahead of Holdpoint's clock; 0 if behind or not told.
    pub clock_ahead: i64,
}

impl Arrival {
    /// A time by the source's clock, moved back by as much as that clock runs ahead.
    pub fn adjust(self, source_time: Timestamp) -> Timestamp {
        Timestamp(source_time.0.saturating_sub(self.clock_ahead.max(0)))
    }
}

/// A fact and its arrival (of the first report that told it).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Told<T> {
    pub fact: T,
    pub arrival: Arrival,
}

/// All that is known of one operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    pub key: OperationKey,
    pub operation_type: OperationType,
    pub authorised_at: Option<Timestamp>,
    pub authorised_by: Option<String>,
    pub references: Map<String, Value>,
    pub holds: Vec<String>,
    pub amount: Option<Amount>,
    /// In the order of the chain.
    pub steps: Vec<StepFacts>,
    pub attempts: Vec<Told<Attempt>>,
    /// How many attempts the source and Holdpoint left out of the middle.
    pub attempts_omitted: u64,
    pub observations: Vec<Told<Observation>>,
    /// What people judged about finds that do not count by themselves; of several about one find the last holds.
    #[serde(default)]
    pub judgements: Vec<Judgement>,
    pub events: Vec<Told<KnownEvent>>,
    /// Every content this operation key came with; the first is the agreed one.
    pub contents: Vec<Content>,
    /// Takings that ended, or ran, and what became of them.
    pub takings: Vec<Taking>,
    /// Steps that a decision marked as not applicable, with its reason.
    pub skipped: Vec<(StepName, String)>,
    /// The latest stop, by `stopped_at`.
    pub stop: Stop,
    pub stopped_at: Timestamp,
    /// The first stop; nothing resets it, and it drives the deadlines.
    pub first_stopped_at: Timestamp,
    /// As the report with the latest stop told them.
    pub also_reported: Vec<Extra>,
    /// What merging has to remember; it says nothing about the operation.
    #[serde(default)]
    pub memory: Memory,
}

/// An event without its payload, which stays in the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KnownEvent {
    pub id: Option<String>,
    pub event_type: Option<String>,
    /// As it was sent.
    pub occurred_at: Option<String>,
    pub received_at: Option<Timestamp>,
    /// `sha256:…` of the payload; `None` where there was none.
    pub payload_digest: Option<String>,
    /// Members that the API does not name, such as `delivery`.
    pub extra: Map<String, Value>,
}

/// What is known of one step, beside its attempts and observations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepFacts {
    pub name: StepName,
    pub system: SystemName,
    pub does: Option<String>,
    /// The step's own key. Where reports name several, that of the earliest stop; the rest are in `other_keys`.
    pub key: Option<IdempotencyKey>,
    pub other_keys: Vec<IdempotencyKey>,
    /// A report sent the key as an empty text.
    pub key_was_empty: bool,
    /// Of each state the first claim and the last, by the times of their stops.
    pub claims: Vec<Told<Claim>>,
    pub compensable: bool,
    pub undoes: Option<StepName>,
    /// References that the source itself reported for the step.
    pub results: Vec<Told<ResultRef>>,
    pub key_valid_until: Option<Timestamp>,
    pub parts: Option<Parts>,
    /// A new key ordered by a decision; from then on it is the step's own.
    pub ordered_key: Option<IdempotencyKey>,
    pub extra: Map<String, Value>,
}

impl StepFacts {
    /// A step of which nothing is known yet but where it has its effect.
    pub fn new(name: StepName, system: SystemName) -> Self {
        Self {
            name,
            system,
            does: None,
            key: None,
            other_keys: Vec::new(),
            key_was_empty: false,
            claims: Vec::new(),
            compensable: false,
            undoes: None,
            results: Vec::new(),
            key_valid_until: None,
            parts: None,
            ordered_key: None,
            extra: Map::new(),
        }
    }

    /// The key under which the step goes out.
    pub fn own_key(&self) -> Option<&IdempotencyKey> {
        self.ordered_key.as_ref().or(self.key.as_ref())
    }
}

/// A source's claim about a step, with the stop it was made at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    pub state: StepClaim,
    pub stopped_at: Timestamp,
    pub completed_at: Option<Timestamp>,
}

/// One content of the operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// `sha256:…` of the content; `None` where the source told neither payload nor digest.
    pub digest: Option<String>,
    /// Whether Holdpoint holds the payload itself.
    pub payload_known: bool,
    pub operation_type: OperationType,
    pub amount: Option<Amount>,
    pub event_id: Option<String>,
    /// When the source received it, by its own clock.
    pub received_at: Option<Timestamp>,
    pub arrival: Arrival,
    /// The report that told of it first.
    #[serde(default)]
    pub report: Option<ReportId>,
    pub standing: ContentStanding,
}

impl Content {
    /// Whether it is the content of this digest, and a person may choose it: nobody has decided about it, and somebody
    /// knows what it says.
    pub fn may_be_chosen(&self, digest: &str) -> bool {
        self.digest.as_deref() == Some(digest)
            && self.payload_known
            && self.standing == ContentStanding::Contested
    }
}

/// Which content is the operation's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentStanding {
    /// The operation goes on with it.
    Agreed,
    /// It came under the same key, and nobody has decided about it yet.
    Contested,
    /// A decision refused it.
    Refused,
}

/// A worker's lease on an instruction, seen from the facts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Taking {
    pub instruction: InstructionId,
    pub worker: String,
    pub taken_at: Timestamp,
    /// The last moment at which the worker may have started a request.
    pub lease_until: Timestamp,
    /// What it may have sent, and under which key.
    pub run: Vec<(StepName, Option<IdempotencyKey>)>,
    pub end: TakingEnd,
}

/// How a taking ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakingEnd {
    Running,
    /// The source told that everything in it is done; the results are the steps'.
    Done,
    /// The source told the outcome: what it sent is in the attempts.
    Reported,
    /// It ended without a known outcome: everything it could have sent counts as an unanswered attempt.
    WithoutOutcome,
}

impl TakingEnd {
    /// Whether what was sent in it is not accounted for.
    pub fn is_open(self) -> bool {
        match self {
            Self::Running | Self::WithoutOutcome => true,
            Self::Done | Self::Reported => false,
        }
    }
}

/// How the union of facts learned of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownBy {
    /// The source named it as the step's result.
    Source,
    /// It was seen in the receiving system.
    Seen(SeenHow),
    /// It was seen, and people judged it to be this operation's.
    Judged,
}
