//! Two people at one decision: approving, refusing, taking back; and the facts that a decision was made on.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_all};
use crate::support::reports::{guarded_shipment, other_report_of, stopped_shipment};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use holdpoint::domain::people::Role;
use serde_json::{Value, json};

const KEY: &str = "ship:8817:S-104";
const WORDS: &str = "I asked the warehouse as well, and it is so.";

async fn stopped(world: &World, report: &Value) -> Connector {
    let shop = world.source("shop-wms").await;
    assert_eq!(shop.report(report).await.status, 201);
    shop
}

async fn answer(person: &Reviewer, case: &Page, verdict: &str) -> Page {
    let page = person.open(&case.below("approval")).await;
    let fields = [("verdict", verdict), ("words", WORDS)];
    person.submit(&page, &case.below("approval"), &fields).await
}

on_all!(
    s16_nobody_approves_their_own_proposal_not_even_by_hand,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = stopped(&world, &guarded_shipment()).await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        let olga = world.person("olga", Role::Manager).await;
        let case = vera.claim(KEY).await;
        let proposed = vera.resume(&case, "protected_repeat").await;
        proposed.must_show("Waits for a second person");
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        // Her page has no form, so she sends that of somebody else.
        let own = vera.open(&case.below("approval")).await;
        own.must_show("You proposed this yourself");
        assert!(own.proposed(&case.below("approval")).is_none());
        let theirs = olga.open(&case.below("approval")).await;
        let hidden = theirs.proposed(&case.below("approval"));
        let mut fields = hidden.expect("a form for the second person");
        fields.retain(|(name, _)| !["token", "verdict", "words"].contains(&name.as_str()));
        fields.push(("token".to_owned(), token(&own)));
        fields.push(("verdict".to_owned(), "approve".to_owned()));
        fields.push(("words".to_owned(), WORDS.to_owned()));
        let refused = vera.post(&case.below("approval"), &fields).await;
        assert_eq!(refused.status, 409, "{}", refused.text());
        refused.must_show(WORDS);
        assert_eq!(shop.offered().await, Vec::<Value>::new());
        let told = olga.find_case(KEY).await;
        told.must_show("nobody is the second person of their own proposal");

        // The second person finds it in the list, and approves.
        let list = olga.open("/approvals").await;
        list.must_show("Continue the old operation");
        let approved = answer(&olga, &case, "approve").await;
        approved.must_show(WORDS);
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.body["approved_by"], "olga", "{:?}", taken.body);
    }
);

on_all!(
    a_refused_proposal_shows_why_and_sends_nothing,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = stopped(&world, &guarded_shipment()).await;
        let irina = world.reviewer("irina").await;
        let olga = world.person("olga", Role::Manager).await;
        let case = irina.claim(KEY).await;
        irina.resume(&case, "protected_repeat").await;
        let refused = answer(&olga, &case, "refuse").await;
        refused.must_show(WORDS);
        assert_eq!(shop.offered().await, Vec::<Value>::new());
        irina.claim(KEY).await.must_show("Refused");
    }
);

on_all!(
    s17_a_decision_on_facts_that_changed_meanwhile_records_nothing,
    async |database: &Database| {
        let world = World::start(database).await;
        let report = stopped_shipment("8817");
        let shop = stopped(&world, &report).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        let page = irina.open(&case.below("resume")).await;
        assert_eq!(shop.report(&other_report_of(&report)).await.status, 201);
        let fields = [("reason", "protected_repeat"), ("justification", WORDS)];
        let refused = irina.submit(&page, &case.below("resume"), &fields).await;
        assert_eq!(refused.status, 409, "{}", refused.text());
        refused.must_show("What changed since version");
        refused.must_show(WORDS);
        assert_eq!(shop.offered().await, Vec::<Value>::new());
    }
);

on_all!(
    s18_a_decision_shows_the_facts_as_they_were_seen_whatever_became_known_since,
    async |database: &Database| {
        let world = World::start(database).await;
        let report = stopped_shipment("8817");
        let shop = stopped(&world, &report).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        irina.resume(&case, "protected_repeat").await;
        assert_eq!(shop.report(&other_report_of(&report)).await.status, 201);
        let seen = irina.open(&case.below("decisions/1")).await;
        seen.must_show("The stored facts give this digest");
        seen.must_show("12:20:01");
        seen.must_show("sales_order SO-8817");
        seen.must_show("“ Create warehouse task ” is sent under the key");
        assert!(!seen.shows("12:21:40"), "{}", seen.text());
        let today = irina.find_case(KEY).await;
        today.must_show("12:21:40");
        assert!(today.links_to("decisions/1"), "{}", today.text());
    }
);

on_all!(
    s29_the_program_withdraws_a_decision_when_its_facts_change,
    async |database: &Database| {
        let world = World::start(database).await;
        let report = stopped_shipment("8817");
        let shop = stopped(&world, &report).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        irina.resume(&case, "protected_repeat").await;
        assert_eq!(shop.offered().await.len(), 1);
        assert_eq!(shop.report(&other_report_of(&report)).await.status, 201);
        assert_eq!(shop.offered().await, Vec::<Value>::new());
        let back = irina.claim(KEY).await;
        back.must_show("Holdpoint took the instruction back");
        assert!(back.links_to("resume"), "{}", back.text());
    }
);

on_all!(
    s30_a_decision_is_taken_back_until_a_worker_has_it_and_a_second_too_late_is_told_who,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = stopped(&world, &stopped_shipment("8817")).await;
        let irina = world.reviewer("irina").await;
        let boris = world.reviewer("boris").await;
        let case = irina.claim(KEY).await;
        irina.resume(&case, "protected_repeat").await;
        let words = [("words", WORDS)];
        boris
            .open(&case.below("withdraw"))
            .await
            .must_show("who decided, or a manager takes this back");
        let page = irina.open(&case.below("withdraw")).await;
        let back = irina.submit(&page, &case.below("withdraw"), &words).await;
        back.must_show("You , until");
        back.must_show(WORDS);
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        irina.resume(&case, "protected_repeat").await;
        let page = irina.open(&case.below("withdraw")).await;
        let taken = shop.take_only_offer().await;
        let late = irina.submit(&page, &case.below("withdraw"), &words).await;
        assert_eq!(late.status, 409, "{}", late.text());
        late.must_show("took it at");
        late.must_show(WORDS);
        let done = json!({"outcome": "unknown"});
        assert_eq!(shop.outcome(&taken, done).await.status, 200);
    }
);

/// The token of the forms on a page.
fn token(page: &Page) -> String {
    let (_, rest) = page
        .html
        .split_once("name=\"token\" value=\"")
        .expect("a form");
    rest.split('"').next().unwrap_or_default().to_owned()
}
