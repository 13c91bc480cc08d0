//! A source that is told of its instructions, and whose endpoint is not always there.

use crate::support::database::{Database, on_all};
use crate::support::endpoint::Endpoint;
use crate::support::reports::stopped_shipment;
use crate::support::world::World;
use holdpoint::domain::people::Role;
use holdpoint::service::webhook::Administrator;
use holdpoint::service::webhook::deliver::Recorded;
use holdpoint::service::webhook::endpoints::add;
use holdpoint::worker::webhooks::Deliverer;
use std::collections::BTreeSet;
use std::time::Duration;

const KEY: &str = "ship:8817:S-104";
const MINUTE: Duration = Duration::from_secs(60);

on_all!(
    s20_an_endpoint_is_down_for_an_hour_then_fails_then_answers,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let mut endpoint = Endpoint::down();
        let by = Administrator::CommandLine;
        let added = add(world.services(), by, "shop-wms", endpoint.address()).await;
        let secret = added.expect("an endpoint").secret;
        let mut deliverer = Deliverer::new(world.services().clone()).expect("an HTTP client");
        shop.report(&stopped_shipment("8817")).await;
        let irina = world.reviewer("irina").await;
        let case = irina.claim(KEY).await;
        irina.resume(&case, "protected_repeat").await;

        // For an hour nobody answers there; whoever asks gets the instruction all the same.
        for _ in 0..60 {
            let came = deliverer.drain().await.expect("the database");
            assert!(
                came.iter().all(|c| matches!(c, Recorded::Again(_))),
                "{came:?}"
            );
            world.clock().advance(MINUTE);
        }
        let offered = shop.offered().await;
        assert_eq!(offered.len(), 1);
        endpoint.comes_up();
        endpoint.will_answer(500);
        let mut came = Vec::new();
        while !came.contains(&Recorded::Delivered) {
            came.extend(deliverer.drain().await.expect("the database"));
            world.clock().advance(10 * MINUTE);
        }

        // Failed once and heard once: the same notice, each time with a time and a signature of its own.
        let calls = endpoint.calls();
        assert_eq!(calls.len(), 2);
        assert!(calls.iter().all(|call| call.is_signed_with(&[&secret])));
        assert_eq!(
            (&calls[0].id, &calls[0].body),
            (&calls[1].id, &calls[1].body)
        );
        let times: BTreeSet<_> = calls.iter().map(|call| &call.timestamp).collect();
        let signatures: BTreeSet<_> = calls.iter().map(|call| &call.signature).collect();
        assert_eq!((times.len(), signatures.len()), (2, 2));
        assert_eq!(
            calls[0].says()["data"]["instruction_id"],
            offered[0]["instruction_id"]
        );

        // The case shows every call and what was heard.
        let amara = world.reviewer("amara").await;
        let page = amara.find_case(KEY).await;
        for shown in ["No connection", "Answered 500", "Answered 204", "Delivered"] {
            page.must_show(shown);
        }

        // So does the page of those who look after the source.
        let nadia = world.person("nadia", Role::Admin).await;
        let sources = nadia.open("/sources").await;
        sources.must_show("shop-wms");
        let source = nadia.open("/sources/shop-wms").await;
        source.must_show("Answered 500");
        let test = source
            .html
            .split('"')
            .find(|a| a.ends_with("/test"))
            .expect("a button");
        nadia
            .submit(&source, test, &[])
            .await
            .must_show("On its way");
        assert_eq!(amara.get("/sources").await.status, 403);
    }
);
