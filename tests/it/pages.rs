//! Every page as it is seen: in both languages and themes, wide and narrow, with real situations on it. No axe violation, no
//! sideways scrolling, no word on the console.

use crate::support::browser::{Browser, Look};
use crate::support::cases::real_cases;
use crate::support::connector::Connector;
use crate::support::reports::{guarded_shipment, looked_up, stopped_shipment};
use crate::support::reviewer::Reviewer;
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use serde_json::{Value, json};
use thirtyfour::{By, Key};

/// A stop at which something was found that may be anybody's.
fn found_by_amount(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    let mut found = looked_up("search", "found", "2026-11-29T12:21:42Z");
    found["object"] = json!({"type": "task", "id": "T-77"});
    found["matches"] = Value::Null;
    report["observations"] = json!([found]);
    report
}

#[test]
fn pages_of_the_queue_and_of_a_case_pass_in_every_look() {
    world_in_browser("pages", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        for case in real_cases() {
            shop.report(&case.report).await;
        }
        let answer = shop.report(&stopped_shipment("8817")).await;
        let case = answer.body["case_url"]
            .as_str()
            .expect("an address")
            .to_owned();
        let irina = world.reviewer("irina").await;
        irina.claim("ship:8817:S-104").await;
        // In her hands, the one asks which content counts, and the other whose a find is.
        let conflict = irina.claim("K7XNVQ2M_45990").await;
        conflict.must_show("3 differences");
        shop.report(&found_by_amount("8818")).await;
        let hints = irina.claim("ship:8818:S-104").await;
        hints.must_show("Say whose it is");
        let paths = [
            ("queue", "/".to_owned()),
            ("queue-mine", "/?view=mine".to_owned()),
            ("queue-filtered", "/?type=none&colour=red".to_owned()),
            ("queue-under-way", "/?stage=under_way".to_owned()),
            ("search-list", "/search?q=s".to_owned()),
            ("search", "/search?q=rf-0002".to_owned()),
            ("search-nothing", "/search?q=nothing".to_owned()),
            ("case", case.clone()),
            ("conflict", conflict.path.clone()),
            ("conflict-version", conflict.path_of_changed()),
            ("conflict-resume", conflict.below("resume")),
            ("hints", hints.path.clone()),
            ("resume", format!("{case}/resume")),
            ("close", format!("{case}/close")),
            ("wait", format!("{case}/desk/wait")),
            ("hand-over", format!("{case}/desk/hand-over")),
            ("note", format!("{case}/desk/note")),
            ("settings", "/settings".to_owned()),
            ("keys", "/keys".to_owned()),
        ];
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("irina", PASSWORD).await;
            for (name, path) in &paths {
                window.open(path).await;
                window.check(name).await;
            }
        }
    });
}

#[test]
fn saved_views_pass_in_every_look_and_are_made_by_keyboard() {
    world_in_browser("views", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        let irina = world.at_a_window(browser, "irina", Role::Reviewer).await;
        irina
            .open("/views/new?filters=type%3Dwarehouse_shipment")
            .await;
        let name = irina.find(By::Id("name")).await.expect("a field");
        name.send_keys("Shipments").await.expect("it is typed");
        irina.tab_to("My queue opens with it").await;
        irina.press(" ").await;
        irina.tab_to("Save the view").await;
        irina.press(Key::Enter).await;
        irina.see("The view Shipments is on").await;
        irina.open("/").await;
        irina.see("Your queue opens with the view Shipments").await;
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("irina", PASSWORD).await;
            for (name, path) in [
                ("views", "/views"),
                ("views-new", "/views/new?filters=holder%3Dfree"),
                ("queue-view", "/"),
                ("queue-view-changed", "/?holder=me&saved=1"),
            ] {
                window.open(path).await;
                window.check(name).await;
            }
        }
    });
}

#[test]
fn every_real_situation_passes_on_a_telephone() {
    world_in_browser("real-cases", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        world.add_user("irina", Role::Reviewer).await;
        let [_, narrow, ..] = Look::EACH;
        let window = browser.window(world.address(), narrow).await;
        window.sign_in("irina", PASSWORD).await;
        for case in real_cases() {
            let answer = shop.report(&case.report).await;
            window
                .open(answer.body["case_url"].as_str().expect("an address"))
                .await;
            window.check(&format!("case-{}", case.name)).await;
        }
    });
}

#[test]
fn refused_reports_pass_in_every_look() {
    world_in_browser("refused", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let mut wrong = stopped_shipment("8817");
        wrong["stop"]["kind"] = "<x>".repeat(200).into();
        wrong["operation"]["key"] = "".into();
        assert_eq!(shop.report(&wrong).await.status, 422);
        world.add_user("greta", Role::Manager).await;
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("greta", PASSWORD).await;
            window.open("/refused-reports").await;
            window.check("refused-reports").await;
            window.open("/refused-reports/1").await;
            window.check("refused-report").await;
        }
    });
}

