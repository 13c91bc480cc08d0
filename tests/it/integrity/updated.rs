//! A database of the version before, which vouched for fewer tables: what is in the others is vouched for as it is found.

use super::hand::Hand;
use crate::desk::world::time;
use crate::support::database::{Backend, Database, on_both};
use holdpoint::clock::Clock;
use holdpoint::domain::digest::sha256_hex;
use holdpoint::domain::history::{ChainRow, FIRST_PREVIOUS, entry_hash, rows_digest};
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::verify_audit::{AuditFault, Options, Verified, verify};
use holdpoint::store::Db;
use holdpoint::worker::accesses::drain;
use serde_json::json;
use sqlx::migrate::Migrator;
use std::fs;
use std::path::Path;

/// The first migration of this version.
const FIRST_NEW: &str = "0035";
/// More than two parts of what is vouched for at once.
const SIGNS: i64 = 4_500;

/// What that version wrote without a word to the history.
const ROWS: &[&str] = &[
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
    INSERT INTO signs (sign, at, source_id, operation_type, case_id, report_id)
        SELECT 'repeated', 1, 1, 'x', 20001, 'r' FROM n",
    "INSERT INTO sign_counts VALUES (0, 1, 'x', 4501, 4500, 0, 0, 0), (0, 1, 'y', 1, 0, 0, 0, 0)",
    "INSERT INTO joint_acts (form, kind, cause, by_user, by_name, begun_at) VALUES ('x', 'claim', 'x', 1, 'irina', 1)",
    "INSERT INTO joint_act_cases VALUES (1, 1, 20001, NULL), (1, 2, 20002, '{}')",
    "INSERT INTO alerts (key, condition, owner_team, since, begun_at, cases, most) VALUES ('x', 'overdue', '', 1, 1, 1, 2)",
    "INSERT INTO alert_tellings (alert_id, word, channel, address, subject, body, state, tries, due_at, give_up_at)
        VALUES (1, 'begun', 'mail', 'team@example.com', '', '', 'told', 1, 1, 2)",
    "INSERT INTO saved_views (made_by, team, name, name_key, filters, made_at) VALUES (1, '', 'Mine', 'mine', '', 1)",
    "INSERT INTO default_views VALUES (1, 1)",
    "INSERT INTO anchors (number, hash, at, public_key, signature, to_file, to_webhook)
        VALUES (1, 'x', 'x', 'x', 'x', TRUE, FALSE)",
    "INSERT INTO accesses (at, person, role, opened, operation_key, item) VALUES (1, 'irina', 'reviewer', 'export', '', 'cases')",
];

/// The tables whose rows are vouched for as they are found.
const TABLES: [(&str, &str); 9] = [
    ("signs", "report_id = 'other' WHERE id = 4321"),
    ("sign_counts", "reports = 1"),
    ("joint_acts", "by_name = 'eve'"),
    ("joint_act_cases", "result = '[]'"),
    ("alerts", "cases = 7"),
    ("alert_tellings", "address = 'eve@example.com'"),
    ("saved_views", "name = 'Theirs'"),
    ("default_views", "view_id = 2"),
    ("anchors", "to_webhook = TRUE"),
];

/// The schema of that version.
async fn migrate_to_the_version_before(database: &Database, hand: &mut Hand) {
    let dialect = match database.backend() {
        Backend::Sqlite => "sqlite",
        Backend::Postgres | Backend::TwoInstances => "postgres",
    };
    let all = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("migrations")
        .join(dialect);
    let before = tempfile::tempdir().expect("a directory");
    for entry in fs::read_dir(all).expect("migrations") {
        let entry = entry.expect("an entry");
        let name = entry.file_name();
        if name.to_string_lossy().as_ref() < FIRST_NEW {
            fs::copy(entry.path(), before.path().join(name)).expect("copied");
        }
    }
    let migrator = Migrator::new(before.path()).await.expect("migrations");
    match hand {
        Hand::Sqlite(c) => migrator.run(c).await,
        Hand::Postgres(c) => migrator.run(c).await,
    }
    .expect("the schema");
}

