//! Two people at one case, and sessions that end: nothing that somebody typed is lost.

use crate::support::browser::{Browser, Window};
use crate::support::database::{Database, on_all};
use crate::support::person::Person;
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use holdpoint::web::session::IDLE;
use serde_json::Value;
use thirtyfour::{By, Key};

const KEY: &str = "ship:8817:S-104";
const IRINAS: &str = "The warehouse still recognises the key, so nothing is made twice.";
const AMARAS: &str = "I looked in the warehouse myself, and the page for it was down.";

async fn at_her_desk(browser: &Browser, world: &World, name: &str, case: &str) -> Window {
    let window = world.at_a_window(browser, name, Role::Reviewer).await;
    window.open(case).await;
    window
}

/// Writes a decision without sending it.
async fn write(window: &Window, words: &str) {
    let choose = "document.querySelector('[name=reason][value=protected_repeat]').click()";
    window.execute(choose, vec![]).await.expect("it runs");
    let field = window.find(By::Name("justification")).await;
    let field = field.expect("the field");
    field.send_keys(words).await.expect("the keys arrive");
}

async fn justification(window: &Window) -> String {
    let read =
        "return document.querySelector('[name=justification], textarea[readonly]')?.value ?? ''";
    let read = window.execute(read, vec![]).await.expect("it runs");
    read.json().as_str().unwrap_or_default().to_owned()
}

#[test]
fn s13_of_two_reviewers_one_wins_and_the_other_loses_no_text() {
    world_in_browser("s13", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let case = shop.report(&stopped_shipment("8817")).await.body["case_url"].clone();
        let case = case.as_str().expect("an address");
        let irina = at_her_desk(browser, world, "irina", case).await;
        let amara = at_her_desk(browser, world, "amara", case).await;

        // Both claim: one page was there before.
        irina.tab_to("Take this case").await;
        irina.press(Key::Enter).await;
        irina.see("You, until").await;
        amara.see("irina holds this case until").await;

        // Irina's claim runs out while she writes, and Amara takes the case.
        let resume = format!("{case}/resume");
        irina.open(&resume).await;
        write(&irina, IRINAS).await;
        irina.see("Draft kept").await;
        world
            .clock()
            .advance(std::time::Duration::from_secs(31 * 60));
        holdpoint::worker::sweeper::drain(world.services()).await;
        amara.open(case).await;
        amara.tab_to("Take this case").await;
        amara.press(Key::Enter).await;
        amara.see("You, until").await;
        amara.open(&resume).await;
        write(&amara, AMARAS).await;

        // Both decide; Amara is quicker. Irina sees who, when and what, and her words are hers still.
        amara
            .tab_to("Record the decision and continue the old operation")
            .await;
        amara.press(Key::Enter).await;
        amara.see("Offered to the source").await;
        irina
            .tab_to("Record the decision and continue the old operation")
            .await;
        irina.press(Key::Enter).await;
        irina.see("Nothing was recorded. A decision was made").await;
        irina.see("29 Nov 2026, 12:56:00").await;
        irina.see("amara took the case").await;
        irina.see("amara decided").await;
        assert_eq!(justification(&irina).await, IRINAS);
        irina.check("s13-too-late").await;
        irina.open(case).await;
        irina.see("there is nothing left to send them to").await;
        irina.open(&resume).await;
        assert_eq!(justification(&irina).await, IRINAS);
        let offered = shop.offered().await;
        assert_eq!(offered.len(), 1);
    });
}

on_all!(
    s14_the_session_ends_while_the_justification_is_being_written,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        let path = case.below("resume");
        let form = irina.open(&path).await;
        world.clock().advance(IDLE);
        let fields = [("reason", "protected_repeat"), ("justification", IRINAS)];
        let ended = irina.submit(&form, &path, &fields).await;
        assert_eq!(ended.status, 401);
        ended.must_show("Sign in");
        assert_eq!(
            shop.offered().await,
            Vec::<Value>::new(),
            "nothing half-recorded"
        );

        let signed_in = irina
            .submit(
                &ended,
                "/sign-in",
                &[("name", "irina"), ("password", PASSWORD)],
            )
            .await;
        assert_eq!(signed_in.path.split('?').next(), Some(&*path));
        signed_in.must_show(IRINAS);
        // The claim ran out meanwhile: she takes the case, and her words and reason go with her.
        let again = irina.submit(&signed_in, &case.below("claim"), &[]).await;
        again.must_show(IRINAS);
        again.must_show("Your draft of");
        let chosen = "value=\"protected_repeat\" required checked";
        assert!(again.html.contains(chosen), "{}", again.html);

        // Another one at another browser sees nothing of it.
        let amara = world.reviewer("amara").await;
        assert!(!amara.open(&path).await.shows(IRINAS));

        // A sign-out changes nothing either.
        let out = Person::new(world.address());
        out.sign_in("irina", PASSWORD).await;
        let later = out.get(&path).await;
        assert!(later.body.contains(IRINAS));
        let sent = irina.submit(&again, &path, &fields).await;
        assert_eq!(sent.status, 200, "{}", sent.text());
        assert!(
            !out.get(&path).await.body.contains(IRINAS),
            "it went with the decision"
        );
        assert_eq!(shop.offered().await.len(), 1);
    }
);

on_all!(
    what_is_ticked_stays_ticked_for_the_same_facts_and_words_without_their_form_can_be_copied,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        let sofia = world.person("sofia", Role::SeniorReviewer).await;
        let case = sofia.claim(KEY).await;
        let path = case.below("new-operation");
        let mut written = sofia.open(&path).await.proposed(&path).expect("a form");
        for (name, value) in [
            ("justification", IRINAS),
            ("ack_1", "yes"),
            ("ack_2", "yes"),
        ] {
            written.push((name.to_owned(), value.to_owned()));
        }
        let kept = sofia
            .post(&case.below("drafts/new-operation"), &written)
            .await;
        assert!(kept.html.contains("Draft kept"), "{}", kept.html);
        let ticked = |n: u8| format!("name=\"ack_{n}\" value=\"yes\" required checked");
        let page = sofia.open(&path).await;
        page.must_show(IRINAS);
        assert!(page.html.contains(&ticked(1)) && page.html.contains(&ticked(2)));

        // What may exist is another thing once somebody has found it.
        sofia.found(&case, "create_warehouse_task", "WT-1").await;
        let page = sofia.open(&path).await;
        page.must_show(IRINAS);
        assert!(!page.html.contains(&ticked(1)) && !page.html.contains(&ticked(2)));

        let closed = sofia.close(&case, "no_longer_wanted").await;
        closed.must_show("there is nothing left to send them to");
        closed.must_show(IRINAS);
        assert!(
            !closed.html.contains("id=\"drafts\""),
            "no link to a page without a form"
        );
        let dropped = case.below("drafts/new-operation/discard");
        let dropped = sofia.submit(&closed, &dropped, &[]).await;
        assert!(dropped.path.starts_with("/cases/") && !dropped.shows(IRINAS));
    }
);
