//! Who a use case works for, as the history names them.

use super::{Person, Source};
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::people::Role;
use crate::domain::time::Timestamp;
use crate::store::history::NewEntry;
use serde_json::Value;

/// Who did what an entry of the history tells.
#[derive(Debug, Clone, Copy)]
pub(super) enum Actor<'a> {
    Person(&'a Person),
    Source(&'a Source),
    /// A part of this program, because of a fact or of the time.
    Program(Part),
    /// A rule of the policy, in its words.
    Policy(&'a str),
}

/// The parts of the program that act by themselves.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// Ends what ran out.
    Sweeper,
    /// Keeps decisions and facts together.
    Rules,
    /// Tells sources that there is something to ask for.
    Webhooks,
    /// Tells teams what needs them.
    Alerts,
    /// Signs the head of the history.
    Anchors,
    /// Keeps nothing longer than the policy says.
    Housekeeping,
    /// Does what somebody at the machine itself asked for.
    CommandLine,
}

impl Actor<'_> {
    /// An entry that tells of no case.
    pub fn of_no_case(self, kind: EntryKind, document: Value, at: Timestamp) -> NewEntry {
        NewEntry {
            at,
            case: None,
            operation: None,
            actor_kind: self.kind(),
            actor: self.name(),
            kind,
            document,
        }
    }

    /// The role in which a person acts.
    pub fn role(self) -> Option<Role> {
        match self {
            Self::Person(person) => Some(person.role),
            Self::Source(_) | Self::Program(_) | Self::Policy(_) => None,
        }
    }

    pub fn kind(self) -> ActorKind {
        match self {
            Self::Person(_) => ActorKind::Person,
            Self::Source(_) => ActorKind::Source,
            Self::Program(_) => ActorKind::Program,
            Self::Policy(_) => ActorKind::Policy,
        }
    }

    pub fn name(self) -> String {
        match self {
            Self::Person(person) => person.name.clone(),
            Self::Source(source) => source.name.clone(),
            Self::Policy(rule) => rule.to_owned(),
            Self::Program(Part::Sweeper) => "sweeper".to_owned(),
            Self::Program(Part::Rules) => "rules".to_owned(),
            Self::Program(Part::Webhooks) => "webhooks".to_owned(),
            Self::Program(Part::Alerts) => "alerts".to_owned(),
            Self::Program(Part::Anchors) => "anchors".to_owned(),
            Self::Program(Part::Housekeeping) => "housekeeping".to_owned(),
            Self::Program(Part::CommandLine) => "command_line".to_owned(),
        }
    }
}
