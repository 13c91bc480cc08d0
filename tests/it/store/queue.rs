use super::world::{World, add_user, claimed, minutes, waiting};
use crate::support::database::{Database, on_both};
use crate::support::told::told;
use holdpoint::domain::ids::{CaseId, OperationType, SystemName, Team};
use holdpoint::domain::report::StopKind::{NextStepPending, PayloadConflict, ResultUnknown};
use holdpoint::domain::standing::{CaseProtection, CaseState};
use holdpoint::store::cases::{self, CaseDetails, CaseRow};
use holdpoint::store::queue::{self, Choices, Holder, Lane, LaneHead, List, Order, Place};
use std::collections::BTreeSet;

/// Cases whose times differ, repeat, and are in another order by each column.
fn varied(n: i64) -> CaseDetails {
    let protected = n % 3 == 0;
    CaseDetails {
        stopped_at: minutes(-(n % 7)),
        protection: if protected {
            CaseProtection::Until
        } else {
            CaseProtection::None
        },
        protection_until: protected.then(|| minutes(n % 4)),
        system: ["wms", "erp", ""][usize::try_from(n % 3).expect("small")].to_owned(),
        owner_team: Team::from(if n % 2 == 0 { "billing" } else { "fulfilment" }),
        ..waiting(ResultUnknown, n % 5)
    }
}

