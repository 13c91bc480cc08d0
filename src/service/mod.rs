//! Use cases, one verb a file. Each: authorise → open a transaction → store → domain → history and instruction → commit →
//! hint. None knows of HTTP or of SQL.

pub mod access;
mod actor;
pub mod age;
pub mod age_kept;
pub mod age_list;
pub mod age_times;
pub mod alert;
pub mod anchors;
pub mod answer_proposal;
pub mod approvals;
pub mod backlog;
mod case_work;
pub mod cause;
pub mod changes;
pub mod claim;
mod consequences;
pub mod decide;
pub mod decide_close;
pub mod decide_compensate;
pub mod decide_new_operation;
pub mod decide_resume;
pub mod desk;
pub mod drafts;
mod evidence;
pub mod export;
pub mod export_history;
pub mod gate;
pub mod hand_over;
pub mod health;
mod hints;
mod history;
mod ids;
mod instruction;
mod issue;
pub mod joint;
pub mod joint_check;
pub mod joint_claim;
pub mod joint_resume;
pub mod judge_hint;
mod kept;
mod lapse;
pub mod masking;
pub mod menu;
pub mod metrics;
pub mod names;
pub mod note;
pub mod offered;
mod opening;
pub mod outcome;
pub mod passwords;
pub mod people;
pub mod permitted;
pub mod queue;
pub mod queue_head;
pub mod record_check;
mod record_decision;
pub mod refused;
pub mod register;
pub mod release;
pub mod renew;
pub mod report_stop;
pub mod retention;
pub mod saved_views;
pub mod seal;
pub mod search;
pub mod see_case;
pub mod see_decision;
pub mod sessions;
pub mod set_owner;
pub mod sign_in;
pub mod sources;
pub mod surplus;
pub mod sweep;
pub mod take;
mod take_new_operation;
pub mod take_next;
pub mod take_over;
pub mod teams;
mod together;
mod turned_away;
pub mod unmask;
pub mod verifications;
pub mod verify_audit;
pub mod wait;
pub mod webhook;
pub mod withdraw;

use passwords::PasswordError;
use sign_in::SignInError;

pub use hints::{Hint, Hints};
pub use ids::IdSource;

use crate::clock::Clock;
use crate::domain::ids::{SourceId, Team, UserId};
use crate::domain::people::{Role, User};
use crate::domain::time::Timestamp;
use crate::domain::webhook::AllowedHosts;
use crate::policy::Policy;
use crate::store::sources::SourceRow;
use crate::store::{self, Db};
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

/// What every use case works with. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Services {
    pub db: Db,
    /// Where sessions and failed attempts to sign in are kept: in the same database, but for an instance beside a copy that
    /// cannot be written.
    pub door: Db,
    pub clock: Clock,
    pub policy: Arc<Policy>,
    pub ids: IdSource,
    pub hints: Hints,
    pub queue: queue::KeptQueue,
    pub age: age::KeptFigures,
    /// Calls of webhooks since the program was started.
    pub calls: metrics::CallCounts,
    /// Hosts that webhooks may call although they are not of the open internet.
    pub webhook_hosts: Arc<AllowedHosts>,
    /// Questions of sources that go to the database together.
    pub callers: sources::Callers,
    pub gate: gate::AskedTogether,
    pub offers: offered::Newest,
    pub accesses: access::Book,
    /// Where a verification that was started on the page keeps what it has read.
    pub verify_state: Option<Arc<PathBuf>>,
}

impl Services {
    /// The use cases on one database, by one clock and under one policy; identifiers that nobody can foresee.
    pub fn new(db: Db, clock: Clock, policy: Policy) -> Self {
        Self {
            door: db.clone(),
            db,
            clock,
            policy: Arc::new(policy),
            ids: IdSource::random(),
            hints: Hints::default(),
            queue: queue::KeptQueue::default(),
            callers: sources::Callers::default(),
            gate: gate::AskedTogether::default(),
            offers: offered::Newest::default(),
            webhook_hosts: Arc::default(),
            age: age::KeptFigures::default(),
            calls: metrics::CallCounts::default(),
            accesses: access::Book::in_database(),
            verify_state: None,
        }
    }

    /// The same, and webhooks may call these hosts although they are not of the open internet.
    #[must_use]
    pub fn allowing(self, webhook_hosts: AllowedHosts) -> Self {
        Self {
            webhook_hosts: Arc::new(webhook_hosts),
            ..self
        }
    }

    /// The same, and verifications that are started on the page keep in this file what they have read.
    #[must_use]
    pub fn verifying_with(self, state: Option<PathBuf>) -> Self {
        Self {
            verify_state: state.map(Arc::new),
            ..self
        }
    }

    /// The same beside a copy that cannot be written: sessions are kept elsewhere, and who opened what is told by the log.
    #[must_use]
    pub fn beside_a_copy(self, door: Db) -> Self {
        Self {
            door,
            accesses: access::Book::in_log(),
            ..self
        }
    }

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

impl Person {
    /// The person that a user acts as.
    pub fn of(user: &User) -> Self {
        Self {
            id: user.id,
            name: user.name.to_string(),
            role: user.role,
        }
    }
}

/// A connector that has shown its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub id: SourceId,
    /// By which the history tells who it was.
    pub name: String,
    /// Owns its cases where the policy names no team; empty where every team may see to them.
    pub owner_team: Team,
}

impl From<SourceRow> for Source {
    fn from(row: SourceRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            owner_team: row.owner_team,
        }
    }
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
    #[error("a password could not be checked")]
    Password(#[from] PasswordError),
    /// A stored document is not what this program writes.
    #[error("a stored document cannot be read")]
    Document(#[from] serde_json::Error),
}

impl<R: std::fmt::Debug> ServiceError<R> {
    /// The refusal, for whoever explains it; what else went wrong, for whoever passes it on.
    ///
    /// # Errors
    /// What is no refusal.
    pub fn refusal(self) -> Result<R, ServiceError<Infallible>> {
        match self {
            Self::Refused(refusal) => Ok(refusal),
            Self::NotFound => Err(ServiceError::NotFound),
            Self::NotAllowed => Err(ServiceError::NotAllowed),
            Self::Database(error) => Err(ServiceError::Database(error)),
            Self::Password(error) => Err(ServiceError::Password(error)),
            Self::Document(error) => Err(ServiceError::Document(error)),
        }
    }
}

impl ServiceError<Infallible> {
    /// The same of a use case that may refuse.
    fn widened<R: std::fmt::Debug>(self) -> ServiceError<R> {
        match self {
            Self::NotFound => ServiceError::NotFound,
            Self::NotAllowed => ServiceError::NotAllowed,
            Self::Refused(never) => match never {},
            Self::Database(error) => ServiceError::Database(error),
            Self::Password(error) => ServiceError::Password(error),
            Self::Document(error) => ServiceError::Document(error),
        }
    }
}

impl<R: std::fmt::Debug> From<SignInError> for ServiceError<R> {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Store(error) => Self::Database(error),
            SignInError::Password(error) => Self::Password(error),
        }
    }
}

impl<R: std::fmt::Debug> From<case_work::WorkError> for ServiceError<R> {
    fn from(error: case_work::WorkError) -> Self {
        match error {
            case_work::WorkError::Database(error) => Self::Database(error),
            case_work::WorkError::Document(error) => Self::Document(error),
        }
    }
}

/// What a use case gives.
pub type Answer<T, R> = Result<T, ServiceError<R>>;
