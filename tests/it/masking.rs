//! Personal values of payloads: covered for everybody until they have them shown, on every page, and nowhere else.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::reports::{other_report_of, stopped_shipment};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub const POLICY: &str = concat!(
    include_str!("support/policy.toml"),
    "\n[types.default]\nmask = [\"/customer/email\", \"/buyer\"]\n"
);
/// Each is personal, and none is told by anything else.
pub const SECRETS: [&str; 5] = [
    "ann-first@private.example",
    "ann-second@private.example",
    "ann-changed@private.example",
    "ann-event@private.example",
    "ann-broken@private.example",
];
/// What all secrets have in common.
pub const PERSONAL: &str = "@private.example";
const DISPUTED: &str = "/cases/20001";
const REPLACED: &str = "/cases/20002";
/// More pages than a story has are a loop.
const MOST_PAGES: usize = 300;

/// What the shop sends: a shipment with the address of its customer.
pub fn shipment(order: &str, email: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["operation"]["payload"] = json!({"customer": {"email": email, "since": 2019}, "lines": [{"sku": "TEA-01", "qty": 2}]});
    report["events"][0]["payload"] = json!({"buyer": SECRETS[3], "paid": true});
    report
}

/// A case with two contents, one of which somebody may order anew, and reports that were refused.
async fn all_that_is_personal(world: &World) -> Connector {
    let shop = world.source("shop-wms").await;
    let first = shipment("8817", SECRETS[0]);
    assert_eq!(shop.report(&first).await.body["case_url"], DISPUTED);
    let mut other = other_report_of(&first);
    other["operation"]["payload"]["customer"]["email"] = SECRETS[1].into();
    assert_eq!(shop.report(&other).await.body["case_url"], DISPUTED);
    let second = shipment("8818", SECRETS[0]);
    assert_eq!(shop.report(&second).await.body["case_url"], REPLACED);
    let mut refused = shipment("8819", SECRETS[4]);
    refused["stop"] = Value::Null;
    let cut_off = refused.to_string().replace("},", "}, {");
    shop.batch(&format!("{refused}\n{cut_off}\n")).await;
    shop
}

static LOGGED: AtomicBool = AtomicBool::new(false);
static LEAKED: AtomicBool = AtomicBool::new(false);

/// Reads every line that the program logs, and keeps none.
struct Watch;

impl Write for Watch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGGED.store(true, Ordering::Relaxed);
        let line = String::from_utf8_lossy(bytes);
        LEAKED.fetch_or(line.contains(PERSONAL), Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// From now on, for all threads: the first story to ask sets it up.
fn watch_the_log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let watch = tracing_subscriber::fmt().with_env_filter("holdpoint=trace");
        watch.with_writer(|| Watch).init();
    });
}

fn no_secret(page: &Page, who: &str) {
    for secret in SECRETS {
        assert!(
            !page.html.contains(secret),
            "{who} sees {secret} at {}",
            page.path
        );
    }
}

/// Addresses that a page leads to, without what turns pages and filters lists.
fn links(page: &Page) -> Vec<String> {
    let hrefs = page.html.split("href=\"").skip(1);
    let hrefs = hrefs.filter_map(|rest| rest.split(['"', '?', '#']).next());
    let ours = hrefs.filter(|href| href.starts_with('/') && !href.starts_with("/static/"));
    ours.map(str::to_owned).collect()
}

