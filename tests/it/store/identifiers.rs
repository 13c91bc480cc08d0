use super::world::{World, waiting};
use crate::support::database::{Database, on_both};
use crate::support::told::told;
use holdpoint::domain::ids::OperationId;
use holdpoint::domain::report::StopKind::ResultUnknown;
use holdpoint::domain::standing::CaseState;
use holdpoint::store::cases::CaseDetails;
use holdpoint::store::holds;
use holdpoint::store::identifiers::{self, Identifier, Whole};

fn identifier(operation: OperationId, name: &str, term: &str) -> Identifier {
    Identifier {
        operation,
        name: name.to_owned(),
        term: term.to_owned(),
    }
}

async fn found(world: &World, text: &str) -> Vec<OperationId> {
    let mut conn = world.db.read().await.expect("a connection");
    let found = identifiers::search(&mut conn, text, 3).await.expect("read");
    found.hits.into_iter().map(|hit| hit.operation_id).collect()
}

on_both!(
    an_operation_is_found_by_any_identifier_whatever_its_case_and_script,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.case("a", waiting(ResultUnknown, 1)).await;
        let a = case.origin.operation_id;
        let b = world.operation("b").await.id;
        let mut tx = world.begin().await;
        let all = [
            identifier(a, "operation_key", "Ship:8817:S-104"),
            identifier(a, "reference:order_id", "Заказ-Ж"),
            identifier(a, "reference:order_id", "  "),
            identifier(b, "reference:order_id", "заказ-ж"),
            identifier(b, "event", "заказ-ж-2"),
            identifier(b, "event", "100%_\0"),
        ];
        identifiers::insert(&mut tx, &all).await.expect("added");
        identifiers::insert(&mut tx, &all)
            .await
            .expect("added again");
        told(tx).await;

        assert_eq!(found(&world, " ship:8817:s-104 ").await, [a]);
        assert_eq!(found(&world, "ship:88").await, [a]);
        assert_eq!(
            found(&world, "ЗАКАЗ-Ж").await,
            [b, a],
            "the latest first, each once"
        );
        assert_eq!(found(&world, "заказ-ж-").await, [b]);
        assert_eq!(found(&world, "100%_\0").await, [b]);
        assert!(found(&world, "%").await.is_empty());
        assert!(found(&world, "").await.is_empty());

        let mut conn = world.db.read().await.expect("a connection");
        let hits = identifiers::search(&mut conn, "заказ-ж", 3)
            .await
            .expect("read")
            .hits;
        assert_eq!(
            (hits[1].case_id, hits[1].state),
            (Some(case.id), Some(CaseState::Waiting))
        );
        assert_eq!(
            (hits[1].name.as_str(), hits[0].case_id),
            ("reference:order_id", None)
        );
        let alike = identifiers::look_alikes(&mut conn, &all[1], 5)
            .await
            .expect("read");
        assert_eq!(
            alike.iter().map(|hit| hit.operation_id).collect::<Vec<_>>(),
            [b]
        );
    }
);

on_both!(
    exact_finds_come_before_those_that_only_begin_so,
    async |database: &Database| {
        let world = World::on(database).await;
        let ids = world.operations(&["1", "2", "3", "4"]).await;
        let terms = ["10", "1", "100", "11"];
        let all: Vec<_> = ids
            .iter()
            .zip(terms)
            .map(|(o, term)| identifier(o.id, "event", term))
            .collect();
        let mut tx = world.begin().await;
        identifiers::insert(&mut tx, &all).await.expect("added");
        told(tx).await;
        assert_eq!(found(&world, "1").await, [ids[1].id, ids[0].id, ids[2].id]);
    }
);

on_both!(
    open_cases_that_hold_the_same_object_are_named_whoever_reported_them,
    async |database: &Database| {
        let world = World::on(database).await;
        let a = world.case("a", waiting(ResultUnknown, 1)).await;
        let b = world.case("b", waiting(ResultUnknown, 1)).await;
        let resolved = CaseDetails {
            state: CaseState::Resolved,
            ..waiting(ResultUnknown, 1)
        };
        let c = world.case("c", resolved).await;
        let hold = |case: &holdpoint::store::cases::CaseRow, name: &str| {
            (name.to_owned(), case.origin.operation_id)
        };
        let all = [
            hold(&a, "shipment:S-104"),
            hold(&b, "shipment:S-104"),
            hold(&c, "shipment:S-104"),
            hold(&b, "x"),
        ];
        let mut tx = world.begin().await;
        holds::insert(&mut tx, &all).await.expect("noted");
        holds::insert(&mut tx, &all[..1])
            .await
            .expect("noted again");
        let of_a = ["shipment:S-104".to_owned(), "y".to_owned()];
        let shared = holds::shared(&mut tx, &of_a, a.origin.operation_id, 10)
            .await
            .expect("read");
        assert_eq!(shared.iter().map(|s| s.case_id).collect::<Vec<_>>(), [b.id]);
        let none = holds::shared(&mut tx, &[], a.origin.operation_id, 10)
            .await
            .expect("read");
        assert_eq!(none, []);
    }
);

on_both!(
    many_names_of_one_operation_crowd_out_no_other_without_a_word,
    async |database: &Database| {
        let world = World::on(database).await;
        let (a, b) = (world.operation("a").await.id, world.operation("b").await.id);
        let mut tx = world.begin().await;
        let named = |operation, n: i64, term: &str| identifier(operation, &format!("n{n}"), term);
        let longer = (0..20).map(|n| named(a, n, &format!("zz:1#{n}")));
        let exact = (0..20).map(|n| named(b, n, "yy"));
        let all: Vec<_> = longer
            .chain(exact)
            .chain([named(b, 0, "zz:2"), named(a, 0, "yy")])
            .collect();
        identifiers::insert(&mut tx, &all).await.expect("added");
        told(tx).await;
        for (text, operations, whole) in [
            ("zz:", vec![a], Whole::Exact),
            ("zz:2", vec![b], Whole::All),
            ("yy", vec![b], Whole::Part),
        ] {
            assert_eq!(found(&world, text).await, operations, "{text}");
            let mut conn = world.db.read().await.expect("a connection");
            let found = identifiers::search(&mut conn, text, 3).await;
            assert_eq!(found.expect("read").whole, whole, "{text}");
        }
    }
);
