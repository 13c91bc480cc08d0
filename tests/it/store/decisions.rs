use super::world::{NOW, World, add_user, minutes, waiting};
use crate::support::database::{Database, on_both};
use crate::support::told::told;
use holdpoint::domain::ids::{HistoryNumber, InstructionId};
use holdpoint::domain::report::StopKind::ResultUnknown;
use holdpoint::domain::standing::{
    DecisionKind, DecisionState, InstructionOutcome, InstructionState,
};
use holdpoint::store::cases::CaseRow;
use holdpoint::store::decisions::{self, NewAnswer, NewDecision};
use holdpoint::store::instructions::{self, NewInstruction, NewOutcome, NewTaking};

impl World {
    fn decision(&self, case: &CaseRow, state: DecisionState) -> NewDecision {
        NewDecision {
            case_id: case.id,
            operation_id: case.origin.operation_id,
            case_version: case.version,
            kind: DecisionKind::Resume,
            state,
            by_user: self.reviewer,
            by_name: "Irina Koroleva".to_owned(),
            role: "reviewer".to_owned(),
            decided_at: NOW,
            reason_code: "protected_repeat".to_owned(),
            justification: "The key is in force until 14:05\0".to_owned(),
            facts_as_seen: "{}".to_owned(),
            facts_digest: "sha256:0".to_owned(),
            basis_digest: "sha256:basis".to_owned(),
            document: "{}".to_owned(),
            answer_before: (state == DecisionState::Proposed).then(|| minutes(60)),
        }
    }

    /// Decides a case and offers the instruction; `false` if the operation has a live one.
    async fn offer(&self, case: &CaseRow, id: &str, number: i64) -> bool {
        let mut tx = self.begin().await;
        let decision = self.decision(case, DecisionState::Made);
        let decision = decisions::insert(&mut tx, &decision)
            .await
            .expect("recorded");
        let instruction = NewInstruction {
            id: InstructionId::from(id),
            number: HistoryNumber(number),
            source_id: self.source.id,
            operation_id: case.origin.operation_id,
            case_id: case.id,
            decision_id: decision,
            action: DecisionKind::Resume,
            document: "{}".to_owned(),
            facts_digest: "sha256:0".to_owned(),
            take_before: minutes(60),
            not_after: (number % 2 == 0).then(|| minutes(20)),
            offered_at: NOW,
        };
        let offered = instructions::insert(&mut tx, &instruction)
            .await
            .expect("an answer");
        decisions::set_instruction(&mut tx, decision, &instruction.id)
            .await
            .expect("named");
        told(tx).await;
        offered
    }

    async fn offered(&self, after: i64) -> Vec<i64> {
        let mut conn = self.db.read().await.expect("a connection");
        let list = instructions::offered(&mut conn, self.source.id, HistoryNumber(after), 10).await;
        list.expect("read")
            .into_iter()
            .map(|i| i.number.0)
            .collect()
    }

    async fn take(&self, id: &str, token: &str, lease_minutes: i64) -> bool {
        let taking = NewTaking {
            facts_digest: "d2",
            worker: "shop-wms-2",
            token_hash: token,
            taken_at: NOW,
            lease_until: minutes(lease_minutes),
        };
        let mut tx = self.begin().await;
        let taken = instructions::take(&mut tx, &InstructionId::from(id), &taking).await;
        told(tx).await;
        taken.expect("an answer")
    }
}

on_both!(
    an_operation_has_one_live_instruction_and_the_list_follows_the_cursor,
    async |database: &Database| {
        let world = World::on(database).await;
        let a = world.case("a", waiting(ResultUnknown, 1)).await;
        let b = world.case("b", waiting(ResultUnknown, 1)).await;
        assert!(world.offer(&a, "I1", 4).await);
        assert!(
            !world.offer(&a, "I2", 5).await,
            "the first is still offered"
        );
        assert!(world.offer(&b, "I3", 7).await);
        assert_eq!(world.offered(0).await, [4, 7]);
        assert_eq!(world.offered(4).await, [7]);

        assert!(world.take("I1", "t", 10).await);
        assert_eq!(world.offered(0).await, [7]);
        assert!(!world.offer(&a, "I4", 8).await, "the first is taken");
        let mut tx = world.begin().await;
        let id = InstructionId::from("I1");
        assert!(
            !instructions::withdraw(&mut tx, &id, "too late")
                .await
                .expect("an answer")
        );
        assert!(
            instructions::lapse(&mut tx, &id, "lease over")
                .await
                .expect("an answer")
        );
        told(tx).await;
        assert!(world.offer(&a, "I5", 9).await);
        let mut conn = world.db.read().await.expect("a connection");
        let live = instructions::live_of_operation(&mut conn, a.origin.operation_id)
            .await
            .expect("read");
        assert_eq!(live.map(|i| i.id), Some(InstructionId::from("I5")));
        let all = instructions::of_case(&mut conn, a.id).await.expect("read");
        assert_eq!(
            all.iter().map(|i| i.state).collect::<Vec<_>>(),
            [InstructionState::Lapsed, InstructionState::Offered]
        );
    }
);

