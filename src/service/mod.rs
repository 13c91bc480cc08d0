//! Use cases, one verb a file. Each: authorise → open a transaction → store → domain → history and instruction → commit →
//! hint. None knows of HTTP or of SQL.

mod hints;
mod ids;
pub mod queue;

pub use hints::{Hint, Hints};
pub use ids::IdSource;

use crate::clock::Clock;
use crate::domain::ids::{SourceId, UserId};
use crate::domain::people::Role;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::{self, Db};
use std::sync::Arc;

/// What every use case works with. Cheap to clone.
//! Use cases, one verb each: authorise, open a transaction, store, ask the domain, record, commit.

pub mod passwords;
pub mod people;
pub mod sign_in;

use crate::clock::Clock;
use crate::store::Db;
use passwords::Passwords;

/// What use cases work with. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Services {
    pub db: Db,
    pub clock: Clock,
    pub policy: Arc<Policy>,
    pub ids: IdSource,
    pub hints: Hints,
}

impl Services {
    /// The time now.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

/// Somebody who is signed in, and acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    /// The sign-in name, by which the history tells who it was.
    pub name: String,
    pub role: Role,
}

/// A connector that has shown its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub id: SourceId,
    /// By which the history tells who it was.
    pub name: String,
}

/// Why a use case did not do what was asked; `R` is what the use case itself can have against it.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError<R: std::fmt::Debug> {
    /// There is no such thing, or it is another source's.
    #[error("not found")]
    NotFound,
    /// The person's role does not permit it.
    #[error("not permitted")]
    NotAllowed,
    /// The rules, or somebody who was quicker, stand against it; nothing was recorded.
    #[error("refused: {0:?}")]
    Refused(R),
    #[error("the database failed")]
    Database(#[from] store::Error),
    /// A stored document is not what this program writes.
    #[error("a stored document cannot be read")]
    Document(#[from] serde_json::Error),
}

/// What a use case gives.
pub type Answer<T, R> = Result<T, ServiceError<R>>;
    pub passwords: Passwords,
}

impl Services {
    /// The services on one database, by one clock.
    #[must_use]
    pub fn new(db: Db, clock: Clock) -> Self {
        let passwords = Passwords::default();
        Self {
            db,
            clock,
            passwords,
        }
    }
}