#[test]
fn the_age_of_the_queue_passes_in_every_look() {
    world_in_browser("age", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        for case in real_cases() {
            shop.report(&case.report).await;
        }
        let greta = world.person("greta", Role::Manager).await;
        let page = greta.open("/age").await.html;
        let (_, behind) = page.split_once("href=\"/age/cases?").expect("a number");
        let (list, _) = behind.split_once('"').expect("its end");
        let list = format!("/age/cases?{}", list.replace("&#38;", "&"));
        assert_eq!(greta.open(&list).await.status, 200, "{list}");
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("greta", PASSWORD).await;
            window.open("/age").await;
            window.check("age").await;
            window.open(&list).await;
            window.check("age-cases").await;
        }
    });
}

/// Confirms an operation complete whose task was made twice; the second one is to be accounted for.
async fn leaves_a_follow_up(shop: &Connector, sofia: &Reviewer) {
    let mut report = stopped_shipment("9");
    let task = |id: &str| json!({"type": "task", "id": id});
    report["steps"][1]["state"] = "completed".into();
    report["steps"][1]["results"] = json!([task("WT-1"), task("WT-2")]);
    report["steps"].as_array_mut().expect("steps").pop();
    shop.report(&report).await;
    let case = sofia.claim("ship:9:S-104").await;
    let form = sofia.open(&case.below("resume")).await;
    let fields = [
        ("goes_on_2", "0"),
        ("reason", "other"),
        (
            "justification",
            "The first task was packed, and the second was not.",
        ),
    ];
    let answer = sofia.submit(&form, &case.below("resume"), &fields).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    shop.take_only_offer().await;
}

#[test]
fn undoing_leaving_out_and_follow_ups_pass_in_every_look() {
    world_in_browser("undoing", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let sofia = world.person("sofia", Role::SeniorReviewer).await;
        leaves_a_follow_up(&shop, &sofia).await;
        let mut report = stopped_shipment("8817");
        report["steps"][0]["compensable"] = true.into();
        shop.report(&report).await;
        let case = sofia.claim("ship:8817:S-104").await;
        let paths = [
            ("follow-ups", "/follow-ups".to_owned()),
            ("follow-up", "/follow-ups/1".to_owned()),
            ("compensate", case.below("compensate")),
            ("leave-out", case.below("leave-out")),
        ];
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("sofia", PASSWORD).await;
            for (name, path) in &paths {
                window.open(path).await;
                window.check(name).await;
            }
        }
    });
}

#[test]
fn a_proposal_and_a_decision_pass_in_every_look() {
    world_in_browser("two-people", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        shop.report(&guarded_shipment()).await;
        shop.report(&stopped_shipment("8818")).await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        world.add_user("olga", Role::Manager).await;
        let proposed = vera.claim("ship:8817:S-104").await;
        vera.resume(&proposed, "protected_repeat").await;
        let decided = vera.claim("ship:8818:S-104").await;
        vera.resume(&decided, "protected_repeat").await;
        let own = proposed.below("approval");
        let of_both = [
            ("approvals", "/approvals".to_owned()),
            ("case-proposed", proposed.below("")),
            ("withdraw", decided.below("withdraw")),
            ("decision", decided.below("decisions/2")),
        ];
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("vera", PASSWORD).await;
            window.open(&own).await;
            window.check("approval-own").await;
            let window = browser.window(world.address(), look).await;
            window.sign_in("olga", PASSWORD).await;
            window.open(&own).await;
            window.check("approval").await;
            for (name, path) in &of_both {
                window.open(path).await;
                window.check(name).await;
            }
        }
    });
}

#[test]
fn a_new_operation_passes_in_every_look() {
    world_in_browser("another", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        shop.report(&stopped_shipment("8818")).await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        world.add_user("olga", Role::Manager).await;
        let held = vera.claim("ship:8817:S-104").await;
        let proposed = vera.claim("ship:8818:S-104").await;
        let path = proposed.below("new-operation");
        let form = vera.open(&path).await;
        let fields = [
            ("reason", "key_cannot_go_on"),
            (
                "justification",
                "The warehouse lost the pallet, and ships another.",
            ),
            ("reference", "8818 / S-104/8818"),
            ("payload", r#"{"lines": [{"sku": "TEA-01", "qty": 3}]}"#),
            ("ack_1", "yes"),
            ("ack_2", "yes"),
            ("password", PASSWORD),
        ];
        let done = vera.submit(&form, &path, &fields).await;
        done.must_show("Waits for a second person");
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("vera", PASSWORD).await;
            window.open(&held.below("new-operation")).await;
            window.check("new-operation").await;
            let window = browser.window(world.address(), look).await;
            window.sign_in("olga", PASSWORD).await;
            window.open(&proposed.below("approval")).await;
            window.check("new-operation-approval").await;
        }
    });
}
