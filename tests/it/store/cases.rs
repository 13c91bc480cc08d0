use super::world::{NOW, World, add_user, claimed, minutes, waiting};
use crate::support::database::{Database, on_both};
use holdpoint::domain::ids::OperationId;
use holdpoint::domain::report::StopKind::{NextStepPending, PayloadConflict, ResultUnknown};
use holdpoint::domain::standing::{CaseProtection, CaseState, Resolution, Stage};
use holdpoint::store::cases::{self, CaseDetails};
use holdpoint::store::queue_counts::{self, Counted};
use holdpoint::store::run_out::{self, RunOut};
use std::collections::BTreeMap;

impl World {
    async fn counts(&self, stage: Stage) -> Vec<i64> {
        let mut conn = self.db.read().await.expect("a connection");
        let counts = queue_counts::of(&mut conn, Counted::Stage(stage))
            .await
            .expect("read");
        [ResultUnknown, NextStepPending, PayloadConflict]
            .map(|kind| counts.get(&kind).copied().unwrap_or(0))
            .to_vec()
    }
}

on_both!(
    a_case_comes_back_as_it_was_written,
    async |database: &Database| {
        let world = World::on(database).await;
        let details = CaseDetails {
            protection: CaseProtection::Until,
            protection_since: Some(NOW),
            protection_until: Some(minutes(10)),
            amount: Some("10.10".to_owned()),
            currency: Some("RUB".to_owned()),
            reason: Some("заказ «8817»".to_owned()),
            ..claimed(&waiting(ResultUnknown, 60), world.reviewer, 30)
        };
        let case = world.case("a", details.clone()).await;
        assert_eq!(case.id.0, 20001, "numbers that people can say");
        assert_eq!(case.version.0, 1);
        assert_eq!(case.details, details);
        assert_eq!(
            case.details.urgent_at(),
            minutes(10),
            "the protection ends before the case is due"
        );
        assert_eq!(case.holder_name.as_deref(), Some("Irina Koroleva"));
    }
);

on_both!(
    a_text_that_no_database_keeps_breaks_nothing,
    async |database: &Database| {
        let world = World::on(database).await;
        let details = CaseDetails {
            title: "a\0b".to_owned(),
            reason: Some("\0".to_owned()),
            stop_code: "x\0".to_owned(),
            ..waiting(ResultUnknown, 1)
        };
        let case = world.case("a", details).await;
        assert_eq!(case.details.title, "a\u{fffd}b");
        let again = CaseDetails {
            title: "c\0".to_owned(),
            ..case.details.clone()
        };
        assert!(world.update(&case, &again).await);
        assert_eq!(world.read(case.id).await.details.title, "c\u{fffd}");
    }
);

on_both!(
    an_operation_has_one_open_case_and_any_number_of_resolved_ones,
    async |database: &Database| {
        let world = World::on(database).await;
        let first = world.case("a", waiting(ResultUnknown, 1)).await;
        let operation = first.origin.operation_id;
        let mut tx = world.begin().await;
        let second = world.new_case(operation, waiting(ResultUnknown, 1));
        cases::insert(&mut tx, std::slice::from_ref(&second))
            .await
            .expect_err("there is an open one");
        drop(tx);

        let resolved = CaseDetails {
            state: CaseState::Resolved,
            resolved_at: Some(NOW),
            resolution: Some(Resolution::Closed),
            ..first.details.clone()
        };
        assert!(world.update(&first, &resolved).await);
        let mut tx = world.begin().await;
        let numbers = cases::insert(&mut tx, &[second]).await.expect("opened");
        let open = cases::lock_open_of_operations(&mut tx, &[operation, OperationId(99)])
            .await
            .expect("read");
        assert_eq!(
            open.iter().map(|case| case.id).collect::<Vec<_>>(),
            [numbers[0].1]
        );
        let open = cases::open_of_operation(&mut tx, operation)
            .await
            .expect("read");
        assert_eq!(open.map(|case| case.id), Some(numbers[0].1));
        let all = cases::of_operation(&mut tx, operation, 10)
            .await
            .expect("read");
        assert_eq!(
            all.iter().map(|case| case.id).collect::<Vec<_>>(),
            [numbers[0].1, first.id]
        );
    }
);

