//! Single keys, and what one person's page is told while another acts; as people see it in a browser.

use crate::support::browser::{Browser, Window};
use crate::support::reports::stopped_shipment;
use crate::support::world::{World, world_in_browser};
use holdpoint::domain::people::Role;
use thirtyfour::{By, Key};

/// The text of what has the focus.
async fn focus(window: &Window) -> String {
    let script = "return document.activeElement.textContent.trim()";
    let answer = window.execute(script, vec![]).await.expect("it runs");
    answer.json().as_str().unwrap_or_default().to_owned()
}

#[test]
fn keys_move_look_up_and_take_but_never_while_somebody_types() {
    world_in_browser("keys", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        for order in ["8817", "8818", "8819"] {
            shop.report(&stopped_shipment(order)).await;
        }
        let irina = world.at_a_window(browser, "irina", Role::Reviewer).await;
        irina.open("/").await;
        irina.see("8819").await;
        irina.press("j").await;
        let first = focus(&irina).await;
        irina.press("j").await;
        let second = focus(&irina).await;
        assert_ne!(first, second);
        irina.press("k").await;
        assert_eq!(focus(&irina).await, first);

        irina.press("?").await;
        irina.see("To the next case of the list").await;
        assert!(irina.axe().await.is_empty());
        irina.press("j").await;
        irina.press(Key::Escape).await;
        assert_eq!(
            focus(&irina).await,
            first,
            "the dialog gives the focus back"
        );
        irina.press("/").await;
        irina.press("c j n ?").await;
        let find = irina.find(By::Id("find")).await.expect("the search box");
        assert_eq!(
            find.value().await.expect("its text").as_deref(),
            Some("c j n ?")
        );

        irina.open("/").await;
        irina.see("8819").await;
        irina.press("j").await;
        irina.press(Key::Enter).await;
        irina.see("Take this case").await;
        irina.press("c").await;
        irina.see("You, until").await;

        // Switched off, they do nothing.
        irina.open("/settings").await;
        irina.tab_to("Single keys").await;
        irina.press("Off").await;
        irina.tab_to("Save").await;
        irina.press(Key::Enter).await;
        irina.see("Saved").await;
        irina.open("/").await;
        irina.see("8819").await;
        for key in ["j", "?", "n", "/"] {
            irina.press(key).await;
        }
        irina.see("Take next").await;
        let still = irina.execute(
            "return document.activeElement === document.body && !document.querySelector('dialog')",
            vec![],
        );
        assert_eq!(*still.await.expect("it runs").json(), true);
    });
}

/// A manager gives the case back to the queue.
async fn take_over(olga: &Window, case: &str) {
    olga.open(case).await;
    olga.tab_to("Take overFrom whoever holds it, for a reason.")
        .await;
    olga.press(Key::Enter).await;
    olga.see("What will happen").await;
    let fill = "document.querySelector('[name=to]').value = 'nobody'";
    olga.execute(fill, vec![]).await.expect("it runs");
    let words = olga.find(By::Name("words")).await.expect("the field");
    words
        .send_keys("The customer waits, and Irina is in a meeting.")
        .await
        .expect("the keys arrive");
    olga.tab_to("Take the case over").await;
    olga.press(Key::Enter).await;
    olga.see("Handed over by olga").await;
}

#[test]
fn who_loses_a_case_is_told_at_once_and_keeps_their_words() {
    world_in_browser("take-over", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let answer = shop.report(&stopped_shipment("8817")).await;
        let case = answer.body["case_url"]
            .as_str()
            .expect("an address")
            .to_owned();
        let irina = world.at_a_window(browser, "irina", Role::Reviewer).await;
        let olga = world.at_a_window(browser, "olga", Role::Manager).await;
        irina.open(&case).await;
        irina.press("c").await;
        irina.see("You, until").await;
        irina.open(&format!("{case}/resume")).await;
        let field = irina
            .find(By::Name("justification"))
            .await
            .expect("the field");
        field
            .send_keys("Half a thought")
            .await
            .expect("the keys arrive");
        irina.see("Draft kept").await;

        take_over(&olga, &case).await;
        irina.see("olga took this case over at").await;
        irina.see("Irina is in a meeting").await;
        let typed = field.value().await.expect("its text");
        assert_eq!(
            typed.as_deref(),
            Some("Half a thought"),
            "the page is as it was"
        );
        irina.open(&case).await;
        irina.see("olga took this case over at").await;
        irina.press("c").await;
        irina.see("You, until").await;
        irina.open(&format!("{case}/resume")).await;
        irina.see("Your draft of").await;
        irina.check("resume-draft").await;
        irina.tab_to("Discard the draft").await;
        irina.press(Key::Enter).await;
        irina.see("Justification").await;
        let field = irina
            .find(By::Name("justification"))
            .await
            .expect("the field");
        assert_eq!(field.value().await.expect("its text").as_deref(), Some(""));
    });
}
