//! Every number of the page leads to a list that has exactly so many rows.

use super::history::write;
use crate::support::database::{Database, on_both};
use crate::support::person::{Person, Reply};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use std::collections::BTreeMap;

/// The links to lists, each with the number that it stands under.
pub fn numbers(reply: &Reply) -> BTreeMap<String, String> {
    let links = reply.body.split("<a href=\"/age/cases").skip(1);
    let link = |rest: &str| {
        let (href, rest) = rest.split_once('"').expect("a link");
        let (_, rest) = rest.split_once('>').expect("its words");
        let (number, _) = rest.split_once("</a>").expect("its end");
        let href = href.replace("&amp;", "&").replace("&#38;", "&");
        (format!("/age/cases{href}"), number.to_owned())
    };
    links.map(link).collect()
}

fn next(reply: &Reply) -> Option<String> {
    let links = reply.body.split("<a class=\"btn mini\" href=\"").skip(1);
    let next = links
        .filter_map(|rest| rest.split_once("\" rel=\"next\""))
        .next();
    next.map(|(href, _)| href.replace("&amp;", "&").replace("&#38;", "&"))
}

/// How many rows a list has, from its beginning to its end.
pub async fn rows(person: &Person, href: &str) -> usize {
    let mut rows = 0;
    let mut at = Some(href.to_owned());
    while let Some(href) = at {
        let page = person.get(&href).await;
        assert_eq!(page.status, 200, "{href}");
        rows += page.body.matches("class=\"ref\"").count();
        at = next(&page);
    }
    rows
}

on_both!(
    every_number_leads_to_a_list_of_so_many_rows,
    async |database: &Database| {
        let world = World::start(database).await;
        let services = world.services();
        write(&services.db, 5, 150, 20, services.now()).await;
        world.add_user("maria", Role::Manager).await;
        let maria = Person::new(world.address());
        maria.sign_in("maria", PASSWORD).await;
        let mut seen = 0;
        for page in [
            "/age",
            "/age?window=7d&by=day",
            "/age?window=30d&owner=billing&type=refund",
            "/age?kind=payload_conflict&source=shop&window=7d&by=hour",
        ] {
            let reply = maria.get(page).await;
            assert_eq!(reply.status, 200, "{page}");
            for (href, number) in numbers(&reply) {
                let rows = rows(&maria, &href).await;
                assert_eq!(rows.to_string(), number, "{href} of {page}");
                seen += 1;
            }
        }
        assert!(seen > 150, "{seen} numbers");
        let nowhere = maria.get("/age/cases?figure=waiting").await;
        assert_eq!(nowhere.status, 404);
        // A manager is told on the queue as well; a reviewer is not.
        let told = "The oldest case has waited";
        assert!(maria.get("/age").await.body.contains(told));
        assert!(maria.get("/").await.body.contains(told));
        world.add_user("irina", Role::Reviewer).await;
        let irina = Person::new(world.address());
        irina.sign_in("irina", PASSWORD).await;
        assert!(irina.get("/age").await.body.contains(told));
        assert!(!irina.get("/").await.body.contains(told));
    }
);
