//! An answer is lost, and a person decides.

use super::Scene;
use crate::support::database::{Database, on_both};
use crate::support::sample::{Dies, until_gate};
use std::time::Duration;

on_both!(
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

        let task = sample
            .effects("warehouse", &format!("S-{order}"))
            .await
            .remove(0);
        let case = scene.claim(&order).await;
        case.must_show("Result unknown");
        let case = scene.found(&case, &order, &task).await;
        scene.irina.resume(&case, "found_and_confirmed").await;
        until_gate(shop, &order, "done").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The connector was killed after the warehouse had acted; the task was found, and only the mail went out.";
        scene.prove("s02-s03", proof, &order).await;
        drop(connector);
    }
);

on_both!(
    s04_a_repeat_under_the_same_key_is_one_task,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let (sample, shop) = (&scene.sample, &scene.shop);
        let connector = scene.connector(Dies::Not);
        sample.fault("warehouse", "answer_lost", Some(1)).await;
        let order = sample.buy().await;
        until_gate(shop, &order, "held").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(shop, &order, "done").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The warehouse's answer was lost; the repeat under the same key was answered with the first task.";
        scene.prove("s04", proof, &order).await;
        drop(connector);
    }
);

on_both!(
    s05_after_the_protection_nothing_is_sent_unseen,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        scene
            .sample
            .fault("warehouse", "answer_lost", Some(1))
            .await;
        let order = scene.sample.buy().await;
        until_gate(&scene.shop, &order, "held").await;
        drop(connector);
        scene.let_pass(Duration::from_secs(2 * 3_600 + 60)).await;
        // The night is over: everybody signs in again.
        scene.irina = scene.holdpoint.signed_in("irina").await;
        let connector = scene.connector(Dies::Not);

        let case = scene.claim(&order).await;
        assert!(!case.links_to("resume"), "{}", case.text());
        scene
            .irina
            .cannot_resume_by_hand(&case, "protected_repeat")
            .await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);
        let proof = "The key's window was over and nobody had looked: a resume was refused, also by a request made by hand.";
        scene.prove("s05", proof, &order).await;
        drop(connector);
    }
);

on_both!(
    s08_a_refused_step_is_resumed_and_what_is_done_stays_done,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let (sample, shop) = (&scene.sample, &scene.shop);
        let connector = scene.connector(Dies::Not);
        sample.fault("warehouse", "refuses", Some(1)).await;
        let order = sample.buy().await;
        until_gate(shop, &order, "held").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 0, 0]);
        let case = scene.claim(&order).await;
        case.must_show("Next step pending");
        scene.irina.resume(&case, "never_sent").await;
        until_gate(shop, &order, "done").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The warehouse refused; the resume began there, and the order and the payment were not made again.";
        scene.prove("s08", proof, &order).await;
        drop(connector);
    }
);
