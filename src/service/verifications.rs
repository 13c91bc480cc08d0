//! Verifications that are started on a page. One runs at a time, on whatever instance; who runs it holds a lease, so that one
//! that dies keeps nobody from beginning anew. To verify is to read: the history is not told of it.

use super::verify_audit::{AuditFault, Options, Progress, Verified, verify};
use super::{Answer, Person, ServiceError, Services, anchors};
use crate::domain::people::{Action, allows};
use crate::domain::time::Timestamp;
use crate::store::verifications as rows;
use std::convert::Infallible;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

pub use rows::{EndedRow, RunRow};

/// A run that has not been heard of for so long is over.
const LEASE: Duration = Duration::from_secs(60);
/// So often it tells how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(2);
/// So many that have ended are shown.
const LATEST: i64 = 20;

/// What there is to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub running: Option<RunRow>,
    /// Newest first.
    pub ended: Vec<EndedRow>,
    /// Newest first.
    pub anchors: Vec<anchors::Kept>,
}

/// What came of verifications, and the anchors.
///
/// # Errors
/// If the person may not verify, or the database fails.
pub async fn see(services: &Services, person: &Person) -> Answer<Seen, Infallible> {
    authorise(person)?;
    let now = services.now();
    let mut connection = services.db.read().await?;
    let run = rows::run(&mut connection).await?;
    let ended = rows::latest(&mut connection, LATEST).await?;
    drop(connection);
    Ok(Seen {
        running: Some(run).filter(|run| run.token.is_some() && run.lease_until > now),
        ended,
        anchors: anchors::latest(services).await?,
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
        reached: AtomicI64::new(0),
        last: AtomicI64::new(0),
    };
    let mut connection = services.db.write().await?;
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
    reached: AtomicI64,
    last: AtomicI64,
}

impl Run {
    async fn go_through(self) {
        let options = Options::default();
        let verified = verify(&self.services, &options, |progress| match progress {
            Progress::Entries { reached, last } => {
                self.reached.store(reached, Ordering::Relaxed);
                self.last.store(last, Ordering::Relaxed);
            }
            Progress::Table { .. } => {}
        });
        let verified = tokio::select! {
            verified = verified => verified,
            () = self.tell() => return,
        };
        if let Err(error) = self.end(verified).await {
            tracing::error!("what came of a verification was not kept: {error}");
        }
    }

    /// Tells how far it is until the run is somebody else's.
    async fn tell(&self) {
        let mut ticks = interval(TOLD_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match self.go_on().await {
                Ok(true) => {}
                Ok(false) => return,
                // The next tick tries again.
                Err(error) => {
                    tracing::error!("a verification could not tell how far it is: {error}")
                }
            }
        }
    }

    async fn go_on(&self) -> Answer<bool, Infallible> {
        let until = self.services.now().plus(LEASE);
        let reached = self.reached.load(Ordering::Relaxed);
        let last = self.last.load(Ordering::Relaxed);
        let mut connection = self.services.db.write().await?;
        Ok(rows::go_on(&mut connection, &self.token, reached, last, until).await?)
    }

    async fn end(&self, verified: Answer<Verified, AuditFault>) -> Answer<(), Infallible> {
        let (entries, compared, found, fault) = match verified {
            Ok(whole) => (whole.entries, whole.rows, whole.found, None),
            Err(error) => {
                let fault = error.refusal()?;
                let reached = self.reached.load(Ordering::Relaxed);
                (reached, 0, 0, Some(fault.told().to_string()))
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
        let mut connection = self.services.db.write().await?;
        if rows::end(&mut connection, &self.token).await? {
            rows::insert(&mut connection, &row).await?;
        }
        Ok(())
    }
}
