//! Taking and renewing: one worker, in time, on the facts of the decision.

use super::world::*;
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{HistoryNumber, StepName};
use holdpoint::domain::instruction::{LastAttempt, NoTaking};
use holdpoint::domain::knowledge::{Knowledge, WhyUnknown};
use holdpoint::domain::report_parse::TakeRequest;
use holdpoint::domain::standing::CaseState;
use holdpoint::policy::Policy;
use holdpoint::service::offered::offered;
use holdpoint::service::renew::renew;
use holdpoint::service::take::take;
use holdpoint::service::{ServiceError, Services};
use std::sync::Arc;
use std::time::Duration;

on_both!(
    s17_of_many_workers_one_takes_and_the_others_are_told_who,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        let tokens: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        let takings = tokens.iter().map(|token| world.take(&instruction, token));
        let mut answers = join_all(takings).await;
        let won: Vec<_> = answers.extract_if(.., |a| a.is_ok()).collect();
        let [Ok(taken)] = &won[..] else {
            panic!("one taking: {won:?}")
        };
        assert_eq!((taken.repeated, taken.seconds_left), (false, 120));
        for lost in answers {
            assert!(matches!(refused(lost), NoTaking::AlreadyTaken { .. }));
        }
        assert_eq!(world.case(case).await.details.state, CaseState::Executing);
        assert_eq!(world.on_offer().await, 0);
        for step in [TASK, "notify_customer"] {
            let may_be_on_its_way = match world.known(case, step).await {
                Knowledge::Unknown(WhyUnknown::Unanswered) => step == TASK,
                Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome) => step != TASK,
                Knowledge::Unknown(_)
                | Knowledge::Done
                | Knowledge::NotDone(_)
                | Knowledge::Undone => false,
            };
            assert!(may_be_on_its_way, "{step}");
        }
        world.must_verify().await;
    }
);

on_both!(
    s32_the_same_token_gets_the_instruction_again_and_is_told_so,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        let first = world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        world.pass(MINUTE);
        let again = world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        assert!(again.repeated);
        assert_eq!(again.seconds_left, 60);
        assert_eq!(again.order, first.order);
        assert_eq!(world.facts(case).await.takings.len(), 1);
    }
);

on_both!(
    s18_an_instruction_that_nobody_took_in_time_goes_back_to_review,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        world.pass(24 * HOUR);
        assert_eq!(
            refused(world.take(&instruction, "t").await),
            NoTaking::TooLate
        );
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::InstructionExpired);
        assert_eq!(document["because"], "offer_over");
        assert_eq!(
            refused(world.take(&instruction, "t").await),
            NoTaking::TooLate
        );
        assert_eq!(world.on_offer().await, 0);
        world.must_verify().await;
    }
);

on_both!(
    a_source_that_knows_a_later_attempt_is_turned_away_and_the_decision_withdrawn,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        let attempt = |number, started_at| TakeRequest {
            worker: "w".into(),
            take_token: "t".into(),
            last_attempt: Some(LastAttempt {
                step: StepName::from(TASK),
                number: Some(number),
                started_at: time(started_at),
            }),
        };
        let later = attempt(2, "2026-11-29T12:24:00Z");
        let answer = take(&world.services, &world.source, &instruction, &later).await;
        assert_eq!(refused(answer), NoTaking::FactsChanged);
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);

        let instruction = world.resume(&world.irina, case).await;
        let known = attempt(1, "2026-11-29T12:20:01Z");
        take(&world.services, &world.source, &instruction, &known)
            .await
            .expect("the decision knew it");
    }
);

on_both!(
    s31_a_worker_that_sleeps_past_its_lease_is_not_let_go_on,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        world.pass(MINUTE);
        let services = &world.services;
        let left = renew(services, &world.source, &instruction, "t").await;
        assert_eq!(left.expect("in time"), 120);
        let other = refused(renew(services, &world.source, &instruction, "u").await);
        assert!(matches!(other, NoTaking::AlreadyTaken { .. }));
        world.pass(2 * MINUTE);
        let late = renew(services, &world.source, &instruction, "t").await;
        assert_eq!(refused(late), NoTaking::Ended);
        let late = world.take(&instruction, "t").await;
        assert_eq!(refused(late), NoTaking::Ended);
    }
);

on_both!(
    the_lease_never_reaches_past_not_after,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment("8817");
        // Five minutes of margin: nothing is sent after 12:25:40.
        report["steps"][1]["key_valid_until"] = "2026-11-29T12:31:10Z".into();
        let case = world.stop(report).await;
        let instruction = world.resume(&world.irina, case).await;
        let taken = world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        let not_after = taken.order.not_after().expect("an end");
        let left = not_after.since(world.services.now()).as_secs();
        assert!(left < 120, "{not_after}");
        assert_eq!(taken.seconds_left, left);
    }
);

on_both!(
    a_source_that_waits_hears_of_a_decision_when_it_is_made_and_only_of_its_own,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let stranger = source(&world.services, "another").await;
        let wait = Duration::from_secs(20);
        let waiting = offered(&world.services, &world.source, HistoryNumber(0), wait);
        let (offers, instruction) = tokio::join!(waiting, world.resume(&world.irina, case));
        let offers = offers.expect("a list");
        assert_eq!(offers[0].instruction, instruction);
        let none = offered(&world.services, &stranger, HistoryNumber(0), Duration::ZERO).await;
        assert_eq!(none.expect("a list"), []);
        let after = offered(
            &world.services,
            &world.source,
            offers[0].cursor,
            Duration::ZERO,
        )
        .await;
        assert_eq!(after.expect("a list"), []);

        let request = TakeRequest {
            worker: "w".into(),
            take_token: "t".into(),
            last_attempt: None,
        };
        let taken = take(&world.services, &stranger, &instruction, &request).await;
        assert!(matches!(taken, Err(ServiceError::NotFound)));
    }
);

on_both!(
    what_was_decided_under_another_contract_is_not_given_out,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        // The program was started again with a policy under which the warehouse forgets keys earlier.
        let policy = include_str!("../support/policy.toml").replace("24 h", "12 h");
        let policy = Policy::read(&policy).expect("a policy");
        let services = Services {
            policy: Arc::new(policy),
            ..world.services.clone()
        };
        let request = TakeRequest {
            worker: "w".into(),
            take_token: "t".into(),
            last_attempt: None,
        };
        let answer = take(&services, &world.source, &instruction, &request).await;
        assert_eq!(refused(answer), NoTaking::FactsChanged);
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        world.must_verify().await;
    }
);
