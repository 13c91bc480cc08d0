//! What a notice says: ids and the action, and nothing that would have to be kept secret.

use crate::domain::ids::{CaseId, InstructionId, NoticeId, OperationKey};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// There is an instruction to take.
    Offered,
    /// It was taken back before anybody took it.
    Withdrawn,
    /// Somebody wants to see whether notices arrive.
    Test,
}

impl NoticeKind {
    pub const ALL: [Self; 3] = [Self::Offered, Self::Withdrawn, Self::Test];

    /// The `type` of its body.
    pub const fn event_type(self) -> &'static str {
        match self {
            Self::Offered => "instruction.offered",
            Self::Withdrawn => "instruction.withdrawn",
            Self::Test => "endpoint.test",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Offered => "offered",
            Self::Withdrawn => "withdrawn",
            Self::Test => "test",
        }
    }

    /// The `webhook-id`: the same for every call of this notice, at every endpoint, however often it is tried. `about` is the
    /// instruction, or what else makes it the only one of its kind.
    pub fn id(self, about: &str) -> NoticeId {
        NoticeId::new(format!("{about}-{}", self.word()))
    }
}

/// A notice of an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Notice<'a> {
    pub kind: NoticeKind,
    pub instruction: &'a InstructionId,
    pub case: CaseId,
    pub operation_key: &'a OperationKey,
    pub action: DecisionKind,
    pub at: Timestamp,
}

impl Notice<'_> {
    pub fn id(&self) -> NoticeId {
        self.kind.id(self.instruction.as_str())
    }

    /// The body, byte for byte as it is signed and sent.
    pub fn body(&self) -> String {
        json!({
            "type": self.kind.event_type(),
            "timestamp": self.at.to_string(),
            "data": {
                "instruction_id": self.instruction,
                "case": self.case,
                "operation_key": self.operation_key,
                "action": self.action,
            },
        })
        .to_string()
    }
}

/// Where a delivery stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is tried, or tried again, when its time has come.
    Waiting,
    /// The endpoint said that it has it.
    Delivered,
    /// It was tried for [`GIVE_UP_AFTER`](super::GIVE_UP_AFTER), in vain.
    Undelivered,
}

/// Whether an endpoint is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndpointState {
    On,
    /// Somebody switched it off.
    Off,
    /// It answered that nobody is there any more.
    Gone,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_says_what_there_is_and_not_what_to_do() {
        let (instruction, key) = (InstructionId::from("01J"), OperationKey::from("ship:1"));
        let notice = Notice {
            kind: NoticeKind::Offered,
            instruction: &instruction,
            case: CaseId(7),
            operation_key: &key,
            action: DecisionKind::NewOperation,
            at: Timestamp(0),
        };
        assert_eq!(notice.id().as_str(), "01J-offered");
        assert_eq!(
            notice.body(),
            r#"{"type":"instruction.offered","timestamp":"1970-01-01T00:00:00Z","data":{"instruction_id":"01J","case":7,"operation_key":"ship:1","action":"new_operation"}}"#
        );
    }
}
