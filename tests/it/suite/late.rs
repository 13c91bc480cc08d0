//! The receiver has forgotten the key: what may still be done, and what an empty look-up proves.

use super::Scene;
use super::desk::WORDS;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, operation, until_gate};
use serde_json::{Value, json};
use std::time::Duration;

/// A little longer than the payment provider knows a key.
const PAY_WINDOW: Duration = Duration::from_secs(24 * 3_600 + 60);
const HOUR: Duration = Duration::from_secs(3_600);
/// Its list shows a payment a minute later.
const TOO_EARLY: Duration = Duration::from_secs(20);

on_all!(
    s05_after_the_protection_nothing_is_sent_unseen,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("pay", "answer_lost").await;
        scene.let_run_out(PAY_WINDOW).await;
        scene.sign_in_again().await;

        let case = scene.claim(&order).await;
        for words in [
            "Not possible now.",
            "the protection of its key ended",
            "A check finds the result of",
        ] {
            case.must_show(words);
        }
        assert!(!case.links_to("resume"), "{}", case.text());
        let irina = &scene.irina;
        irina.cannot_resume_by_hand(&case, "protected_repeat").await;

        // Waiting, handing over and closing are still possible.
        let until = scene.holdpoint.clock().now().plus(HOUR).to_utc();
        let until = until.format("%Y-%m-%dT%H:%M").to_string();
        let wait = case.below("desk/wait");
        let fields = [("until", until.as_str()), ("words", WORDS)];
        let waits = irina.submit(&irina.open(&wait).await, &wait, &fields).await;
        waits.must_show(WORDS);
        let boris = scene.holdpoint.reviewer("boris").await;
        let case = scene.claim(&order).await;
        let hand_over = case.below("desk/hand-over");
        let fields = [("to", "person:boris"), ("words", WORDS)];
        let form = irina.open(&hand_over).await;
        let handed = irina.submit(&form, &hand_over, &fields).await;
        handed.must_show("boris");
        boris.close(&case, "no_longer_wanted").await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "closed").await;
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 0, 0]);
        let proof = "The payment provider's answer was lost, and a day and a minute later it had forgotten the key. A resume was \
            not offered, and refused when it was forced. The case was put off, handed over and closed; no second payment was \
            asked for.";
        scene.prove("s05", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s06_an_empty_answer_too_early_proves_nothing,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.looked_too_early().await;
        let case = scene.claim(&order).await;
        case.must_show("It came too early to prove anything");
        assert!(!case.links_to("resume"), "{}", case.text());
        let irina = &scene.irina;
        irina.cannot_resume_by_hand(&case, "absence_proven").await;
        let connector = scene.connector(Dies::Not);
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 0, 0, 0]);
        let proof = "The request was lost, and the payment provider's list, which lags a minute behind, was empty 20 s later. \
            A day later nobody had looked again: a resume was not offered, and refused when it was forced; no payment was asked \
            for again.";
        scene.prove("s06", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s07_an_empty_answer_after_the_lag_proves_absence,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.looked_too_early().await;
        scene.looks_at_payments(&order).await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "absence_proven").await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let lines = scene.sample.books(&order).await;
        let payment = lines.iter().find(|line| line["system"] == "pay");
        let key = format!("{}#capture_payment", operation(&order));
        assert_eq!(payment.expect("a payment")["key"], key);
        let proof = "The same look-up was empty again, long after everything must have been in it: the payment was asked for under \
            the same key, and made once.";
        scene.prove("s07", proof, &order).await;
        drop(connector);
    }
);

impl Scene {
    /// A request never reaches the payment provider, whose list is asked too early; then the key's window passes.
    async fn looked_too_early(&mut self) -> String {
        let order = self.left_alone_by("pay", "request_lost").await;
        self.let_pass(TOO_EARLY).await;
        self.looks_at_payments(&order).await;
        self.let_run_out(PAY_WINDOW).await;
        self.sign_in_again().await;
        order
    }

    /// Whoever looks after the connector asks the payment provider's list, which shows nothing, and reports that.
    async fn looks_at_payments(&self, order: &str) {
        let shown = self.sample.look_up("pay/payments", order).await;
        assert_eq!(shown, Vec::<Value>::new());
        let now = self.holdpoint.clock().now().to_string();
        let mut report = self.sample.reports(order).pop().expect("a report");
        report["report_id"] = format!("looked at {now}").into();
        let observations = report["observations"].as_array_mut().expect("a list");
        observations.push(json!({
            "system": "Polar Pay", "step": "capture_payment", "how": "look_up", "look_up": "list",
            "by": format!("reference={order}"), "seen": "absent", "object": null, "matches": null, "observed_at": now,
        }));
        let answer = self.shop.report(&report).await;
        assert_eq!(answer.status, 201, "{answer:?}");
    }
}
