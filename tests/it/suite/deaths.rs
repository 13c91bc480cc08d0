//! The connector dies at every moment at which it can, and is started again with its journal.

use super::Scene;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, until_gate, until_settled};

const WHILE_STOPPING: [&str; 4] = [
    "before_saving:create_sales_order",
    "before_sending:create_warehouse_task",
    "before_reporting",
    "after_reporting",
];
const WHILE_CARRYING_OUT: [&str; 6] = [
    "before_taking",
    "after_taking",
    "before_sending:create_warehouse_task",
    "before_saving:create_warehouse_task",
    "before_telling",
    "after_telling",
];
/// No story takes more decisions than this to come to its end.
const DECISIONS: usize = 3;

on_all!(
    s19_a_connector_may_die_while_it_stops,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        for moment in WHILE_STOPPING {
            let mut dead = scene.connector(Dies::At(moment));
            scene
                .sample
                .fault("warehouse", "answer_lost", Some(1))
                .await;
            let order = scene.sample.buy().await;
            dead.is_dead().await;
            let connector = scene.connector(Dies::Not);
            until_gate(&scene.shop, &order, "held").await;
            finish(&scene, moment, &order).await;
            drop(connector);
        }
    }
);

on_all!(
    s19_a_connector_may_die_while_it_carries_out_a_decision,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        for moment in WHILE_CARRYING_OUT {
            let mut connector = scene.connector(Dies::Not);
            scene
                .sample
                .fault("warehouse", "answer_lost", Some(1))
                .await;
            let order = scene.sample.buy().await;
            until_gate(&scene.shop, &order, "held").await;
            connector.kill();
            let mut dead = scene.connector(Dies::At(moment));
            let case = scene.claim(&order).await;
            scene.irina.resume(&case, "other").await;
            dead.is_dead().await;
            let connector = scene.connector(Dies::Not);
            finish(&scene, moment, &order).await;
            drop(connector);
        }
    }
);

/// A reviewer brings it to its end, and everything is done once.
async fn finish(scene: &Scene, moment: &str, order: &str) {
    let mut state = until_settled(&scene.shop, order).await;
    for _ in 0..DECISIONS {
        if state == "done" {
            break;
        }
        let case = scene.take_up(order).await;
        scene.irina.resume(&case, "other").await;
        state = until_settled(&scene.shop, order).await;
    }
    assert_eq!(state, "done", "{moment}");
    assert_eq!(scene.sample.counts(order).await, [1, 1, 1, 1], "{moment}");
    let proof = format!(
        "The connector died at `{moment}` and was started again; everything happened once."
    );
    scene
        .prove(&format!("s19-{}", moment.replace(':', "-")), &proof, order)
        .await;
}
