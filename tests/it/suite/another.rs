//! A new operation in the place of one that is given up.

use super::Scene;
use super::desk::{WAREHOUSE_WINDOW, answer, propose_another};
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, operation, until_gate};
use holdpoint::domain::people::Role;
use serde_json::Value;
use std::collections::BTreeMap;

on_all!(
    s15_another_operation_acts_under_keys_of_its_own_and_the_old_one_never_again,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "request_lost").await;
        scene.let_run_out(WAREHOUSE_WINDOW).await;
        let vera = scene.holdpoint.person("vera", Role::SeniorReviewer).await;
        let olga = scene.holdpoint.person("olga", Role::Manager).await;
        let (old, new) = (operation(&order), format!("{}~2", operation(&order)));

        let case = vera.claim(&old).await;
        assert!(!case.links_to("resume"), "{}", case.text());
        let proposed = propose_another(&vera, &case, &order).await;
        proposed.must_show("Waits for a second person");
        assert_eq!(scene.gate(&order).await["state"], "held");
        answer(&olga, &case, "approve").await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "superseded").await;
        scene.sample.until_counts(&order, [2, 2, 1, 1]).await;

        // Whatever the shop and its queues still say of the old one, nothing more is done for it.
        let late = late_report(&scene, &order).await;
        assert_eq!(late["effect"], "superseded", "{late}");
        assert_eq!(late["decision"]["superseded_by"], new, "{late}");
        scene.sample.says(&order, "again").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [2, 2, 1, 1]);
        assert!(vera.open(&case.path).await.shows(&new));
        let path = format!("/gate?operation_key={new}");
        let gate = scene.shop.get(&path).await.body;
        assert_eq!(gate["state"], "done", "{gate}");
        let page = gate["case_url"].as_str().expect("a case");
        assert!(vera.open(page).await.shows(&old));

        // The books know which key did what: none did anything twice, and the new ones are all new.
        let effects = effects_by_key(&scene, &order).await;
        assert!(effects.values().all(|n| *n == 1), "{effects:?}");
        let new_keys = effects.keys().filter(|key| key.ends_with("~2")).count();
        assert_eq!((effects.len() - new_keys, new_keys), (2, 3), "{effects:?}");
        let proof = "Two people started another operation: it acted under keys of its own, and the old one, reported and told \
            again, did nothing more.";
        scene.prove("s15", proof, &order).await;
        drop(connector);
    }
);

/// What was reported first comes again, from a queue that slept.
async fn late_report(scene: &Scene, order: &str) -> Value {
    let mut report = scene.sample.reports(order).remove(0);
    report["report_id"] = format!("{order} from a queue that slept").into();
    scene.shop.report(&report).await.body
}

/// How many effects each idempotency key had.
async fn effects_by_key(scene: &Scene, order: &str) -> BTreeMap<String, usize> {
    let mut lines = scene.sample.books(order).await;
    lines.extend(scene.sample.books(&format!("S-{order}")).await);
    let mut effects = BTreeMap::new();
    for line in lines.iter().filter(|line| !line["effect"].is_null()) {
        if let Some(key) = line["key"].as_str() {
            *effects.entry(key.to_owned()).or_default() += 1;
        }
    }
    effects
}
