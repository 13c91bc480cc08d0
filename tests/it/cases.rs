//! Real situations: each is accepted as it was reported, and once; and each is shown as its reviewer must see it.

mod conflicts;
mod decided;
mod documents;
mod goods;
mod in_browser;
mod messages;
mod payments;
mod refunds;
mod reviewer;

use crate::support::cases::real_cases;
use crate::support::database::{Database, on_both};
use crate::support::world::World;

on_both!(
    every_real_situation_is_accepted_once_and_shown,
    async |database: &Database| {
        let world = World::start(database).await;
        let source = world.source("shop").await;
        let irina = world.reviewer("irina").await;
        let cases = real_cases();
        assert!(!cases.is_empty());
        for case in cases {
            let first = source.report(&case.report).await;
            assert_eq!(first.status, 201, "{}: {first:?}", case.name);
            let again = source.report(&case.report).await;
            assert_eq!(
                (again.status, &again.body),
                (200, &first.body),
                "{}",
                case.name
            );
            let key = case.report["operation"]["key"].as_str();
            let page = irina.find_case(key.expect("a key")).await;
            page.must_show(key.expect("a key"));
        }
    }
);
