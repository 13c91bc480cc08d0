//! Who looks after endpoints.

use crate::domain::history::EntryKind;
use crate::domain::people::{Action, allows};
use crate::domain::time::Timestamp;
use crate::service::actor::{Actor, Part};
use crate::service::{Person, ServiceError};
use crate::store::history::NewEntry;
use serde_json::Value;

/// Somebody at a page, who has to be permitted it, or somebody at the machine itself.
#[derive(Debug, Clone, Copy)]
pub enum Administrator<'a> {
    Person(&'a Person),
    CommandLine,
}

impl Administrator<'_> {
    pub(super) fn authorise<R: std::fmt::Debug>(self) -> Result<(), ServiceError<R>> {
        match self {
            Self::Person(person) if !allows(person.role, Action::Administer) => {
                Err(ServiceError::NotAllowed)
            }
            Self::Person(_) | Self::CommandLine => Ok(()),
        }
    }

    /// What the history tells of a deed that is about no case.
    pub(super) fn entry(self, kind: EntryKind, document: Value, at: Timestamp) -> NewEntry {
        let actor = match self {
            Self::Person(person) => Actor::Person(person),
            Self::CommandLine => Actor::Program(Part::CommandLine),
        };
        NewEntry {
            at,
            case: None,
            operation: None,
            actor_kind: actor.kind(),
            actor: actor.name(),
            kind,
            document,
        }
    }
}
