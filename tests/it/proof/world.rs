//! The use cases on a database of their own, with people and a source. What they write need not survive a power cut.

use crate::support::told::told;
use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params};
use holdpoint::clock::Clock;
use holdpoint::domain::basis::facts_as_seen;
use holdpoint::domain::facts::Facts;
use holdpoint::domain::ids::{CaseId, FollowUpId, OperationId, OperationKey, Team};
use holdpoint::domain::json::digest;
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::review::{Review, review};
use holdpoint::domain::time::Timestamp;
use holdpoint::policy::Policy;
use holdpoint::service::decide::Seen;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};
use holdpoint::service::sources::{AddSource, add_source, by_name};
use holdpoint::service::verify_audit::{Options, verify};
use holdpoint::service::{Person, Services, Source};
use holdpoint::store::cases::{self, CaseRow};
use holdpoint::store::{Db, Writer, decisions, operations, users};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, SqlitePool};
use std::sync::atomic::{AtomicU64, Ordering};

pub struct World {
    pub services: Services,
    pub source: Source,
    pub people: Vec<Person>,
    pub passwords: Passwords,
    /// For questions that no use case asks.
    read: SqlitePool,
    /// How many stories were told here.
    told: AtomicU64,
}

/// Who works here.
const PEOPLE: [(&str, Role); 5] = [
    ("irina", Role::Reviewer),
    ("boris", Role::Reviewer),
    ("vera", Role::SeniorReviewer),
    ("nadia", Role::SeniorReviewer),
    ("olga", Role::Manager),
];
/// Who may decide everything, and who may approve it.
pub const SENIOR: usize = 2;
pub const MANAGER: usize = 4;
/// Everybody has the same.
pub const PASSWORD: &str = "correct horse battery staple";

impl World {
    pub async fn new() -> Self {
        let read = in_memory().await;
        let db = Db::Sqlite {
            read: read.clone(),
            write: Writer::new(read.clone()),
        };
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
        make_passwords_cheap(&services.db, &people).await;
        Self {
            source: by_name(&services, "shop").await.expect("a source"),
            services,
            people,
            passwords: Passwords::default(),
            read,
            told: AtomicU64::new(0),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.services.now()
    }

    /// The number of an operation, once Holdpoint knows it.
    pub async fn number(&self, key: &str) -> Option<OperationId> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let key = OperationKey::new(key);
        let found = operations::by_key(&mut connection, self.source.id, &key).await;
        found.expect("read").map(|operation| operation.id)
    }

    /// The operation's open case, or its last one.
    pub async fn case(&self, operation: OperationId) -> Option<CaseRow> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let cases = cases::of_operation(&mut connection, operation, 1).await;
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

    /// Where the operation's live instruction stands, if it has one.
    pub async fn live(&self, key: &str) -> Option<String> {
        let sql = "SELECT i.state FROM instructions i JOIN operations o ON o.id = i.operation_id
            WHERE o.key = $1 AND i.state IN ('offered', 'taken')";
        let asked = sqlx::query_scalar(sql).bind(key).fetch_optional(&self.read);
        asked.await.expect("a state")
    }

    /// The key of a case's operation.
    pub async fn key_of(&self, case: CaseId) -> String {
        let sql = "SELECT operation_key FROM cases WHERE id = $1";
        let asked = sqlx::query_scalar(sql).bind(case.0).fetch_one(&self.read);
        asked.await.expect("a case")
    }

    /// An open follow-up of an operation.
    pub async fn follow_up(&self, key: &str) -> Option<FollowUpId> {
        let sql = "SELECT f.id FROM follow_ups f JOIN operations o ON o.id = f.operation_id
            WHERE o.key = $1 AND f.settlement IS NULL";
        let asked = sqlx::query_scalar(sql).bind(key).fetch_optional(&self.read);
        asked.await.expect("a number").map(FollowUpId)
    }

    /// A key for the first operation of a story; one that is told again has another.
    pub fn new_key(&self, seed: u64) -> String {
        let told = self.told.fetch_add(1, Ordering::Relaxed);
        format!("op:{seed}:{told}")
    }

    /// Fails unless the history verifies and tells of every decision.
    pub async fn must_verify(&self) {
        let verified = verify(&self.services, &Options::default(), |_| {}).await;
        verified.expect("a whole history");
    }
}

/// A database in memory. It is one connection's alone, so nobody may hold on to it while somebody else asks for it.
async fn in_memory() -> SqlitePool {
    let options = SqliteConnectOptions::new()
        .in_memory(true)
        .foreign_keys(true)
        .disable_statement_logging();
    let one = SqlitePoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false);
    one.connect_with(options).await.expect("it opens")
}

/// A real hash takes 25 ms, and people are asked for their passwords with every new operation.
async fn make_passwords_cheap(db: &Db, people: &[Person]) {
    let cheap = Params::new(8, 1, 1, None).expect("parameters");
    let argon2 = Argon2::new(Algorithm::Argon2id, argon2::Version::V0x13, cheap);
    let hash = argon2.hash_password(PASSWORD.as_bytes()).expect("a hash");
    let mut tx = db.begin().await.expect("a transaction");
    for person in people {
        let set = users::set_password_hash(&mut tx, person.id, &hash.to_string()).await;
        set.expect("a person");
    }
    told(tx).await;
}

async fn person(services: &Services, name: &str, role: Role) -> Person {
    let user = AddUser {
        name: UserName::parse(name).expect("a name"),
        full_name: name.to_owned(),
        role,
        team: Team::new(""),
        password: PASSWORD.to_owned(),
    };
    let id = add_user(services, &Passwords::default(), user).await;
    Person {
        id: id.expect("a new name"),
        name: name.to_owned(),
        role,
    }
}
