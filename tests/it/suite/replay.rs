//! A source comes back from a backup half a year later and says everything once more.

use super::Scene;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, JOURNAL, until_gate};
use serde_json::Value;
use std::time::Duration;

const HALF_A_YEAR: Duration = Duration::from_secs(182 * 86_400);
const BACKUP: &str = "backup.ndjson";

on_all!(
    s21_half_a_year_of_history_comes_again_and_nothing_happens_again,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let done = scene.stopped_by("warehouse", "answer_lost").await;
        let closed = scene.stopped_by("warehouse", "refuses").await;
        scene.sample.copy_journal(JOURNAL, BACKUP);
        let case = scene.claim(&done).await;
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &done, "done").await;
        let case = scene.claim(&closed).await;
        scene.irina.close(&case, "no_longer_wanted").await;
        until_gate(&scene.shop, &closed, "closed").await;
        let reports = [&done, &closed].map(|order| scene.sample.reports(order).remove(0));
        drop(connector);
        scene.let_run_out(HALF_A_YEAR).await;

        // The same reports, and the same facts under new ids.
        let lines: Vec<_> = reports.iter().map(Value::to_string).collect();
        for answer in scene.shop.batch(&lines.join("\n")).await {
            assert_eq!(answer["result"], "repeated", "{answer}");
        }
        for (report, action) in reports.iter().zip(["resume", "close"]) {
            let mut again = report.clone();
            let id = report["report_id"].as_str().expect("an id");
            again["report_id"] = format!("{id} once more").into();
            let late = scene.shop.report(&again).await.body;
            assert_eq!(late["effect"], "late", "{late}");
            assert_eq!(late["decision"]["action"], action, "{late}");
        }

        // The connector knows only what stood in the backup: both wait for a person, as far as it can tell.
        scene.sample.copy_journal(BACKUP, JOURNAL);
        for order in [&done, &closed] {
            scene.sample.says(order, "again").await;
        }
        let connector = scene.connector(Dies::Not);
        scene.goes_on().await;
        assert_eq!(scene.gate(&done).await["state"], "done");
        assert_eq!(scene.gate(&closed).await["state"], "closed");
        assert_eq!(scene.sample.counts(&done).await, [1, 1, 1, 1]);
        assert_eq!(scene.sample.counts(&closed).await, [1, 1, 0, 0]);
        assert_eq!(scene.sample.calls("pay", &done).await, 1);
        let proof = "Half a year later the source was set up from a backup and reported everything again: the decisions were \
            told, and nothing was done again.";
        scene.prove("s21", proof, &done).await;
        drop(connector);
    }
);
