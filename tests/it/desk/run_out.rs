//! Everything that ends by the clock ends once, also where two instances share one database.

use super::world::*;
use crate::support::database::{Database, on_both};
use futures_util::future::join;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::CaseId;
use holdpoint::domain::resume::ResumeOrder;
use holdpoint::domain::standing::CaseState;
use holdpoint::service::Services;
use holdpoint::service::sweep::{Stuck, Swept, sweep};
use holdpoint::service::wait::wait;
use holdpoint::store::Db;
use std::time::Duration;

/// Two instances come round until neither finds anything more; gives what they ended.
async fn both_sweep(one: &Services, other: &Services) -> Vec<Swept> {
    let mut ended = Vec::new();
    let mut stuck = [Stuck::default(), Stuck::default()];
    loop {
        let [here, there] = &mut stuck;
        let steps = join(Box::pin(sweep(one, here)), Box::pin(sweep(other, there)));
        let (one, other) = steps.await;
        let came = [one.expect("a step"), other.expect("a step")];
        if came == [Swept::Nothing, Swept::Nothing] {
            return ended;
        }
        let something = |s: &Swept| !matches!(s, Swept::Nothing | Swept::OtherWasQuicker);
        ended.extend(came.into_iter().filter(something));
    }
}

async fn proposed(world: &World, order: &str) -> CaseId {
    let mut report = stopped_shipment(order);
    report["operation"]["type"] = "guarded_shipment".into();
    let case = world.stop(report).await;
    world.claim(&world.irina, case).await;
    let seen = world.seen(case).await;
    let order = ResumeOrder::default();
    let proposed = world.try_resume(&world.irina, case, seen, order).await;
    proposed.expect("a proposal");
    case
}

on_both!(
    what_runs_out_ends_once_on_two_instances,
    async |database: &Database| {
        let world = World::on(database).await;
        let db = Db::connect(database.url()).await.expect("another instance");
        let other = Services {
            db,
            ..world.services.clone()
        };
        let began = world.services.now();
        let claimed = world.stop(stopped_shipment("1")).await;
        world.claim(&world.irina, claimed).await;
        let waiting = world.stop(stopped_shipment("2")).await;
        world.claim(&world.irina, waiting).await;
        let until = began.plus(HOUR);
        let waits = wait(&world.services, &world.irina, waiting, until, WORDS).await;
        waits.expect("it waits");
        let taken = world.stop(stopped_shipment("3")).await;
        let instruction = world.resume(&world.boris, taken).await;
        world.take(&instruction, "t").await.expect("taken");
        let proposal = proposed(&world, "4").await;
        let offered = world.stop(stopped_shipment("5")).await;
        world.resume(&world.boris, offered).await;

        // The protection of the offer's step ends before the time in which it has to be taken.
        let not_after = time("2026-11-30T12:15:01Z").since(began);
        let story = [
            (2 * MINUTE, Swept::TakingEnded(taken)),
            (30 * MINUTE, Swept::ClaimsGivenBack(vec![claimed])),
            (HOUR, Swept::WaitsEnded(vec![waiting])),
            (4 * HOUR, Swept::ProposalReturned(proposal)),
            (not_after, Swept::OfferEnded(offered)),
        ];
        for (after, ended) in story {
            let moment = Duration::from_secs(1);
            world.pass(began.plus(after).minus(moment).since(world.services.now()));
            assert_eq!(both_sweep(&world.services, &other).await, []);
            world.pass(moment);
            assert_eq!(both_sweep(&world.services, &other).await, [ended]);
        }
        let told = [
            (claimed, EntryKind::ClaimLapsed),
            (waiting, EntryKind::WaitEnded),
            (taken, EntryKind::TakingLapsed),
            (proposal, EntryKind::ProposalReturned),
            (offered, EntryKind::InstructionExpired),
        ];
        for (case, kind) in told {
            let history = world.told(case).await;
            assert_eq!(history.iter().filter(|k| **k == kind).count(), 1, "{kind}");
            assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        }
        world.must_verify().await;
    }
);
