//! Two windows: what one person does, the other sees, and nothing that they were at is lost.

use super::report;
use crate::support::browser::{Browser, Look, Window};
use crate::support::reports::{other_report_of, stopped_shipment};
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use thirtyfour::Key;

async fn signed_in(browser: &Browser, world: &World, name: &str, look: Look) -> Window {
    world.add_user(name, Role::Reviewer).await;
    let window = browser.window(world.address(), look).await;
    window.open("/sign-in").await;
    let fill = format!(
        "document.querySelector('[name=name]').value = '{name}';
         document.querySelector('[name=password]').value = '{PASSWORD}';
         document.querySelector('form').requestSubmit()"
    );
    window.execute(&*fill, vec![]).await.expect("it runs");
    window.see(name).await;
    window
}

/// What the person has typed, which row has a mark of the test, and whether the page is still the one that was opened.
const KEPT: &str = "
    const field = document.activeElement;
    return [field.id, field.value, field.selectionStart, window.opened === true, document.querySelector('.menu').open]";

#[test]
fn what_one_does_the_other_sees_and_typed_text_stays() {
    world_in_browser("live-queue", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let case = report(&shop, &stopped_shipment("8817")).await;
        let irina = signed_in(browser, world, "irina", Look::PLAIN).await;
        let amara = signed_in(browser, world, "amara", Look::PLAIN).await;
        irina.open("/").await;
        irina.see("8817").await;
        let prepare = "window.opened = true; document.querySelector('.menu').open = true; document.getElementById('find').focus()";
        irina.execute(prepare, vec![]).await.expect("it runs");
        irina.press("half a th").await;

        report(&shop, &stopped_shipment("8818")).await;
        irina.see("8818").await;
        amara.open("/").await;
        amara.tab_to("Take next").await;
        amara.press(Key::Enter).await;
        amara.see(&case.to_string()).await;
        irina.see("amara, until").await;

        let kept = irina.execute(KEPT, vec![]).await.expect("it runs");
        assert_eq!(
            kept.json().to_string(),
            r#"["find","half a th",9,true,true]"#
        );
    });
}

#[test]
fn an_open_case_follows_while_somebody_writes_into_it() {
    world_in_browser("live-case", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let stopped = stopped_shipment("8817");
        let case = report(&shop, &stopped).await;
        let irina = signed_in(browser, world, "irina", Look::PLAIN).await;
        irina.open("/").await;
        irina.tab_to("Take next").await;
        irina.press(Key::Enter).await;
        irina.see(&format!("Case {case}")).await;
        let write = "window.opened = true;
            const field = document.querySelector('main textarea, main input[type=text]');
            for (let d = field.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
            field.select()";
        irina.execute(write, vec![]).await.expect("it runs");
        irina.press("looked myself").await;

        let answer = shop.report(&other_report_of(&stopped)).await;
        assert_eq!(answer.status, 201, "{:?}", answer.body);
        irina.see("12:21:40").await;
        let kept = irina
            .execute(
                "return [document.activeElement.value, window.opened === true]",
                vec![],
            )
            .await;
        let kept = kept.expect("it runs").json().to_string();
        assert_eq!(kept, r#"["looked myself",true]"#);
    });
}
