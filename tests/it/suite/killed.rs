//! s19: Holdpoint itself is killed, life after life, while the connector and a reviewer go on.

use super::report::prove;
use crate::support::database::{Database, on_all};
use crate::support::immortal::{Immortal, Pair, let_reviewer_in, let_source_in};
use crate::support::lives::decisions;
use crate::support::process::run;
use crate::support::reviewer::Reviewer;
use crate::support::sample::{Dies, PATIENCE, Sample, look_again, operation};
use std::fs;
use std::time::Instant;

on_all!(
    s19_holdpoint_dies_at_every_other_commit_and_everything_happens_once,
    async |database: &Database| {
        let token = let_source_in(database);
        let_reviewer_in(database, "irina");
        let sample = Sample::start();
        let policy = sample.file("policy.toml");
        fs::write(&policy, holdpoint::demo::POLICY).expect("it is written");
        let program = Immortal::with_policy(database, &policy).await;
        let pair = Pair::at(&program, &token, "irina").await;
        let connector = sample.connector(program.address(), &token, Dies::Not);

        // Each life has one commit that is answered; the next one is its death.
        for kill_at in ["before:2", "after:2"] {
            program.always_killed_at(kill_at);
            sample.fault("warehouse", "answer_lost", Some(1)).await;
            let order = sample.buy().await;
            until_gate(&program, &pair, &order, "held").await;
            let decide = async || decide(&pair.reviewer, &order).await;
            program.until_answered(decide).await;
            until_gate(&program, &pair, &order, "done").await;
            assert_eq!(sample.counts(&order).await, [1, 1, 1, 1], "{kill_at}");
            let deaths = program.deaths();
            assert!(deaths > 2, "{deaths} deaths at {kill_at}");
            let proof = format!(
                "Holdpoint was killed {deaths} times ({kill_at}) from the report to the outcome; everything happened once."
            );
            let name = format!("s19-holdpoint-{}", kill_at.replace(':', "-"));
            prove(database.backend(), &sample, &name, &proof, &[&order]).await;
        }
        drop(connector);
        let verified = run(database, &["audit", "verify"]);
        assert!(verified.status.success(), "{verified:?}");
    }
);

/// Goes on from wherever the case stands, as somebody does whose last click got no answer.
async fn decide(reviewer: &Reviewer, order: &str) {
    let case = reviewer.find_case(&operation(order)).await;
    if decisions(&case) > 0 {
        return;
    }
    let case = match case.proposed(&case.below("claim")) {
        Some(_) => reviewer.claim(&operation(order)).await,
        None => case,
    };
    reviewer.resume(&case, "protected_repeat").await;
}

/// Waits until the gate says this, and has the program started again whenever it died.
async fn until_gate(program: &Immortal<'_>, pair: &Pair, order: &str, state: &str) {
    let began = Instant::now();
    let path = format!("/gate?operation_key={}", operation(order));
    loop {
        let gate = program.until_answered(async || pair.shop.get(&path).await);
        let gate = gate.await.body;
        if gate["state"] == state {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "never {state}: {gate}");
        look_again().await;
    }
}
