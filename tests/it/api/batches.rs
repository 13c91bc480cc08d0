//! Many reports at once: each has the fate it would have alone.

use super::caller::{Answer, Caller, report};
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

on_both!(
    a_batch_keeps_the_good_and_names_the_bad_by_their_lines,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let mut other = report("a");
        other["operation"]["payload"]["n"] = 2.into();
        let mut wrong = report("c");
        wrong["operation"]["key"] = "".into();
        let lines = [
            report("a").to_string(),
            String::new(),
            "{\"report_id\": ".to_owned(),
            report("a").to_string(),
            other.to_string(),
            wrong.to_string(),
            "\r".to_owned(),
            report("b").to_string(),
        ];
        let answer = caller.batch(lines.join("\n")).await;
        let told: Vec<_> = answer
            .lines()
            .iter()
            .map(|line| {
                (
                    line["line"].as_u64(),
                    line["result"].clone(),
                    line["errors"][0]["pointer"].clone(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (Some(1), json!("created"), Value::Null),
                (Some(3), json!("invalid"), json!("")),
                (Some(4), json!("repeated"), Value::Null),
                (Some(5), json!("conflict"), Value::Null),
                (Some(6), json!("invalid"), json!("/operation/key")),
                (Some(8), json!("created"), Value::Null),
            ]
        );
        let alone = caller.report(&report("b")).await;
        assert_eq!(
            (alone.status, &alone.json()),
            (200, &answer.lines()[5]["answer"])
        );
    }
);

on_both!(
    reports_of_one_operation_keep_their_order_in_a_batch,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let versions = (1..=5).map(|n| {
            let mut report = report(&format!("r{n}"));
            report["operation"]["key"] = "one".into();
            let attempt = |n| json!({"step": "send", "number": n, "outcome": "timeout", "started_at": format!("2026-11-29T12:20:0{n}Z")});
            report["attempts"] = (1..=n).map(attempt).collect();
            report.to_string()
        });
        let others = (1..=5).map(|n| report(&format!("other{n}")).to_string());
        let lines: Vec<_> = versions.zip(others).flat_map(|(a, b)| [a, b]).collect();
        let answers = caller.batch(lines.join("\n")).await.lines();
        let of_one: Vec<_> = answers
            .iter()
            .step_by(2)
            .map(|line| &line["answer"])
            .collect();
        let told: Vec<_> = of_one
            .iter()
            .map(|a| (&a["effect"], a["version"].as_i64()))
            .collect();
        let (opened, joined) = (json!("case_opened"), json!("case_joined"));
        assert_eq!(
            told,
            [
                (&opened, Some(1)),
                (&joined, Some(2)),
                (&joined, Some(3)),
                (&joined, Some(4)),
                (&joined, Some(5))
            ]
        );
        assert!(of_one.iter().all(|a| a["case"] == of_one[0]["case"]));
    }
);

on_both!(
    every_real_situation_is_accepted_in_a_batch_once,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let lines = real_situations();
        for result in ["created", "repeated"] {
            let answers = caller.batch(lines.join("\n")).await.lines();
            assert_eq!(answers.len(), lines.len());
            for line in answers {
                assert_eq!(line["result"], result, "{line}");
            }
        }
    }
);

on_both!(
    batches_at_once_with_the_same_reports_in_other_orders_keep_each_once,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let mut lines: Vec<_> = (0..60)
            .map(|n| report(&format!("r{n}")).to_string())
            .collect();
        let mut batches = vec![lines.join("\n")];
        lines.reverse();
        batches.push(lines.join("\n"));
        lines.rotate_left(20);
        batches.push(lines.join("\n"));
        let answers = join_all(batches.into_iter().map(|batch| caller.batch(batch))).await;
        let results = answers.iter().flat_map(Answer::lines);
        let created = results.filter(|line| line["result"] == "created").count();
        assert_eq!(created, 60);
    }
);

/// One line each.
fn real_situations() -> Vec<String> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    let entries = fs::read_dir(directory).expect("the cases");
    let files = entries.map(|entry| entry.expect("a file").path());
    let reports = files.filter(|file| file.extension().is_some_and(|e| e == "json"));
    let lines: Vec<_> = reports
        .map(|file| {
            let text = fs::read_to_string(file).expect("text");
            let report: Value = serde_json::from_str(&text).expect("JSON");
            report.to_string()
        })
        .collect();
    assert!(lines.len() > 20);
    lines
}
