//! The access log: who opened which case and which document, as auditors see it.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use holdpoint::domain::access::Opened;
use holdpoint::domain::ids::{CaseId, UserId};
use holdpoint::domain::people::Role;
use holdpoint::on;
use holdpoint::service::Person;
use holdpoint::service::access::{AccessRow, Asked, Place, page};
use holdpoint::worker::housekeeping::remove_old_accesses;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;

const CASE: &str = "/cases/20001";

/// A case that nobody has opened, and its source.
async fn stopped(world: &World) -> Connector {
    let shop = world.source("shop-wms").await;
    let answer = shop.report(&stopped_shipment("8817")).await;
    assert_eq!(answer.body["case_url"], CASE);
    shop
}

/// What an auditor is told, the latest first.
async fn told(world: &World, asked: &Asked) -> Vec<AccessRow> {
    let auditor = Person {
        id: UserId(0),
        name: "nobody".to_owned(),
        role: Role::Auditor,
    };
    let zone = chrono_tz::UTC;
    let page = page(world.services(), &auditor, asked, zone, Place::First).await;
    page.expect("an answer").found.entries
}

/// The addresses of a case's documents on its page.
fn documents(page: &Page) -> BTreeSet<String> {
    let links = page.html.split("href=\"").skip(1);
    links
        .filter_map(|rest| rest.split('"').next())
        .filter(|href| href.contains("/contents/") || href.contains("/reports/"))
        .map(str::to_owned)
        .collect()
}

on_both!(
    whoever_opens_a_case_or_a_document_is_told_of_to_auditors,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = stopped(&world).await;
        let irina = world.person("irina", Role::Reviewer).await;
        let olga = world.person("olga", Role::Auditor).await;

        let case = irina.open(CASE).await;
        irina.open(CASE).await;
        let documents = documents(&case);
        assert_eq!(documents.len(), 2, "{documents:?}");
        for document in &documents {
            irina.open(document).await;
            irina.open(&format!("{document}/whole")).await;
        }
        let told_of = |rows: &[AccessRow]| -> Vec<_> {
            let row = |row: &AccessRow| (row.opened, row.case_id, row.operation_key.clone());
            rows.iter().rev().map(row).collect()
        };
        let of = |opened| (opened, Some(CaseId(20_001)), "ship:8817:S-104".to_owned());
        let expected = [Opened::Case, Opened::Content, Opened::Report].map(of);
        let all = Asked::default();
        assert_eq!(told_of(&told(&world, &all).await), expected);

        // What she opens again a minute later is told of again, whatever her browser says of why.
        world.clock().advance(Duration::from_secs(60));
        irina.open(CASE).await;
        assert_eq!(told(&world, &all).await.len(), 4);

        let refused = shop.report(&json!({"report_id": "r-1"})).await;
        assert_eq!(refused.status, 422);
        let admin = world.person("root", Role::Admin).await;
        admin.open("/refused-reports/1").await;
        admin.get("/refused-reports/2").await;
        let page = olga.open("/access?person=root").await;
        page.must_show("A refused report");
        assert!(!page.html.contains("ship:8817"), "{}", page.text());
        let page = olga
            .open("/access?key=ship:8817:S-104&opened=content")
            .await;
        page.must_show("A content");
        assert_eq!(page.html.matches("Case 20001").count(), 1);
        assert_eq!(irina.get("/access").await.status, 403);
    }
);

/// Every page of a case and of its documents, with what it is told of as.
async fn each_page_tells(world: &World, person: &Reviewer) {
    let case = person.open(CASE).await;
    let (documents, mut opened) = (documents(&case), 0);
    for route in holdpoint::web::table() {
        let is_page = route.method.as_str() == "GET" && route.path.starts_with("/cases/{case}");
        if !is_page {
            continue;
        }
        let of = |part: &str| documents.iter().find(|path| path.contains(part));
        let path = match route.path.split('/').nth(3) {
            Some(part @ ("contents" | "reports")) => {
                let path = of(part).expect("a document").clone();
                let whole = route.path.ends_with("/whole");
                if whole { format!("{path}/whole") } else { path }
            }
            _ => (route.path.replace("{case}", "20001")).replace("{deed}", "note"),
        };
        world.clock().advance(Duration::from_secs(60));
        let before = told(world, &Asked::default()).await.len();
        let page = person.get(&path).await;
        let after = told(world, &Asked::default()).await.len();
        if page.status == 200 {
            assert_eq!(page.path, path, "it leads elsewhere");
            assert_eq!(after, before + 1, "{path}");
            opened += 1;
        }
    }
    assert!(opened >= 12, "only {opened} pages were opened");
}

on_both!(
    no_page_of_a_case_can_be_opened_untold_and_none_needs_the_log,
    async |database: &Database| {
        let world = World::start(database).await;
        stopped(&world).await;
        let irina = world.person("irina", Role::SeniorReviewer).await;
        irina.claim("8817").await;
        each_page_tells(&world, &irina).await;

        world
            .clock()
            .advance(Duration::from_secs(60 * 60 * 24 * 399));
        remove_old_accesses(world.services()).await;
        assert!(!told(&world, &Asked::default()).await.is_empty());
        world.clock().advance(Duration::from_secs(60 * 60 * 24 * 2));
        remove_old_accesses(world.services()).await;
        assert_eq!(told(&world, &Asked::default()).await, []);

        // Where the log cannot be written, pages are shown all the same.
        let irina = world.signed_in("irina").await;
        let mut db = world.services().db.write().await.expect("a connection");
        on!((&mut db).into(), |c| sqlx::raw_sql("DROP TABLE accesses")
            .execute(c)
            .await
            .map(|_| ()))
        .expect("dropped");
        drop(db);
        irina.open(CASE).await;
    }
);
