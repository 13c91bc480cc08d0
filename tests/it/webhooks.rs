//! Notices of instructions on their way to endpoints, on both databases.

use crate::desk::world::{HOUR, MINUTE, World, refused, stopped_shipment};
use crate::support::database::{Database, on_both};
use crate::support::endpoint::Endpoint;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, DeliveryId, EndpointId, InstructionId};
use holdpoint::domain::people::Role;
use holdpoint::domain::webhook::{AllowedHosts, EndpointState, GIVE_UP_AFTER, Secret};
use holdpoint::on;
use holdpoint::service::webhook::Administrator;
use holdpoint::service::webhook::deliver::{LEASE, Recorded, claim};
use holdpoint::service::webhook::endpoints::{self, EndpointRefused, TESTS_KEPT_FOR, forget_tests};
use holdpoint::service::webhook::redeliver::{RedeliverRefused, redeliver};
use holdpoint::service::webhook::see::{EndpointSeen, one_source};
use holdpoint::service::withdraw::withdraw;
use holdpoint::service::{ServiceError, Services};
use holdpoint::worker::webhooks::Deliverer;
use serde_json::json;
use std::time::Duration;

mod beside;

const BY: Administrator<'_> = Administrator::CommandLine;
const SOURCE: &str = "shop-wms";

/// The world, and whoever calls.
struct Told {
    world: World,
    deliverer: Deliverer,
}

impl Told {
    async fn on(database: &Database) -> Self {
        let world = World::on_this_machine(database).await;
        let deliverer = Deliverer::new(world.services.clone()).expect("an HTTP client");
        Self { world, deliverer }
    }

    fn services(&self) -> &Services {
        &self.world.services
    }

    async fn add(&self, endpoint: &Endpoint) -> (EndpointId, Secret) {
        add(self.services(), SOURCE, endpoint).await
    }

    /// Decides something, so that there is something to tell.
    async fn decide(&self, order: &str) -> (CaseId, InstructionId) {
        let case = self.world.stop(stopped_shipment(order)).await;
        (case, self.world.resume(&self.world.irina, case).await)
    }

    async fn drain(&mut self) -> Vec<Recorded> {
        self.deliverer.drain().await.expect("the database")
    }

    /// Lets time pass until the next call, which there has to be, and gives what came of it.
    async fn next_call(&mut self) -> Recorded {
        let seen = self.only_endpoint().await;
        let due = seen.latest[0].delivery.due_at;
        let now = self.services().now();
        self.world.pass(due.since(now));
        let mut came = self.drain().await;
        assert_eq!(came.len(), 1, "{came:?}");
        came.remove(0)
    }

    async fn only_endpoint(&self) -> EndpointSeen {
        let mut seen = one_source(self.services(), BY, SOURCE).await.expect("seen");
        assert_eq!(seen.endpoints.len(), 1);
        seen.endpoints.remove(0)
    }
}

async fn add(services: &Services, source: &str, endpoint: &Endpoint) -> (EndpointId, Secret) {
    let added = endpoints::add(services, BY, source, endpoint.address()).await;
    let added = added.expect("a new endpoint");
    (added.endpoint, added.secret)
}

/// What no button does.
async fn sql(services: &Services, text: &'static str) {
    let mut connection = services.db.write().await.expect("a connection");
    let done = on!((&mut connection).into(), |c| sqlx::query(text)
        .execute(c)
        .await
        .map(|_| ()));
    done.expect("done");
}

