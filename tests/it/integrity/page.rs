//! Verifications that are started on the page.

use super::hand::Hand;
use super::lived_in;
use crate::support::database::{Database, on_both};
use holdpoint::domain::people::Role;
use holdpoint::service::verifications::{Seen, see, start};
use holdpoint::service::verify_audit::{Options, Stage, verify};
use holdpoint::service::{Person, Services};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tokio::task::yield_now;

/// A verification that read all of the history so far, and of which nobody hears any more.
async fn left_by_a_dead_program(services: &Services, hand: &mut Hand, file: &Path) {
    let options = Options {
        state: Some(file.to_owned()),
        ..Options::default()
    };
    verify(services, &options, |_| {}).await.expect("whole");
    hand.must(
        "UPDATE verification_run SET token = 'gone', by_name = 'ada', started_at = 1, lease_until = 2,
            stage = 'rows:cases', reached = 2, last = 3",
    )
    .await;
}

/// Starts one, and waits for its end.
async fn through(services: &Services, auditor: &Person, ended: usize) -> Seen {
    assert!(start(services, auditor).await.expect("an auditor"));
    loop {
        let seen = see(services, auditor).await.expect("an auditor");
        assert_eq!(seen.interrupted, None);
        if seen.running.is_none() {
            assert_eq!(seen.ended.len(), ended);
            return seen;
        }
        yield_now().await;
    }
}

/// What the latest one found.
fn fault(seen: &Seen) -> Option<String> {
    let told = seen.ended.first()?.fault.as_deref()?;
    let told: Value = serde_json::from_str(told).expect("JSON");
    told["fault"].as_str().map(str::to_owned)
}

on_both!(
    after_a_verification_that_was_interrupted_the_next_one_goes_on_there,
    async |database: &Database| {
        let directory = tempfile::tempdir().expect("a directory");
        let file: PathBuf = directory.path().join("state");
        let world = lived_in(database).await;
        let services = &world.services.clone().verifying_with(Some(file.clone()));
        let auditor = &Person {
            role: Role::Auditor,
            ..world.olga.clone()
        };
        let mut hand = Hand::on(database).await;
        left_by_a_dead_program(services, &mut hand, &file).await;

        let seen = see(services, auditor).await.expect("an auditor");
        assert!(seen.running.is_none() && seen.ended.is_empty() && seen.goes_on);
        let interrupted = seen.interrupted.expect("it came to no end");
        assert_eq!(interrupted.by_name, "ada");
        assert!(matches!(interrupted.stage, Stage::Rows(_)));

        // It goes on after the last entry that was read, and finds that this one is another one now.
        let last = hand.count("history").await;
        hand.must(&format!(
            "UPDATE history SET hash = previous_hash WHERE number = {last}"
        ))
        .await;
        let seen = through(services, auditor, 1).await;
        assert_eq!(fault(&seen).as_deref(), Some("other_history"));

        // What was read is not believed a second time: whoever changes an entry after that is found.
        assert!(!file.exists());
        // The entry that tells of this has what it was.
        hand.must(&format!(
            "UPDATE history SET hash = (SELECT h.previous_hash FROM history h WHERE h.number = {last} + 1)
            WHERE number = {last}"
        ))
        .await;
        left_by_a_dead_program(services, &mut hand, &file).await;
        let seen = through(services, auditor, 2).await;
        assert_eq!(fault(&seen), None);
        hand.must("UPDATE history SET actor = 'eve' WHERE number = 1")
            .await;
        let seen = through(services, auditor, 3).await;
        assert_eq!(fault(&seen).as_deref(), Some("chain"));
    }
);
