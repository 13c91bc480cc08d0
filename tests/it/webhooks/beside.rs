//! Calls beside each other: of one instance, of several, and of one that died.

use super::{BY, SOURCE, Told, add, sql};
use crate::support::database::{Database, on_both};
use crate::support::endpoint::Endpoint;
use crate::support::process::Server;
use holdpoint::domain::webhook::AllowedHosts;
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::webhook::deliver::Recorded;
use holdpoint::service::webhook::endpoints;
use holdpoint::store::Db;
use holdpoint::worker::webhooks::Deliverer;
use std::time::Duration;

on_both!(
    an_endpoint_that_is_slow_takes_nobody_elses_turn,
    async |database: &Database| {
        let told = Told::on(database).await;
        let (slow, quick) = (Endpoint::up(), Endpoint::up());
        slow.hold_back(true);
        told.add(&slow).await;
        for order in 0..10 {
            told.decide(&order.to_string()).await;
        }
        let services = told.services().clone();
        crate::desk::world::source(&services, "shop-mail").await;
        let (id, _) = add(&services, "shop-mail", &quick).await;
        let story = async {
            slow.hears(4).await;
            let test = endpoints::test(&services, BY, "shop-mail", id).await;
            test.expect("on its way");
            quick.hears(1).await;
            assert_eq!(slow.calls().len(), 4, "four calls at one endpoint at once");
            slow.hold_back(false);
            slow.hears(10).await;
        };
        tokio::select! {
            () = Box::pin(told.deliverer.run()) => panic!("it does not end"),
            () = story => {}
        }
    }
);

on_both!(several_instances_call_once, async |database: &Database| {
    let told = Told::on(database).await;
    let endpoint = Endpoint::up();
    told.add(&endpoint).await;
    for order in 0..12 {
        told.decide(&order.to_string()).await;
    }
    // Another instance has connections of its own.
    let mut instances = vec![told.deliverer];
    for _ in 0..2 {
        let db = Db::connect(database.url()).await.expect("a database");
        let services = Services {
            db,
            ..told.world.services.clone()
        };
        instances.push(Deliverer::new(services).expect("an HTTP client"));
    }
    let drained = instances.iter_mut().map(Deliverer::drain);
    let drained = futures_util::future::join_all(drained).await;
    let came: Vec<_> = drained
        .into_iter()
        .flat_map(|d| d.expect("drained"))
        .collect();
    assert_eq!(came, [Recorded::Delivered; 12]);
    let mut ids: Vec<_> = endpoint.calls().into_iter().map(|call| call.id).collect();
    assert_eq!(ids.len(), 12);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 12);
});

on_both!(
    looking_after_an_endpoint_and_deciding_do_not_stop_each_other,
    async |database: &Database| {
        let told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, _) = told.add(&endpoint).await;
        let services = told.services().clone();
        let ended = tokio::sync::watch::Sender::new(false);
        let look_after = async {
            while !*ended.borrow() {
                let off = endpoints::switch_off(&services, BY, SOURCE, id).await;
                off.expect("switched off");
                let on = endpoints::switch_on(&services, BY, SOURCE, id).await;
                on.expect("switched on");
                let rotated = endpoints::rotate(&services, BY, SOURCE, id, Duration::ZERO).await;
                rotated.expect("a new secret");
                // Or nothing else has its turn.
                tokio::task::yield_now().await;
            }
        };
        let decide = async {
            for order in 0..40 {
                told.decide(&order.to_string()).await;
            }
            ended.send_replace(true);
        };
        tokio::join!(decide, look_after);
        told.world.must_verify().await;
    }
);

on_both!(
    killed_between_the_call_and_its_record_it_calls_again_under_the_same_id,
    async |database: &Database| {
        let db = Db::connect(database.url()).await.expect("a database");
        db.migrate().await.expect("its schema");
        let policy = Policy::standard().clone();
        let services = Services::new(db, holdpoint::clock::Clock::System, policy);
        let allowed = AllowedHosts::new(["127.0.0.1".to_owned()]);
        let services = services.allowing(allowed);
        crate::desk::world::source(&services, SOURCE).await;
        let endpoint = Endpoint::up();
        let (id, _) = add(&services, SOURCE, &endpoint).await;
        endpoint.hold_back(true);
        endpoints::test(&services, BY, SOURCE, id)
            .await
            .expect("on its way");
        let settings = [("HOLDPOINT_WEBHOOK_ALLOW", "127.0.0.1")];

        let server = Server::start_with(database, &settings);
        endpoint.hears(1).await;
        server.kill();
        endpoint.hold_back(false);
        // The lease of the dead runs out.
        sql(&services, "UPDATE deliveries SET due_at = 0").await;
        let _server = Server::start_with(database, &settings);
        let calls = endpoint.hears(2).await;
        assert_eq!(calls[0].id, calls[1].id);
        assert_eq!(calls[0].body, calls[1].body);
    }
);
