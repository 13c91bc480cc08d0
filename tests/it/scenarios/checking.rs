//! Finding out: what an empty answer proves, and what a receiver's "already exists" does not.

use crate::support::database::{Database, on_all};
use crate::support::reports::{attempt, looked_up, stopped_shipment};
use crate::support::world::World;
use serde_json::{Value, json};

/// The warehouse forgets the key of 12:20:01 a day later. Its search shows a task at most 90 s after the request: an empty
/// answer is proof after 12:21:31.
const PROTECTION_IS_OVER: &str = "2026-11-30T12:21:02Z";

/// The next report of the operation, with what the connector saw since.
fn and_then_saw(report: &Value, observation: Value) -> Value {
    let mut next = report.clone();
    next["report_id"] = "shop-wms:8817:2".into();
    next["observations"] = json!([observation]);
    next
}

on_all!(
    s05_when_the_protection_is_over_and_nothing_was_checked_nothing_is_sent,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        world.it_is(PROTECTION_IS_OVER);

        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        case.must_show("Not possible now.");
        case.must_show("the protection of its key ended: 12:15");
        case.must_show("A check finds the result of");
        assert!(!case.links_to("resume"), "{}", case.text());
        irina.cannot_resume_by_hand(&case, "protected_repeat").await;
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        irina.close(&case, "no_longer_wanted").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.body["action"], "close");
        let resolved = irina.find_case("ship:8817:S-104").await;
        resolved.must_show("Resolved");
    }
);

on_all!(
    s06_an_empty_answer_too_early_proves_nothing,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let report = stopped_shipment("8817");
        shop.report(&report).await;
        world.it_is(PROTECTION_IS_OVER);
        let early = looked_up("search", "absent", "2026-11-29T12:20:21Z");
        assert_eq!(shop.report(&and_then_saw(&report, early)).await.status, 201);

        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        case.must_show("It came too early to prove anything: only an answer from 29 Nov, 12:22");
        assert!(!case.links_to("resume"), "{}", case.text());
        let refused = irina.cannot_resume_by_hand(&case, "absence_proven").await;
        refused.must_show("the protection of its key ended: 12:15");
        assert_eq!(shop.offered().await, Vec::<Value>::new());
    }
);

on_all!(
    s07_an_empty_answer_after_the_lag_proves_absence,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let report = stopped_shipment("8817");
        shop.report(&report).await;
        world.it_is(PROTECTION_IS_OVER);
        let late = looked_up("search", "absent", "2026-11-29T12:21:32Z");
        assert_eq!(shop.report(&and_then_saw(&report, late)).await.status, 201);

        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        assert!(case.links_to("resume"), "{}", case.text());
        irina.resume(&case, "absence_proven").await;
        let taken = shop.take_only_offer().await;
        let task = &taken.body["resume"]["run"][0];
        assert_eq!(task["step"], "create_warehouse_task");
        assert_eq!(task["idempotency_key"], "ship:8817:S-104#wms");
    }
);

/// The warehouse answers the repeat with "already exists", and its search has a task that may be anybody's.
fn already_exists() -> Value {
    let mut report = stopped_shipment("8817");
    let key = "ship:8817:S-104";
    let attempts = report["attempts"].as_array_mut().expect("attempts");
    attempts.push(attempt(
        key,
        2,
        "2026-11-29T12:21:40Z",
        "2026-11-29T12:21:41Z",
        "duplicate",
    ));
    let mut existing = looked_up("search", "found", "2026-11-29T12:21:42Z");
    existing["object"] = json!({"type": "task", "id": "T-77"});
    existing["matches"] = Value::Null;
    report["observations"] = json!([existing]);
    report
}

on_all!(
    s34_what_exists_already_is_a_hint_until_people_judge_it,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut report = already_exists();
        report["operation"]["type"] = "dangerous_goods".into();
        shop.report(&report).await;
        world.it_is(PROTECTION_IS_OVER);
        let irina = world.reviewer("irina").await;
        let boris = world.reviewer("boris").await;
        let case = irina.claim("ship:8817:S-104").await;
        assert!(!case.links_to("resume"), "unknown: {}", case.text());
        case.must_show("Found, and not surely this operation’s");

        let grounds = "The warehouse read our order number off the pallet.";
        let path = case.below("judgements");
        let says = [("verdict", "0"), ("grounds", grounds)];
        let silent = irina.submit(&case, &path, &says[..1]).await;
        assert_eq!(silent.status, 422);
        silent.must_show("Name the grounds in your own words");
        let case = irina.submit(&case, &path, &says).await;
        case.must_show("it waits for a second person, who is not irina");
        assert!(!case.links_to("resume"), "it does not count yet");

        let confirms = [
            ("verdict", "confirm"),
            ("grounds", "I called them, too: it is ours."),
        ];
        assert!(
            !case.html.contains("value=\"confirm\""),
            "not offered to the first"
        );
        let alone = irina.submit(&case, &path, &confirms).await;
        assert_eq!(alone.status, 422);
        alone.must_show("Whoever judged first cannot be the second person");

        let seen = boris.open(&case.path).await;
        let confirmed = boris.submit(&seen, &path, &confirms).await;
        confirmed.must_show("Confirmed by boris");
        let case = irina.open(&case.path).await;
        case.must_show("That “ Create warehouse task ” is done was judged by irina and boris .");
        irina.resume(&case, "found_and_confirmed").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["notify_customer"]);
        assert_eq!(taken.done()[1], ("create_warehouse_task", "T-77"));
    }
);

on_all!(
    s34_already_exists_is_neither_a_find_nor_a_refusal,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let report = already_exists();
        let key = "ship:8817:S-104";
        shop.report(&report).await;
        world.it_is(PROTECTION_IS_OVER);

        let irina = world.reviewer("irina").await;
        let case = irina.claim(key).await;
        case.must_show("T-77");
        assert!(
            !case.links_to("resume"),
            "unknown, and nothing to prove it: {}",
            case.text()
        );

        let case = irina.found(&case, "create_warehouse_task", "T-77").await;
        irina.resume(&case, "found_and_confirmed").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["notify_customer"]);
        assert_eq!(
            taken.done(),
            [
                ("create_erp_order", "SO-8817"),
                ("create_warehouse_task", "T-77")
            ]
        );
    }
);
