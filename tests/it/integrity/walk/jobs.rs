//! Everything that the program does by itself.

use super::Leaves::{self, Entry, Nothing};
use super::Watch;
use crate::desk::retention;
use crate::desk::world::{HOUR, World, stopped_shipment};
use crate::support::database::{Database, on_both};
use crate::support::endpoint::Endpoint;
use holdpoint::config::AlertSettings;
use holdpoint::domain::access::Access;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::history::anchor::SigningKey;
use holdpoint::domain::ids::{CaseId, HistoryNumber, OperationKey};
use holdpoint::service::access::opened;
use holdpoint::service::alert::Voice;
use holdpoint::service::webhook::{Administrator, endpoints};
use holdpoint::web::alerts;
use holdpoint::worker::alerts::Alerter;
use holdpoint::worker::anchors::{Anchorer, Anchoring};
use holdpoint::worker::webhooks::Deliverer;
use holdpoint::worker::{accesses, backlog, housekeeping, sweeper, watcher};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Longer than anything is kept.
const YEARS: u32 = 24 * 365 * 12;
/// What does the others over and over.
const LOOPS: [&str; 2] = ["run", "run_at_the_door"];
/// What a job does on the way, and what writes nothing itself.
const PARTS: [&str; 2] = ["alerts/mailer send", "webhooks/caller call"];

/// Every job in the room of the workers: what others can have done there.
fn jobs(directory: &Path, below: &str, all: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let name = format!("{below}{name}");
        if path.is_dir() {
            jobs(&path, &format!("{name}/"), all);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file");
        for after in text.split("pub async fn ").skip(1) {
            let job = after.split('(').next().expect("a name");
            if !LOOPS.contains(&job) {
                all.insert(format!("{} {job}", name.trim_end_matches("/mod")));
            }
        }
    }
}

/// A case decided, one held, one resolved; a report that cannot be read, and a draft of nobody.
async fn something_to_do(world: &World, endpoint: &Endpoint) {
    let by = Administrator::CommandLine;
    let added = endpoints::add(&world.services, by, "shop-wms", endpoint.address());
    let added = added.await.expect("a new endpoint");
    let tested = endpoints::test(&world.services, by, "shop-wms", added.endpoint);
    tested.await.expect("on its way");
    let decided = world.stop(stopped_shipment("8817")).await;
    world.resume(&world.irina, decided).await;
    let held = world.stop(stopped_shipment("8818")).await;
    world.claim(&world.boris, held).await;
    let resolved = world.stop(stopped_shipment("8819")).await;
    world.claim(&world.irina, resolved).await;
    let closed = world.try_close(&world.irina, resolved, "no_longer_wanted", "");
    let closed = closed.await.expect("a decision");
    let instruction = closed.instruction().expect("an offer");
    world.take(instruction, "t").await.expect("a taking");
    world.try_report(&json!({"report_id": "no report"})).await;
}

struct Jobs<'a> {
    world: &'a World,
    watch: Watch,
}

impl Jobs<'_> {
    async fn job(&mut self, name: &str, leaves: Leaves, work: impl Future<Output = ()>) {
        self.watch.begins().await;
        work.await;
        self.watch.saw(name, leaves).await;
    }

    async fn hours(&mut self) {
        let services = &self.world.services;
        let mut deliverer = Deliverer::new(services.clone()).expect("an HTTP client");
        let delivered = async { drop(deliverer.drain().await.expect("called")) };
        let leaves = Entry(EntryKind::NoticeDelivered);
        self.job("webhooks drain", leaves, delivered).await;
        self.world.pass(3 * HOUR);
        let lapsed = Entry(EntryKind::ClaimLapsed);
        self.job("sweeper drain", lapsed, sweeper::drain(services))
            .await;
        let kept = Entry(EntryKind::RowsKept);
        self.job("backlog drain", kept, backlog::drain(services))
            .await;
        let watched = async {
            let seen = watcher::watch(services, Some(HistoryNumber(0))).await;
            assert!(seen.is_some());
        };
        self.job("watcher watch", Nothing, watched).await;
    }

    async fn signs_and_alerts(&mut self) {
        let services = &self.world.services;
        let case = (CaseId(20_001), OperationKey::from("ship:8817"));
        let looks = Access::case(case.0, &case.1);
        opened(services, &self.world.irina, looks).await;
        let sealed = Entry(EntryKind::AccessesSealed);
        self.job("accesses drain", sealed, accesses::drain(services))
            .await;
        let key = SigningKey::generate(&ring::rand::SystemRandom::new()).expect("a key");
        let anchoring = Anchoring {
            key,
            every: Duration::from_secs(3600),
            file: None,
            webhook: None,
        };
        let anchorer = Anchorer::new(services.clone(), anchoring).expect("a client");
        let signed = async { assert!(anchorer.step().await.expect("signed").is_some()) };
        let leaves = Entry(EntryKind::AnchorSigned);
        self.job("anchors step", leaves, signed).await;
        let voice = Voice {
            write: alerts::write,
            public_url: "http://127.0.0.1".to_owned(),
        };
        let settings = AlertSettings::default();
        let alerter = Alerter::new(services.clone(), &settings, voice).expect("settings");
        let looked = async {
            alerter.look().await.expect("looked");
        };
        let began = Entry(EntryKind::AlertBegan);
        self.job("alerts look", began, looked).await;
        let told = async { drop(alerter.drain().await.expect("told")) };
        self.job("alerts drain", Nothing, told).await;
    }

    async fn years(&mut self) {
        use housekeeping::*;
        let services = &self.world.services;
        self.world.pass(YEARS * HOUR);
        let keep = "housekeeping";
        let name = |job: &str| format!("{keep} {job}");
        let rows = Entry(EntryKind::RowsKept);
        let removed = Entry(EntryKind::Removed);
        self.job(&name("forget_sessions"), Nothing, forget_sessions(services))
            .await;
        self.job(&name("forget_drafts"), Nothing, forget_drafts(services))
            .await;
        self.job(&name("forget_alerts"), Nothing, forget_alerts(services))
            .await;
        let work = remove_old_accesses(services);
        self.job(&name("remove_old_accesses"), rows, work).await;
        let work = forget_test_notices(services);
        self.job(&name("forget_test_notices"), rows, work).await;
        let work = remove_refused_reports(services);
        self.job(&name("remove_refused_reports"), rows, work).await;
        self.job(&name("remove_old_steps"), rows, remove_old_steps(services))
            .await;
        let work = remove_what_was_kept_long_enough(services);
        self.job(&name("remove_what_was_kept_long_enough"), removed, work)
            .await;
    }
}

on_both!(
    every_job_that_writes_tells_the_history,
    async |database: &Database| {
        let world = retention::world(database).await;
        let endpoint = Endpoint::up();
        something_to_do(&world, &endpoint).await;
        let mut jobs_done = Jobs {
            world: &world,
            watch: Watch::over(&world.services).await,
        };
        jobs_done.hours().await;
        jobs_done.signs_and_alerts().await;
        jobs_done.years().await;
        let mut there = BTreeSet::new();
        let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/worker");
        jobs(&room, "", &mut there);
        for part in PARTS {
            assert!(there.remove(part), "{part}");
        }
        jobs_done.watch.saw_all(there).await;
    }
);
