//! SQLite's one writer. Whoever writes waits in line for it, and where several wait, their transactions share one commit to
//! the disk: each is a savepoint of its own, undone alone where it fails, and none is answered before all are durable.
//! A commit waits for the disk some milliseconds and a transaction takes one, so without this the disk alone would say how
//! much can be written.

use sqlx::pool::PoolConnection;
use sqlx::{Error, Result, Sqlite, SqliteConnection, SqlitePool};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard, watch};
use tokio::time::timeout;

/// A longer wait is a fault worth an error.
const PATIENCE: Duration = Duration::from_secs(30);
/// So many transactions share a commit. More gain nothing, and the first of them waits longer.
const MOST: usize = 64;

/// The writer of a SQLite file. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Of one connection. A pool, so that a connection that broke is replaced.
    pool: SqlitePool,
    line: Arc<Mutex<Pen>>,
    /// How many wait in line who would share a commit.
    waiting: AtomicUsize,
}

/// What whoever is first in line holds.
#[derive(Debug, Default)]
struct Pen {
    /// Kept here while others wait for it.
    connection: Option<PoolConnection<Sqlite>>,
    /// Transactions that are done, and not yet durable.
    group: Option<Group>,
    /// The last transaction may not have come to its end, and must be undone.
    unfinished: bool,
}

/// What became of a commit; `None` before it.
type Outcome = Option<std::result::Result<(), Arc<str>>>;

/// Transactions that become durable by one commit, or not at all.
#[derive(Debug)]
struct Group {
    members: usize,
    outcome: watch::Sender<Outcome>,
}

/// One write transaction on its turn.
#[derive(Debug)]
pub(super) struct Turn {
    connection: PoolConnection<Sqlite>,
    pen: OwnedMutexGuard<Pen>,
    follow_up: FollowUp,
}

impl Writer {
    /// A writer by the only connection of a pool.
    #[must_use]
    pub fn new(pool: SqlitePool) -> Self {
        Self(Arc::new(Shared {
            pool,
            line: Arc::default(),
            waiting: AtomicUsize::new(0),
        }))
    }

    /// A transaction that shares its commit with those who wait in line. It holds the write lock from its first moment: a
    /// deferred one would lose against another writer between its first read and its first write.
    pub(super) async fn begin(&self) -> Result<Turn> {
        let in_line = InLine::join(self);
        let mut pen = self.wait().await?;
        drop(in_line);
        if pen
            .group
            .as_ref()
            .is_some_and(|group| group.members >= MOST)
        {
            pen = self.settled(pen).await?;
        }
        let others_wait = self.others_wait();
        self.turn(pen, others_wait).await
    }

    /// A transaction that takes its time: nobody's answer waits for it, and it waits for nobody's.
    pub(super) async fn begin_alone(&self) -> Result<Turn> {
        let pen = self.settled(self.wait().await?).await?;
        self.turn(pen, false).await
    }

    /// The connection itself, for single statements that commit by themselves.
    pub(super) async fn connection(&self) -> Result<PoolConnection<Sqlite>> {
        let mut pen = self.settled(self.wait().await?).await?;
        self.take_connection(&mut pen).await
    }

    /// The pool behind, for who has the database alone.
    pub(super) fn pool(&self) -> &SqlitePool {
        &self.0.pool
    }

    /// Waits for what is under way, and closes the connection.
    pub(super) async fn close(&self) {
        if let Ok(pen) = self.wait().await
            && let Ok(mut pen) = self.settled(pen).await
        {
            drop(pen.connection.take());
        }
        self.0.pool.close().await;
    }

    fn others_wait(&self) -> bool {
        self.0.waiting.load(Ordering::Relaxed) > 0
    }

    async fn wait(&self) -> Result<OwnedMutexGuard<Pen>> {
        let line = Arc::clone(&self.0.line);
        let pen = timeout(PATIENCE, line.lock_owned()).await;
        pen.map_err(|_| Error::PoolTimedOut)
    }

    async fn turn(&self, mut pen: OwnedMutexGuard<Pen>, others_wait: bool) -> Result<Turn> {
        let connection = self.take_connection(&mut pen).await?;
        let begins = pen.group.is_none();
        if begins && others_wait {
            pen.group = Some(Group::default());
        }
        let shares = pen.group.is_some();
        // From here on: where the next line is the last that is reached, whoever comes next has to undo it.
        pen.unfinished = true;
        let mut turn = Turn {
            connection,
            pen,
            follow_up: FollowUp::of(self),
        };
        if begins {
            run(turn.connection(), "BEGIN IMMEDIATE").await?;
        }
        if shares {
            run(turn.connection(), "SAVEPOINT turn").await?;
        }
        Ok(turn)
    }

    /// The connection, with nothing left on it of a transaction that did not come to its end.
    async fn take_connection(&self, pen: &mut Pen) -> Result<PoolConnection<Sqlite>> {
        let mut connection = match pen.connection.take() {
            Some(connection) => connection,
            None => self.0.pool.acquire().await?,
        };
        pen.undo_unfinished(&mut connection).await;
        Ok(connection)
    }