on_both!(
    of_two_workers_one_takes_and_only_it_renews_while_the_lease_runs,
    async |database: &Database| {
        let world = World::on(database).await;
        let a = world.case("a", waiting(ResultUnknown, 1)).await;
        world.offer(&a, "I1", 1).await;
        let (first, second) =
            futures_util::join!(world.take("I1", "t1", 10), world.take("I1", "t2", 10));
        assert_ne!(first, second);
        let (ours, theirs) = if first { ("t1", "t2") } else { ("t2", "t1") };
        let mut tx = world.begin().await;
        let id = InstructionId::from("I1");
        let mut renew = async |token, now| {
            instructions::renew(&mut tx, &id, token, minutes(now), minutes(now + 10))
                .await
                .expect("an answer")
        };
        assert!(!renew(theirs, 5).await);
        assert!(renew(ours, 9).await);
        assert!(renew(ours, 18).await, "the first renewal moved the end");
        assert!(!renew(ours, 28).await, "the lease is over");
    }
);

on_both!(
    an_outcome_is_kept_once_and_a_late_one_reopens_nothing,
    async |database: &Database| {
        let world = World::on(database).await;
        let a = world.case("a", waiting(ResultUnknown, 1)).await;
        let b = world.case("b", waiting(ResultUnknown, 1)).await;
        world.offer(&a, "I1", 1).await;
        world.offer(&b, "I2", 2).await;
        let outcome = NewOutcome {
            outcome: InstructionOutcome::Done,
            digest: "sha256:1",
            document: "{}",
            reported_at: minutes(3),
        };
        let (one, two) = (InstructionId::from("I1"), InstructionId::from("I2"));
        let report = async |id| {
            let mut tx = world.begin().await;
            let kept = instructions::report_outcome(&mut tx, id, &outcome)
                .await
                .expect("an answer");
            told(tx).await;
            kept
        };
        assert!(!report(&one).await, "nobody took it");
        world.take("I1", "t", 10).await;
        world.take("I2", "t", 10).await;
        assert!(report(&one).await);
        assert!(!report(&one).await);
        let mut tx = world.begin().await;
        instructions::lapse(&mut tx, &two, "lease over")
            .await
            .expect("an answer");
        told(tx).await;
        assert!(report(&two).await);

        let mut tx = world.begin().await;
        let one = instructions::lock(&mut tx, &one)
            .await
            .expect("read")
            .expect("there");
        let two = instructions::lock(&mut tx, &two)
            .await
            .expect("read")
            .expect("there");
        assert_eq!(
            (one.state, two.state),
            (InstructionState::Reported, InstructionState::Lapsed)
        );
        assert_eq!(two.outcome, Some(InstructionOutcome::Done));
    }
);

on_both!(
    what_time_ended_is_found_by_its_end,
    async |database: &Database| {
        let world = World::on(database).await;
        let a = world.case("a", waiting(ResultUnknown, 1)).await;
        let b = world.case("b", waiting(ResultUnknown, 1)).await;
        world.offer(&a, "I1", 1).await;
        world.offer(&b, "I2", 2).await;
        let mut tx = world.begin().await;
        let mut lapsed = async |at| {
            let found = instructions::lapsed_offers(&mut tx, minutes(at), 10)
                .await
                .expect("read");
            found
                .into_iter()
                .map(|i| i.id.to_string())
                .collect::<Vec<_>>()
        };
        assert!(lapsed(19).await.is_empty());
        assert_eq!(lapsed(20).await, ["I2"], "its not_after comes first");
        assert_eq!(lapsed(60).await, ["I2", "I1"]);
        drop(tx);
        world.take("I1", "t", 10).await;
        let mut conn = world.db.read().await.expect("a connection");
        let expired = instructions::expired_leases(&mut conn, minutes(9), 10)
            .await
            .expect("read");
        assert_eq!(expired, []);
        let expired = instructions::expired_leases(&mut conn, minutes(10), 10)
            .await
            .expect("read");
        assert_eq!(expired.len(), 1);
    }
);

on_both!(
    a_proposal_is_answered_once_and_found_when_nobody_answers,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.case("a", waiting(ResultUnknown, 1)).await;
        let second = add_user(&world.db, "leyla", "Leyla Demir").await;
        let mut tx = world.begin().await;
        let proposal = world.decision(&case, DecisionState::Proposed);
        let id = decisions::insert(&mut tx, &proposal)
            .await
            .expect("recorded");
        let frozen = decisions::proposal_of_case(&mut tx, case.id)
            .await
            .expect("read")
            .expect("there");
        assert_eq!(
            (frozen.id, frozen.justification.as_str()),
            (id, "The key is in force until 14:05\u{fffd}")
        );
        assert_eq!(
            decisions::expired_proposals(&mut tx, minutes(59), 9)
                .await
                .expect("read"),
            []
        );
        assert_eq!(
            decisions::expired_proposals(&mut tx, minutes(60), 9)
                .await
                .expect("read"),
            [frozen]
        );
        let answer = NewAnswer {
            by_user: second,
            by_name: "Leyla Demir",
            at: minutes(1),
            words: "I asked the warehouse",
        };
        let mut answered = async |to| {
            decisions::answer(&mut tx, id, to, &answer)
                .await
                .expect("an answer")
        };
        assert!(answered(DecisionState::Made).await);
        assert!(!answered(DecisionState::Refused).await);
        let withdrawn =
            decisions::move_on(&mut tx, id, DecisionState::Made, DecisionState::Withdrawn).await;
        assert!(withdrawn.expect("an answer"));
        let read = decisions::get(&mut tx, id)
            .await
            .expect("read")
            .expect("there");
        assert_eq!(
            (read.answered_by, read.state),
            (Some(second), DecisionState::Withdrawn)
        );
        let of_case = decisions::of_case(&mut tx, case.id).await.expect("read");
        assert_eq!(of_case, std::slice::from_ref(&read));
        let all = decisions::of_operation(&mut tx, case.origin.operation_id)
            .await
            .expect("read");
        assert_eq!(all, [read]);
    }
);
