//! What a resume sends, and what it does not.

use crate::support::database::{Database, on_all};
use crate::support::reports::{looked_up, stopped_shipment};
use crate::support::world::World;
use serde_json::{Value, json};

on_all!(
    s08_resume_begins_at_the_step_that_was_never_sent,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut report = stopped_shipment("8817");
        report["stop"] = json!({"kind": "next_step_pending", "step": "create_warehouse_task", "reason": "The connector was stopped"});
        report["steps"][1]["state"] = "pending".into();
        report["attempts"] = json!([]);
        shop.report(&report).await;

        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        case.must_show("Next step pending");
        irina.resume(&case, "never_sent").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["create_warehouse_task", "notify_customer"]);
        assert_eq!(taken.done(), [("create_erp_order", "SO-8817")]);
    }
);

on_all!(
    s33_a_resume_stops_before_a_step_that_may_not_be_sent,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut report = stopped_shipment("8817");
        // The task is proven absent; the mail was sent too, and mail promises nothing about repeats.
        report["steps"][2]["state"] = "unknown".into();
        let mail = json!({"step": "notify_customer", "number": 1, "started_at": "2026-11-29T12:20:32Z", "outcome": "timeout"});
        report["attempts"]
            .as_array_mut()
            .expect("attempts")
            .push(mail);
        report["observations"] = json!([looked_up("search", "absent", "2026-11-29T12:21:32Z")]);
        shop.report(&report).await;

        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        irina.resume(&case, "absence_proven").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["create_warehouse_task"]);

        assert_eq!(shop.renew(&taken).await.status, 200);
        let done = json!({"outcome": "done", "results": [{"step": "create_warehouse_task", "type": "task", "id": "T-77"}]});
        assert_eq!(shop.outcome(&taken, done).await.status, 200);
        let case = irina.claim("T-77").await;
        assert!(
            !case.links_to("resume"),
            "the mail may have been sent: {}",
            case.text()
        );
        let refused = irina.cannot_resume_by_hand(&case, "never_sent").await;
        refused.must_show("whether a repeat is safe is not known");
        assert_eq!(shop.offered().await, Vec::<Value>::new());
    }
);

on_all!(
    a_decision_sent_twice_is_one_decision,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        let form = irina.open(&case.below("resume")).await;
        let fields = [
            ("reason", "protected_repeat"),
            (
                "justification",
                "The warehouse knows this key until tomorrow.",
            ),
        ];
        for _ in 0..2 {
            let answer = irina.submit(&form, &case.below("resume"), &fields).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        assert_eq!(shop.offered().await.len(), 1);
        let other = [
            fields[0],
            ("justification", "Other words for the same decision."),
        ];
        let refused = irina.submit(&form, &case.below("resume"), &other).await;
        assert_eq!(refused.status, 409, "{}", refused.text());
    }
);
