//! The shop says something twice: the same, or something else, or something that only looks the same.

use super::Scene;
use super::desk::WORDS;
use crate::support::database::{Database, on_all};
use crate::support::reviewer::Page;
use crate::support::sample::{Dies, operation, until_gate};
use holdpoint::domain::json::digest;
use serde_json::Value;

on_all!(
    s09_changed_content_sends_nothing,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.sample.buy().await;
        scene.sample.until_counts(&order, [1, 1, 1, 1]).await;
        scene.sample.says(&order, "changed").await;
        until_gate(&scene.shop, &order, "held").await;
        let case = scene.claim(&order).await;
        for words in ["Payload conflict", "1 difference", "/lines/0/quantity"] {
            case.must_show(words);
        }
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The order was done and came again with another quantity: a person was asked, and nothing more was sent.";
        scene.prove("s09-done", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s09_a_person_says_that_the_changed_content_is_the_one,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("erp", "refuses").await;
        let case = scene.changed(&order).await;
        assert_eq!(scene.sample.counts(&order).await, [0, 0, 0, 0]);

        let changed = scene.changed_content(&order);
        let said = [("content", digest(&changed))];
        let decided = scene.resume_with(&case, "never_sent", &said).await;
        assert_eq!(decided.status, 200, "{}", decided.text());
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let erp = scene.sample.books(&order).await.remove(0);
        assert_eq!(erp["content"]["lines"], changed["lines"]);
        let old_key = format!("{}#create_sales_order", operation(&order));
        assert_ne!(erp["key"], old_key);
        let proof = "The ERP had refused the order when it came again with another quantity. A person said that the changed one is \
            right: it went out under new keys, and the old content nowhere.";
        scene.prove("s09-chosen", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s10_what_exists_with_the_first_content_is_not_made_again_with_another,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "answer_lost").await;
        let task = scene.sample.books(&format!("S-{order}")).await.remove(0);
        let case = scene.changed(&order).await;
        let id = task["effect"]["id"].as_str().expect("a task");
        let case = scene.found(&case, &order, id).await;

        let form = scene.irina.open(&case.below("resume")).await;
        form.must_show("The changed content is not possible:");
        let changed = digest(&scene.changed_content(&order));
        assert!(!form.html.contains(&format!("value=\"{changed}\"")));
        let forced = [("content", changed)];
        let refused = scene
            .resume_with(&case, "found_and_confirmed", &forced)
            .await;
        assert_eq!(refused.status, 422);
        refused.must_show("The changed content is not possible:");
        assert_eq!(scene.shop.offered().await, Vec::<Value>::new());

        let agreed = [("content", "agreed".to_owned())];
        let decided = scene
            .resume_with(&case, "found_and_confirmed", &agreed)
            .await;
        assert_eq!(decided.status, 200, "{}", decided.text());
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The warehouse had made a task when the order came again with another quantity. To go on with that was refused, \
            also when it was forced; with the first content only the mail went out.";
        scene.prove("s10", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s11_two_real_purchases_are_two_operations,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let first = scene.stopped_by("warehouse", "answer_lost").await;
        scene
            .sample
            .fault("warehouse", "answer_lost", Some(1))
            .await;
        let second = scene.sample.buy_alike(&first).await;
        until_gate(&scene.shop, &second, "held").await;

        let case = scene.claim(&second).await;
        case.must_show("An equal reference is a hint, and no more");
        case.must_show(&operation(&first));
        scene.irina.resume(&case, "protected_repeat").await;
        let case = scene.claim(&first).await;
        scene.irina.resume(&case, "protected_repeat").await;
        for order in [&first, &second] {
            until_gate(&scene.shop, order, "done").await;
            assert_eq!(scene.sample.counts(order).await, [1, 1, 1, 1]);
        }
        let proof = "One customer bought the same twice for the same money. Each purchase went through by itself; that there are two \
            was only a hint on the page.";
        scene.prove_all("s11", proof, &[&first, &second]).await;
        drop(connector);
    }
);

on_all!(
    s12_two_events_are_one_operation,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "answer_lost").await;
        scene.sample.says(&order, "again").await;
        scene.goes_on().await;
        let case = scene.claim(&order).await;
        case.must_show("evt_00001");
        case.must_show("evt_00002");
        scene.irina.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "Two events with different ids told of one payment: one operation, and everything happened once.";
        scene.prove("s12", proof, &order).await;
        drop(connector);
    }
);

impl Scene {
    /// The order comes again with another quantity, and irina takes what became of it.
    async fn changed(&self, order: &str) -> Page {
        let case = self.irina.find_case(&operation(order)).await;
        self.sample.says(order, "changed").await;
        self.until_shows(&case.path, "Payload conflict").await;
        self.claim(order).await
    }

    /// What the order holds now.
    fn changed_content(&self, order: &str) -> Value {
        let report = self.sample.reports(order).pop().expect("a report");
        report["message"]["payload"].clone()
    }

    async fn resume_with(&self, case: &Page, reason: &str, also: &[(&str, String)]) -> Page {
        let path = case.below("resume");
        let form = self.irina.open(&path).await;
        let mut fields = vec![("reason", reason), ("justification", WORDS)];
        fields.extend(also.iter().map(|(name, value)| (*name, value.as_str())));
        self.irina.submit(&form, &path, &fields).await
    }
}
