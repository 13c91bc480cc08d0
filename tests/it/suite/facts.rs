//! Facts that come at the wrong time: after the decision, out of order, or from a receiver that says less than it seems to.

use super::Scene;
use super::desk::WAREHOUSE_WINDOW;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, until_gate};
use serde_json::{Value, json};

on_all!(
    s29_a_callback_after_the_decision_takes_the_instruction_back,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "answer_lost").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        let offered = scene.shop.offered().await;
        let instruction = offered[0]["instruction_id"].as_str().expect("an id");

        // The warehouse calls back: it has a task. Another part of the source hears it.
        let shipment = format!("S-{order}");
        let task = scene.sample.effects("warehouse", &shipment).await.remove(0);
        let mut report = scene.sample.reports(&order).remove(0);
        report["report_id"] = format!("{order} called back").into();
        report["observations"] = json!([{
            "system": "Harbour Warehouse", "step": "create_warehouse_task", "how": "callback", "seen": "found",
            "by": format!("reference={shipment}"), "observed_at": report["stopped_at"],
            "object": {"type": "task", "id": task}, "matches": true,
        }]);
        let heard = scene.shop.report(&report).await;
        assert_eq!(heard.status, 201, "{heard:?}");
        let refused = scene
            .shop
            .take(instruction, "made up too late", Value::Null);
        let refused = refused.await;
        assert_eq!(refused.status, 410, "{refused:?}");
        assert_eq!(refused.body["type"], "/api/v1/problems/withdrawn");

        // The connector comes and finds nothing to do; the next decision begins with the mail.
        let connector = scene.connector(Dies::Not);
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);
        let back = scene.claim(&order).await;
        back.must_show("Holdpoint took the instruction back");
        back.must_show(&task);
        scene.irina.resume(&back, "found_and_confirmed").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        assert_eq!(scene.sample.calls("warehouse", &shipment).await, 1);
        let proof = "Before the decision was taken, the warehouse called back: the instruction was withdrawn, and only the \
            mail went out.";
        scene.prove("s29", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s34_already_exists_is_no_proof_of_anything,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "answer_lost").await;
        let case = scene.claim(&order).await;
        scene
            .sample
            .fault("warehouse", "exists_already", Some(1))
            .await;
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &order, "held").await;
        scene.goes_on().await;
        drop(connector);
        scene.let_run_out(WAREHOUSE_WINDOW).await;
        scene.sign_in_again().await;
        let connector = scene.connector(Dies::Not);

        let case = scene.claim(&order).await;
        case.must_show("Whether it is this operation’s own is not known.");
        assert!(!case.links_to("resume"), "{}", case.text());
        scene
            .irina
            .cannot_resume_by_hand(&case, "found_and_confirmed")
            .await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);

        let shipment = format!("S-{order}");
        let task = scene.sample.effects("warehouse", &shipment).await.remove(0);
        let case = scene.found(&case, &order, &task).await;
        scene.irina.resume(&case, "found_and_confirmed").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        assert_eq!(scene.sample.calls("warehouse", &shipment).await, 2);
        let proof = "The warehouse answered the repeat with “exists already”: nothing followed from it until a person had \
            found the task itself.";
        scene.prove("s34", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s36_an_older_report_takes_nothing_away,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("pay", "refuses").await;
        let case = scene.claim(&order).await;
        scene
            .sample
            .fault("warehouse", "answer_lost", Some(1))
            .await;
        scene.irina.resume(&case, "never_sent").await;
        until_gate(&scene.shop, &order, "held").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);

        // What was true when the payment had been refused arrives now, from a queue that slept.
        let mut older = scene.sample.reports(&order).remove(0);
        assert_eq!(older["steps"][1]["state"], "refused");
        older["report_id"] = format!("{order} from a queue that slept").into();
        assert_eq!(scene.shop.report(&older).await.status, 201);

        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        assert_eq!(scene.sample.calls("pay", &order).await, 2);
        let proof = "An older report called the finished payment refused and the task pending: the payment was not made again.";
        scene.prove("s36", proof, &order).await;
        drop(connector);
    }
);
