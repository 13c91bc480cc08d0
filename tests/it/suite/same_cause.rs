//! An outage stops many operations at once.

use super::Scene;
use crate::support::database::{Database, on_all};
use crate::support::same_cause::{Group, Seen, marked};
use crate::support::sample::{Dies, operation, until_gate};
use serde_json::Value;
use std::time::Duration;

/// A story in the terms of the API has four hundred; with real programs half of that takes as long.
const STOPPED: u32 = 200;
/// Of these nobody could say what they saw.
const UNCLEAR: usize = 5;
/// The warehouse forgets a key after two hours.
const PROTECTION_IS_OVER: Duration = Duration::from_secs(121 * 60);

impl Scene {
    /// The warehouse is down while these orders come: it acts for the first half, whose answers are lost; the rest it never
    /// hears of.
    async fn outage(&self) -> Vec<String> {
        let sample = &self.sample;
        for fault in ["answer_lost", "request_lost"] {
            sample.fault("warehouse", fault, Some(STOPPED / 2)).await;
        }
        let mut orders = Vec::new();
        for _ in 0..STOPPED {
            orders.push(sample.buy().await);
        }
        for order in &orders {
            until_gate(&self.shop, order, "held").await;
        }
        orders
    }

    /// How often each system acted for an order, by these lines of the books.
    fn counted(books: &[Value], order: &str) -> [usize; 4] {
        let shipment = format!("S-{order}");
        let of = |system: &str, about: &str| {
            let lines = books.iter();
            let acted = |line: &&Value| {
                line["system"] == system
                    && line["reference"] == about
                    && !line["effect"]["id"].is_null()
            };
            lines.filter(acted).count()
        };
        [
            of("erp", order),
            of("pay", order),
            of("warehouse", &shipment),
            of("mail", order),
        ]
    }
}

on_all!(
    s22_an_outage_is_one_group_and_is_seen_to_together,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let orders = scene.outage().await;
        drop(connector);
        scene.let_pass(PROTECTION_IS_OVER).await;
        scene.sign_in_again().await;

        let before = scene.sample.all_books().await;
        let group = Group::largest(&scene.irina, "200 cases share one cause.").await;
        group.claim_all().await;
        let unclear: Vec<String> = orders
            .iter()
            .take(UNCLEAR)
            .map(|order| operation(order))
            .collect();
        group
            .look_over(async |case| {
                if unclear.contains(&case.key) {
                    return Seen::Unclear;
                }
                let order = case.key.split(':').nth(1).expect("order:ORDER:SHIPMENT");
                let shipment = format!("S-{order}");
                let task = before.iter().find(|line| {
                    line["system"] == "warehouse" && line["reference"] == shipment.as_str()
                });
                let task = task.and_then(|line| line["effect"]["id"].as_str());
                task.map_or(Seen::Absent, |id| Seen::Found(id.to_owned()))
            })
            .await;
        let found = group.resume("found_and_confirmed").await;
        let absent = group.resume("absence_proven").await;
        assert_eq!(found + absent + UNCLEAR, orders.len());
        assert_eq!(marked(&group.open().await).len(), UNCLEAR);

        let connector = scene.connector(Dies::Not);
        for order in &orders[UNCLEAR..] {
            until_gate(&scene.shop, order, "done").await;
        }
        let books = scene.sample.all_books().await;
        for order in &orders[UNCLEAR..] {
            assert_eq!(Scene::counted(&books, order), [1, 1, 1, 1], "{order}");
        }
        for order in &orders[..UNCLEAR] {
            assert_eq!(
                Scene::counted(&books, order),
                Scene::counted(&before, order),
                "{order}"
            );
        }
        let proof = "The warehouse was down while two hundred orders came: for half of them it had acted. They were one group, \
            looked up at once; 195 went on together, each by its own decision, and everything happened once. Five of which \
            nothing could be said were left. Shown: the first that was left, the first and the last that went on.";
        let shown = [&orders[0], &orders[UNCLEAR], &orders[orders.len() - 1]].map(String::as_str);
        scene.prove_all("s22", proof, &shown).await;
        drop(connector);
    }
);