on_both!(
    a_notice_goes_out_with_the_decision_and_says_ids_and_the_action_alone,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (_, secret) = told.add(&endpoint).await;
        let (case, instruction) = told.decide("8817").await;
        assert_eq!(told.drain().await, [Recorded::Delivered]);
        assert_eq!(told.drain().await, []);

        let calls = endpoint.calls();
        assert_eq!(calls.len(), 1);
        assert!(calls[0].is_signed_with(&[&secret]));
        let says = json!({
            "type": "instruction.offered",
            "timestamp": "2026-11-29T12:25:00Z",
            "data": {"instruction_id": instruction, "case": case, "operation_key": "ship:8817:S-104", "action": "resume"},
        });
        assert_eq!(calls[0].says(), says);

        // It is taken back, and that is told as well.
        let words = "Another look is needed before this goes out.";
        withdraw(told.services(), &told.world.irina, case, words)
            .await
            .expect("withdrawn");
        assert_eq!(told.drain().await, [Recorded::Delivered]);
        let says = endpoint.calls()[1].says();
        assert_eq!(says["type"], "instruction.withdrawn");
        assert_eq!(says["data"]["instruction_id"], instruction.as_str());
        let history = told.world.told(case).await;
        let delivered = history.iter().filter(|k| **k == EntryKind::NoticeDelivered);
        assert_eq!(delivered.count(), 2);
        told.world.must_verify().await;
    }
);

on_both!(
    a_decision_that_is_not_recorded_tells_nobody,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        told.add(&endpoint).await;
        let case = told.world.stop(stopped_shipment("8817")).await;
        let seen = told.world.seen(case).await;
        let not_held = told
            .world
            .try_resume(&told.world.irina, case, seen, Default::default())
            .await;
        assert!(not_held.is_err());
        assert_eq!(told.drain().await, []);
    }
);

on_both!(
    two_secrets_hold_at_once_until_the_old_one_ends_by_the_clock_or_by_hand,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, first) = told.add(&endpoint).await;
        let services = told.services().clone();
        let rotate = async |stays| endpoints::rotate(&services, BY, SOURCE, id, stays).await;
        let second = rotate(HOUR).await.expect("a new secret").secret;
        assert_eq!(refused(rotate(HOUR).await), EndpointRefused::TwoSecrets);
        told.decide("1").await;
        told.drain().await;
        told.world.pass(HOUR);
        told.decide("2").await;
        told.drain().await;
        let third = rotate(HOUR).await.expect("a new secret").secret;
        let ended = endpoints::end_old_secret(&services, BY, SOURCE, id).await;
        ended.expect("the old one ends");
        let no_more = endpoints::end_old_secret(&services, BY, SOURCE, id).await;
        assert_eq!(refused(no_more), EndpointRefused::OneSecret);
        told.decide("3").await;
        told.drain().await;

        let calls = endpoint.calls();
        assert!(calls[0].is_signed_with(&[&second, &first]));
        assert!(calls[1].is_signed_with(&[&second]));
        assert!(calls[2].is_signed_with(&[&third]));
    }
);

on_both!(
    what_does_not_arrive_is_tried_for_three_days_then_shown_and_sent_again_by_hand,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let mut endpoint = Endpoint::down();
        told.add(&endpoint).await;
        let began = told.services().now();
        let (case, _) = told.decide("8817").await;
        let mut pauses = Vec::new();
        loop {
            match told.next_call().await {
                Recorded::Again(at) => pauses.push(at.since(told.services().now())),
                Recorded::Undelivered => break,
                other @ (Recorded::Delivered | Recorded::EndpointGone | Recorded::LeaseOver) => {
                    panic!("{other:?}")
                }
            }
        }
        assert_eq!(told.services().now(), began.plus(GIVE_UP_AFTER));
        assert!(pauses[0] < Duration::from_secs(7), "{pauses:?}");
        assert!(pauses.iter().all(|pause| *pause <= 6 * HOUR), "{pauses:?}");
        let history = told.world.told(case).await;
        assert_eq!(history.last(), Some(&EntryKind::NoticeUndelivered));
        let shown = told.only_endpoint().await.undelivered;
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].attempts.len(), pauses.len() + 1);

        endpoint.comes_up();
        let id = shown[0].delivery.id;
        redeliver(told.services(), BY, SOURCE, id)
            .await
            .expect("on its way");
        assert_eq!(told.drain().await, [Recorded::Delivered]);
        let heard = endpoint.calls();
        assert_eq!(heard[0].id, shown[0].delivery.notice_id.as_str());
        assert_eq!(told.only_endpoint().await.undelivered, []);
        told.world.must_verify().await;
    }
);

