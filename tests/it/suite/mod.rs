//! The scenarios with real programs on both sides: the sample world's systems keep the books that prove them, its connector is
//! killed where it hurts, and what a reviewer decides is carried out by it. Each test adds its proof to `target/acceptance.md`.

mod alert;
mod another;
mod auditor;
mod deaths;
mod desk;
mod facts;
mod killed;
mod lapses;
mod late;
mod lost;
mod notices;
mod outage;
mod people;
mod program;
mod replay;
mod report;
mod said_again;
mod same_cause;
mod strangers;
mod undoing;
mod workers;

use crate::support::connector::Connector;
use crate::support::database::{Backend, Database};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::sample::{Dies, Process, Sample, operation};
use crate::support::world::World;
use report::prove;
use std::time::Duration;

/// Holdpoint, the systems beside it, and somebody at the desk.
struct Scene {
    backend: Backend,
    holdpoint: World,
    shop: Connector,
    irina: Reviewer,
    sample: Sample,
}

impl Scene {
    async fn begin(database: &Database) -> Self {
        let holdpoint = World::living(database).await;
        let shop = holdpoint.source("samovar-shop").await;
        let irina = holdpoint.reviewer("irina").await;
        Self {
            backend: database.backend(),
            shop,
            irina,
            sample: Sample::start(),
            holdpoint,
        }
    }

    fn connector(&self, dies: Dies) -> Process {
        let address = self.holdpoint.address();
        self.sample.connector(address, self.shop.token(), dies)
    }

    /// Lets time pass for everybody.
    async fn let_pass(&mut self, span: Duration) {
        self.holdpoint.clock().advance(span);
        self.sample.let_pass(span).await;
    }

    async fn claim(&self, order: &str) -> Page {
        self.irina.claim(&operation(order)).await
    }

    /// Has the case in hand, whether it was irina's before or not.
    async fn take_up(&self, order: &str) -> Page {
        let case = self.irina.find_case(&operation(order)).await;
        if case.proposed(&case.below("claim")).is_some() {
            return self.claim(order).await;
        }
        case
    }

    /// Records that the warehouse's own list shows this task.
    async fn found(&self, case: &Page, order: &str, task: &str) -> Page {
        let by = format!("S-{order}");
        let fields = [
            ("step", "create_warehouse_task"),
            ("place", "the warehouse's list"),
            ("by_other", by.as_str()),
            ("seen", "found"),
            ("reference", task),
            ("object_type", "task"),
            ("at_once", "yes"),
        ];
        let page = self
            .irina
            .submit(case, &case.below("checks"), &fields)
            .await;
        assert_eq!(page.status, 200, "{}", page.text());
        page
    }

    /// Adds to the acceptance report what the books say of an order.
    async fn prove(&self, scenario: &str, sentence: &str, order: &str) {
        self.prove_all(scenario, sentence, &[order]).await;
    }

    /// The same for several orders.
    async fn prove_all(&self, scenario: &str, sentence: &str, orders: &[&str]) {
        prove(self.backend, &self.sample, scenario, sentence, orders).await;
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        if std::thread::panicking() {
            report::fail();
        }
    }
}
