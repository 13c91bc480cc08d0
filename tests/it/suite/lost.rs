//! An answer is lost, and a person decides.

use super::Scene;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, until_gate};

on_all!(
    s03_what_was_found_is_not_sent_again,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        // s02: the warehouse created the task, the connector died before saving its number, and restarts.
        let mut dead = scene.connector(Dies::At("before_saving:create_warehouse_task"));
        let order = scene.sample.buy().await;
        dead.is_dead().await;
        scene.sample.kill_and_restart();
        let (sample, shop) = (&scene.sample, &scene.shop);
        let connector = scene.connector(Dies::Not);
        until_gate(shop, &order, "held").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 0]);

        let shipment = format!("S-{order}");
        let task = sample.effects("warehouse", &shipment).await.remove(0);
        let case = scene.claim(&order).await;
        case.must_show("Result unknown");
        let case = scene.found(&case, &order, &task).await;
        scene.irina.resume(&case, "found_and_confirmed").await;
        until_gate(shop, &order, "done").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        // The systems count since they were started again.
        assert_eq!(sample.calls("warehouse", &shipment).await, 0);
        let proof = "The connector was killed after the warehouse had acted. The task was found, and only the mail went out; \
            the warehouse was not asked again.";
        scene.prove("s03", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s04_a_repeat_under_the_same_key_is_one_task,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "answer_lost").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &order, "done").await;
        let (sample, shipment) = (&scene.sample, format!("S-{order}"));
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        assert_eq!(sample.calls("warehouse", &shipment).await, 2);
        let proof = "The warehouse's answer was lost. It was asked once more under the same key, and answered with the first \
            task.";
        scene.prove("s04", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s08_a_refused_step_is_resumed_and_what_is_done_stays_done,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "refuses").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 0, 0]);
        let case = scene.claim(&order).await;
        case.must_show("Next step pending");
        scene.irina.resume(&case, "never_sent").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The warehouse refused. The resume began there; the order and the payment were not made again.";
        scene.prove("s08", proof, &order).await;
        drop(connector);
    }
);
