//! Real situations: each is accepted as it was reported, and once.

use crate::support::cases::real_cases;
use crate::support::database::{Database, on_both};
use crate::support::world::World;

on_both!(
    every_real_situation_is_accepted_once,
    async |database: &Database| {
        let world = World::start(database).await;
        let source = world.source("shop").await;
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
        }
    }
);
