//! Who opened what. It is told of in the same request that shows the thing, and keeps nobody from seeing it: where it cannot be
//! written in time, or at all, the request goes on, and the program's log tells of it instead.

pub use crate::store::accesses::{AccessRow, Cursor, Found, Place};

use super::actor::{Actor, Part};
use super::names::{Names, look_up};
use super::seal::{self, Sealed};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::access::{Access, Opened};
use crate::domain::age::window::{day_begins, day_ends};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, OperationKey, UserId};
use crate::domain::people::{Action, allows};
use crate::domain::time::{Day, Timestamp};
use crate::store;
use crate::store::accesses::{self, Filter, NewAccess};
use crate::store::history;
use chrono_tz::Tz;
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many entries a page of the log holds.
pub const PAGE_SIZE: usize = 50;
/// More people than this nobody chooses from.
const MOST_PEOPLE: i64 = 500;
/// Whoever opens something waits no longer than this for its entry to be written; it is written all the same.
const PATIENCE: Duration = Duration::from_millis(500);
/// So many of the latest are remembered; with more, those that are of no use any more are forgotten.
const REMEMBERED: usize = 10_000;
/// So many entries go in one statement, so that nobody waits for it.
const REMOVED_AT_ONCE: i64 = 1_000;

/// Where it is told who opened what, and what was told last. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Book {
    kept: Kept,
    latest: Arc<Mutex<HashMap<(UserId, Access), Timestamp>>>,
}

#[derive(Debug, Clone, Copy)]
enum Kept {
    Database,
    /// The database is a copy that cannot be written.
    Log,
}

impl Book {
    /// A table of the database.
    pub fn in_database() -> Self {
        Self::kept(Kept::Database)
    }

    /// The program's log.
    pub fn in_log() -> Self {
        Self::kept(Kept::Log)
    }

    fn kept(kept: Kept) -> Self {
        let latest = Arc::default();
        Self { kept, latest }
    }

    /// Whether it has to be told; from then on it is remembered as told.
    fn is_new(&self, person: UserId, access: &Access, now: Timestamp) -> bool {
        let mut latest = self.latest();
        let of = (person, access.clone());
        if !access.opened.is_new(latest.get(&of).copied(), now) {
            return false;
        }
        if latest.len() >= REMEMBERED {
            latest.retain(|(_, access), last| !access.opened.is_new(Some(*last), now));
        }
        latest.insert(of, now);
        true
    }

    fn latest(&self) -> MutexGuard<'_, HashMap<(UserId, Access), Timestamp>> {
        // Whatever a panic interrupted, each entry stands for itself.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells that somebody opened something. To be called before it is shown, without a connection on loan.
pub async fn opened(services: &Services, person: &Person, access: Access) {
    let now = services.now();
    if !services.accesses.is_new(person.id, &access, now) {
        return;
    }
    let new = NewAccess {
        at: now,
        person: person.name.clone(),
        role: person.role.as_str(),
        access,
    };
    match services.accesses.kept {
        Kept::Log => in_log(&new),
        Kept::Database => {
            // A task of its own: the entry is written even if the person has left meanwhile.
            let written = tokio::spawn(write(services.clone(), new));
            if tokio::time::timeout(PATIENCE, written).await.is_err() {
                tracing::warn!("an entry of the access log is not written yet");
            }
        }
    }
}

async fn write(services: Services, new: NewAccess) {
    if let Err(error) = try_to_write(&services, &new).await {
        tracing::error!("an entry of the access log was not written, and follows here: {error}");
        in_log(&new);
    }
}

async fn try_to_write(services: &Services, new: &NewAccess) -> store::Result<()> {
    let mut tx = services.db.begin().await?;
    accesses::insert(&mut tx, new).await?;
    tx.commit_aside().await
}

/// One structured line. What came from outside is escaped.
fn in_log(new: &NewAccess) {
    let case = new.access.case.as_ref();
    tracing::info!(
        person = ?new.person,
        role = new.role,
        opened = new.access.opened.as_str(),
        case = case.map(|(case, _)| case.0),
        operation_key = case.map(|(_, key)| tracing::field::debug(key.as_str())),
        item = ?new.access.item,
        "access"
    );
}

/// What is asked of the log. What is `None` or empty leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// Days as the reader's clock shows them, both included.
    pub from: Option<Day>,
    pub to: Option<Day>,
    /// By sign-in name.
    pub person: Option<String>,
    pub opened: Option<Opened>,
    pub case: Option<CaseId>,
    /// The operation's key, whole.
    pub operation_key: Option<OperationKey>,
}

