//! The queue, the search, refused reports and live pages.

mod lists;
mod live;
mod live_in_browser;
mod next;
mod refused;
mod search;
mod views;

use crate::support::connector::Connector;
use crate::support::database::Database;
use crate::support::person::{Person, Reply};
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use serde_json::Value;

/// A world with one source, and Irina, who has signed in.
pub struct Desk {
    pub world: World,
    pub shop: Connector,
    pub irina: Person,
}

impl Desk {
    pub async fn on(database: &Database) -> Self {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let irina = somebody(&world, "irina", Role::Reviewer).await;
        Self { world, shop, irina }
    }

    /// A stopped shipment of that order becomes a case.
    pub async fn stopped(&self, order: &str) -> i64 {
        report(&self.shop, &stopped_shipment(order)).await
    }
}

/// Adds somebody, and signs them in.
pub async fn somebody(world: &World, name: &str, role: Role) -> Person {
    world.add_user(name, role).await;
    let person = Person::new(world.address());
    let reply = person.sign_in(name, PASSWORD).await;
    assert_eq!(reply.goes_to(), (303, "/"), "{name} signs in");
    person
}

/// Reports a stop; the number of its case.
pub async fn report(connector: &Connector, report: &Value) -> i64 {
    let answer = connector.report(report).await;
    assert_eq!(answer.status, 201, "{:?}", answer.body);
    answer.body["case"].as_i64().expect("the number of a case")
}

/// The numbers of the cases that a list shows, from above.
pub fn cases(reply: &Reply) -> Vec<i64> {
    let rows = reply.body.split("<tr id=\"case-").skip(1);
    rows.map(|row| {
        row.split('"')
            .next()
            .expect("an id")
            .parse()
            .expect("a number")
    })
    .collect()
}

/// Where a link of this relation leads, if the page has one.
pub fn link(reply: &Reply, rel: &str) -> Option<String> {
    let (before, _) = reply.body.split_once(&format!("\" rel=\"{rel}\""))?;
    let (_, href) = before.rsplit_once("href=\"")?;
    Some(unescaped(href))
}

/// What an attribute's text means.
pub fn unescaped(text: &str) -> String {
    let text = text.replace("&#38;", "&").replace("&amp;", "&");
    text.replace("&#60;", "<")
        .replace("&#62;", ">")
        .replace("&#34;", "\"")
}
