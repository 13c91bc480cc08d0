//! A source's endpoint is away while there is something to tell.

use super::Scene;
use crate::support::database::{Database, on_all};
use crate::support::endpoint::Endpoint;
use crate::support::sample::{Dies, until_gate};
use holdpoint::service::webhook::Administrator;
use holdpoint::service::webhook::deliver::Recorded;
use holdpoint::service::webhook::endpoints::add;
use holdpoint::worker::webhooks::Deliverer;
use std::time::Duration;

const TEN_MINUTES: Duration = Duration::from_secs(600);

on_all!(
    s20_the_knock_comes_late_and_twice_and_what_it_tells_happens_once,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let mut endpoint = Endpoint::down();
        let services = scene.holdpoint.services().clone();
        let by = Administrator::CommandLine;
        let added = add(&services, by, "samovar-shop", endpoint.address()).await;
        let secret = added.expect("an endpoint").secret;
        let mut deliverer = Deliverer::new(services).expect("an HTTP client");

        // Nobody answers at the endpoint; the connector asks by itself, and carries the decision out.
        let order = scene.left_alone_by("warehouse", "answer_lost").await;
        let case = scene.claim(&order).await;
        scene.irina.resume(&case, "protected_repeat").await;
        let came = deliverer.drain().await.expect("the database");
        assert!(matches!(came[..], [Recorded::Again(_)]), "{came:?}");
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "done").await;
        for _ in 0..6 {
            scene.let_pass(TEN_MINUTES).await;
            let came = deliverer.drain().await.expect("the database");
            let tried_again = |came: &Recorded| matches!(came, Recorded::Again(_));
            assert!(came.iter().all(tried_again), "{came:?}");
        }

        // An hour later it is there: it fails once, and hears the same notice again.
        endpoint.comes_up();
        endpoint.will_answer(500);
        let mut came = Vec::new();
        while !came.contains(&Recorded::Delivered) {
            scene.let_pass(6 * TEN_MINUTES).await;
            came.extend(deliverer.drain().await.expect("the database"));
        }
        let calls = endpoint.calls();
        assert_eq!(calls.len(), 2);
        assert_eq!(calls[0].id, calls[1].id);
        assert_ne!(calls[0].signature, calls[1].signature);
        assert!(calls.iter().all(|call| call.is_signed_with(&[&secret])));

        // A knock orders nothing, however late it is.
        scene.goes_on().await;
        assert_eq!(scene.shop.offered().await.len(), 0);
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let shipment = format!("S-{order}");
        assert_eq!(scene.sample.calls("warehouse", &shipment).await, 2);
        scene.sign_in_again().await;
        let told = scene.irina.open(&case.path).await;
        for shown in ["No connection", "Answered 500", "Answered 204", "Delivered"] {
            told.must_show(shown);
        }
        let proof = "The endpoint was down for an hour, failed, and heard the notice in the end; meanwhile the connector had \
            asked by itself, and everything happened once.";
        scene.prove("s20", proof, &order).await;
        drop(connector);
    }
);
