//! Claiming: one wins, and the others are told who; a claim is a lease.

use super::world::*;
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::CaseState;
use holdpoint::service::ServiceError;
use holdpoint::service::claim::{ClaimRefused, claim};
use holdpoint::service::release::{ReleaseRefused, release};
use holdpoint::service::take_next::{Lane, take_next};

on_both!(
    of_many_claims_at_once_one_wins_and_the_others_are_told_who,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let people = [&world.irina, &world.boris];
        let claims = (0..12).map(|n| claim(&world.services, people[n % 2], case));
        let answers = join_all(claims).await;

        let holder = world.case(case).await.details.holder_id.expect("a holder");
        let winner = if holder == world.irina.id { 0 } else { 1 };
        for (n, answer) in answers.into_iter().enumerate() {
            if n % 2 == winner {
                answer.expect("one's own claim is only renewed");
            } else {
                let ClaimRefused::HeldBy { holder, .. } = refused(answer) else {
                    panic!("held by somebody");
                };
                assert_eq!(holder, format!("Full name of {}", people[winner].name));
            }
        }
        let told = [EntryKind::Claimed, EntryKind::TurnedAway];
        assert_eq!(
            world.told(case).await,
            told,
            "however often the other tries"
        );
        world.must_verify().await;
    }
);

on_both!(
    two_people_who_take_the_next_case_get_two_cases,
    async |database: &Database| {
        let world = World::on(database).await;
        let lane = Lane::whole(StopKind::ResultUnknown);
        let mut urgent = stopped_shipment("1");
        urgent["steps"][1]["key_valid_until"] = "2026-11-29T12:40:00Z".into();
        let urgent = world.stop(urgent).await;
        let other = world.stop(stopped_shipment("2")).await;
        let services = &world.services;
        let (first, second) = tokio::join!(
            take_next(services, &world.irina, &lane),
            take_next(services, &world.boris, &lane)
        );
        let mut taken = [first, second].map(|t| t.expect("an answer").expect("a case").case);
        taken.sort_unstable();
        assert_eq!(taken, [urgent, other]);
        let none = take_next(services, &world.boris, &lane).await;
        assert_eq!(none.expect("an answer"), None);

        // A claim that ran out is free, and the most urgent case comes first.
        world.pass(HOUR);
        let next = take_next(services, &world.boris, &lane).await;
        assert_eq!(next.expect("an answer").expect("a case").case, urgent);
        assert_eq!(
            world.told(urgent).await,
            [
                EntryKind::Claimed,
                EntryKind::ClaimLapsed,
                EntryKind::Claimed
            ]
        );
        world.must_verify().await;
    }
);

on_both!(
    only_the_holder_releases_and_only_reviewers_claim,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let by_manager = claim(&world.services, &world.olga, case).await;
        assert!(matches!(by_manager, Err(ServiceError::NotAllowed)));
        world.claim(&world.irina, case).await;
        let ReleaseRefused::NotHolder { holder } =
            refused(release(&world.services, &world.boris, case).await);
        assert_eq!(holder.as_deref(), Some("Full name of irina"));
        release(&world.services, &world.irina, case)
            .await
            .expect("her own");
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        world.claim(&world.boris, case).await;
    }
);