async fn fill(world: &World, details: impl Iterator<Item = CaseDetails>) -> Vec<CaseId> {
    let details: Vec<_> = details.collect();
    let keys: Vec<String> = (0..details.len()).map(|n| format!("k{n}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let operations = world.operations(&keys).await;
    let new: Vec<_> = operations
        .iter()
        .zip(details)
        .map(|(operation, details)| world.new_case(operation.id, details))
        .collect();
    let mut tx = world.begin().await;
    let numbers = cases::insert(&mut tx, &new).await.expect("opened");
    told(tx).await;
    numbers.into_iter().map(|(_, case)| case).collect()
}

/// Reads a list to its end, then back to its beginning, and gives the cases in their order.
async fn walk(world: &World, list: &List) -> Vec<CaseRow> {
    let mut conn = world.db.read().await.expect("a connection");
    let mut pages = vec![
        queue::page(&mut conn, list, Place::First, 4)
            .await
            .expect("a page"),
    ];
    while let Some(cursor) = pages.last().and_then(|page| page.after) {
        let place = Place::After(cursor);
        pages.push(
            queue::page(&mut conn, list, place, 4)
                .await
                .expect("a page"),
        );
    }
    for place in (1..pages.len()).rev() {
        let cursor = pages[place].before.expect("a page before");
        let before = Place::Before(cursor);
        let back = queue::page(&mut conn, list, before, 4)
            .await
            .expect("a page");
        assert_eq!(back.cases, pages[place - 1].cases);
        assert_eq!(back.before.is_some(), place > 1);
        assert!(back.after.is_some());
    }
    pages.into_iter().flat_map(|page| page.cases).collect()
}

fn to_review(lane: &Lane, order: Order) -> List {
    List::ToReview {
        lane: lane.clone(),
        order,
    }
}

on_both!(
    a_lane_is_read_in_each_order_forwards_and_backwards_without_loss,
    async |database: &Database| {
        let world = World::on(database).await;
        let ids = fill(&world, (0..23).map(varied)).await;
        world.case("other lane", waiting(NextStepPending, 1)).await;
        let lane = Lane::whole(ResultUnknown);
        let key = |order, case: &CaseRow| match order {
            Order::MostUrgent => (case.details.urgent_at(), case.id),
            Order::LongestWaiting => (case.details.stopped_at, case.id),
            Order::ProtectionEndsFirst => (case.details.protection_order(), case.id),
        };
        for order in [
            Order::MostUrgent,
            Order::LongestWaiting,
            Order::ProtectionEndsFirst,
        ] {
            let seen = walk(&world, &to_review(&lane, order)).await;
            assert!(seen.is_sorted_by_key(|case| key(order, case)), "{order:?}");
            let distinct: BTreeSet<_> = seen.iter().map(|case| case.id).collect();
            assert_eq!(distinct, ids.iter().copied().collect::<BTreeSet<_>>());
            assert_eq!(seen.len(), 23);
        }
    }
);

on_both!(
    filters_narrow_a_lane_and_the_count_says_how_far,
    async |database: &Database| {
        let world = World::on(database).await;
        fill(&world, (0..23).map(varied)).await;
        let mine = claimed(&varied(1), world.reviewer, 30);
        let mine = world.case("mine", mine).await;
        let whole = Lane::whole(ResultUnknown);
        let narrowed: [(Lane, i64); 8] = [
            (whole.clone(), 24),
            (
                Lane {
                    system: Some(SystemName::from("wms")),
                    ..whole.clone()
                },
                8,
            ),
            (
                Lane {
                    system: Some(SystemName::from("none")),
                    ..whole.clone()
                },
                0,
            ),
            (
                Lane {
                    owner_team: Some(Team::from("billing")),
                    ..whole.clone()
                },
                12,
            ),
            (
                Lane {
                    source: Some(world.source.id),
                    ..whole.clone()
                },
                24,
            ),
            (
                Lane {
                    operation_type: Some("warehouse_shipment".into()),
                    ..whole.clone()
                },
                24,
            ),
            (
                Lane {
                    holder: Some(Holder::Nobody),
                    ..whole.clone()
                },
                23,
            ),
            (
                Lane {
                    holder: Some(Holder::Person(world.reviewer)),
                    ..whole
                },
                1,
            ),
        ];
        for (lane, expected) in &narrowed {
            let seen = walk(&world, &to_review(lane, Order::MostUrgent)).await;
            assert_eq!(i64::try_from(seen.len()), Ok(*expected), "{lane:?}");
            let mut conn = world.db.read().await.expect("a connection");
            let both = [lane.clone(), Lane::whole(PayloadConflict)];
            let counted = queue::counts(&mut conn, &both, 10).await.expect("counted");
            assert_eq!(counted, [*expected.min(&10), 0]);
            if *expected == 1 {
                assert_eq!(seen[0].id, mine.id);
            }
        }
    }
);

on_both!(
    a_lane_tells_how_many_how_old_how_late_and_what_can_be_chosen,
    async |database: &Database| {
        let world = World::on(database).await;
        fill(&world, (0..23).map(varied)).await;
        let mut conn = world.db.read().await.expect("a connection");
        let heads = queue::lane_heads(&mut conn, minutes(2), 7)
            .await
            .expect("read");
        let head = heads[&ResultUnknown];
        assert_eq!(
            (head.cases, head.oldest, head.over_due),
            (23, Some(minutes(-6)), 7)
        );
        assert_eq!(heads[&NextStepPending], LaneHead::default());

        let choices = queue::choices(&mut conn, ResultUnknown, 100)
            .await
            .expect("read");
        assert_eq!(choices.systems, ["erp", "wms"].map(SystemName::from));
        assert_eq!(choices.owners, ["billing", "fulfilment"].map(Team::from));
        assert_eq!(
            choices.types,
            ["warehouse_shipment"].map(OperationType::from)
        );
        let sources: Vec<_> = choices.sources.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(sources, ["shop-wms"]);
        let none = queue::choices(&mut conn, NextStepPending, 100)
            .await
            .expect("read");
        assert_eq!(none, Choices::default());
    }
);

on_both!(
    cases_under_way_and_resolved_have_lists_of_their_own,
    async |database: &Database| {
        let world = World::on(database).await;
        let under_way = |n: i64| CaseDetails {
            state: if n % 2 == 0 {
                CaseState::Decided
            } else {
                CaseState::Executing
            },
            decided_at: Some(minutes(n % 5)),
            ..waiting(
                if n % 3 == 0 {
                    ResultUnknown
                } else {
                    NextStepPending
                },
                1,
            )
        };
        let resolved = |n: i64| CaseDetails {
            state: CaseState::Resolved,
            resolved_at: Some(minutes(n % 5)),
            ..under_way(n)
        };
        let details = (0..9).map(under_way).chain((0..9).map(resolved));
        fill(&world, details.chain((0..9).map(varied))).await;

        let decided = walk(&world, &List::UnderWay { kind: None }).await;
        assert_eq!(decided.len(), 9);
        assert!(decided.is_sorted_by_key(|case| (case.details.decided_at, case.id)));
        let latest = walk(&world, &List::Resolved { kind: None }).await;
        assert_eq!(latest.len(), 9);
        assert!(
            latest
                .iter()
                .rev()
                .is_sorted_by_key(|case| (case.details.resolved_at, case.id))
        );
        let some = walk(
            &world,
            &List::Resolved {
                kind: Some(ResultUnknown),
            },
        )
        .await;
        assert_eq!(some.len(), 3);
    }
);

on_both!(
    of_many_who_ask_for_the_next_case_each_gets_another,
    async |database: &Database| {
        let world = World::on(database).await;
        fill(&world, (0..5).map(varied)).await;
        let lane = Lane::whole(ResultUnknown);
        let take = async || {
            let mut tx = world.begin().await;
            let case = queue::next_free(&mut tx, &lane).await.expect("an answer")?;
            let ours = claimed(&case.details, world.reviewer, 30);
            assert!(
                cases::update(&mut tx, &case, &ours, minutes(0))
                    .await
                    .expect("an answer")
            );
            told(tx).await;
            Some(case)
        };
        let taken = futures_util::future::join_all((0..8).map(|_| take())).await;
        let taken: Vec<_> = taken.into_iter().flatten().collect();
        let distinct: BTreeSet<_> = taken.iter().map(|case| case.id).collect();
        assert_eq!((taken.len(), distinct.len()), (5, 5));
    }
);

on_both!(
    the_next_case_is_the_most_urgent_that_is_free_and_not_put_off,
    async |database: &Database| {
        let world = World::on(database).await;
        let other = add_user(&world.db, "tomasz", "Tomasz Wilk").await;
        world
            .case("held", claimed(&waiting(ResultUnknown, 1), other, 30))
            .await;
        let put_off = CaseDetails {
            look_again_at: Some(minutes(10)),
            ..waiting(ResultUnknown, 2)
        };
        world.case("put off", put_off).await;
        let frozen = CaseDetails {
            state: CaseState::AwaitingApproval,
            ..waiting(ResultUnknown, 3)
        };
        world.case("frozen", frozen).await;
        let free = world.case("free", waiting(ResultUnknown, 4)).await;
        world.case("less urgent", waiting(ResultUnknown, 5)).await;

        let lane = Lane::whole(ResultUnknown);
        let mut tx = world.begin().await;
        let next = queue::next_free(&mut tx, &lane).await.expect("an answer");
        assert_eq!(next.map(|case| case.id), Some(free.id));
    }
);
