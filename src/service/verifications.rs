//! Verifications that are started on a page. One runs at a time, on whatever instance; who runs it holds a lease, so that one
//! that dies keeps nobody from beginning the next. Where the program has a file for it, the next one goes on where that one
//! was. The history is told who verified it, and what came of that.

use super::names::{Names, look_up};
use super::verify_audit::{AuditFault, Options, Progress, Stage, Verified, verify};
use super::{Answer, Person, ServiceError, Services, anchors};
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::people::{Action, allows};
use crate::domain::time::Timestamp;
use crate::store::history::{self, NewEntry};
use crate::store::{self, verifications as rows};
use serde_json::json;
use std::convert::Infallible;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

pub use rows::{EndedRow, RunRow};

/// A run that has not been heard of for so long is over: people should not watch for a minute what is dead.
const LEASE: Duration = Duration::from_secs(15);
/// So often it tells how far it is and keeps its lease, whether it gets on or not.
const TOLD_EVERY: Duration = Duration::from_secs(3);
// One that has to wait for its turn to write is not taken for dead.
const _: () = assert!(LEASE.as_secs() >= 4 * TOLD_EVERY.as_secs());
/// So many that have ended are shown.
const LATEST: i64 = 20;

/// What there is to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub running: Option<RunRow>,
    /// The last one, if it came to no end.
    pub interrupted: Option<RunRow>,
    /// Whether the next one goes on where that one was.
    pub goes_on: bool,
    /// Newest first.
    pub ended: Vec<EndedRow>,
    /// Newest first.
    pub anchors: Vec<anchors::Kept>,
    /// What to call everybody who is named here.
    pub names: Names,
}

/// What came of verifications, and the anchors.
///
/// # Errors
/// If the person may not verify, or the database fails.
pub async fn see(services: &Services, person: &Person) -> Answer<Seen, Infallible> {
    authorise(person)?;
    let now = services.now();
    let mut connection = services.door.read().await?;
    let run = rows::run(&mut connection).await?;
    let ended = rows::latest(&mut connection, LATEST).await?;
    drop(connection);
    let run = Some(run).filter(|run| run.token.is_some());
    let by = run.iter().map(|run| &run.by_name);
    let by = by.chain(ended.iter().map(|ended| &ended.by_name));
    // Beside a copy the door knows nobody.
    let names = look_up(&mut services.db.read().await?, by.cloned().collect()).await?;
    let (running, interrupted) = match run {
        Some(run) if run.lease_until > now => (Some(run), None),
        ended => (None, ended),
    };
    Ok(Seen {
        running,
        interrupted,
        goes_on: services.verify_state.is_some(),
        ended,
        anchors: anchors::latest(services).await?,
        names,
    })
}

/// Begins a verification that goes on by itself. `false` if one runs already.
///
/// # Errors
/// If the person may not verify, or the database fails.
pub async fn start(services: &Services, person: &Person) -> Answer<bool, Infallible> {
    authorise(person)?;
    let run = Run {
        services: services.clone(),
        token: services.ids.token(),
        by_name: person.name.clone(),
        started_at: services.now(),
        progress: Mutex::new(Progress::at(Stage::Begun)),
    };
    let mut connection = services.door.write().await?;
    let until = run.started_at.plus(LEASE);
    let begun = rows::begin(
        &mut connection,
        &run.token,
        &run.by_name,
        run.started_at,
        until,
    );
    let begun = begun.await?;
    drop(connection);
    if begun {
        tokio::spawn(Box::pin(run.go_through()));
    }
    Ok(begun)
}

fn authorise(person: &Person) -> Result<(), ServiceError<Infallible>> {
    if allows(person.role, Action::VerifyHistory) {
        Ok(())
    } else {
        Err(ServiceError::NotAllowed)
    }
}

/// A verification under way.
struct Run {
    services: Services,
    token: String,
    by_name: String,
    started_at: Timestamp,
    progress: Mutex<Progress>,
}

impl Run {
    async fn go_through(self) {
        let options = Options {
            state: self.services.verify_state.as_deref().cloned(),
            anchors: None,
        };
        let verified = verify(&self.services, &options, |progress| {
            #[cfg(debug_assertions)]
            rows::may_die_at(progress.stage);
            *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        });
        let verified = tokio::select! {
            verified = verified => verified,
            () = self.tell() => return,
        };
        if let Err(error) = self.end(verified).await {
            tracing::error!("a verification came to no end: {error}");
            self.let_go().await;
        }
    }

    /// Tells how far it is until the run is somebody else's.
    async fn tell(&self) {
        let mut ticks = interval(TOLD_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match self.go_on(LEASE).await {
                Ok(true) => {}
                Ok(false) => return,
                // The next tick tries again.
                Err(error) => {
                    tracing::error!("a verification could not tell how far it is: {error}")
                }
            }
        }
    }

    async fn go_on(&self, lease: Duration) -> Answer<bool, Infallible> {
        let until = self.services.now().plus(lease);
        let Progress {
            stage,
            reached,
            last,
        } = self.progress();
        let at = (stage, reached, last);
        let mut connection = self.services.door.write().await?;
        Ok(rows::go_on(&mut connection, &self.token, at, until).await?)
    }

    fn progress(&self) -> Progress {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So that the next one need not wait for the end of the lease.
    async fn let_go(&self) {
        if let Err(error) = self.go_on(Duration::ZERO).await {
            tracing::error!("the next verification has to wait: {error}");
        }
    }

    async fn end(&self, verified: Answer<Verified, AuditFault>) -> Answer<(), Infallible> {
        let (entries, compared, found, fault) = match verified {
            Ok(whole) => (whole.entries, whole.rows, whole.found, None),
            Err(error) => {
                let fault = error.refusal()?;
                (0, 0, 0, Some(fault.told().to_string()))
            }
        };
        let row = EndedRow {
            by_name: self.by_name.clone(),
            started_at: self.started_at,
            ended_at: self.services.now(),
            entries,
            compared,
            found,
            fault,
        };
        self.forget().await;
        if let Err(error) = self.keep(&row, true).await {
            tracing::error!("the history cannot be told of a verification: {error}");
            // It may be damaged, and that has to be seen.
            self.keep(&row, false).await?;
        }
        Ok(())
    }

    /// Keeps what came of it; the history is told in the same transaction, or by the next one.
    async fn keep(&self, row: &EndedRow, is_told: bool) -> store::Result<()> {
        let mut tx = self.services.door.begin().await?;
        if rows::end(&mut tx, &self.token).await? {
            rows::insert(&mut tx, row).await?;
            let entry = is_told.then(|| self.entry(row));
            for number in history::append(&mut tx, entry.into_iter().collect()).await? {
                rows::tell(&mut tx, number).await?;
            }
        }
        tx.commit().await
    }

    fn entry(&self, row: &EndedRow) -> NewEntry {
        let whole = row.fault.is_none();
        NewEntry {
            at: row.ended_at,
            case: None,
            operation: None,
            actor_kind: ActorKind::Person,
            actor: self.by_name.clone(),
            kind: EntryKind::Verified,
            document: json!({"whole": whole, "entries": row.entries, "rows": row.compared}),
        }
    }

    /// What was read once is not believed a second time: the next verification begins at the first entry.
    async fn forget(&self) {
        let Some(file) = self.services.verify_state.as_deref() else {
            return;
        };
        match tokio::fs::remove_file(file).await {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tracing::error!("{} cannot be removed: {error}", file.display()),
        }
    }
}
