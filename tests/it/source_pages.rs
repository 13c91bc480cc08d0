//! The pages of those who look after sources: in every look, and by keyboard.

use crate::support::browser::{Browser, Look};
use crate::support::endpoint::Endpoint;
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::ids::EndpointId;
use holdpoint::domain::people::Role;
use holdpoint::domain::webhook::GIVE_UP_AFTER;
use holdpoint::service::webhook::Administrator;
use holdpoint::service::webhook::endpoints::{add, rotate};
use holdpoint::worker::webhooks::Deliverer;
use std::time::Duration;
use thirtyfour::Key;

const BY: Administrator<'_> = Administrator::CommandLine;

async fn has(world: &World, endpoint: &Endpoint) -> EndpointId {
    let added = add(world.services(), BY, "shop-wms", endpoint.address()).await;
    added.expect("an endpoint").endpoint
}

#[test]
fn sources_pass_in_every_look_and_are_looked_after_by_keyboard() {
    world_in_browser("sources", async |world: &World, browser: &Browser| {
        let shop = world.source("shop-wms").await;
        let (well, down, gone) = (Endpoint::up(), Endpoint::down(), Endpoint::up());
        let changing = has(world, &well).await;
        has(world, &down).await;
        has(world, &gone).await;
        let day = Duration::from_secs(24 * 3600);
        let rotated = rotate(world.services(), BY, "shop-wms", changing, 7 * day).await;
        rotated.expect("a second secret");
        shop.report(&stopped_shipment("8817")).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim("ship:8817:S-104").await;
        irina.resume(&case, "protected_repeat").await;
        gone.will_answer(410);
        let mut deliverer = Deliverer::new(world.services().clone()).expect("an HTTP client");
        for _ in 0..2 {
            deliverer.drain().await.expect("the database");
            world.clock().advance(GIVE_UP_AFTER);
        }

        world.add_user("nadia", Role::Admin).await;
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            window.sign_in("nadia", PASSWORD).await;
            for (name, path) in [("sources", "/sources"), ("source", "/sources/shop-wms")] {
                window.open(path).await;
                window.check(name).await;
            }
            let window = browser.window(world.address(), look).await;
            window.sign_in("irina", PASSWORD).await;
            window.open(&case.path).await;
            window.check("case-undelivered").await;
        }

        let nadia = browser.window(world.address(), Look::PLAIN).await;
        nadia.sign_in("nadia", PASSWORD).await;
        nadia.open("/sources").await;
        for words in ["2 notices undelivered", "Off: answered 410"] {
            nadia.see(words).await;
        }
        nadia.tab_to("shop-wms").await;
        nadia.press(Key::Enter).await;
        nadia.see("each call is signed with both").await;
        let again = format!("Notify the source once more {}", well.calls()[0].id);
        nadia.tab_to(&again).await;
        nadia.press(Key::Enter).await;
        nadia.see("On its way").await;
        let test = format!("Send a test notice {}", well.address());
        nadia.tab_to(&test).await;
        nadia.press(Key::Enter).await;
        nadia.see("Test").await;
    });
}