/// A person, for whom an entry vouches, and rows for which none does.
async fn write_as_the_version_before(hand: &mut Hand) {
    hand.must(
        "INSERT INTO users (id, name, full_name, role, team, password_hash, disabled, created_at)
        VALUES (1, 'irina', 'Irina', 'reviewer', '', '-', FALSE, 7)",
    )
    .await;
    let row = json!(["irina", "Irina", "reviewer", "", "-", 0, 7]).to_string();
    let vouches = json!([["users", 1, rows_digest(vec![row.into_bytes()])]]).to_string();
    let document = json!({ "vouches": sha256_hex(&vouches) }).to_string();
    let hash = entry_hash(&ChainRow {
        number: 1,
        at: 7,
        case: None,
        operation: None,
        actor_kind: "program",
        actor: "command_line",
        kind: "person_changed",
        document: &document,
        previous: FIRST_PREVIOUS,
        hash: "",
    });
    hand.must(&format!(
        "INSERT INTO history (number, at, actor_kind, actor, kind, document, previous_hash, hash)
        VALUES (1, 7, 'program', 'command_line', 'person_changed', '{document}', '{FIRST_PREVIOUS}', '{hash}')"
    ))
    .await;
    hand.must(&format!("INSERT INTO vouches VALUES (1, '{vouches}')"))
        .await;
    hand.must(&format!(
        "UPDATE chain_head SET number = 1, hash = '{hash}'"
    ))
    .await;
    for row in ROWS {
        hand.must(row).await;
    }
}

async fn start(database: &Database) {
    let db = Db::connect(database.url()).await.expect("it opens");
    db.migrate().await.expect("it starts");
    db.close().await;
}

/// Starts, and is killed once something is vouched for.
async fn start_and_die(database: &Database, hand: &mut Hand) {
    let vouched = async {
        while hand.count("history").await < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = start(database) => {}
        () = vouched => {}
    }
}

async fn services(database: &Database) -> Services {
    let db = Db::connect(database.url()).await.expect("it opens");
    let policy = Policy::read(include_str!("../support/policy.toml")).expect("a policy");
    Services::new(db, Clock::fixed(time("2026-11-29T12:25:00Z")), policy)
}

async fn verified(services: &Services) -> Result<Verified, AuditFault> {
    verify(services, &Options::default(), |_| {})
        .await
        .map_err(|error| error.refusal().expect("a fault"))
}

on_both!(
    s24_what_the_version_before_wrote_is_vouched_for_as_it_is_found_and_its_changes_from_then_on,
    async |database: &Database| {
        // The file has to be there.
        let db = Db::connect(database.url()).await.expect("it opens");
        db.close().await;
        let mut hand = Hand::on(database).await;
        migrate_to_the_version_before(database, &mut hand).await;
        write_as_the_version_before(&mut hand).await;
        start_and_die(database, &mut hand).await;
        tokio::join!(start(database), start(database));

        let services = services(database).await;
        let found = verified(&services).await.expect("whole");
        assert_eq!(found.found, found.entries - 1, "{found:?}");
        assert_eq!(found.rows, 1 + SIGNS + 8, "a person, and what was found");
        drain(&services).await;
        let sealed = verified(&services).await.expect("whole");
        assert_eq!((sealed.rows, sealed.found), (found.rows + 1, found.found));

        let edits = TABLES.into_iter().chain([("accesses", "person = 'eve'")]);
        for (table, change) in edits {
            hand.keep(table).await;
            hand.must(&format!("UPDATE {table} SET {change}")).await;
            let fault = verified(&services).await.expect_err(table).to_string();
            assert!(fault.contains(&format!(" of {table} ")), "{table}: {fault}");
            hand.put_back(table).await;
        }
        assert_eq!(verified(&services).await.expect("whole"), sealed);

        // Whoever has the program look once more is found, though nothing else was ever written there.
        hand.must("UPDATE saved_views SET name = 'Theirs'").await;
        hand.must("UPDATE vouching SET at_table = 'saved_views', after = 0")
            .await;
        start(database).await;
        let fault = verified(&services).await.expect_err("a second time");
        assert!(matches!(fault, AuditFault::FoundLater { .. }), "{fault}");
    }
);