    /// The pen, once the group is durable or lost. It is not given up halfway, whoever leaves meanwhile.
    async fn settled(&self, mut pen: OwnedMutexGuard<Pen>) -> Result<OwnedMutexGuard<Pen>> {
        if pen.group.is_none() && !pen.unfinished {
            return Ok(pen);
        }
        let writer = self.clone();
        let settling = tokio::spawn(async move {
            let settled = writer.settle(&mut pen).await;
            settled.map(|()| pen)
        });
        settling.await.map_err(|_| Error::WorkerCrashed)?
    }

    async fn settle(&self, pen: &mut Pen) -> Result<()> {
        let mut connection = self.take_connection(pen).await?;
        if let Some(group) = pen.group.take() {
            pen.unfinished = true;
            group.end(run(&mut connection, "COMMIT").await);
            // Undone is what could not be committed, which is nothing where it could.
            pen.undo_unfinished(&mut connection).await;
        }
        if self.others_wait() {
            pen.connection = Some(connection);
        }
        Ok(())
    }
}

impl Pen {
    async fn undo_unfinished(&mut self, connection: &mut SqliteConnection) {
        if !self.unfinished {
            return;
        }
        let undone = match &self.group {
            Some(group) if group.members > 0 => back_to_savepoint(connection).await,
            Some(_) | None => Err(Error::RowNotFound),
        };
        if let Err(error) = undone {
            // Some errors make SQLite undo everything at once; who is done already must not be told that it is kept.
            if let Some(group) = self.group.take() {
                group.end(Err(error));
            }
            // Where no transaction is open any more, that is what is wanted.
            let _not_open = run(connection, "ROLLBACK").await;
        }
        self.unfinished = false;
    }
}

impl Default for Group {
    fn default() -> Self {
        Self {
            members: 0,
            outcome: watch::Sender::new(None),
        }
    }
}

impl Group {
    /// Tells all who wait.
    fn end(self, outcome: Result<()>) {
        let told = outcome.map_err(|error| Arc::from(error.to_string()));
        self.outcome.send_replace(Some(told));
    }
}

impl Turn {
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Ends when the transaction is durable.
    pub(super) async fn commit(self) -> Result<()> {
        let Self {
            mut connection,
            mut pen,
            mut follow_up,
        } = self;
        let writer = follow_up.writer.clone();
        let shares = pen.group.is_some();
        let end = if shares { "RELEASE turn" } else { "COMMIT" };
        run(&mut connection, end).await?;
        pen.unfinished = false;
        let Some(group) = &mut pen.group else {
            follow_up.is_needed = false;
            if writer.others_wait() {
                pen.connection = Some(connection);
            }
            return Ok(());
        };
        group.members += 1;
        let outcome = group.outcome.subscribe();
        pen.connection = Some(connection);
        // Behind those who wait already: they share the commit.
        drop(pen);
        let ended = writer.durable(outcome).await;
        follow_up.is_needed = false;
        ended
    }
}

impl Writer {
    /// Waits until others have committed the group, or commits it.
    async fn durable(&self, mut outcome: watch::Receiver<Outcome>) -> Result<()> {
        let pen = tokio::select! {
            biased;
            _ended = outcome.wait_for(Option::is_some) => None,
            pen = self.wait() => Some(pen?),
        };
        // Who has the pen before the group has ended has it while the group is open: none begins meanwhile.
        if let Some(pen) = pen
            && outcome.borrow().is_none()
        {
            self.settled(pen).await?;
        }
        let outcome = outcome.borrow().clone();
        match outcome {
            Some(Ok(())) => Ok(()),
            Some(Err(why)) => Err(Error::Io(io::Error::other(why.to_string()))),
            None => Err(Error::WorkerCrashed),
        }
    }
}

/// Sees to it that what somebody leaves behind does not wait for the next who comes: it holds the write lock.
#[derive(Debug)]
struct FollowUp {
    writer: Writer,
    is_needed: bool,
}

impl FollowUp {
    fn of(writer: &Writer) -> Self {
        Self {
            writer: writer.clone(),
            is_needed: true,
        }
    }
}

impl Drop for FollowUp {
    fn drop(&mut self) {
        if self.is_needed
            && let Ok(runtime) = Handle::try_current()
        {
            let writer = self.writer.clone();
            runtime.spawn(async move {
                if let Ok(pen) = writer.wait().await {
                    let _others_are_told = writer.settled(pen).await;
                }
            });
        }
    }
}

/// Somebody who waits in line.
struct InLine(Writer);

impl InLine {
    fn join(writer: &Writer) -> Self {
        writer.0.waiting.fetch_add(1, Ordering::Relaxed);
        Self(writer.clone())
    }
}

impl Drop for InLine {
    fn drop(&mut self) {
        self.0.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn back_to_savepoint(connection: &mut SqliteConnection) -> Result<()> {
    run(connection, "ROLLBACK TO turn").await?;
    run(connection, "RELEASE turn").await
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> Result<()> {
    sqlx::query(sql).execute(connection).await.map(|_| ())
}

#[cfg(test)]
mod tests;
