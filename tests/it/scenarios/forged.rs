//! Reports that are not what they seem.

use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::world::World;
use serde_json::Value;

const SCRIPT: &str = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

on_all!(
    s27_who_has_no_right_stores_nothing,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let stranger = world.source("shop-crm").await;
        let report = stopped_shipment("8817");
        let nobody = shop.with_token("");
        let forger = shop.with_token(&format!("{}x", shop.token()));
        for forged in [&nobody, &forger] {
            assert_eq!(forged.report(&report).await.status, 401);
            assert_eq!(forged.get("/instructions?state=offered").await.status, 401);
        }
        let irina = world.reviewer("irina").await;
        assert!(!irina.open("/").await.shows("8817"));

        shop.report(&report).await;
        let case = irina.claim("ship:8817:S-104").await;
        irina.resume(&case, "protected_repeat").await;
        let offered = shop.offered().await;
        assert_eq!(stranger.offered().await, Vec::<Value>::new());
        let id = offered[0]["instruction_id"].as_str().expect("an id");
        assert_eq!(
            stranger
                .take(id, "token-of-a-stranger", Value::Null)
                .await
                .status,
            404
        );

        world.revoke(&shop).await;
        assert_eq!(shop.report(&stopped_shipment("8818")).await.status, 401);
        assert!(!irina.open("/").await.shows("8818"));
    }
);

on_all!(
    s27_a_script_in_every_text_is_shown_as_text,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut report = stopped_shipment("8817");
        put_script_into_texts(&mut report);
        let answer = shop.report(&report).await;
        assert_eq!(answer.status, 201, "{answer:?}");

        let irina = world.reviewer("irina").await;
        let case = irina.claim(&format!("8817 {SCRIPT}")).await;
        for page in [
            &case,
            &irina.open("/").await,
            &irina.open(&case.below("resume")).await,
        ] {
            page.must_show(SCRIPT);
            assert!(!page.html.contains("<script>alert"));
            assert!(!page.html.contains("<img src=x"));
        }
    }
);

/// Every text that is free to be anything: not words of the API, times, or numbers.
fn put_script_into_texts(report: &mut Value) {
    for pointer in [
        "/stop/code",
        "/stop/reason",
        "/operation/key",
        "/operation/type",
        "/operation/authorised_by",
        "/operation/references/order_id",
        "/operation/amount/currency",
        "/operation/payload/lines/0/sku",
        "/events/0/id",
        "/events/0/type",
        "/steps/0/does",
        "/steps/0/system",
        "/steps/0/results/0/type",
        "/steps/0/results/0/id",
        "/steps/1/does",
        "/steps/1/system",
        "/steps/1/idempotency_key",
        "/attempts/0/worker",
        "/attempts/0/idempotency_key",
    ] {
        let text = report.pointer_mut(pointer).expect(pointer);
        *text = format!("{} {SCRIPT}", text.as_str().expect(pointer)).into();
    }
}