on_both!(
    an_endpoint_that_is_gone_is_switched_off_until_somebody_switches_it_on,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, _) = told.add(&endpoint).await;
        endpoint.will_answer(410);
        told.decide("1").await;
        assert_eq!(told.drain().await, [Recorded::EndpointGone]);
        assert_eq!(
            told.only_endpoint().await.endpoint.state,
            EndpointState::Gone
        );
        told.decide("2").await;
        told.world.pass(HOUR);
        assert_eq!(told.drain().await, []);

        let on = endpoints::switch_on(told.services(), BY, SOURCE, id).await;
        on.expect("switched on");
        // What waited is called out; what was decided meanwhile, the source has to ask for.
        assert_eq!(told.drain().await, [Recorded::Delivered]);
        assert_eq!(endpoint.calls()[0].id, endpoint.calls()[1].id);
    }
);

on_both!(
    what_waits_too_long_for_an_endpoint_that_is_off_is_given_up,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, _) = told.add(&endpoint).await;
        let (case, _) = told.decide("1").await;
        let off = endpoints::switch_off(told.services(), BY, SOURCE, id).await;
        off.expect("switched off");
        told.world.pass(GIVE_UP_AFTER);
        assert_eq!(told.drain().await, []);
        let history = told.world.told(case).await;
        assert_eq!(history.last(), Some(&EntryKind::NoticeUndelivered));
        assert_eq!(endpoint.calls(), []);
    }
);

on_both!(
    redirects_are_no_success_and_a_wish_to_wait_is_respected,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let (endpoint, elsewhere) = (Endpoint::up(), Endpoint::up());
        told.add(&endpoint).await;
        endpoint
            .will_answer_with(307, &[("location", elsewhere.address())])
            .will_answer_with(503, &[("retry-after", "600")])
            .will_answer_with(429, &[("retry-after", "Sun, 29 Nov 2026 13:25:00 GMT")]);
        told.decide("1").await;
        let again = told.next_call().await;
        assert!(matches!(again, Recorded::Again(_)), "{again:?}");
        assert_eq!(elsewhere.calls(), []);
        let again = told.next_call().await;
        let wished = told.services().now().plus(10 * MINUTE);
        assert_eq!(again, Recorded::Again(wished));
        let again = told.next_call().await;
        let wished = holdpoint::domain::time::Timestamp::parse("2026-11-29T13:25:00Z");
        assert_eq!(again, Recorded::Again(wished.expect("a time")));
        assert_eq!(told.next_call().await, Recorded::Delivered);
        assert_eq!(endpoint.calls().len(), 4);
    }
);

on_both!(
    addresses_of_our_own_are_not_called_unless_the_settings_name_them,
    async |database: &Database| {
        let told = Told::on(database).await;
        let endpoint = Endpoint::up();
        told.add(&endpoint).await;
        let elsewhere = "https://localhost:9/";
        let added = endpoints::add(told.services(), BY, SOURCE, elsewhere).await;
        added.expect("a name is looked up when it is called");
        told.decide("1").await;

        // The settings name nothing any more: neither the address nor what the name stands for is called.
        let strict = told.services().clone().allowing(AllowedHosts::default());
        let mut deliverer = Deliverer::new(strict).expect("an HTTP client");
        let came = deliverer.drain().await.expect("the database");
        assert!(
            came.iter().all(|r| matches!(r, Recorded::Again(_))),
            "{came:?}"
        );
        assert_eq!(endpoint.calls(), []);
        let seen = one_source(told.services(), BY, SOURCE).await.expect("seen");
        for endpoint in seen.endpoints {
            let attempt = &endpoint.latest[0].attempts[0];
            let refused = Some(holdpoint::domain::webhook::Failure::NotAllowed);
            assert_eq!(attempt.failure, refused, "{}", endpoint.endpoint.url);
        }
    }
);

