//! What a case says of its neighbours, of its reports, and to people who may not act on it.

use crate::support::database::{Backend, Database, on_database};
use crate::support::person::{Person, Reply};
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use serde_json::{Value, json};

const WORDS: &str = "The warehouse's people told me that it is safe to go on.";

/// A running application, and people who have signed in.
struct Desk {
    world: World,
}

impl Desk {
    async fn on(database: &Database) -> Self {
        let world = World::start(database).await;
        for (name, role) in [
            ("irina", Role::Reviewer),
            ("boris", Role::Reviewer),
            ("olga", Role::Manager),
        ] {
            world.add_user(name, role).await;
        }
        Self { world }
    }

    async fn sign_in(&self, name: &str) -> Person {
        let person = Person::new(self.world.address());
        person.sign_in(name, PASSWORD).await;
        person
    }
}

fn desk(story: impl AsyncFnOnce(Desk)) {
    on_database(Backend::Sqlite, async |database: &Database| {
        story(Desk::on(database).await).await;
    });
}

/// The shipment of that order, holding one and the same shelf.
fn holding(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["operation"]["holds"] = json!(["shelf:<A-7>"]);
    report
}

async fn send(person: &Person, page: &str, path: &str, fields: &[(&str, &str)]) -> Reply {
    let token = person.get(page).await.token();
    let mut all = vec![("token", token.as_str())];
    all.extend(fields);
    person.post(path, &all).await
}

/// Sends the form of a decision with what stands on its page.
async fn resume(person: &Person, case: &str, fields: &[(&str, &str)]) -> Reply {
    let path = format!("{case}/resume");
    let form = person.get(&path).await;
    let (version, digest) = (form.field("version"), form.field("digest"));
    let stated = form.field("stated");
    let mut all = vec![
        ("stated", stated.as_str()),
        ("version", version.as_str()),
        ("digest", digest.as_str()),
        ("reason", "protected_repeat"),
        ("justification", WORDS),
    ];
    all.extend(fields);
    send(person, &path, &path, &all).await
}

#[test]
fn open_cases_of_one_object_know_of_each_other_and_continuing_says_so() {
    desk(async |desk: Desk| {
        let shop = desk.world.source("shop").await;
        let market = desk.world.source("market").await;
        shop.report(&holding("8817")).await;
        market.report(&holding("9000")).await;
        let irina = desk.sign_in("irina").await;
        let case = "/cases/20001";
        let page = irina.get(case).await.body;
        assert!(
            page.contains("Another open case touches the same object"),
            "{page}"
        );
        assert!(page.contains("shelf:&lt;A-7&gt;"), "the object is named");
        let (before, _) = page.split_once("<h1>").expect("a heading");
        assert!(before.contains("/cases/20002"), "first of all on the page");

        send(&irina, case, "/cases/20001/claim", &[]).await;
        let refused = resume(&irina, case, &[]).await;
        assert_eq!(refused.status, 422);
        assert!(refused.body.contains("Say that you know of it."));
        assert!(refused.body.contains("safe to go on"), "the text is kept");
        let decided = resume(&irina, case, &[("holds", "yes")]).await;
        assert_eq!(decided.status, 303, "{}", decided.body);
    });
}

#[test]
fn equal_references_are_a_hint_and_deliveries_are_counted() {
    desk(async |desk: Desk| {
        let shop = desk.world.source("shop").await;
        let first = stopped_shipment("8817");
        for status in [201, 200, 200] {
            assert_eq!(shop.report(&first).await.status, status);
        }
        let mut other = stopped_shipment("9000");
        other["operation"]["references"]["order_id"] = "8817".into();
        shop.report(&other).await;

        let page = desk.sign_in("irina").await.get("/cases/20001").await.body;
        assert!(page.contains("1 other operation for <bdi>order_id</bdi> <bdi>8817</bdi>"));
        assert!(page.contains("<code>ship:9000:S-104</code>"), "it is named");
        assert!(page.contains("1 report in 3 deliveries"));
        assert!(page.contains("came 3 times; the answer was the same each time"));
    });
}

#[test]
fn of_two_who_take_a_case_the_second_is_told_who_has_it() {
    desk(async |desk: Desk| {
        desk.world
            .source("shop")
            .await
            .report(&stopped_shipment("8817"))
            .await;
        let case = "/cases/20001";
        let (irina, boris) = (desk.sign_in("irina").await, desk.sign_in("boris").await);
        // Both have the page open before either takes the case.
        let token = boris.get(case).await.token();
        assert_eq!(
            send(&irina, case, "/cases/20001/claim", &[]).await.status,
            303
        );
        let refused = boris.post("/cases/20001/claim", &[("token", &token)]).await;
        assert_eq!(refused.status, 409);
        assert!(
            refused
                .body
                .contains("<bdi>irina</bdi> holds this case until")
        );

        // A hand-made decision of somebody who does not hold it records nothing, and keeps the text.
        let forced = resume_by_hand(&boris, case).await;
        assert_eq!(forced.status, 409);
        assert!(forced.body.contains("Nothing was recorded."));
        assert!(forced.body.contains("safe to go on"), "the text is kept");

        // One of hers that was made on other facts than those of her page is told what differs, and that is not the version.
        let forged = resume_by_hand(&irina, case).await;
        assert_eq!(forged.status, 409);
        assert!(
            (forged.body).contains("The facts are not those that your form was made on."),
            "{}",
            forged.body
        );
        assert!(forged.body.contains("The case is still at version 2."));
        let page = irina.get(case).await.body;
        assert!(
            !page.contains("Offered to the source"),
            "nothing was decided"
        );
    });
}

/// A form that no page of ours shows to this person.
async fn resume_by_hand(person: &Person, case: &str) -> Reply {
    let fields = [
        ("version", "2"),
        ("digest", "sha256:00"),
        ("reason", "protected_repeat"),
        ("justification", WORDS),
    ];
    send(person, case, &format!("{case}/resume"), &fields).await
}

#[test]
fn a_manager_reads_everything_and_decides_nothing() {
    desk(async |desk: Desk| {
        desk.world
            .source("shop")
            .await
            .report(&stopped_shipment("8817"))
            .await;
        let olga = desk.sign_in("olga").await;
        let case = "/cases/20001";
        let page = olga.get(case).await.body;
        assert!(page.contains("Your role may read this case, but not decide it."));
        for control in ["/claim\"", "/checks\"", "/resume?", "/close?"] {
            assert!(!page.contains(control), "{control} is on the page");
        }
        for forced in ["claim", "checks", "resume", "close"] {
            let path = format!("{case}/{forced}");
            let fields = [
                ("step", "create_warehouse_task"),
                ("place", "wms"),
                ("by", "8817"),
                ("seen", "absent"),
                ("at_once", "yes"),
            ];
            let reply = send(&olga, case, &path, &fields).await;
            assert_eq!(reply.status, 403, "{forced}: {}", reply.body);
        }
    });
}
