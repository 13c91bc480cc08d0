//! What becomes of reports: repeats, look-alikes, several events, reports that come late.

use crate::support::database::{Database, on_all};
use crate::support::reports::{other_report_of, stopped_shipment};
use crate::support::world::World;
use futures_util::future::join_all;
use serde_json::json;

on_all!(s01_repeat_is_one_task, async |database: &Database| {
    let world = World::start(database).await;
    let shop = world.source("shop-wms").await;
    let report = stopped_shipment("8817");

    let first = shop.report(&report).await;
    assert_eq!(first.status, 201, "{first:?}");
    for _ in 0..2 {
        let again = shop.report(&report).await;
        assert_eq!((again.status, &again.body), (200, &first.body));
    }
    let twenty = join_all((0..20).map(|_| shop.report(&report))).await;
    for again in twenty {
        assert_eq!((again.status, &again.body), (200, &first.body));
    }

    let line = shop.batch(&report.to_string()).await;
    assert_eq!(line[0]["result"], "repeated", "{line:?}");

    let irina = world.reviewer("irina").await;
    let case = irina.find_case("ship:8817:S-104").await;
    case.must_show("shop-wms:8817:1");
    case.must_show("came 24 times; the answer was the same each time");
});

on_all!(
    s01_twenty_first_reports_at_once_are_one_case,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let report = stopped_shipment("8817");

        let twenty = join_all((0..20).map(|_| shop.report(&report))).await;
        let created = twenty.iter().filter(|answer| answer.status == 201).count();
        let repeated = twenty.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((created, repeated), (1, 19));
        assert!(twenty.iter().all(|answer| answer.body == twenty[0].body));
    }
);

on_all!(
    s11_two_real_purchases_are_two_operations,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let purchase = |order: &str| {
            let mut report = stopped_shipment(order);
            report["operation"]["references"]["customer_id"] = "C-2201".into();
            report
        };

        let first = shop.report(&purchase("8817")).await;
        let second = shop.report(&purchase("8818")).await;
        assert_eq!((first.status, second.status), (201, 201));
        assert_ne!(first.body["case"], second.body["case"]);

        let irina = world.reviewer("irina").await;
        let case = irina.find_case("ship:8818:S-104").await;
        case.must_show("1 other operation for customer_id C-2201");
        case.must_show("An equal reference is a hint, and no more");
        case.must_show("ship:8817:S-104");
    }
);

on_all!(
    s12_two_events_report_one_payment,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut report = stopped_shipment("8817");
        report["events"] = json!([
            {"id": "evt_1", "type": "order.paid", "received_at": "2026-11-29T12:19:57Z"},
            {"id": "evt_2", "type": "order.status_changed", "received_at": "2026-11-29T12:19:59Z"},
        ]);
        assert_eq!(shop.report(&report).await.status, 201);

        let irina = world.reviewer("irina").await;
        let by_one = irina.find_case("evt_1").await;
        let by_other = irina.find_case("evt_2").await;
        assert_eq!(by_one.path, by_other.path);
        by_one.must_show("evt_1");
        by_one.must_show("evt_2");
    }
);

on_all!(
    s36_an_older_report_takes_nothing_away,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut older = stopped_shipment("8817");
        let order = &mut older["steps"][0];
        order["state"] = "pending".into();
        order["results"] = json!([]);
        let newer = other_report_of(&stopped_shipment("8817"));

        let after = shop.report(&newer).await;
        let before = shop.report(&older).await;
        assert_eq!((after.status, before.status), (201, 201));
        assert_eq!(after.body["case"], before.body["case"]);

        let irina = world.reviewer("irina").await;
        let case = irina.claim("SO-8817").await;
        irina.resume(&case, "protected_repeat").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["create_warehouse_task", "notify_customer"]);
        assert_eq!(taken.done(), [("create_erp_order", "SO-8817")]);
    }
);