on_both!(
    only_those_who_administer_look_after_endpoints,
    async |database: &Database| {
        let told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, _) = told.add(&endpoint).await;
        for person in [&told.world.irina, &told.world.olga] {
            let by = Administrator::Person(person);
            let answers = [
                endpoints::switch_off(told.services(), by, SOURCE, id).await,
                endpoints::end_old_secret(told.services(), by, SOURCE, id).await,
                endpoints::test(told.services(), by, SOURCE, id)
                    .await
                    .map(drop),
                endpoints::rotate(told.services(), by, SOURCE, id, HOUR)
                    .await
                    .map(drop),
                endpoints::add(told.services(), by, SOURCE, "https://a.example/")
                    .await
                    .map(drop),
            ];
            for answer in answers {
                assert!(
                    matches!(answer, Err(ServiceError::NotAllowed)),
                    "{answer:?}"
                );
            }
            let again = redeliver(told.services(), by, SOURCE, DeliveryId(1)).await;
            assert!(matches!(again, Err(ServiceError::NotAllowed)), "{again:?}");
        }
        let admin = crate::desk::world::person(told.services(), "nadia", Role::Admin).await;
        let by = Administrator::Person(&admin);
        let off = endpoints::switch_off(told.services(), by, SOURCE, id).await;
        off.expect("switched off");
        told.world.must_verify().await;
    }
);

on_both!(
    what_is_off_or_has_no_secret_is_not_called,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, _) = told.add(&endpoint).await;
        told.decide("1").await;
        let off = endpoints::switch_off(told.services(), BY, SOURCE, id).await;
        off.expect("switched off");
        // Whoever saw it before it was switched off comes too late.
        let claimed = claim(told.services(), id, 4).await.expect("the database");
        assert!(claimed.is_empty(), "{claimed:?}");

        let on = endpoints::switch_on(told.services(), BY, SOURCE, id).await;
        on.expect("switched on");
        sql(told.services(), "UPDATE endpoint_secrets SET ends_at = 0").await;
        let came = told.drain().await;
        assert!(matches!(came[..], [Recorded::Again(_)]), "{came:?}");
        assert_eq!(endpoint.calls(), []);
    }
);

on_both!(
    what_waits_for_a_mended_endpoint_is_called_at_once_by_hand,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        told.add(&endpoint).await;
        endpoint.will_answer(500);
        told.decide("1").await;
        told.drain().await;
        assert_eq!(told.drain().await, []);
        let waits = told.only_endpoint().await.latest[0].delivery.id;
        let again = redeliver(told.services(), BY, SOURCE, waits).await;
        again.expect("on its way");
        // Not beside a call that is under way.
        sql(
            told.services(),
            "UPDATE deliveries SET lease = 'x', due_at = due_at + 1",
        )
        .await;
        let again = redeliver(told.services(), BY, SOURCE, waits).await;
        assert_eq!(refused(again), RedeliverRefused::OnItsWay);
        told.world.pass(LEASE);
        // Whoever was refused may hold the row for a moment, until the database has heard of it.
        let drained = async {
            loop {
                let came = told.drain().await;
                if !came.is_empty() {
                    return came;
                }
            }
        };
        let came = tokio::time::timeout(LEASE, drained).await;
        assert_eq!(came.expect("within the lease"), [Recorded::Delivered]);
        assert_eq!(endpoint.calls().len(), 2);
    }
);

on_both!(
    tests_are_forgotten_when_they_are_old,
    async |database: &Database| {
        let mut told = Told::on(database).await;
        let endpoint = Endpoint::up();
        let (id, _) = told.add(&endpoint).await;
        let test = endpoints::test(told.services(), BY, SOURCE, id).await;
        test.expect("on its way");
        told.decide("1").await;
        told.drain().await;
        for (passes, left) in [(Duration::ZERO, 2), (TESTS_KEPT_FOR + MINUTE, 1)] {
            told.world.pass(passes);
            forget_tests(told.services()).await.expect("the database");
            assert_eq!(told.only_endpoint().await.latest.len(), left);
        }
    }
);

on_both!(a_test_is_called_once, async |database: &Database| {
    let mut told = Told::on(database).await;
    let endpoint = Endpoint::up();
    let (id, secret) = told.add(&endpoint).await;
    endpoint.will_answer(500);
    let test = endpoints::test(told.services(), BY, SOURCE, id).await;
    test.expect("on its way");
    assert_eq!(told.drain().await, [Recorded::Undelivered]);
    assert_eq!(endpoint.calls()[0].says()["type"], "endpoint.test");
    assert!(endpoint.calls()[0].is_signed_with(&[&secret]));
});
