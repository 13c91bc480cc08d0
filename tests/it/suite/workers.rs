//! Workers that race, sleep or die while an instruction is theirs: nothing goes out that nobody can account for.

use super::Scene;
use super::desk::{LEASE, SETTLING, WAREHOUSE_WINDOW};
use crate::support::connector::Connector;
use crate::support::database::{Database, on_all};
use crate::support::reviewer::Page;
use crate::support::sample::{Dies, JOURNAL, Process, Worker, until_gate};
use holdpoint::worker::sweeper::drain;
use serde_json::Value;

const TASK: &str = "create_warehouse_task";
const MAIL: &str = "notify_customer";

/// The only instruction on offer.
async fn offered(shop: &Connector) -> String {
    let offered = shop.offered().await;
    let [offer] = &offered[..] else {
        panic!("not one instruction on offer: {offered:?}");
    };
    offer["instruction_id"].as_str().expect("an id").to_owned()
}

impl Scene {
    /// Nobody sees the mail in the provider's list, so that a person lets it go out.
    async fn the_mail_may_go_out(&self, case: &str, order: &str, reason: &str) {
        let case = self.irina.open(case).await;
        let case = self.not_there(&case, order, MAIL).await;
        self.irina.resume(&case, reason).await;
        until_gate(&self.shop, order, "done").await;
        assert_eq!(self.sample.counts(order).await, [1, 1, 1, 1]);
    }

    async fn asked_the_warehouse(&self, order: &str) -> usize {
        let shipment = format!("S-{order}");
        self.sample.calls("warehouse", &shipment).await
    }
}

on_all!(
    s17_of_two_workers_one_takes_it_and_what_it_took_to_its_grave_is_unknown,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "answer_lost").await;

        // Two workers, each with all that the connector knew, wait for the decision; whoever takes it dies before it has
        // sent anything.
        let case = scene.claim(&order).await;
        let (winner, living) = race(&scene, &case).await;
        let instruction = scene.sample.last_instruction(winner.journal);
        let third = scene
            .shop
            .take(&instruction, "a token made up anew", Value::Null);
        let third = third.await;
        assert_eq!(third.status, 409, "{third:?}");
        assert_eq!(third.body["taken_by"], winner.name);
        assert_eq!(scene.gate(&order).await["state"], "executing");
        drop(living);

        scene.let_run_out(LEASE).await;
        until_gate(&scene.shop, &order, "held").await;
        assert_eq!(scene.shop.offered().await, Vec::<Value>::new());
        let case = scene.claim(&order).await;
        case.must_show("Result unknown");
        case.must_show("A worker took the instruction and did not tell what became of it");

        // Its supervisor starts it again: it sends nothing, and reports what it sees.
        let connector = scene.worker(winner);
        scene.until_shows(&case.path, "TASK-").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);
        assert_eq!(scene.asked_the_warehouse(&order).await, 1);
        drop(connector);

        // As far as anybody knows the mail could have gone out, so somebody looks.
        scene.let_run_out(SETTLING).await;
        let connector = scene.worker(winner);
        scene
            .the_mail_may_go_out(&case.path, &order, "found_and_confirmed")
            .await;
        let proof = "Two workers wanted one instruction; the one that took it died. Nothing was sent twice, and the customer \
            was told once.";
        scene.prove("s17", proof, &order).await;
        drop(connector);
    }
);

/// Two workers, and a decision: gives the one that took it, and died of it; and the process of the other one, which lives.
async fn race(scene: &Scene, case: &Page) -> (Worker, Process) {
    let worker = |name, journal| Worker {
        name,
        journal,
        dies: Dies::At("before_sending:create_warehouse_task"),
    };
    let racers = [
        worker("worker-1", "journal-1"),
        worker("worker-2", "journal-2"),
    ];
    for racer in racers {
        scene.sample.copy_journal(JOURNAL, racer.journal);
    }
    let mut processes: Vec<_> = racers.map(|racer| scene.worker(racer)).into();
    scene.irina.resume(case, "protected_repeat").await;
    let dead = Process::one_is_dead(&mut processes).await;
    let again = Worker {
        dies: Dies::Not,
        ..racers[dead]
    };
    (again, processes.remove(1 - dead))
}

