//! Undoing what is done: asked for apart, and open until its outcome.

use crate::support::connector::{Connector, Taken};
use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use holdpoint::domain::people::Role;
use serde_json::json;

/// The shipment whose order can be undone, in the hands of somebody who may do so.
async fn undoable(world: &World) -> (Connector, Reviewer, Page) {
    let shop = world.source("shop-wms").await;
    let mut report = stopped_shipment("8817");
    report["steps"][0]["compensable"] = true.into();
    shop.report(&report).await;
    let sofia = world.person("sofia", Role::SeniorReviewer).await;
    let case = sofia.claim("ship:8817:S-104").await;
    (shop, sofia, case)
}

/// Decides to undo the first step, and lets a worker take the instruction.
async fn undo(shop: &Connector, sofia: &Reviewer, case: &Page) -> Taken {
    assert!(case.links_to("compensate"), "{}", case.text());
    let form = sofia.open(&case.below("compensate")).await;
    form.must_show("Deleting a record here, or in your own system, undoes nothing outside.");
    let fields = [
        ("undo_1", "yes"),
        ("reason", "order_cancelled"),
        (
            "justification",
            "The customer cancelled the order on the phone.",
        ),
    ];
    // A reason that the facts do not bear out is not offered, and refused where it comes by hand.
    assert!(!form.html.contains("done_more_than_once"));
    let untrue = [
        &fields[..1],
        &[("reason", "done_more_than_once")],
        &fields[2..],
    ]
    .concat();
    let refused = sofia
        .submit(&form, &case.below("compensate"), &untrue)
        .await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    refused.must_show("nothing of this was done more than once");
    let answer = sofia
        .submit(&form, &case.below("compensate"), &fields)
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    shop.take_only_offer().await
}

on_all!(
    s23_undoing_is_asked_for_apart_and_the_case_stays_open_until_the_outcome,
    async |database: &Database| {
        let world = World::start(database).await;
        let (shop, sofia, case) = undoable(&world).await;
        let taken = undo(&shop, &sofia, &case).await;
        let open = sofia.find_case("ship:8817:S-104").await;
        assert!(!open.shows("What was done is undone."), "{}", open.text());

        let done = json!({"outcome": "done", "results": [
            {"step": "undo_create_erp_order", "type": "cancellation", "id": "CX-1"}]});
        assert_eq!(shop.outcome(&taken, done).await.status, 200);
        let resolved = sofia.find_case("CX-1").await;
        resolved.must_show("Done, and undone again");
    }
);

on_all!(
    s35_an_undoing_that_times_out_is_unknown_and_the_operation_never_goes_on,
    async |database: &Database| {
        let world = World::start(database).await;
        let (shop, sofia, case) = undoable(&world).await;
        let taken = undo(&shop, &sofia, &case).await;
        let lost = json!({"outcome": "unknown", "attempts": [{
            "step": "undo_create_erp_order", "number": 1, "started_at": "2026-11-29T12:41:10Z", "outcome": "timeout"}]});
        assert_eq!(shop.outcome(&taken, lost).await.status, 200);

        let case = sofia.claim("ship:8817:S-104").await;
        case.must_show("this operation is being taken back");
        assert!(!case.links_to("resume"), "{}", case.text());
        let refused = sofia.cannot_resume_by_hand(&case, "other").await;
        refused.must_show("The operation is being taken back, so it cannot be continued.");
    }
);
