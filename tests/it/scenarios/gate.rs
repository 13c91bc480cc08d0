//! What an automatic retry is told that asks before it goes on.

use crate::support::connector::{Answer, Connector};
use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::world::World;
use futures_util::future::join_all;
use reqwest::Url;
use serde_json::{Value, json};

const KEY: &str = "ship:8817:S-104";

/// Asks about an operation that would touch these objects.
async fn ask(connector: &Connector, key: &str, objects: &[&str]) -> Answer {
    let mut url = Url::parse("http://any/gate").expect("an address");
    url.query_pairs_mut().append_pair("operation_key", key);
    for object in objects {
        url.query_pairs_mut().append_pair("hold", object);
    }
    let query = url.query().expect("a query");
    connector.get(&format!("/gate?{query}")).await
}

async fn state(connector: &Connector, key: &str) -> String {
    let answer = ask(connector, key, &[]).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["state"].as_str().expect("a word").to_owned()
}

on_all!(
    s02_a_connector_that_starts_again_asks_and_holds,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let nobody_knows = ask(&shop, KEY, &[]).await;
        let clear = json!({"operation_key": KEY, "state": "clear", "case": null, "case_url": null, "since": null, "by": null});
        assert_eq!((nobody_knows.status, nobody_knows.body), (200, clear));

        let reported = shop.report(&stopped_shipment("8817")).await.body;
        let held = ask(&shop, KEY, &[]).await.body;
        assert_eq!(held["state"], "held");
        assert_eq!(held["case"], reported["case"]);
        assert_eq!(held["case_url"], reported["case_url"]);
        assert_eq!(held["since"], "2026-11-29T12:25:00Z");

        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        assert_eq!(state(&shop, KEY).await, "held");
        irina.resume(&case, "protected_repeat").await;
        assert_eq!(state(&shop, KEY).await, "instructed");
        let taken = shop.take_only_offer().await;
        assert_eq!(state(&shop, KEY).await, "executing");
        let done = json!({"outcome": "done", "results": [
            {"step": "create_warehouse_task", "type": "task", "id": "T-77"},
            {"step": "notify_customer", "type": "mail", "id": "M-77"}]});
        assert_eq!(shop.outcome(&taken, done).await.status, 200);
        assert_eq!(state(&shop, KEY).await, "done");
    }
);

on_all!(
    what_is_closed_stays_closed_until_it_stops_again,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        irina.close(&case, "no_longer_wanted").await;
        assert_eq!(state(&shop, KEY).await, "instructed");
        shop.take_only_offer().await;
        assert_eq!(state(&shop, KEY).await, "closed");
    }
);

on_all!(
    an_object_that_another_open_case_holds_is_held_for_everybody,
    async |database: &Database| {
        let world = World::start(database).await;
        let (shop, billing) = (
            world.source("shop-wms").await,
            world.source("billing").await,
        );
        let mut report = stopped_shipment("8817");
        report["operation"]["holds"] = json!(["shipment:S-104"]);
        let holding = shop.report(&report).await.body;
        // Billing's operations are its own, whatever their keys are; the shipment is one and the same.
        assert_eq!(state(&billing, KEY).await, "clear");
        let held = ask(&billing, "label:S-104", &["shipment:S-104"]).await.body;
        assert_eq!(held["state"], "held");
        assert_eq!(held["case"], holding["case"]);
        assert_eq!(held["case_url"], holding["case_url"]);
        assert_eq!(held["since"], "2026-11-29T12:25:00Z");
        let other = ask(&billing, "label:S-105", &["shipment:S-105"]).await.body;
        assert_eq!(other["state"], "clear");
        let one_of_two = ask(
            &billing,
            "label:S-105",
            &["shipment:S-105", "shipment:S-104"],
        )
        .await;
        assert_eq!(
            (&one_of_two.body["state"], &one_of_two.body["case"]),
            (&json!("held"), &holding["case"])
        );
        // To the operation that holds it, its own case speaks.
        let own = ask(&shop, KEY, &["shipment:S-104"]).await.body;
        assert_eq!(
            (&own["state"], &own["case"]),
            (&json!("held"), &holding["case"])
        );
    }
);

on_all!(
    each_of_many_who_ask_at_once_is_told_of_its_own_operation_as_it_is_now,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let orders: Vec<String> = (8_800..8_820).map(|order| order.to_string()).collect();
        let lives = orders.iter().map(async |order| {
            let (stopped, never) = (format!("ship:{order}:S-104"), format!("ship:{order}:S-105"));
            let before = ask(&shop, &stopped, &[]);
            let (before, other) = tokio::join!(before, ask(&shop, &never, &[]));
            assert_eq!(
                (&before.body["state"], &other.body["state"]),
                (&json!("clear"), &json!("clear"))
            );
            let reported = shop.report(&stopped_shipment(order)).await.body;
            // From the moment of its acknowledgement nobody is told anything older.
            for told in join_all((0..5).map(|_| ask(&shop, &stopped, &[]))).await {
                assert_eq!(told.body["operation_key"], stopped.as_str());
                assert_eq!(
                    (&told.body["state"], &told.body["case"]),
                    (&json!("held"), &reported["case"])
                );
            }
            assert_eq!(state(&shop, &never).await, "clear");
        });
        join_all(lives).await;
    }
);

on_all!(
    a_question_that_is_wrong_is_never_answered_with_clear,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let long = format!("/gate?operation_key={}", "k".repeat(513));
        for wrong in [
            "/gate",
            "/gate?operation_key=",
            "/gate?operation_key=a&operation_key=b",
            "/gate?operation_key=a&holds=shipment",
            "/gate?operation_key=a%00b",
            &long,
        ] {
            let answer = shop.get(wrong).await;
            assert_eq!(answer.status, 400, "{wrong}: {answer:?}");
            assert_eq!(answer.body["type"], "/api/v1/problems/malformed");
            assert_eq!(answer.body["state"], Value::Null);
        }
        let stranger = shop
            .with_token("hp_nobody_knows")
            .get("/gate?operation_key=a")
            .await;
        assert_eq!(stranger.status, 401);
    }
);
