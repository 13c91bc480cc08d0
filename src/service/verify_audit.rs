//! Verifying the history: the chain from its first entry to its head; every decision and report against the entry that tells
//! of it; every row against the last entry that vouches for it; and what is counted against what there is.
//!
//! Whatever the length of the history, a page of it is in memory, and a few of the rows it tells of. Others may write
//! meanwhile: each step looks at one moment of the database, and has read the history to its end of that moment.

mod anchored;
mod counted;
mod entries;
mod fault;
mod register;
mod rows;
mod vouched;

use super::{Answer, ServiceError, Services};
use crate::domain::history::anchor::{PublicKey, SignedAnchor};
use crate::domain::history::{ChainFault, Vouched};
use crate::store::scratch::Scratch;
use crate::store::{self, audit, schema_kept};
use entries::Walk;
use std::path::{Path, PathBuf};

pub use crate::store::verifications::Stage;
pub use fault::AuditFault;

/// A history that verifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// The number of the last entry.
    pub entries: i64,
    /// How many decisions it tells of.
    pub decisions: i64,
    /// How many reports it tells of.
    pub reports: i64,
    /// How many rows it vouches for.
    pub rows: i64,
    /// The last entry that vouches for rows as they were found, written before any were vouched for; 0 if there is none.
    pub found: i64,
}

/// How far a verification has come with what it is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub stage: Stage,
    /// So many of so many: entries, or rows.
    pub reached: i64,
    pub last: i64,
}

impl Progress {
    /// At the beginning of a stage.
    pub const fn at(stage: Stage) -> Self {
        Self {
            stage,
            reached: 0,
            last: 0,
        }
    }
}

/// What a verification is told beside the database.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Where it keeps what it has read, to go on there the next time; a file that is thrown away if there is none.
    pub state: Option<PathBuf>,
    /// What stands outside the database.
    pub anchors: Option<Anchors>,
}

/// Anchors, and the key that must have signed them.
#[derive(Debug, Clone)]
pub struct Anchors {
    pub anchors: Vec<SignedAnchor>,
    pub key: PublicKey,
}

type Faulty = ServiceError<AuditFault>;

/// Walks through the whole history, and then through every table that it vouches for.
///
/// # Errors
/// [`AuditFault`] names the first bad entry or row.
pub async fn verify(
    services: &Services,
    options: &Options,
    mut progress: impl FnMut(Progress),
) -> Answer<Verified, AuditFault> {
    match walk(services, options, &mut progress).await {
        // What cannot be read was written by somebody else.
        Err(ServiceError::Database(error)) => match fault::damage(&error) {
            Some(what) => Err(ServiceError::Refused(AuditFault::Damaged { what })),
            None => Err(ServiceError::Database(error)),
        },
        ended => ended,
    }
}

async fn walk(
    services: &Services,
    options: &Options,
    progress: &mut impl FnMut(Progress),
) -> Answer<Verified, AuditFault> {
    progress(Progress::at(Stage::Begun));
    let scratch = State::open(options.state.as_deref()).await?;
    let mut snapshot = services.db.snapshot().await?;
    if let Some(what) = audit::damage(&mut snapshot).await? {
        return Err(ServiceError::Refused(AuditFault::Damaged { what }));
    }
    if let Some(differs) = schema_kept::difference(&mut snapshot).await? {
        return Err(ServiceError::Refused(AuditFault::Schema(differs)));
    }
    drop(snapshot);
    let mut walk = Walk::begin(services, scratch).await?;
    anchored::signed(options.anchors.as_ref())?;
    while walk.step(services, progress).await? {}
    let mut rows = 0;
    for table in Vouched::ALL {
        rows += vouched::compare(services, &mut walk, table, progress).await?;
    }
    register::compare(services, &mut walk, progress).await?;
    progress(Progress::at(Stage::Counts));
    counted::compare(services).await?;
    let verified = walk.finish(services, rows).await?;
    anchored::compare(services, options.anchors.as_ref(), verified.entries).await?;
    Ok(verified)
}

/// The file in which a verification keeps what it has read.
struct State {
    file: Scratch,
    /// Thrown away at the end.
    _temporary: Option<tempfile::TempDir>,
}

impl State {
    async fn open(path: Option<&Path>) -> Result<Self, store::Error> {
        if let Some(path) = path {
            let file = Scratch::open(path).await?;
            return Ok(Self {
                file,
                _temporary: None,
            });
        }
        let dir = tempfile::tempdir()?;
        let file = Scratch::open(&dir.path().join("verification")).await?;
        Ok(Self {
            file,
            _temporary: Some(dir),
        })
    }
}

fn chain(fault: ChainFault) -> Faulty {
    ServiceError::Refused(AuditFault::Chain(fault))
}