/// Opens everything that a person can come to, and every page of the two cases that there is.
async fn walk(person: &Reviewer, who: &str) {
    let mut to_open: VecDeque<String> = ["/".to_owned()].into();
    for route in holdpoint::web::table() {
        let of_case = route.path.starts_with("/cases/{case}") && route.method.as_str() == "GET";
        let known = route
            .path
            .replace("{deed}", "note")
            .replace("{decision}", "1");
        let known = known.replace("{report}", "1");
        if of_case && !known.contains("{digest}") {
            to_open.extend([DISPUTED, REPLACED].map(|case| known.replace("/cases/{case}", case)));
        }
        if route.method.as_str() == "GET" && !route.path.contains('{') && route.path != "/events" {
            to_open.push_back(route.path.to_owned());
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(path) = to_open.pop_front() {
        if path.starts_with("/events") || !seen.insert(path.clone()) {
            continue;
        }
        let page = person.get(&path).await;
        assert!(page.status < 500, "{path}: {}", page.status);
        no_secret(&page, who);
        to_open.extend(links(&page));
        assert!(seen.len() < MOST_PAGES, "{seen:?}");
    }
    for part in [
        "/contents/",
        "/reports/",
        "/versions/",
        "/decisions/",
        "/whole",
        "/refused-reports/1",
    ] {
        let is_seen = seen.iter().any(|path| path.contains(part));
        assert!(
            is_seen || part == "/refused-reports/1",
            "{who} came to no {part}: {seen:?}"
        );
    }
}

/// The form for a new operation, filled in.
pub async fn order_anew(vera: &Reviewer, case: &Page, payload: Option<&str>) -> Page {
    let path = case.below("new-operation");
    let form = vera.open(&path).await;
    let mut fields = vec![
        ("reason", "key_cannot_go_on"),
        (
            "justification",
            "The warehouse lost the pallet, and ships from another one.",
        ),
        ("reference", "8818 / S-104/8818"),
        ("ack_1", "yes"),
        ("ack_2", "yes"),
        ("password", PASSWORD),
    ];
    fields.extend(payload.map(|payload| ("payload", payload)));
    vera.submit(&form, &path, &fields).await
}

async fn show(person: &Reviewer, case: &str, reason: &str) -> Page {
    let page = person.open(case).await;
    person
        .submit(&page, &page.below("unmask"), &[("reason", reason)])
        .await
}

on_both!(
    personal_values_are_covered_until_they_are_shown_for_a_reason_that_is_kept,
    async |database: &Database| {
        watch_the_log();
        let world = World::by_policy(database, POLICY).await;
        let shop = all_that_is_personal(&world).await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        let boris = world.person("boris", Role::Reviewer).await;
        let olga = world.person("olga", Role::Manager).await;
        let root = world.person("root", Role::Admin).await;

        // That two contents differ is seen without seeing how.
        let disputed = boris.open(DISPUTED).await;
        disputed.must_show("/customer/email");
        disputed.must_show("••• 2");
        disputed.must_show("Take the case first");
        assert!(!root.open(DISPUTED).await.links_to("unmask"));
        for (person, status) in [(&root, 403), (&boris, 422)] {
            let token = person.open("/settings").await.proposed("/settings");
            let mut fields = token.expect("a form");
            fields.push(("reason".to_owned(), "I want to".to_owned()));
            let refused = person.post(&disputed.below("unmask"), &fields).await;
            assert_eq!(refused.status, status);
        }

        // What is taken over is the true payload; what is changed has to be seen first, and no mark becomes a value.
        let case = vera.claim("8818").await;
        let path = case.below("new-operation");
        let covered = vera.open(&path).await;
        assert!(!covered.html.contains("name=\"payload\""));
        let marks = json!({"customer": {"email": "•••", "since": 2020}, "lines": []}).to_string();
        let refused = order_anew(&vera, &case, Some(&marks)).await;
        assert_eq!(refused.status, 422);
        refused.must_show("Marks (•••) stand in the place of personal values");
        assert_eq!(show(&vera, REPLACED, "why").await.status, 422);
        let shown = show(&vera, REPLACED, "The customer asked to be called").await;
        shown.must_show("You see them until");
        let uncovered = vera.open(&path).await;
        assert!(uncovered.html.contains(SECRETS[0]), "{}", uncovered.text());
        let changed = json!({"customer": {"email": SECRETS[2], "since": 2019}, "lines": []});
        let proposed = order_anew(&vera, &case, Some(&changed.to_string())).await;
        proposed.must_show("Waits for a second person");
        // What she had shown is of that case, and hers alone.
        no_secret(&vera.open(DISPUTED).await, "vera");
        let approval = olga.open(&case.below("approval")).await;
        no_secret(&approval, "olga");
        approval.must_show("••• 2");

        olga.open("/refused-reports/1")
            .await
            .must_show("Its source has the document");
        for (person, who) in [(&root, "root"), (&boris, "boris"), (&olga, "olga")] {
            walk(person, who).await;
        }
        assert!(
            vera.open(&case.below("decisions/1"))
                .await
                .html
                .contains(SECRETS[2])
        );
        world.clock().advance(Duration::from_secs(15 * 60));
        walk(&vera, "vera").await;

        // Why she saw them stays; and the source gets what was ordered.
        vera.open(REPLACED)
            .await
            .must_show("The customer asked to be called");
        let told = world.person("oleg", Role::Auditor).await;
        let told = told.open("/access?opened=unmasked").await;
        told.must_show("The customer asked to be called");
        let words = [
            ("verdict", "approve"),
            ("words", "I asked the warehouse, and it is so."),
        ];
        let approved = olga
            .submit(&approval, &case.below("approval"), &words)
            .await;
        assert_eq!(approved.status, 200, "{}", approved.text());
        // What the source gets stands on the pages of the case and of the decision, covered.
        let told = [
            (&boris, REPLACED.to_owned()),
            (&olga, "/decisions/1".to_owned()),
        ];
        for (person, path) in told {
            let page = person.open(&path).await;
            page.must_show("new_operation");
            no_secret(&page, &path);
        }
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.body["new_operation"]["content"]["payload"], changed);
        assert!(LOGGED.load(Ordering::Relaxed), "nothing was logged at all");
        assert!(
            !LEAKED.load(Ordering::Relaxed),
            "a line of the log tells a personal value"
        );
    }
);
