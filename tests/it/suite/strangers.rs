//! Whoever has no right, and whatever is no order: nothing is stored of it, and nothing is done for it.

use super::Scene;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, operation, until_gate};
use holdpoint::service::sources::add_token;
use serde_json::Value;

const SCRIPT: &str = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

on_all!(
    s27_a_stranger_moves_nothing_and_a_revoked_token_loses_nothing,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "refuses").await;
        let stranger = scene.holdpoint.source("somebody-else").await;
        let report = scene.sample.reports(&order).remove(0);

        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "never_sent").await;
        let offered = scene.shop.offered().await;
        let instruction = offered[0]["instruction_id"].as_str().expect("an id");
        let taken = stranger.take(instruction, "made up by a stranger", Value::Null);
        assert_eq!(taken.await.status, 404);
        let mut forged = report.clone();
        forged["report_id"] = "forged".into();
        forged["steps"][2]["state"] = "unknown".into();
        for nobody in [
            scene.shop.with_token(""),
            scene.shop.with_token(&format!("{}x", scene.shop.token())),
        ] {
            assert_eq!(nobody.report(&forged).await.status, 401);
        }
        // The same key at another source is another operation.
        assert_eq!(stranger.report(&forged).await.status, 201);
        assert_eq!(scene.gate(&order).await["state"], "instructed");

        // The token is revoked: the connector cannot say what stopped, so it sends nothing and keeps its report.
        scene.holdpoint.revoke(&scene.shop).await;
        let connector = scene.connector(Dies::Not);
        scene.sample.fault("warehouse", "refuses", Some(1)).await;
        let silent = scene.sample.buy().await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&silent).await, [1, 1, 0, 0]);
        let search = format!("/search?q={}", operation(&silent));
        assert!(!scene.irina.open(&search).await.path.starts_with("/cases/"));
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 0, 0]);
        drop(connector);

        // With a new one it says what it has to say, and takes what waits for it.
        let token = add_token(scene.holdpoint.services(), "samovar-shop").await;
        scene.shop = scene.shop.with_token(&token.expect("a token").token);
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "done").await;
        until_gate(&scene.shop, &silent, "held").await;
        let case = scene.claim(&silent).await;
        scene.irina.resume(&case, "never_sent").await;
        until_gate(&scene.shop, &silent, "done").await;
        for one in [&order, &silent] {
            assert_eq!(scene.sample.counts(one).await, [1, 1, 1, 1]);
        }
        let proof = "Forged reports and a stranger's taking changed nothing; a revoked token stopped everything, and with a \
            new one nothing was missing and nothing was doubled.";
        scene.prove("s27-strangers", proof, &silent).await;
        drop(connector);
    }
);

on_all!(
    s27_a_script_is_a_text_and_does_nothing,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "refuses").await;
        let mut report = scene.sample.reports(&order).remove(0);
        report["report_id"] = "with a script in every text".into();
        let texts = spoil(&mut report, &mut Vec::new());
        assert!(texts > 15, "{texts} texts");
        let answer = scene.shop.report(&report).await;
        assert_eq!(answer.status, 201, "{answer:?}");

        let case = scene.claim(&order).await;
        for path in [&case.path, "/", &case.below("resume"), &case.below("close")] {
            let page = scene.irina.open(path).await;
            assert!(!page.html.contains("<script>alert"), "{path}");
            assert!(!page.html.contains("<img src=x"), "{path}");
        }
        case.must_show(SCRIPT);
        let connector = scene.connector(Dies::Not);
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 0, 0]);
        let proof = "A report about it had a script in every text that may be anything: it was shown as text, and did nothing.";
        scene.prove("s27-script", proof, &order).await;
        drop(connector);
    }
);

/// Puts a script behind every text that is free to be anything, in what a report says beside keys, states, times and names
/// that must be found again; gives how many they were.
fn spoil(value: &mut Value, path: &mut Vec<String>) -> usize {
    match value {
        Value::String(text) if is_free(path) => {
            text.push_str(SCRIPT);
            1
        }
        Value::Array(items) => items.iter_mut().map(|item| spoil(item, path)).sum(),
        Value::Object(members) => {
            let mut texts = 0;
            for (name, member) in members {
                path.push(name.clone());
                texts += spoil(member, path);
                path.pop();
            }
            texts
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

fn is_free(path: &[String]) -> bool {
    const FIXED: [&str; 17] = [
        "report_id",
        "stopped_at",
        "kind",
        "step",
        "key",
        "payload",
        "authorised_at",
        "received_at",
        "name",
        "state",
        "idempotency_key",
        "completed_at",
        "started_at",
        "finished_at",
        "outcome",
        "amount",
        "system",
    ];
    path.iter().all(|name| !FIXED.contains(&name.as_str()))
}
