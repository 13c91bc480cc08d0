//! Names and numbers of things, one type each, so that a key can never stand where a name belongs.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! text_id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Takes the text as it is; whoever parses input checks it first.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
            /// The text as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    )*};
}

text_id! {
    /// A source's identifier of one stop report.
    ReportId;
    /// The stable identifier of an operation, unique within its source.
    OperationKey;
    /// The kind of business action, as the source and the policy name it.
    OperationType;
    /// One link of an operation's chain.
    StepName;
    /// A receiving system, as sources name it.
    SystemName;
    /// What a step sends so that its receiver recognises a repeat. Never empty: an empty key is no key.
    IdempotencyKey;
    /// Identifies a contract of the catalogue or of the policy file.
    ContractId;
    /// Identifies an instruction (a ULID).
    InstructionId;
    /// Identifies a notice to a source's endpoints: its `webhook-id`.
    NoticeId;
    /// A team that owns cases.
    Team;
    /// A cause that cases share: see `cause`.
    CauseId;
}

macro_rules! number_id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

number_id! {
    /// A source (connector).
    SourceId;
    /// An operation, within this database.
    OperationId;
    /// A case: a short number that people can say.
    CaseId;
    /// Something to account for after an operation's end.
    FollowUpId;
    /// Where a source wants to be told of its instructions.
    EndpointId;
    /// One notice on its way to one endpoint.
    DeliveryId;
    /// A condition that holds, or held, for a team.
    AlertId;
    /// Telling one address of an alert.
    TellingId;
    /// One act of one person on several cases.
    JointActId;
    /// A person.
    UserId;
    /// Filters of the queue under a name.
    ViewId;
    /// The version of a case; it moves on whenever what is known, or who may act, changes.
    Version;
    /// The place of an entry in the history, from 1, without gaps.
    HistoryNumber;
}
