//! The stop report: the document in which a source says that an operation is stopped, and all it knows.
//!
//! These are the words of `connector-api.md`, already checked; `report_parse` makes them from JSON.

use super::ids::{IdempotencyKey, OperationKey, OperationType, ReportId, StepName, SystemName};
use super::payload::Payload;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One stop report.
#[derive(Debug, Clone, PartialEq)]
pub struct StopReport {
    pub report_id: ReportId,
    pub stopped_at: Timestamp,
    pub stop: Stop,
    pub operation: ReportedOperation,
    pub events: Vec<Event>,
    pub steps: Vec<ReportedStep>,
    pub attempts: Vec<Attempt>,
    /// How many attempts the source left out of the middle; with any, the step has no protection.
    pub attempts_omitted: u64,
    pub observations: Vec<Observation>,
    /// The message that came back with other content, if one did.
    pub message: Option<Message>,
    /// Members that the API does not name, kept under their place in the document.
    pub also_reported: Vec<Extra>,
}

/// Why a person is needed. Different problems, which never share one button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// A step was sent and its result is not known.
    ResultUnknown,
    /// Everything up to a step is done, and the next was never sent or was refused.
    NextStepPending,
    /// The same operation key came back with different content.
    PayloadConflict,
}

/// What the source says about the stop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stop {
    /// The source's own claim; the case's kind follows the facts instead.
    pub kind: StopKind,
    pub step: Option<StepName>,
    pub code: Option<String>,
    pub reason: Option<String>,
}

/// The operation as one report tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedOperation {
    pub key: OperationKey,
    pub operation_type: OperationType,
    pub authorised_at: Option<Timestamp>,
    pub authorised_by: Option<String>,
    /// Business references in the order they were sent; values may be any JSON.
    pub references: Map<String, Value>,
    /// Business objects that this operation touches, such as `shipment:S-104`.
    pub holds: Vec<String>,
    pub amount: Option<Amount>,
    pub payload: Payload,
}

/// An amount as it was written; never rounded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// The decimal as it was written, text or number.
    pub value: String,
    pub currency: String,
}

/// An inbound message that says something happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub id: Option<String>,
    pub event_type: Option<String>,
    /// As it was sent, for senders write times in their own ways.
    pub occurred_at: Option<String>,
    pub received_at: Option<Timestamp>,
    pub payload: Value,
    /// Members that the API does not name.
    pub extra: Map<String, Value>,
}

/// What the source claims about a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepClaim {
    Completed,
    Unknown,
    Refused,
    Pending,
}

/// A step as one report tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedStep {
    pub name: StepName,
    pub system: SystemName,
    pub claim: StepClaim,
    /// A plain sentence: what sending this step does.
    pub does: Option<String>,
    /// `None` where it was missing or empty.
    pub idempotency_key: Option<IdempotencyKey>,
    /// The key was sent, and was an empty text.
    pub key_was_empty: bool,
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    pub compensable: bool,
    /// This step reverses the one named.
    pub undoes: Option<StepName>,
    pub results: Vec<ResultRef>,
    /// Until when the source believes that the receiver knows the key.
    pub key_valid_until: Option<Timestamp>,
    pub parts: Option<Parts>,
    /// Members that the API does not name.
    pub extra: Map<String, Value>,
}

/// How many, or which, of a step's many effects are done; each member as it was sent (a number or a list).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    pub done: Value,
    pub unknown: Value,
    pub not_done: Value,
}

/// A reference to what a step created in its receiving system.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ResultRef {
    /// The kind of object, such as `sales_order`; empty where the source does not say.
    pub object_type: String,
    pub id: String,
    pub url: Option<String>,
    pub status: Option<String>,
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    Acknowledged,
    Refused,
    /// The receiver says that it exists or was done already: neither a refusal nor a find.
    Duplicate,
    Timeout,
    ConnectionLost,
    ServerError,
    Crashed,
}

impl AttemptOutcome {
    /// Whether the receiver gave no answer from which the effect follows.
    pub fn is_unanswered(self) -> bool {
        match self {
            Self::Timeout | Self::ConnectionLost | Self::ServerError | Self::Crashed => true,
            Self::Acknowledged | Self::Refused | Self::Duplicate => false,
        }
    }
}

/// One try at one step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub step: StepName,
    pub number: Option<i64>,
    /// `None` is kept, and shown as odd; the step then has no protection.
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    pub outcome: AttemptOutcome,
    pub http_status: Option<i64>,
    pub code: Option<String>,
    pub idempotency_key: Option<IdempotencyKey>,
    pub worker: Option<String>,
    pub detail: Value,
    /// Members that the API does not name.
    pub extra: Map<String, Value>,
}

/// How something was seen in a receiving system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeenHow {
    /// The answer to our own call.
    Response,
    /// The receiver told us.
    Callback,
    /// We asked by an identifier.
    LookUp,
    /// A person looked.
    Person,
}

/// What was seen. "Nobody looked" is not an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    Found,
    Absent,
    Inconclusive,
    /// The receiver is still at it: neither found nor absent.
    InProgress,
}

/// What was seen in a receiving system, when, how and by which identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub system: SystemName,
    /// `None`: about the system, not about one step.
    pub step: Option<StepName>,
    pub how: SeenHow,
    /// By which identifier, in words: `shipment_id=S-104`.
    pub by: Option<String>,
    pub seen: Seen,
    pub observed_at: Option<Timestamp>,
    /// `None` too where it was told without an id, and so could not be told from any other; it is in `extra` then.
    pub object: Option<ResultRef>,
    /// Several rows of one id.
    pub count: Option<u64>,
    /// Whether it is this operation's own; `None` is not known.
    pub matches: Option<bool>,
    /// The contract's look-up that was used, by its name there.
    pub look_up: Option<String>,
    pub detail: Value,
    /// Only for `how: person`: who looked, and whether that place shows new records at once.
    pub person: Option<PersonCheck>,
    /// Members that the API does not name.
    pub extra: Map<String, Value>,
}

/// What a person says about their own look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonCheck {
    /// The person's sign-in name.
    pub who: String,
    /// Where they looked, in their words.
    pub place: String,
    /// Whether that place shows new records at once, as the person says.
    pub shows_at_once: bool,
}

/// The message that came back under the same operation key.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub event_id: Option<String>,
    pub received_at: Option<Timestamp>,
    /// `None` where the source kept only the digest, or nothing.
    pub payload: Option<Payload>,
    /// As the source gave it: `sha256:…`.
    pub digest: Option<String>,
    /// Members that the API does not name.
    pub extra: Map<String, Value>,
}

/// A member that the API does not name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extra {
    /// Its place in the report, as a JSON pointer.
    pub pointer: String,
    pub value: Value,
}
