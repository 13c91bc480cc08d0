//! Workers that sleep or die while an instruction is theirs: nothing goes out that nobody can account for.

use crate::support::connector::{Connector, Taken};
use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use holdpoint::worker::sweeper::drain;
use serde_json::{Value, json};
use std::time::Duration;

const KEY: &str = "ship:8817:S-104";
const TASK: &str = "create_warehouse_task";
const MAIL: &str = "notify_customer";
const LEASE: Duration = Duration::from_secs(120);

/// A shipment on which a worker has been told to go on.
async fn taken(world: &World) -> (Connector, Reviewer, Page, Taken) {
    let shop = world.source("shop-wms").await;
    assert_eq!(shop.report(&stopped_shipment("8817")).await.status, 201);
    let irina = world.reviewer("irina").await;
    let case = irina.claim(KEY).await;
    irina.resume(&case, "protected_repeat").await;
    let taken = shop.take_only_offer().await;
    assert_eq!(taken.run(), [TASK, MAIL]);
    (shop, irina, case, taken)
}

/// Goes on as every worker must: asks before each step, and stops at the first no. Gives what was sent, and that no.
async fn go_on<'a>(
    shop: &Connector,
    taken: &'a Taken,
    pause_before: &str,
    pause: impl AsyncFn(),
) -> (Vec<&'a str>, Option<Value>) {
    let mut sent = Vec::new();
    for step in taken.run() {
        if step == pause_before {
            pause().await;
        }
        let answer = shop.renew(taken).await;
        if answer.status != 200 {
            return (sent, Some(answer.body));
        }
        sent.push(step);
    }
    (sent, None)
}

on_all!(
    s31_a_worker_that_wakes_after_its_lease_sends_nothing_and_what_it_tells_late_is_kept_as_facts,
    async |database: &Database| {
        let world = World::start(database).await;
        let (shop, irina, case, taken) = taken(&world).await;
        let sleep = async || {
            world.clock().advance(LEASE);
            drain(world.services()).await;
        };
        let (sent, refused) = go_on(&shop, &taken, MAIL, sleep).await;
        assert_eq!(sent, [TASK]);
        let refused = refused.expect("the mail is not sent");
        assert_eq!(refused["type"], "/api/v1/problems/ended", "{refused}");

        // The case is back before the worker says a word, and nothing is on offer.
        let back = irina.find_case(KEY).await;
        back.must_show("A worker took the instruction and did not tell what became of it");
        assert_eq!(shop.offered().await, Vec::<Value>::new());

        let late = json!({"outcome": "unknown", "detail": "I slept before the mail",
            "results": [{"step": TASK, "type": "task", "id": "WT-1"}]});
        let kept = shop.outcome(&taken, late.clone()).await;
        assert_eq!(kept.status, 200, "{kept:?}");
        assert_eq!(kept.body["recorded_as"], "facts");
        assert_eq!(kept.body["case_state"], "waiting");
        let again = shop.outcome(&taken, late).await;
        assert_eq!(again.body["repeated"], true, "{again:?}");

        // The reviewer finds the case by what the worker told, and the mail is as unknown as it was.
        let case_again = irina.claim("WT-1").await;
        assert_eq!(case_again.below(""), case.below(""));
        case_again.must_show("Unknown: a worker took the instruction and told no outcome");
        let refused = irina.cannot_resume_by_hand(&case_again, "never_sent").await;
        refused.must_show("whether a repeat is safe is not known");
        assert_eq!(shop.offered().await, Vec::<Value>::new());
    }
);

on_all!(
    s32_a_worker_that_is_started_again_gets_its_instruction_with_repeated_and_accounts_for_it,
    async |database: &Database| {
        let world = World::start(database).await;
        let (shop, irina, _, taken) = taken(&world).await;
        assert_eq!(taken.body["repeated"], false);
        world.clock().advance(LEASE / 2);

        // The same worker with the token that it had written down, and another one of the same name without it.
        let again = shop.take_again(&taken).await;
        assert_eq!(again.status, 200, "{again:?}");
        assert_eq!(again.body["repeated"], true);
        assert_eq!(again.body["seconds_left"], 60);
        assert_eq!(again.body["resume"], taken.body["resume"]);
        let other = shop
            .take(&taken.id, "a token made up anew", Value::Null)
            .await;
        assert_eq!(other.status, 409, "{other:?}");
        assert_eq!(other.body["taken_by"], "worker-1");

        // Its record says that the task was on its way when it died, so it sends nothing, and tells that.
        let died = json!({"outcome": "unknown", "attempts": [{"step": TASK, "number": 2,
            "started_at": "2026-11-29T12:25:10Z", "outcome": "crashed", "idempotency_key": format!("{KEY}#wms")}]});
        let kept = shop.outcome(&taken, died).await;
        assert_eq!(kept.status, 200, "{kept:?}");
        assert_eq!(kept.body["recorded_as"], "outcome");
        let ended = shop.take_again(&taken).await;
        assert_eq!(ended.status, 410, "{ended:?}");

        let case = irina.claim(KEY).await;
        case.must_show("Result unknown");
        case.must_show("12:25:10");
        // What it knows it never sent is not unknown: the way on begins at the task, under the same key.
        irina.resume(&case, "protected_repeat").await;
        let next = shop.take_only_offer().await;
        assert_ne!(next.id, taken.id);
        assert_eq!(
            next.body["resume"]["run"][0]["idempotency_key"],
            format!("{KEY}#wms")
        );
        assert_eq!(next.run(), [TASK, MAIL]);
    }
);
