//! Every route, every command and every job that the program has, done once: whatever writes a row that the history vouches
//! for tells the history of it. The lists are the program's own, so whoever adds one has to do it here as well.

mod commands;
mod jobs;
mod routes;

use holdpoint::domain::history::{EntryKind, Vouched};
use holdpoint::domain::ids::HistoryNumber;
use holdpoint::service::Services;
use holdpoint::service::verify_audit::{Options, verify};
use holdpoint::store::{history, vouches};
use std::collections::{BTreeMap, BTreeSet};

/// What a deed leaves behind.
#[derive(Debug, Clone, Copy)]
enum Leaves {
    /// An entry of this kind, at least.
    Entry(EntryKind),
    /// Every row that the history vouches for is as it was.
    Nothing,
}

/// Looks on while others work.
struct Watch {
    services: Services,
    before: State,
    seen: BTreeSet<String>,
}

/// What the database holds of all that is vouched for.
struct State {
    last: HistoryNumber,
    rows: BTreeMap<Vouched, Vec<(i64, String)>>,
}

impl State {
    async fn of(services: &Services) -> Self {
        let mut snapshot = services.db.snapshot().await.expect("a snapshot");
        let mut rows = BTreeMap::new();
        for table in Vouched::ALL {
            let all = vouches::of_range(&mut snapshot, table, i64::MIN, i64::MAX).await;
            rows.insert(table, all.expect("read"));
        }
        let head = history::head(&mut snapshot).await.expect("a head");
        let last = HistoryNumber(head.number);
        Self { last, rows }
    }
}

impl Watch {
    async fn over(services: &Services) -> Self {
        Self {
            services: services.clone(),
            before: State::of(services).await,
            seen: BTreeSet::new(),
        }
    }

    /// What was done until now is not what is looked at.
    async fn begins(&mut self) {
        self.before = State::of(&self.services).await;
    }

    /// That was done just now, and nothing else.
    async fn saw(&mut self, deed: &str, leaves: Leaves) {
        self.compare(deed, leaves).await;
        self.seen.insert(deed.to_owned());
    }

    async fn compare(&mut self, deed: &str, leaves: Leaves) {
        let now = State::of(&self.services).await;
        let told = self.told_since(self.before.last).await;
        let rows = self.before.rows.iter();
        let written: Vec<_> = rows
            .filter(|(table, rows)| now.rows[table] != **rows)
            .map(|(table, _)| *table)
            .collect();
        match leaves {
            Leaves::Entry(kind) => assert!(
                told.iter().any(|told| told == kind.as_str()),
                "{deed} wrote {written:?} and told {told:?}"
            ),
            Leaves::Nothing => assert!(
                written.is_empty(),
                "{deed} wrote {written:?}, told {told:?}"
            ),
        }
        self.before = now;
    }

    async fn told_since(&self, last: HistoryNumber) -> Vec<String> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let entries = history::after(&mut connection, last, 10_000).await;
        let entries = entries.expect("read").into_iter();
        entries.map(|entry| entry.kind).collect()
    }

    /// The end: everything that there is was done, and the history is whole.
    async fn saw_all(self, there: BTreeSet<String>) {
        assert_eq!(self.seen, there);
        verify(&self.services, &Options::default(), |_| {})
            .await
            .expect("a whole history");
    }
}
