//! The warehouse is down for an hour, and four hundred operations stop for the same reason: a day later, when nothing protects a
//! repeat any more.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::same_cause::{Group, Marked, Seen, marked};
use crate::support::world::World;
use holdpoint::on;
use holdpoint::service::verify_audit::{Options, verify};

const STOPPED: usize = 400;
/// Of these nothing could be seen.
const UNCLEAR: usize = 10;
/// The warehouse forgets the keys of 12:20:01 a day later.
const PROTECTION_IS_OVER: &str = "2026-11-30T12:21:02Z";

async fn stop_all(shop: &Connector) {
    for n in 0..STOPPED {
        let report = stopped_shipment(&(8_000 + n).to_string());
        assert_eq!(shop.report(&report).await.status, 201);
    }
}

/// The warehouse's own list: every second shipment is there, and of some nothing can be said.
fn seen(case: &Marked) -> Seen {
    let order = case
        .key
        .split(':')
        .nth(1)
        .and_then(|order| order.parse().ok());
    let order: usize = order.expect("ship:ORDER:S-104");
    match order - 8_000 {
        n if n < UNCLEAR => Seen::Unclear,
        n if n.is_multiple_of(2) => Seen::Found(format!("WT-{order}")),
        _ => Seen::Absent,
    }
}

async fn count(world: &World, sql: &'static str) -> i64 {
    let mut conn = world.services().db.read().await.expect("a connection");
    let counted = on!((&mut conn).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql).fetch_one(c).await
    });
    counted.expect("counted")
}

/// Nobody does anything to more than a hundred at once; and no other deed can be done so at all.
async fn only_some_deeds_and_not_for_all(group: &Group<'_>) {
    let pages = group.pages().await;
    let all: Vec<Marked> = pages.iter().flat_map(marked).collect();
    assert_eq!(all.len(), STOPPED);
    let too_many = group.post("resume", &pages[0], &all).await;
    assert_eq!(too_many.status, 422, "{}", too_many.text());
    too_many.must_show("No more than 100 cases at once.");
    let some = marked(&pages[0]);
    assert_eq!(some.len(), 100);
    for never in ["close", "new-operation", "compensate"] {
        assert_eq!(
            group.post(never, &pages[0], &some).await.status,
            404,
            "{never}"
        );
    }
}

on_all!(
    s22_what_stopped_for_one_reason_is_looked_up_at_once_and_continued_together,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        stop_all(&shop).await;
        world.it_is(PROTECTION_IS_OVER);
        let irina = world.reviewer("irina").await;

        let group = Group::largest(&irina, "400 cases share one cause.").await;
        let page = group.open().await;
        page.must_show("the protection of its key ended");
        only_some_deeds_and_not_for_all(&group).await;
        group.claim_all().await;
        let page = group.open().await;
        let nothing = group.form("resume", &marked(&page)).await;
        nothing.must_show("100 cases are left out");

        // Those whose knowledge allows it go on together; a reason that is not true of an operation is none for it.
        group.look_over(async |case| seen(case)).await;
        let found = group.resume("found_and_confirmed").await;
        let absent = group.resume("absence_proven").await;
        assert_eq!((found, absent), (195, 195));
        for (what, sql) in [
            (
                "decided cases",
                "SELECT COUNT(DISTINCT case_id) FROM decisions",
            ),
            ("decisions", "SELECT COUNT(*) FROM decisions"),
            (
                "instructions",
                "SELECT COUNT(DISTINCT operation_id) FROM instructions",
            ),
            (
                "entries",
                "SELECT COUNT(DISTINCT case_id) FROM history WHERE kind = 'decided'",
            ),
        ] {
            assert_eq!(count(&world, sql).await, 390, "{what}");
        }

        // The rest are left, with the reason.
        let rest = group.open().await;
        let left = marked(&rest);
        assert_eq!(left.len(), UNCLEAR);
        let none = group.form("resume", &left).await;
        none.must_show("10 cases are left out");
        none.must_show("the protection of its key ended");
        verify(world.services(), &Options::default(), |_| {})
            .await
            .expect("a whole history");
    }
);
