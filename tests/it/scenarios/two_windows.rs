//! The second person, and taking a decision back: two people at two browser windows, by keyboard alone.

use crate::support::browser::{Browser, Window};
use crate::support::connector::Connector;
use crate::support::reports::{guarded_shipment, stopped_shipment};
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use serde_json::Value;
use thirtyfour::{By, Key};

const WORDS: &str = "I asked the warehouse on the phone, and it is so.";
const MISTAKE: &str = "I meant the other shipment, this one can wait.";

/// Goes to a control by its name and presses it.
async fn press(window: &Window, control: &str) {
    window.tab_to(control).await;
    window.press(Key::Enter).await;
}

/// Takes the case and decides to go on, with the button of this name.
async fn decide(window: &Window, case: &str, button: &str) {
    window.open(case).await;
    press(window, "Take this case").await;
    window.see("You, until").await;
    window.open(&format!("{case}/resume")).await;
    window
        .tab_to("The receiver recognises the key protected_repeat")
        .await;
    window.press(" ").await;
    write(window, "justification", WORDS).await;
    press(window, button).await;
}

/// Types into a field, which Tab must reach.
async fn write(window: &Window, field: &str, words: &str) {
    window.tab_to_field(field).await;
    window.press(words).await;
}

/// Begins to take the decision on a case back, without sending it.
async fn reconsider(window: &Window, case: &str) {
    window.open(case).await;
    press(window, "Take this decision back").await;
    window.see("Your reason").await;
    write(window, "words", MISTAKE).await;
}

/// Reports a stop, and gives the address of its case.
async fn case_of(shop: &Connector, report: &Value) -> String {
    let answer = shop.report(report).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body["case_url"]
        .as_str()
        .expect("an address")
        .to_owned()
}

#[test]
fn s15_one_proposes_a_new_operation_and_the_other_approves_it() {
    world_in_browser("s15", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let case = case_of(&shop, &stopped_shipment("8817")).await;
        let vera = world
            .at_a_window(browser, "vera", Role::SeniorReviewer)
            .await;
        let olga = world.at_a_window(browser, "olga", Role::Manager).await;
        vera.open(&case).await;
        press(&vera, "Take this case").await;
        vera.see("You, until").await;
        press(&vera, "Start a new operation…").await;
        vera.see("ship:8817:S-104~2").await;
        let reason = vera.find(By::Css("[value=key_cannot_go_on]")).await;
        let reason = reason.expect("the reason is offered");
        reason.click().await.expect("it can be chosen");
        write(&vera, "justification", WORDS).await;
        for acknowledged in ["ack_1", "ack_2"] {
            write(&vera, acknowledged, " ").await;
        }
        write(&vera, "reference", "8817 / S-104/8817").await;
        write(&vera, "password", PASSWORD).await;
        vera.check("new-operation-filled-in").await;
        press(&vera, "Propose to a second person: Start a new operation").await;
        vera.see("Waits for a second person").await;
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        olga.open("/approvals").await;
        press(&olga, "8817 · S-104/8817").await;
        olga.see("ship:8817:S-104~2").await;
        olga.tab_to("Approve The source is told at once.").await;
        olga.press(" ").await;
        write(&olga, "words", WORDS).await;
        press(&olga, "Record the answer").await;
        vera.see("Offered to the source").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.body["action"], "new_operation");
        assert_eq!(taken.body["approved_by"], "olga");
        // Each of the two cases leads to the other.
        vera.see("worker-1").await;
        vera.open(&case).await;
        press(&vera, "ship:8817:S-104~2").await;
        vera.see("ship:8817:S-104~2").await;
        press(&vera, "ship:8817:S-104").await;
        vera.see("worker-1").await;
    });
}

#[test]
fn s16_the_proposer_sees_no_form_and_why_and_the_second_person_approves() {
    world_in_browser("s16", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let case = case_of(&shop, &guarded_shipment()).await;
        let vera = world
            .at_a_window(browser, "vera", Role::SeniorReviewer)
            .await;
        let olga = world.at_a_window(browser, "olga", Role::Manager).await;
        decide(
            &vera,
            &case,
            "Propose to a second person: Continue the old operation",
        )
        .await;
        vera.see("Waits for a second person").await;
        press(&vera, "Look at the proposal").await;
        vera.see("You proposed this yourself. Somebody else has to answer.")
            .await;
        for control in [
            "[name=verdict]",
            "[name=words]",
            "form[action$='/approval']",
        ] {
            let found = vera.find_all(By::Css(control)).await.expect("it looks");
            assert!(found.is_empty(), "{control} is on her page");
        }
        vera.check("approval-own").await;
        press(&vera, "Back to the case").await;
        vera.see("Waits for a second person").await;
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        olga.open("/approvals").await;
        press(&olga, "8817 · S-104/8817").await;
        olga.see("Your answer").await;
        olga.tab_to("Approve The source is told at once.").await;
        olga.press(" ").await;
        write(&olga, "words", WORDS).await;
        press(&olga, "Record the answer").await;
        olga.see("Offered to the source").await;
        // Vera's page was open all the time.
        vera.see("Offered to the source").await;
        assert_eq!(shop.offered().await.len(), 1);
        vera.see("Delivered to the source").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.body["decided_by"], "vera");
        assert_eq!(taken.body["approved_by"], "olga");

        press(&olga, "The facts this was decided on").await;
        olga.see("The stored facts give this digest").await;
        olga.see("Second person: olga").await;
        press(&olga, "Back to the case").await;
        olga.see("worker-1").await;
    });
}

#[test]
fn s30_one_takes_a_decision_back_and_another_is_told_who_was_a_second_quicker() {
    world_in_browser("s30", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let first = case_of(&shop, &stopped_shipment("8817")).await;
        let irina = world.at_a_window(browser, "irina", Role::Reviewer).await;
        decide(
            &irina,
            &first,
            "Record the decision and continue the old operation",
        )
        .await;
        irina.see("Offered to the source").await;
        reconsider(&irina, &first).await;
        press(&irina, "Take it back").await;
        irina.see("You, until").await;
        irina.see(MISTAKE).await;
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        let second = case_of(&shop, &stopped_shipment("8818")).await;
        let boris = world.at_a_window(browser, "boris", Role::Reviewer).await;
        decide(
            &boris,
            &second,
            "Record the decision and continue the old operation",
        )
        .await;
        boris.see("Offered to the source").await;
        reconsider(&boris, &second).await;
        world.it_is("2026-11-29T12:25:59Z");
        shop.take_only_offer().await;
        world.it_is("2026-11-29T12:26:00Z");
        press(&boris, "Take it back").await;
        boris
            .see("Nothing was recorded. Too late: worker-1 took it at 12:25.")
            .await;
        let kept = boris.find(By::Css("textarea[readonly]")).await;
        let kept = kept.expect("the field with his words").value().await;
        assert_eq!(kept.expect("its text").as_deref(), Some(MISTAKE));
        boris.check("withdraw-too-late").await;
        press(&boris, "Back to the case").await;
        boris.see("worker-1").await;
    });
}
