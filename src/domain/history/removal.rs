//! What retention tells the history when it removes something: without such an entry a document that is gone was taken
//! away by somebody.

use super::kind::EntryKind;
use crate::domain::retention::Kept;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What was removed of an operation, as its entry tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// What is left.
    pub left: Kept,
    /// The words of the policy by which it went.
    pub rule: String,
    /// How many reports lost their document.
    pub reports: u64,
    /// How many payloads went.
    pub payloads: u64,
    /// Orders that carried a payload, and stand without it from then on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<BareOrder>,
}

/// An order without its payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BareOrder {
    pub decision: i64,
    /// Of what is left of the order.
    pub digest: String,
}

/// An entry that tells of a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovalTold {
    pub number: i64,
    pub operation: i64,
    pub removal: Removal,
}

impl RemovalTold {
    /// What the entry tells, if it tells of a removal.
    pub fn by(kind: &str, number: i64, operation: Option<i64>, document: &Value) -> Option<Self> {
        if EntryKind::parse(kind)? != EntryKind::Removed {
            return None;
        }
        let removal = Removal::deserialize(document).ok()?;
        Some(Self {
            number,
            operation: operation?,
            removal,
        })
    }
}
