//! A database with a source and a reviewer, and the making of operations and cases in it.

use crate::support::database::Database;
use crate::support::told::told;
use holdpoint::domain::ids::{
    CaseId, OperationId, OperationKey, OperationType, SystemName, Team, UserId,
};
use holdpoint::domain::policy::Risk;
use holdpoint::domain::queue_row::QueueRow;
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::{CaseProtection, CaseState};
use holdpoint::domain::time::Timestamp;
use holdpoint::on;
use holdpoint::store::cases::{self, CaseDetails, CaseOrigin, CaseRow, NewCase};
use holdpoint::store::operations::{self, NewOperation, OperationRow};
use holdpoint::store::sources::SourceRow;
use holdpoint::store::{Db, Tx};

pub const NOW: Timestamp = Timestamp(1_796_000_000_000_000);

pub fn minutes(n: i64) -> Timestamp {
    Timestamp(NOW.0 + n * 60_000_000)
}

pub struct World {
    pub db: Db,
    pub source: SourceRow,
    pub reviewer: UserId,
}

impl World {
    pub async fn on(database: &Database) -> Self {
        let db = Db::connect(database.url()).await.expect("it opens");
        db.migrate().await.expect("the schema");
        let source = add_source(&db).await;
        let reviewer = add_user(&db, "irina", "Irina Koroleva").await;
        Self {
            db,
            source,
            reviewer,
        }
    }

    pub async fn begin(&self) -> Tx {
        self.db.begin().await.expect("a transaction")
    }

    /// Operations of those keys, committed.
    pub async fn operations(&self, keys: &[&str]) -> Vec<OperationRow> {
        let mut tx = self.begin().await;
        let wanted = keys.iter().map(|key| new_operation(key)).collect();
        let locked = operations::get_or_create(&mut tx, self.source.id, wanted, NOW)
            .await
            .expect("locked");
        told(tx).await;
        locked.into_iter().map(|l| l.row).collect()
    }

    pub async fn operation(&self, key: &str) -> OperationRow {
        self.operations(&[key]).await.remove(0)
    }

    pub fn new_case(&self, operation: OperationId, details: CaseDetails) -> NewCase {
        NewCase {
            origin: CaseOrigin {
                operation_id: operation,
                source_id: self.source.id,
                operation_key: OperationKey::from("ship:8817:S-104"),
                operation_type: OperationType::from("warehouse_shipment"),
                opened_at: NOW,
                previous_case_id: None,
            },
            details,
        }
    }

    /// An open case of a new operation, committed.
    pub async fn case(&self, key: &str, details: CaseDetails) -> CaseRow {
        let operation = self.operation(key).await;
        let mut tx = self.begin().await;
        let new = self.new_case(operation.id, details);
        let numbers = cases::insert(&mut tx, &[new]).await.expect("opened");
        told(tx).await;
        self.read(numbers[0].1).await
    }

    pub async fn read(&self, id: CaseId) -> CaseRow {
        let mut conn = self.db.read().await.expect("a connection");
        cases::get(&mut conn, id)
            .await
            .expect("read")
            .expect("there")
    }

    /// Writes a case's details, committed; whether its version was still the one given.
    pub async fn update(&self, before: &CaseRow, details: &CaseDetails) -> bool {
        let mut tx = self.begin().await;
        let written = cases::update(&mut tx, before, details, NOW)
            .await
            .expect("an answer");
        told(tx).await;
        written
    }
}

/// By hand, so that a test's history begins with its own first entry.
async fn add_source(db: &Db) -> SourceRow {
    let sql = "INSERT INTO sources (name, title, owner_team, disabled, created_at)
        VALUES ('shop-wms', 'Shop', 'fulfilment', FALSE, $1) RETURNING *";
    let mut conn = db.write().await.expect("a connection");
    on!((&mut conn).into(), |c| {
        sqlx::query_as::<DB, SourceRow>(sql)
            .bind(NOW)
            .fetch_one(c)
            .await
    })
    .expect("a source")
}

pub async fn add_user(db: &Db, name: &str, full_name: &str) -> UserId {
    let sql = "INSERT INTO users (name, full_name, role, team, password_hash, created_at)
        VALUES ($1, $2, 'reviewer', 'fulfilment', '-', 0) RETURNING id";
    let mut conn = db.write().await.expect("a connection");
    on!((&mut conn).into(), |c| {
        sqlx::query_scalar::<DB, UserId>(sql)
            .bind(name)
            .bind(full_name)
            .fetch_one(c)
            .await
    })
    .expect("a user")
}

pub fn new_operation(key: &str) -> NewOperation {
    NewOperation {
        key: OperationKey::from(key),
        operation_type: OperationType::from("warehouse_shipment"),
        facts: "{}".to_owned(),
    }
}

pub fn row(kind: StopKind) -> QueueRow {
    QueueRow {
        kind,
        title: "8817 · S-104".to_owned(),
        authorised_at: None,
        protection: CaseProtection::None,
        protection_since: None,
        protection_until: None,
        urgent_at: NOW,
        resume_step: None,
        resume_step_no: None,
        step_count: 3,
        chain: "D?.".to_owned(),
        system: Some(SystemName::from("wms")),
        cause_step: Some("create_task".into()),
        cause_system: Some(SystemName::from("wms")),
        stop_code: Some("timeout".to_owned()),
        reason: None,
        attempts: 1,
        last_attempt_at: None,
        amount: None,
        facts_digest: "sha256:0".to_owned(),
    }
}

/// A case that waits, stopped at `NOW` and due some minutes later.
pub fn waiting(kind: StopKind, due_in_minutes: i64) -> CaseDetails {
    CaseDetails::waiting(
        row(kind),
        NOW,
        minutes(due_in_minutes),
        Team::from("fulfilment"),
        Risk::Normal,
    )
}

/// The same, with a claim that runs out some minutes after `NOW`.
pub fn claimed(details: &CaseDetails, by: UserId, until_minutes: i64) -> CaseDetails {
    CaseDetails {
        state: CaseState::InReview,
        holder_id: Some(by),
        claimed_at: Some(NOW),
        claimed_until: Some(minutes(until_minutes)),
        ..details.clone()
    }
}
