//! The shop says something twice: the same, or something else.

use super::Scene;
use crate::support::database::{Database, on_both};
use crate::support::sample::{Dies, until_gate};

on_both!(
    s09_changed_content_sends_nothing,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let sample = &scene.sample;
        let connector = scene.connector(Dies::Not);
        let order = sample.buy().await;
        sample.until_counts(&order, [1, 1, 1, 1]).await;
        sample.says(&order, "changed").await;
        until_gate(&scene.shop, &order, "held").await;
        let case = scene.claim(&order).await;
        case.must_show("Payload conflict");
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The same order came again with another quantity: a person was asked, and nothing was sent.";
        scene.prove("s09", proof, &order).await;
        drop(connector);
    }
);

on_both!(
    s12_two_events_are_one_operation,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let sample = &scene.sample;
        let connector = scene.connector(Dies::Not);
        sample.fault("warehouse", "answer_lost", Some(1)).await;
        let order = sample.buy().await;
        until_gate(&scene.shop, &order, "held").await;
        sample.says(&order, "again").await;
        // The next order is taken in after the second event.
        let next = sample.buy().await;
        sample.until_counts(&next, [1, 1, 1, 1]).await;
        let case = scene.claim(&order).await;
        case.must_show("evt_00001");
        case.must_show("evt_00002");
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "Two events with different ids told of one payment: one operation, and everything happened once.";
        scene.prove("s12", proof, &order).await;
        drop(connector);
    }
);