/// A page of the log with all it takes to show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub found: Found,
    /// Everybody who opened anything, by sign-in names.
    pub people: Vec<String>,
    pub names: Names,
    /// Before this nothing is kept.
    pub since: Timestamp,
    pub sealed: Sealed,
}

/// One page of the log, the latest first.
///
/// # Errors
/// If the person may not see it, or the database fails.
pub async fn page(
    services: &Services,
    person: &Person,
    asked: &Asked,
    zone: Tz,
    place: Place,
) -> Answer<Page, Infallible> {
    if !allows(person.role, Action::SeeAccess) {
        return Err(ServiceError::NotAllowed);
    }
    let mut db = services.db.read().await?;
    let filter = filter(asked, zone);
    let found = accesses::find(&mut db, &filter, place, PAGE_SIZE).await?;
    let people = accesses::people(&mut db, MOST_PEOPLE).await?;
    let named = found.entries.iter().map(|entry| &entry.person);
    let named = named.chain(&people).cloned().collect();
    let names = look_up(&mut db, named).await?;
    Ok(Page {
        sealed: seal::sealed(&mut db).await?,
        found,
        people,
        names,
        since: kept_since(services),
    })
}

fn filter(asked: &Asked, zone: Tz) -> Filter {
    let asked = asked.clone();
    Filter {
        from: asked.from.map(|day| day_begins(day, zone)),
        until: asked.to.map(|day| day_ends(day, zone)),
        person: asked.person,
        opened: asked.opened,
        case: asked.case,
        operation_key: asked.operation_key.map(|key| key.as_str().to_owned()),
    }
}

fn kept_since(services: &Services) -> Timestamp {
    services.now().minus(services.policy.accesses_kept())
}

/// Removes some of what was kept as long as the policy says; gives how many entries.
///
/// # Errors
/// Only if the database fails.
pub async fn remove_some(services: &Services) -> Answer<u64, Infallible> {
    let mut tx = services.db.begin_alone().await?;
    let removed = accesses::remove(&mut tx, kept_since(services), REMOVED_AT_ONCE).await?;
    if removed > 0 {
        let told = json!({"what": "accesses_removed", "entries": removed});
        let by = Actor::Program(Part::Housekeeping);
        let entry = by.of_no_case(EntryKind::RowsKept, told, services.now());
        history::append(&mut tx, vec![entry]).await?;
        tx.commit().await?;
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn beside_a_copy_each_entry_is_one_line_of_the_log_whatever_a_key_holds() {
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let key = OperationKey::from("ship:8817\nERROR forged");
        let new = NewAccess {
            at: Timestamp(0),
            person: "oleg".to_owned(),
            role: "auditor",
            access: Access::content(CaseId(20_001), &key, "sha256:9f"),
        };
        tracing::subscriber::with_default(subscriber, || in_log(&new));
        let written = lines.0.lock().expect("no panic").clone();
        let text = String::from_utf8(written).expect("text");
        assert_eq!(text.lines().count(), 1, "{text}");
        let fields = "access person=\"oleg\" role=\"auditor\" opened=\"content\" case=20001 \
            operation_key=\"ship:8817\\nERROR forged\" item=\"sha256:9f\"";
        assert!(text.contains(fields), "{text}");
    }
}
