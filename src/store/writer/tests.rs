use super::*;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};
use tempfile::TempDir;

struct Rig {
    writer: Writer,
    reader: SqlitePool,
    _dir: TempDir,
}

impl Rig {
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(dir.path().join("w.db"))
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal);
        let one = || SqlitePoolOptions::new().max_connections(1);
        let writer = Writer::new(one().connect_with(options.clone()).await.unwrap());
        let tables = "CREATE TABLE t (n INTEGER PRIMARY KEY, parent INTEGER REFERENCES t (n) DEFERRABLE INITIALLY DEFERRED)";
        let mut connection = writer.connection().await.unwrap();
        sqlx::query(tables).execute(&mut *connection).await.unwrap();
        Self {
            writer,
            reader: one().connect_with(options).await.unwrap(),
            _dir: dir,
        }
    }

    /// Begins, while others wait or not.
    async fn turn(&self, n: i64, parent: Option<i64>) -> Turn {
        let mut turn = self.writer.begin().await.unwrap();
        let insert = sqlx::query("INSERT INTO t VALUES ($1, $2)");
        let insert = insert.bind(n).bind(parent);
        insert.execute(turn.connection()).await.unwrap();
        turn
    }

    /// What is committed.
    async fn kept(&self) -> Vec<i64> {
        let all = sqlx::query_scalar("SELECT n FROM t ORDER BY n");
        all.fetch_all(&self.reader).await.unwrap()
    }

    /// Somebody waits in line all the time, and so commits are shared.
    fn in_line(&self) -> InLine {
        InLine::join(&self.writer)
    }
}

#[tokio::test]
async fn who_is_alone_commits_at_once() {
    let rig = Rig::new().await;
    rig.turn(1, None).await.commit().await.unwrap();
    assert_eq!(rig.kept().await, [1]);
    drop(rig.turn(2, None).await);
    rig.turn(3, None).await.commit().await.unwrap();
    assert_eq!(rig.kept().await, [1, 3]);
}

/// One transaction is done and waits for its commit, and the next one in line has begun meanwhile.
macro_rules! one_done_and_the_next_begun {
    ($rig:ident, $done:ident, $next:ident) => {
        let first = $rig.turn(1, None).await;
        let next = $rig.writer.begin();
        tokio::pin!(next);
        assert!(futures_util::poll!(next.as_mut()).is_pending());
        let mut $done = Box::pin(first.commit());
        let mut $next = tokio::select! {
            _ = $done.as_mut() => panic!("answered before it is durable"),
            next = next => next.unwrap(),
        };
        let insert = sqlx::query("INSERT INTO t VALUES (2, NULL)");
        insert.execute($next.connection()).await.unwrap();
        assert_eq!($rig.kept().await, [0; 0]);
    };
}

#[tokio::test]
async fn those_in_line_share_a_commit() {
    let rig = Rig::new().await;
    let _in_line = rig.in_line();
    one_done_and_the_next_begun!(rig, first, second);
    let (first, second) = tokio::join!(first, second.commit());
    first.and(second).unwrap();
    assert_eq!(rig.kept().await, [1, 2]);
}

#[tokio::test]
async fn what_fails_is_undone_alone() {
    let rig = Rig::new().await;
    let _in_line = rig.in_line();
    one_done_and_the_next_begun!(rig, first, second);
    drop(second);
    first.await.unwrap();
    assert_eq!(rig.kept().await, [1]);
}

#[tokio::test]
async fn what_cannot_be_committed_is_lost_for_all_who_share_it_and_for_nobody_after() {
    let rig = Rig::new().await;
    let in_line = rig.in_line();
    let orphan = rig.turn(1, Some(99)).await.commit();
    tokio::pin!(orphan);
    assert!(futures_util::poll!(orphan.as_mut()).is_pending());
    assert!(orphan.await.is_err());
    drop(in_line);
    rig.turn(2, None).await.commit().await.unwrap();
    assert_eq!(rig.kept().await, [2]);
}

#[tokio::test]
async fn who_leaves_before_the_commit_leaves_no_lock_behind() {
    let rig = Rig::new().await;
    let _in_line = rig.in_line();
    one_done_and_the_next_begun!(rig, first, second);
    drop(first);
    drop(second);
    while rig.kept().await != [1] {
        tokio::task::yield_now().await;
    }
    drop(rig.turn(3, None).await);
    while rig.writer.0.line.lock().await.unfinished {
        tokio::task::yield_now().await;
    }
    assert_eq!(rig.kept().await, [1]);
}
