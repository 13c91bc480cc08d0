//! Whatever bytes a report holds, the page of its case shows them as they were sent, and stays a page.

use crate::support::database::{Backend, Database, on_database};
use crate::support::person::Person;
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use serde_json::{Value, json};

const SCRIPT: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
/// A zero, a mark that turns text around, Arabic, and a family of one sign.
const SIGNS: &str = "a\u{0}b\u{202E}c عربي 👩\u{200D}👧";

/// A report with all that in every place that takes a text.
fn hostile() -> Value {
    let mut report = stopped_shipment("8817");
    let key = format!("ship/8817%2F/../{}", "ключ/".repeat(55));
    assert!(key.len() <= 512 && key.len() > 490, "{}", key.len());
    report["operation"]["key"] = key.into();
    report["operation"]["type"] = SCRIPT.into();
    report["operation"]["authorised_by"] = SIGNS.into();
    report["operation"]["amount"] = json!({"value": "10.10", "currency": SCRIPT});
    report["operation"]["references"] = json!({SCRIPT: SCRIPT, "list": [SCRIPT], "signs": SIGNS});
    let exact =
        r#"{"price": 10.10, "id": 9007199254740993, "text": "</pre><script>alert(3)</script>"}"#;
    report["operation"]["payload"] = serde_json::from_str(exact).expect("JSON");
    report["operation"]["references"]["number"] =
        serde_json::from_str("9007199254740993").expect("a number");
    report["stop"]["code"] = SCRIPT.into();
    report["stop"]["reason"] = format!("{SCRIPT}\n{SIGNS}").into();
    report["steps"][1]["does"] = SCRIPT.into();
    report["attempts"][0]["worker"] = SCRIPT.into();
    report["attempts"][0]["detail"] = SIGNS.into();
    report["events"][0]["type"] = SCRIPT.into();
    report["observations"] = json!([{
        "system": "wms", "step": "create_warehouse_task", "how": "look_up", "by": SCRIPT, "seen": "found",
        "observed_at": "2026-11-29T12:20:40Z", "detail": {SCRIPT: SCRIPT},
        "object": {"type": SCRIPT, "id": SCRIPT, "url": "javascript:alert(4)"},
    }]);
    report[SCRIPT] = json!({SCRIPT: SIGNS});
    report
}

#[test]
fn markup_and_signs_are_shown_as_they_were_sent() {
    on_database(Backend::Sqlite, async |database: &Database| {
        let world = World::start(database).await;
        let report = hostile();
        let answer = world.source("shop").await.report(&report).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let case = answer.body["case_url"].as_str().expect("a case").to_owned();
        world.add_user("irina", Role::Reviewer).await;
        let irina = Person::new(world.address());
        irina.sign_in("irina", PASSWORD).await;
        let page = irina.get(&case).await.body;

        for live in [
            "<script>alert",
            "<img src=x",
            "href=\"javascript:",
            "\u{0}",
            "\u{202E}",
        ] {
            assert!(!page.contains(live), "{live:?} came through");
        }
        let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(2)&gt;";
        assert!(
            page.matches(escaped).count() >= 12,
            "every place shows it whole"
        );
        for shown in [
            "title=\"U+0000\">\u{2400}</span>",
            "title=\"U+202E\">",
            "عربي 👩\u{200D}👧",
            "<bdi>10.10\u{a0}&lt;script&gt;",
            "9007199254740993",
            report["operation"]["key"].as_str().expect("a key"),
        ] {
            assert!(page.contains(shown), "{shown:?} is not on the page");
        }

        let (_, after) = page.split_once("data-load=\"").expect("a content");
        let (content, _) = after.split_once('"').expect("its address");
        let shown = irina.get(content).await.body;
        assert!(shown.contains("&quot;price&quot;: 10.10"), "{shown}");
        assert!(
            shown.contains("&quot;id&quot;: 9007199254740993"),
            "{shown}"
        );
        assert!(!shown.contains("<script>alert"), "markup came through");
        let whole = irina.get(&format!("{content}/whole")).await;
        assert_eq!(whole.header("content-type"), "text/plain; charset=utf-8");
        let whole: Value = serde_json::from_str(&whole.body).expect("the content");
        assert_eq!(whole, report["operation"]["payload"]);
    });
}

#[test]
fn a_large_payload_is_opened_whole_and_never_fills_a_page() {
    on_database(Backend::Sqlite, async |database: &Database| {
        let world = World::start(database).await;
        let mut report = stopped_shipment("8817");
        let lines: Vec<Value> = (0..10_000)
            .map(|n| json!({"sku": format!("TEA-{n}"), "qty": 1}))
            .collect();
        report["operation"]["payload"] = json!({"lines": lines, "note": "small"});
        let answer = world.source("shop").await.report(&report).await;
        let case = answer.body["case_url"].as_str().expect("a case").to_owned();
        world.add_user("irina", Role::Reviewer).await;
        let irina = Person::new(world.address());
        irina.sign_in("irina", PASSWORD).await;

        let page = irina.get(&case).await.body;
        assert!(page.len() < 60_000, "{} bytes", page.len());
        let (_, after) = page.split_once("data-load=\"").expect("a content");
        let (content, _) = after.split_once('"').expect("its address");
        let summary = irina.get(content).await.body;
        assert!(summary.contains("a list of 10000 items"), "{summary}");
        let whole = irina.get(&format!("{content}/whole")).await.body;
        assert_eq!(whole, report["operation"]["payload"].to_string());

        // The report itself can be opened whole as well, as it was sent.
        let (_, after) = page
            .split_once("<a href=\"/cases/20001/reports/")
            .expect("a report");
        let (number, _) = after.split_once('"').expect("its number");
        let whole = irina
            .get(&format!("/cases/20001/reports/{number}/whole"))
            .await
            .body;
        assert_eq!(
            serde_json::from_str::<Value>(&whole).expect("the report"),
            report
        );
    });
}