on_both!(
    of_two_changes_to_one_version_one_is_written,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.case("a", waiting(ResultUnknown, 1)).await;
        let ours = claimed(&case.details, world.reviewer, 30);
        assert!(world.update(&case, &ours).await);
        let theirs = CaseDetails {
            state: CaseState::Resolved,
            ..case.details.clone()
        };
        assert!(!world.update(&case, &theirs).await);
        let read = world.read(case.id).await;
        assert_eq!((read.version.0, read.details), (2, ours));
    }
);

on_both!(
    the_counters_follow_every_move_and_no_move_that_was_not_made,
    async |database: &Database| {
        let world = World::on(database).await;
        let a = world.case("a", waiting(ResultUnknown, 1)).await;
        world.case("b", waiting(ResultUnknown, 1)).await;
        world.case("c", waiting(PayloadConflict, 1)).await;
        assert_eq!(world.counts(Stage::ToReview).await, [2, 0, 1]);

        let moved = CaseDetails {
            kind: NextStepPending,
            state: CaseState::Decided,
            decided_at: Some(NOW),
            ..a.details.clone()
        };
        assert!(world.update(&a, &moved).await);
        assert!(
            !world.update(&a, &moved).await,
            "lost against the first, so it counts for nothing"
        );
        let mut dropped = world.begin().await;
        let a = world.read(a.id).await;
        assert!(
            cases::update(&mut dropped, &a, &waiting(ResultUnknown, 1), NOW)
                .await
                .expect("an answer")
        );
        drop(dropped);
        assert_eq!(world.counts(Stage::ToReview).await, [1, 0, 1]);
        assert_eq!(world.counts(Stage::Decided).await, [0, 1, 0]);
        assert_eq!(world.counts(Stage::Resolved).await, [0, 0, 0]);
    }
);

on_both!(
    moves_in_opposite_directions_at_once_keep_the_counters_right,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut cases_by_kind = BTreeMap::new();
        for n in 0..12 {
            let kind = if n % 2 == 0 {
                ResultUnknown
            } else {
                NextStepPending
            };
            cases_by_kind.insert(n, world.case(&n.to_string(), waiting(kind, 1)).await);
        }
        let turn = async |case: cases::CaseRow| {
            let kind = match case.details.kind {
                ResultUnknown => NextStepPending,
                NextStepPending | PayloadConflict => ResultUnknown,
            };
            let details = CaseDetails {
                kind,
                ..case.details.clone()
            };
            assert!(world.update(&case, &details).await);
        };
        futures_util::future::join_all(cases_by_kind.into_values().map(turn)).await;
        assert_eq!(world.counts(Stage::ToReview).await, [6, 6, 0]);
    }
);

on_both!(
    a_claim_is_extended_by_its_holder_only_and_lapses_by_itself,
    async |database: &Database| {
        let world = World::on(database).await;
        let details = claimed(&waiting(ResultUnknown, 60), world.reviewer, 30);
        let case = world.case("a", details).await;
        let other = add_user(&world.db, "tomasz", "Tomasz Wilk").await;
        let mut tx = world.begin().await;
        let theirs = cases::extend_claim(&mut tx, case.id, other, minutes(50)).await;
        assert!(!theirs.expect("an answer"));
        let ours = cases::extend_claim(&mut tx, case.id, world.reviewer, minutes(40)).await;
        assert!(ours.expect("an answer"));
        let lapsed = run_out::lock_some(&mut tx, RunOut::Claim, minutes(39), 10)
            .await
            .expect("read");
        assert_eq!(lapsed, []);
        let lapsed = run_out::lock_some(&mut tx, RunOut::Claim, minutes(40), 10)
            .await
            .expect("read");
        assert_eq!(lapsed.len(), 1);
        assert_eq!(
            lapsed[0].version, case.version,
            "work on a case is no news about it"
        );
    }
);
