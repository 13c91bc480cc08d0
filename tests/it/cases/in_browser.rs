//! The most telling of the real situations in a real browser, by keyboard.

use crate::support::browser::{Browser, Look, Window};
use crate::support::cases::real_cases;
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use thirtyfour::prelude::*;

const CASE: &str = "/cases/20001";
const WORDS: &str = "The shop says on the phone what was agreed with the buyer.";

async fn looks(world: &World, browser: &Browser, look: Look) -> Window {
    let window = browser.window(world.address(), look).await;
    window.sign_in("irina", PASSWORD).await;
    window.open(CASE).await;
    window
}

async fn press(window: &Window, control: &str) {
    window.tab_to(control).await;
    window.press(Key::Enter).await;
}

#[test]
fn c32_which_content_is_the_operations_is_chosen_beside_what_differs() {
    world_in_browser("c32", async |world: &World, browser: &Browser| {
        let shop = world.source("shop").await;
        let mut cases = real_cases().into_iter();
        let case = cases.find(|case| case.name.starts_with("32-"));
        shop.report(&case.expect("the case").report).await;
        world.add_user("irina", Role::Reviewer).await;
        for look in [Look::EACH[1], Look::EACH[3]] {
            let window = looks(world, browser, look).await;
            window.see("/metadata/ship_to").await;
            window.check("c32-case").await;
        }

        let irina = looks(world, browser, Look::PLAIN).await;
        irina.see("3 differences").await;
        press(&irina, "Take this case").await;
        press(&irina, "Continue the old operation…").await;
        irina.see("Which content is this operation’s?").await;
        irina.check("c32-resume").await;
        irina
            .tab_to("The agreed contentEvery other version is refused and kept in the history.")
            .await;
        irina
            .see("With which content it goes on, you still have to choose.")
            .await;
        irina.press(" ").await;
        irina.see("It goes on with the agreed content").await;
        irina
            .tab_to("A check found the result, and it is this operation’s found_and_confirmed")
            .await;
        irina.press(" ").await;
        irina
            .tab_to("Justification In your own words, at least 20 characters. It stays in the history for good.")
            .await;
        irina.press(WORDS).await;
        press(&irina, "Record the decision and continue the old operation").await;
        irina.see("Offered to the source").await;
        let taken = shop.take_only_offer().await;
        assert_eq!(taken.run(), ["attach customer"]);
        assert_eq!(taken.body["resume"]["content"]["which"], "agreed");
    });
}
