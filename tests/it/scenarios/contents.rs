//! The same key with other content: nobody guesses, and what exists is not made again with another content.

use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use holdpoint::domain::json::digest;
use serde_json::{Value, json};

const KEY: &str = "ship:8817:S-104";
const WORDS: &str = "The shop says on the phone what was meant.";

/// The same operation once more, with other goods.
fn with_quantity(report: &Value, quantity: i64) -> Value {
    let mut other = report.clone();
    other["operation"]["payload"]["lines"][0]["qty"] = quantity.into();
    other["report_id"] = format!("with {quantity}").into();
    other
}

/// A shipment of which nothing was sent.
fn nothing_sent() -> Value {
    let mut report = stopped_shipment("8817");
    for step in report["steps"].as_array_mut().expect("steps") {
        step["state"] = "pending".into();
        step["results"] = json!([]);
    }
    report["attempts"] = json!([]);
    report
}

async fn decides(irina: &Reviewer, case: &Page, content: &[(&str, &str)]) -> Page {
    let page = irina.open(&case.below("resume")).await;
    let mut fields = vec![("reason", "never_sent"), ("justification", WORDS)];
    fields.extend(content);
    irina.submit(&page, &case.below("resume"), &fields).await
}

on_all!(
    s09_another_quantity_is_a_conflict_and_a_person_says_which,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let report = nothing_sent();
        let first = shop.report(&report).await;
        let changed = with_quantity(&report, 3);
        let second = shop.report(&changed).await;
        assert_eq!((first.status, second.status), (201, 201));
        assert_eq!(first.body["case"], second.body["case"]);

        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        for words in [
            "Payload conflict",
            "2 contents under one key",
            "Nothing was done with it.",
            "with 3",
            "1 difference",
            "/lines/0/qty",
        ] {
            case.must_show(words);
        }
        assert_eq!(shop.offered().await, Vec::<Value>::new(), "nobody decided");

        let form = irina.open(&case.below("resume")).await;
        assert!(!form.html.contains("checked"), "nothing is preselected");
        let unsaid = decides(&irina, &case, &[]).await;
        assert_eq!(unsaid.status, 422);
        unsaid.must_show("Say which one is this operation’s.");

        let digest = digest(&changed["operation"]["payload"]);
        let task = "content_key_2";
        let unkeyed = decides(&irina, &case, &[("content", &digest), (task, "")]).await;
        assert_eq!(unkeyed.status, 422);
        let old_key = [("content", digest.as_str()), (task, "ship:8817:S-104#wms")];
        assert_eq!(decides(&irina, &case, &old_key).await.status, 422);
        let never_came = [("content", "sha256:0000")];
        assert_eq!(decides(&irina, &case, &never_came).await.status, 422);
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        // What was refused stands in the form again; the person puts a fresh key in its place.
        let fresh = format!("{KEY}#create_warehouse_task");
        let fresh_key = [("content", digest.as_str()), (task, fresh.as_str())];
        // Which steps go out under which keys is said before it is recorded, also where the page has no script to say it.
        let form = irina.open(&case.below("resume")).await;
        let words = [("reason", "never_sent"), ("justification", WORDS)];
        let fields = [words, fresh_key].concat();
        let unsaid = irina
            .submit_once(&form, &case.below("resume"), &fields)
            .await;
        assert_eq!(unsaid.status, 422);
        unsaid.must_show("What you chose changes what will happen.");
        unsaid.must_show("Sent for the first time: Create erp order");
        unsaid.must_show("The old key is bound to the agreed content.");
        unsaid.must_show(&format!("{KEY}#wms becomes {fresh}"));
        unsaid.must_show(&format!("the changed content {digest}"));
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        let decided = decides(&irina, &case, &fresh_key).await;
        assert_eq!(decided.status, 200, "{}", decided.text());
        decided.must_show("irina decided that it is this operation’s.");
        assert!(!decided.shows("Nobody has decided"), "{}", decided.text());
        let told = irina.open(&case.below("decisions/1")).await;
        let old = "ship:8817:S-104#wms";
        told.must_show("“ Create warehouse task ” is sent");
        told.must_show(&format!("under a new key: {old} → {fresh}"));
        told.must_show(&format!("It goes on with the changed content {digest}"));
        let third = with_quantity(&report, 4);
        assert_eq!(shop.report(&third).await.status, 201);
        assert_eq!(
            shop.offered().await,
            Vec::<Value>::new(),
            "a further version withdraws the decision"
        );

        let case = irina.claim(KEY).await;
        case.must_show("3 contents under one key");
        decides(&irina, &case, &[("content", &digest)]).await;
        let taken = shop.take_only_offer().await;
        let resume = &taken.body["resume"];
        assert_eq!(
            resume["content"],
            json!({"which": "changed", "digest": digest})
        );
        for step in resume["run"].as_array().expect("steps") {
            let name = step["step"].as_str().expect("a name");
            let fresh = format!("{KEY}#{name}");
            let old_keys = [format!("{KEY}#erp"), format!("{KEY}#wms")];
            let key = step["idempotency_key"].as_str();
            assert!(key.is_none_or(|key| !old_keys.iter().any(|old| old == key)));
            assert!(key.is_none_or(|key| key == fresh), "{step}");
        }
    }
);

on_all!(
    s10_what_exists_with_the_first_content_is_not_made_again_with_another,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut report = stopped_shipment("8817");
        let task = &mut report["steps"][1];
        task["state"] = "completed".into();
        task["results"] = json!([{"type": "task", "id": "T-77"}]);
        report["attempts"] = json!([]);
        shop.report(&report).await;
        let changed = with_quantity(&report, 3);
        shop.report(&changed).await;

        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        case.must_show("is done with it. task T-77");
        case.must_show("It goes on with the agreed content.");
        let form = irina.open(&case.below("resume")).await;
        let digest = digest(&changed["operation"]["payload"]);
        assert!(!form.html.contains(&format!("value=\"{digest}\"")));
        form.must_show("The changed content is not possible:");

        let keys = [
            ("content", digest.as_str()),
            ("content_key_3", "a new key for the mail"),
        ];
        let forced = decides(&irina, &case, &keys).await;
        assert_eq!(forced.status, 422);
        forced.must_show("The changed content is not possible:");
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        decides(&irina, &case, &[("content", "agreed")]).await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["notify_customer"]);
        assert_eq!(taken.body["resume"]["content"]["which"], "agreed");
    }
);
