//! Sealing the access log: everything that is written there is vouched for soon, once, whoever seals and however many.

use super::hand::Hand;
use super::{look_at, verified};
use crate::desk::world::{HOUR, World, stopped_shipment};
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use holdpoint::clock::Clock;
use holdpoint::domain::access::Access;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, HistoryNumber};
use holdpoint::domain::time::Timestamp;
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::seal::{AT_ONCE, seal_some};
use holdpoint::store::accesses::{self, NewAccess};
use holdpoint::store::{Db, history};
use holdpoint::worker::accesses::drain;
use holdpoint::worker::housekeeping::remove_old_accesses;
use serde_json::Value;
use std::time::Duration;

/// More than two seals take.
const VIEWS: i64 = 2 * AT_ONCE + 200;
/// So many are written side by side.
const WRITERS: i64 = 11;

/// What the entries tell that seal.
async fn seals(world: &World) -> Vec<Value> {
    let mut conn = world.services.db.read().await.expect("a connection");
    let entries = history::after(&mut conn, HistoryNumber(0), 10_000).await;
    let entries = entries.expect("read").into_iter();
    let of_kind = entries.filter(|entry| entry.kind == EntryKind::AccessesSealed.as_str());
    of_kind
        .map(|entry| serde_json::from_str(&entry.document).expect("JSON"))
        .collect()
}

fn sealed(seals: &[Value]) -> i64 {
    seals
        .iter()
        .filter_map(|seal| seal["entries"].as_i64())
        .sum()
}

/// Views of a time, written as pages write them.
async fn views(services: &Services, at: Timestamp, range: std::ops::Range<i64>) {
    for nth in range {
        let new = NewAccess {
            at,
            person: "irina".to_owned(),
            role: "reviewer",
            access: Access::case(CaseId(nth), &format!("ship:{nth}").as_str().into()),
        };
        let mut tx = services.db.begin().await.expect("a transaction");
        accesses::insert(&mut tx, &new).await.expect("written");
        tx.commit_aside().await.expect("kept");
    }
}

/// Another instance on the same database.
async fn another(database: &Database, world: &World) -> Services {
    let db = Db::connect(database.url()).await.expect("it opens");
    let policy = Policy::read(include_str!("../support/policy.toml")).expect("a policy");
    Services::new(db, Clock::fixed(world.services.now()), policy)
}

on_both!(
    two_instances_that_seal_at_once_seal_every_view_and_none_twice,
    async |database: &Database| {
        let world = World::on(database).await;
        let other = another(database, &world).await;
        let now = world.services.now();
        let writers = (0..WRITERS).map(|nth| {
            let each = VIEWS / WRITERS;
            views(&world.services, now, nth * each..(nth + 1) * each)
        });
        let seal = async |services: &Services| {
            let mut seals = 0;
            // Some while they are written.
            for _ in 0..20 {
                seals += seal_some(services).await.expect("an answer");
            }
            seals
        };
        let (_, here, there) = tokio::join!(join_all(writers), seal(&world.services), seal(&other));
        eprintln!("{here} and {there} were sealed meanwhile");
        tokio::join!(drain(&world.services), drain(&other));

        let mut hand = Hand::on(database).await;
        let unsealed = hand.count("accesses WHERE seal IS NULL").await;
        assert_eq!((unsealed, hand.count("accesses").await), (0, VIEWS));
        let told = seals(&world).await;
        assert_eq!(sealed(&told), VIEWS);
        let by_seal = hand
            .count("(SELECT DISTINCT seal FROM accesses) AS s")
            .await;
        assert_eq!(usize::try_from(by_seal), Ok(told.len()));
        verified(&world).await.expect("whole");
    }
);

on_both!(
    s24_a_view_is_vouched_for_once_it_is_sealed_and_one_of_an_earlier_time_is_told_of,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        look_at(&world, case).await;
        let mut hand = Hand::on(database).await;
        // Nobody vouches for these yet.
        hand.must("DELETE FROM accesses WHERE person = 'boris'")
            .await;
        verified(&world).await.expect("nothing is sealed");
        drain(&world.services).await;
        let told = seals(&world).await;
        assert_eq!((told.len(), sealed(&told)), (1, 1));
        assert_eq!(told[0]["late"], Value::Null);

        hand.keep("accesses").await;
        for deed in [
            "UPDATE accesses SET person = 'boris'",
            "UPDATE accesses SET seal = NULL",
            "DELETE FROM accesses",
        ] {
            hand.must(deed).await;
            let fault = verified(&world).await.expect_err(deed).to_string();
            assert!(fault.contains("of accesses"), "{deed}: {fault}");
            hand.put_back("accesses").await;
        }
        // A day later a view that is a day old: sealed as whatever is found, and told of.
        world.pass(24 * HOUR);
        look_at(&world, case).await;
        drain(&world.services).await;
        hand.must("INSERT INTO accesses (at, person, role, opened, operation_key, item)
            SELECT at, 'eve', role, opened, operation_key, item FROM accesses WHERE at = (SELECT MIN(at) FROM accesses)")
            .await;
        drain(&world.services).await;
        let told = seals(&world).await;
        let late: Vec<_> = told.iter().map(|seal| seal["late"].as_i64()).collect();
        assert_eq!(late, [None, None, Some(1)], "{told:?}");
        verified(&world).await.expect("sealed as it was found");
    }
);

on_both!(
    views_that_were_kept_long_enough_are_told_of_and_the_others_stay_vouched_for,
    async |database: &Database| {
        let world = World::on(database).await;
        let (now, day) = (world.services.now(), Duration::from_secs(86_400));
        // Of one seal some are kept, of another one none, and of a third one all.
        views(&world.services, now, 0..5).await;
        drain(&world.services).await;
        views(&world.services, now, 5..10).await;
        views(&world.services, now.plus(2 * day), 10..15).await;
        drain(&world.services).await;
        views(&world.services, now.plus(2 * day), 15..20).await;
        drain(&world.services).await;
        world.pass(401 * day);
        let entries = verified(&world).await.expect("whole").entries;
        remove_old_accesses(&world.services).await;

        let mut hand = Hand::on(database).await;
        assert_eq!(hand.count("accesses").await, 10);
        let after = verified(&world).await.expect("whole").entries;
        assert_eq!(after, entries + 1, "one entry tells of it");
        remove_old_accesses(&world.services).await;
        assert_eq!(verified(&world).await.expect("whole").entries, after);

        hand.must("DELETE FROM accesses WHERE case_id = 12").await;
        let fault = verified(&world)
            .await
            .expect_err("one of those that stayed")
            .to_string();
        assert!(fault.contains("of accesses was changed"), "{fault}");
    }
);
