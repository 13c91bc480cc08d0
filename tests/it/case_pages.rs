//! The page of a case and its decisions, as people use them.

use crate::support::browser::{Browser, Look, Window};
use crate::support::cases::real_cases;
use crate::support::connector::Connector;
use crate::support::reports::{other_report_of, stopped_shipment};
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use thirtyfour::prelude::*;

const CASE: &str = "/cases/20001";
const WORDS: &str = "The key is protected until tomorrow, so a repeat is safe.";

async fn stopped(world: &World) -> Connector {
    let source = world.source("shop").await;
    let answer = source.report(&stopped_shipment("8817")).await;
    assert_eq!(answer.body["case_url"], CASE, "{answer:?}");
    for name in ["irina", "boris"] {
        world.add_user(name, Role::Reviewer).await;
    }
    source
}

async fn reviewer(world: &World, browser: &Browser, name: &str) -> Window {
    let window = browser.window(world.address(), Look::PLAIN).await;
    window.sign_in(name, PASSWORD).await;
    window.open(CASE).await;
    window
}

async fn press(window: &Window, control: &str) {
    window.tab_to(control).await;
    window.press(Key::Enter).await;
}

/// Fills in the page of a decision up to its button.
async fn write_decision(window: &Window, reason: &str) {
    // Of radio buttons, none of which is chosen, Tab reaches the first; the others are reached by their arrows.
    window.tab_to(reason).await;
    window.press(" ").await;
    window
        .tab_to("Justification In your own words, at least 20 characters. It stays in the history for good.")
        .await;
    window.press(WORDS).await;
}

#[test]
fn what_a_check_finds_is_not_sent_again() {
    world_in_browser(
        "check-then-resume",
        async |world: &World, browser: &Browser| {
            stopped(world).await;
            let irina = reviewer(world, browser, "irina").await;
            irina
                .see("wms may or may not have done “Create warehouse task”.")
                .await;
            irina
                .see("Nobody has looked yet, and no callback came.")
                .await;
            press(&irina, "Take this case").await;
            irina.see("Allowed until").await;

            press(&irina, "Record what you saw").await;
            irina.tab_to("Found it Give its reference. By one of the operation’s own identifiers it counts at once.").await;
            irina.press(" ").await;
            irina.tab_to("Reference, if found").await;
            irina.press("WT-77120").await;
            irina.tab_to("Yes, at once").await;
            irina.press(" ").await;
            press(&irina, "Record the check").await;

            irina.see("“Create warehouse task” is done.").await;
            irina.check("case-after-check").await;
            press(&irina, "Continue the old operation…").await;
            irina.see("Not sent again: Create warehouse task").await;
            irina.see("Sent for the first time: Notify customer").await;
            irina.check("resume").await;
            // Reasons that speak of what is not so are not offered.
            assert!(!irina.text().await.contains("protected_repeat"));
            write_decision(
                &irina,
                "A check found the result, and it is this operation’s found_and_confirmed",
            )
            .await;
            press(&irina, "Record the decision and continue the old operation").await;
            irina.see("Offered to the source").await;
            irina.see("Decided, not yet taken").await;
            irina.check("case-decided").await;
        },
    );
}

#[test]
fn a_decision_on_a_case_that_changed_meanwhile_records_nothing_and_keeps_the_text() {
    world_in_browser("changed", async |world: &World, browser: &Browser| {
        let source = stopped(world).await;
        let irina = reviewer(world, browser, "irina").await;
        press(&irina, "Take this case").await;
        press(&irina, "Continue the old operation…").await;
        irina.see("What will happen").await;
        write_decision(&irina, "The receiver recognises the key protected_repeat").await;

        // The connector comes back with one more attempt that nobody answered.
        let more = source
            .report(&other_report_of(&stopped_shipment("8817")))
            .await;
        assert_eq!(more.status, 201, "{more:?}");
        press(&irina, "Record the decision and continue the old operation").await;
        irina
            .see("Nothing was recorded. The case changed while you were writing.")
            .await;
        irina
            .see("The source shop added facts that were not known")
            .await;
        irina.check("changed").await;

        // With her text she looks again, and decides on what is known now.
        press(&irina, "Look at version 3 with this text").await;
        irina.see("What will happen").await;
        let kept = irina.find(By::Id("justification")).await.expect("her text");
        assert_eq!(
            kept.prop("value").await.expect("a text").as_deref(),
            Some(WORDS)
        );
        press(&irina, "Record the decision and continue the old operation").await;
        irina.see("Offered to the source").await;
    });
}

#[test]
fn the_pages_of_a_case_are_fit_for_everybody() {
    world_in_browser("case-pages", async |world: &World, browser: &Browser| {
        let source = world.source("shop").await;
        world.add_user("irina", Role::Reviewer).await;
        let mut cases = Vec::new();
        for case in real_cases() {
            if SHOWN.iter().any(|number| case.name.starts_with(number)) {
                let answer = source.report(&case.report).await;
                cases.push(answer.body["case_url"].as_str().expect("a case").to_owned());
            }
        }
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("irina", PASSWORD).await;
            for (case, number) in cases.iter().zip(SHOWN) {
                window.open(case).await;
                open_everything(&window).await;
                window.check(&format!("case-{number}")).await;
                for page in ["resume", "close"] {
                    window.open(&format!("{case}/{page}")).await;
                    window.check(&format!("case-{number}-{page}")).await;
                }
            }
        }
    });
}

/// Cases that look different from each other, in the order of their numbers.
const SHOWN: [&str; 5] = ["01", "10", "28", "32", "35"];

/// What is folded has to be fit for everybody as well.
async fn open_everything(window: &Window) {
    let script = "document.querySelectorAll('main details').forEach(d => d.open = true)";
    window
        .execute(script, vec![])
        .await
        .expect("the script runs");
}
