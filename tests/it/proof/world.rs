//! The use cases on a database of their own, with people and a source. What they write need not survive a power cut.

use crate::support::database::Database;
use holdpoint::clock::Clock;
use holdpoint::domain::basis::facts_as_seen;
use holdpoint::domain::facts::Facts;
use holdpoint::domain::ids::{OperationKey, Team};
use holdpoint::domain::json::digest;
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::review::{Review, review};
use holdpoint::domain::time::Timestamp;
use holdpoint::policy::Policy;
use holdpoint::service::decide::Seen;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};
use holdpoint::service::sources::{AddSource, add_source, by_name};
use holdpoint::service::verify_audit::verify;
use holdpoint::service::{Person, Services, Source};
use holdpoint::store::cases::{self, CaseRow};
use holdpoint::store::{Db, decisions, operations};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlitePool};

pub struct World {
    pub services: Services,
    pub source: Source,
    pub people: Vec<Person>,
    /// For questions that no use case asks.
    pub read: SqlitePool,
}

/// Who works here.
const PEOPLE: [(&str, Role); 4] = [
    ("irina", Role::Reviewer),
    ("boris", Role::Reviewer),
    ("vera", Role::SeniorReviewer),
    ("olga", Role::Manager),
];

impl World {
    pub async fn on(database: &Database) -> Self {
        let path = database.url().strip_prefix("sqlite:").expect("a file");
        let (db, read) = quick(path).await;
        db.migrate().await.expect("the schema");
        let policy = Policy::read(include_str!("policy.toml")).expect("a policy");
        let clock = Clock::fixed(Timestamp::parse("2026-11-29T12:25:00Z").expect("a time"));
        let services = Services::new(db, clock, policy);
        let mut people = Vec::new();
        for (name, role) in PEOPLE {
            people.push(person(&services, name, role).await);
        }
        let new = AddSource {
            name: "shop".to_owned(),
            title: "Shop".to_owned(),
            owner_team: Team::new(""),
        };
        add_source(&services, new).await.expect("a new name");
        Self {
            source: by_name(&services, "shop").await.expect("a source"),
            services,
            people,
            read,
        }
    }

    pub fn now(&self) -> Timestamp {
        self.services.now()
    }

    /// The operation's open case, or its last one.
    pub async fn case(&self, key: &str) -> Option<CaseRow> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let key = OperationKey::new(key);
        let found = operations::by_key(&mut connection, self.source.id, &key).await;
        let operation = found.expect("read")?;
        let cases = cases::of_operation(&mut connection, operation.id, 1).await;
        cases.expect("read").pop()
    }

    /// The proposal that waits on a case.
    pub async fn proposal(&self, case: &CaseRow) -> Option<i64> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let found = decisions::proposal_of_case(&mut connection, case.id).await;
        found.expect("read").map(|proposal| proposal.id)
    }

    pub async fn facts(&self, case: &CaseRow) -> Facts {
        let mut connection = self.services.db.read().await.expect("a connection");
        let row = operations::get(&mut connection, case.origin.operation_id).await;
        serde_json::from_str(&row.expect("read").expect("there").facts).expect("facts")
    }

    pub fn reviewed<T>(&self, facts: &Facts, ask: impl FnOnce(&Review<'_>) -> T) -> T {
        ask(&review(facts, self.services.policy.rules(), self.now()))
    }

    /// What the page of a case shows now.
    pub fn seen(&self, case: &CaseRow, facts: &Facts) -> Seen {
        Seen {
            version: case.version,
            facts_digest: self.reviewed(facts, |review| digest(&facts_as_seen(review))),
        }
    }

    /// A number that the database counts about one operation.
    pub async fn count(&self, sql: &'static str, key: &str) -> i64 {
        let asked = sqlx::query_scalar(sql).bind(key).fetch_one(&self.read);
        asked.await.expect("a number")
    }

    /// Fails unless the history verifies and tells of every decision.
    pub async fn must_verify(&self) {
        let verified = verify(&self.services, |_, _| {}).await;
        verified.expect("a whole history");
    }
}

/// A database that flushes nothing.
async fn quick(path: &str) -> (Db, SqlitePool) {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Off)
        .disable_statement_logging();
    let pool = |options| {
        let one = SqlitePoolOptions::new().max_connections(1);
        one.test_before_acquire(false).connect_with(options)
    };
    let write = pool(options.clone()).await.expect("it opens");
    let read = pool(options.clone().read_only(true))
        .await
        .expect("it opens");
    let questions = pool(options.read_only(true)).await.expect("it opens");
    (Db::Sqlite { read, write }, questions)
}

async fn person(services: &Services, name: &str, role: Role) -> Person {
    let user = AddUser {
        name: UserName::parse(name).expect("a name"),
        full_name: name.to_owned(),
        role,
        team: Team::new(""),
        password: "correct horse battery staple".to_owned(),
    };
    let id = add_user(services, &Passwords::default(), user).await;
    Person {
        id: id.expect("a new name"),
        name: name.to_owned(),
        role,
    }
}
