//! Verifications that are started on the page.

use super::hand::Hand;
use super::lived_in;
use crate::support::database::{Database, on_both};
use crate::support::if_answered;
use crate::support::immortal::{KILL_AT, let_in};
use crate::support::process::{DEATH, Server};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::PASSWORD;
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

const UNDER_WAY: &str = "A verification is under way";

/// Starts one on the page, and waits for its end.
async fn seen_through(auditor: &Reviewer) -> Page {
    let page = auditor.open("/integrity").await;
    let mut page = auditor.submit(&page, "/integrity/verify", &[]).await;
    while page.shows(UNDER_WAY) {
        page = auditor.open("/integrity").await;
    }
    page
}

on_both!(
    after_a_kill_in_a_verification_the_page_soon_says_so_and_the_next_one_goes_on_there,
    async |database: &Database| {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("state");
        let state = ("HOLDPOINT_VERIFY_STATE", file.to_str().expect("text"));
        let kill_at = (KILL_AT, "verifying:rows:users");
        let mut server = Server::start_with(database, &[state, kill_at]);
        let address = server.address().to_owned();
        let_in(database, "oleg", "auditor", "Oleg Sokolov");
        let oleg = Reviewer::signed_in(&address, "oleg", PASSWORD).await;
        let page = oleg.open("/integrity").await;
        let _redirect = if_answered(oleg.submit(&page, "/integrity/verify", &[])).await;
        assert!(server.dies_within(DEATH), "it is killed on its way");
        server.end();
        assert!(file.exists());

        let listen = address.trim_start_matches("http://");
        let _again = Server::start_at(database, listen, &[state]);
        let mut hand = Hand::on(database).await;
        let lease =
            "SELECT CAST((lease_until - started_at) / 1000000 AS TEXT) FROM verification_run";
        let lease: u64 = hand.texts(lease).await[0].parse().expect("seconds");
        // It was killed at once, so it told of itself once or twice.
        assert!((10..30).contains(&lease), "{lease} seconds");
        hand.must("UPDATE verification_run SET lease_until = started_at")
            .await;
        let page = oleg.open("/integrity").await;
        assert!(!page.shows(UNDER_WAY));
        for told in [
            "came to no end",
            "Oleg Sokolov",
            "The next one goes on there",
        ] {
            page.must_show(told);
        }

        // What was read is not read again, but by the verification after that one.
        hand.must("UPDATE history SET actor = 'eve' WHERE number = 1")
            .await;
        let whole = seen_through(&oleg).await;
        whole.must_show("The history is whole");
        assert!(whole.shows("Oleg Sokolov") && !file.exists());
        assert!(!whole.shows("came to no end"));
        seen_through(&oleg).await.must_show("The chain is broken");
    }
);
