//! A new operation in the place of one that is given up.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_all};
use crate::support::reports::{other_report_of, stopped_shipment};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use serde_json::{Value, json};

const OLD: &str = "ship:8817:S-104";
const NEW: &str = "ship:8817:S-104~2";
const SUPERSEDED: &str = "Another operation took this one’s place for ever";
const WHY: (&str, &str) = (
    "justification",
    "The warehouse lost the pallet, and ships from another one.",
);

/// Fills in the form for a new operation, as the page proposes it.
async fn propose(vera: &Reviewer, case: &Page, changed: &[(&str, &str)]) -> Page {
    let path = case.below("new-operation");
    let form = vera.open(&path).await;
    let mut fields = vec![
        ("reason", "key_cannot_go_on"),
        WHY,
        ("reference", "8817 / S-104/8817"),
        ("ack_1", "yes"),
        ("ack_2", "yes"),
        ("password", PASSWORD),
    ];
    fields.retain(|(name, _)| changed.iter().all(|(other, _)| other != name));
    fields.extend_from_slice(changed);
    vera.submit(&form, &path, &fields).await
}

/// Whoever holds the case of an operation that another one took the place of cannot send anything for it, not even by hand.
async fn never_goes_on(vera: &Reviewer, case: &Page) {
    let held = vera.submit(case, &case.below("claim"), &[]).await;
    let resume = vera.cannot_resume_by_hand(&held, "other").await;
    resume.must_show(SUPERSEDED);
    let close = case.below("close");
    let hidden = vera.open(&close).await.proposed(&close);
    let mut fields = hidden.expect("whoever holds a case may close it");
    let whole = [
        ("reason", "key_cannot_go_on"),
        WHY,
        ("key", "once-more"),
        ("reference", "8817 / S-104/8817"),
        ("password", PASSWORD),
    ];
    fields.extend(whole.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let another = vera.post(&case.below("new-operation"), &fields).await;
    assert_eq!(another.status, 422, "{}", another.text());
    another.must_show(SUPERSEDED);
}

async fn gate(shop: &Connector, key: &str) -> Value {
    let key = key.replace(':', "%3A").replace('~', "%7E");
    shop.get(&format!("/gate?operation_key={key}")).await.body
}

on_all!(
    s15_a_new_operation_takes_two_people_and_ends_the_old_one_for_ever,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let report = stopped_shipment("8817");
        shop.report(&report).await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        let olga = world.person("olga", Role::Manager).await;
        let case = vera.claim(OLD).await;

        // What may exist has to be acknowledged, the reference retyped, the password given again.
        // All that is wrong is said at once, each at its field.
        let wrong = [
            ("ack_2", ""),
            ("reference", "8818"),
            ("password", "not this one"),
            ("reason", "no such basis"),
        ];
        for (field, wrong) in wrong {
            let refused = propose(&vera, &case, &[(field, wrong)]).await;
            assert_eq!(refused.status, 422, "{field}: {}", refused.text());
            refused.must_show(WHY.1);
        }
        let refused = propose(&vera, &case, &wrong).await;
        for (field, _) in wrong {
            let link = format!("<a href=\"#{field}\"");
            assert!(refused.html.contains(&link), "{field}: {}", refused.text());
        }
        let proposed = propose(&vera, &case, &[]).await;
        proposed.must_show("Waits for a second person");
        assert_eq!(shop.offered().await, Vec::<Value>::new());
        let path = case.below("approval");
        let form = olga.open(&path).await;
        form.must_show(NEW);
        let words = [
            ("verdict", "approve"),
            ("words", "I asked the warehouse, and it is so."),
        ];
        let approved = olga.submit(&form, &path, &words).await;
        assert_eq!(approved.status, 200, "{}", approved.text());

        // Until it is taken, the old operation is held; from then on it is over.
        assert_eq!(gate(&shop, OLD).await["state"], "instructed");
        let taken = shop.take_only_offer().await;
        let order = &taken.body["new_operation"];
        assert_eq!(
            (&order["key"], &order["supersedes"]),
            (&json!(NEW), &json!(OLD))
        );
        let old = gate(&shop, OLD).await;
        assert_eq!(
            (&old["state"], &old["by"]),
            (&json!("superseded"), &json!(NEW))
        );
        assert_eq!(gate(&shop, NEW).await["state"], "executing");
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        // The two link to each other.
        let of_new = gate(&shop, NEW).await["case_url"].clone();
        let of_new = of_new.as_str().expect("a case");
        assert_ne!(of_new, case.path);
        for (page, other) in [
            (case.path.clone(), of_new),
            (case.below("decisions/1"), of_new),
            (of_new.to_owned(), &case.path),
            (format!("/search?q={OLD}"), of_new),
        ] {
            let page = vera.open(&page).await;
            let link = format!("href=\"{}", other.split('?').next().unwrap_or_default());
            assert!(page.html.contains(&link), "{link}: {}", page.text());
            page.must_show(OLD);
            page.must_show(NEW);
        }

        // The old one is reported late: nothing of it goes on.
        let repeated = shop.report(&report).await;
        assert_eq!(repeated.status, 200);
        let mut nothing_new = report.clone();
        nothing_new["report_id"] = "shop-wms:8817:late".into();
        let late = shop.report(&nothing_new).await.body;
        assert_eq!(late["effect"], "superseded", "{late}");
        assert_eq!(late["decision"]["superseded_by"], NEW, "{late}");
        let effect = shop.report(&other_report_of(&report)).await.body;
        let accounted = vera
            .open(effect["case_url"].as_str().expect("a case"))
            .await;
        assert!(!accounted.links_to("resume") && !accounted.links_to("new-operation"));
        never_goes_on(&vera, &accounted).await;
        assert_eq!(gate(&shop, OLD).await["state"], "superseded");

        let done = json!({"outcome": "done", "results": [
            {"step": "create_erp_order", "type": "sales_order", "id": "SO-2"},
            {"step": "create_warehouse_task", "type": "task", "id": "T-2"},
            {"step": "notify_customer", "type": "mail", "id": "M-2"}]});
        let told = shop.outcome(&taken, done).await;
        assert_eq!(told.status, 200, "{told:?}");
        assert_eq!(gate(&shop, NEW).await["state"], "done");
    }
);