on_all!(
    s31_a_worker_that_sleeps_past_its_lease_sends_nothing_when_it_wakes,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "request_lost").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        let sleeper = scene.connector(Dies::SleepsAt("after_taking"));
        sleeper.is_frozen().await;
        assert_eq!(scene.gate(&order).await["state"], "executing");
        scene.let_run_out(LEASE).await;
        until_gate(&scene.shop, &order, "held").await;

        sleeper.wake();
        let told = "The source samovar-shop reported the outcome: unknown";
        let back = scene.until_shows(&case.path, told).await;
        back.must_show("\"late\": true");
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 0, 0]);
        assert_eq!(scene.asked_the_warehouse(&order).await, 1);
        drop(sleeper);

        scene.let_run_out(SETTLING).await;
        let connector = scene.connector(Dies::Not);
        let case = scene.claim(&order).await;
        scene
            .the_mail_may_go_out(&case.path, &order, "protected_repeat")
            .await;
        let proof = "A worker took the instruction, stood still past its lease, and was woken: it was refused more time and \
            sent nothing.";
        scene.prove("s31", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s32_a_worker_that_is_started_again_sends_only_what_it_proves_unsent,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let provable = scene.left_alone_by("warehouse", "request_lost").await;
        let unprovable = scene.left_alone_by("warehouse", "request_lost").await;

        // It dies with the instruction in its hands, and its journal says that nothing was sent.
        let case = scene.claim(&provable).await;
        scene.irina.resume(&case, "protected_repeat").await;
        scene.connector(Dies::At("after_taking")).is_dead().await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &provable, "done").await;
        assert_eq!(scene.sample.counts(&provable).await, [1, 1, 1, 1]);
        assert_eq!(scene.asked_the_warehouse(&provable).await, 2);
        drop(connector);

        // It dies when the warehouse has acted, and its journal cannot say whether it has.
        let case = scene.claim(&unprovable).await;
        scene.irina.resume(&case, "protected_repeat").await;
        let dies = Dies::At("before_saving:create_warehouse_task");
        scene.connector(dies).is_dead().await;
        assert_eq!(scene.gate(&unprovable).await["state"], "executing");
        // It can see the task that it made. That gives it no right to go on outside the taking.
        scene.sample.searches_at_once("warehouse").await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &unprovable, "held").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&unprovable).await, [1, 1, 1, 0]);
        assert_eq!(scene.asked_the_warehouse(&unprovable).await, 2);

        let case = scene.claim(&unprovable).await;
        scene.irina.resume(&case, "found_and_confirmed").await;
        until_gate(&scene.shop, &unprovable, "done").await;
        assert_eq!(scene.asked_the_warehouse(&unprovable).await, 2);
        assert_eq!(scene.sample.counts(&unprovable).await, [1, 1, 1, 1]);
        let proof = "Started again with its token, the worker went on where its journal proved that nothing was sent.";
        scene.prove("s32-proven", proof, &provable).await;
        let proof = "Where its journal could not prove that, it sent nothing and said so; a person decided again.";
        scene.prove("s32-not-proven", proof, &unprovable).await;
        drop(connector);
    }
);

on_all!(
    s18_a_worker_that_comes_after_the_last_moment_gets_nothing,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "answer_lost").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        let instruction = offered(&scene.shop).await;
        scene.let_pass(WAREHOUSE_WINDOW).await;

        let late = scene
            .shop
            .take(&instruction, "made up too late", Value::Null);
        let late = late.await;
        assert_eq!(late.status, 410, "{late:?}");
        assert_eq!(late.body["type"], "/api/v1/problems/too-late", "{late:?}");
        drain(scene.holdpoint.services()).await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "held").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);
        assert_eq!(scene.asked_the_warehouse(&order).await, 1);

        scene.sign_in_again().await;
        let back: Page = scene.claim(&order).await;
        back.must_show("The instruction’s last moment passed before a worker took it");
        assert!(!back.links_to("resume"), "{}", back.text());
        let proof = "The worker came after the moment until which the key is surely known: it got nothing, and sent nothing.";
        scene.prove("s18", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s33_a_resume_stops_before_the_step_that_may_have_been_sent,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "request_lost").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        scene.connector(Dies::At("after_taking")).is_dead().await;
        scene.let_run_out(LEASE + SETTLING).await;

        // Task and mail could both have been sent. The task was not: somebody stands in the warehouse.
        let connector = scene.connector(Dies::Not);
        scene.goes_on().await;
        let case = scene.claim(&order).await;
        let case = scene.not_there(&case, &order, TASK).await;
        scene.irina.resume(&case, "absence_proven").await;
        scene.sample.until_counts(&order, [1, 1, 1, 0]).await;
        until_gate(&scene.shop, &order, "held").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.calls("mail", &order).await, 0);
        let case = scene.claim(&order).await;
        assert!(!case.links_to("resume"), "{}", case.text());
        scene.irina.cannot_resume_by_hand(&case, "never_sent").await;
        let proof = "The task was proven not to exist, the mail was unknown: only the task was sent, then the connector stopped.";
        scene.prove("s33", proof, &order).await;

        scene
            .the_mail_may_go_out(&case.path, &order, "absence_proven")
            .await;
        drop(connector);
    }
);
