//! Decisions: holder, version, facts as seen, a reason and words of one's own; or nothing is recorded.

use super::world::*;
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use holdpoint::domain::check::Saw;
use holdpoint::domain::decision::{NoDecision, NoJustification};
use holdpoint::domain::facts::ContentStanding::{Agreed, Contested, Refused};
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::knowledge::Knowledge;
use holdpoint::domain::order::Order;
use holdpoint::domain::permits::NotPermitted;
use holdpoint::domain::resume::{GoesOnWith, NoResume, ResumeOrder, WhichContent};
use holdpoint::domain::standing::{CaseState, DecisionState, OperationStanding, Resolution};
use holdpoint::service::ServiceError;
use holdpoint::service::decide::{Against, FormFault, Why};
use holdpoint::service::decide_resume::{ResumeRequest, decide_resume};
use holdpoint::service::record_check::record_check;
use holdpoint::service::renew::renew;
use holdpoint::service::withdraw::{WithdrawRefused, withdraw};
use holdpoint::store::{decisions, operations};
use serde_json::json;

on_both!(
    of_many_decisions_at_once_one_is_recorded_with_its_entry_and_its_instruction,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let seen = world.seen(case).await;
        let tries = (0..8)
            .map(|_| world.try_resume(&world.irina, case, seen.clone(), ResumeOrder::default()));
        let mut answers = join_all(tries).await;
        let won: Vec<_> = answers.extract_if(.., |a| a.is_ok()).collect();
        assert_eq!(won.len(), 1);
        for lost in answers {
            let why = refused(lost);
            let decided = NotPermitted::Decided;
            assert!(matches!(why.against, Against::Authority { why, .. } if why == decided));
            let since: Vec<_> = why
                .since
                .iter()
                .map(|e| (e.kind, e.actor.as_str()))
                .collect();
            assert_eq!(since, [(EntryKind::Decided, "irina")], "they are told who");
        }
        assert_eq!(world.on_offer().await, 1);
        let mut connection = world.services.db.read().await.expect("a connection");
        let recorded = decisions::of_case(&mut connection, case)
            .await
            .expect("read");
        let [decision] = &recorded[..] else {
            panic!("one decision: {recorded:?}")
        };
        assert_eq!(decision.state, DecisionState::Made);
        assert_eq!(decision.facts_digest, seen.facts_digest);
        assert_eq!(decision.justification, WORDS);
        world.must_verify().await;
    }
);

on_both!(
    a_changed_case_records_nothing_and_tells_what_changed,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let before_claim = world.seen(case).await;
        world.claim(&world.irina, case).await;
        let seen = world.seen(case).await;
        let find = look("S-104/8817", Saw::Found(task("WT-1")));
        record_check(&world.services, &world.boris, case, &find)
            .await
            .expect("kept");

        let order = ResumeOrder::default();
        let why = refused(
            world
                .try_resume(&world.irina, case, seen, order.clone())
                .await,
        );
        assert_eq!(why.against, Against::Changed);
        let kinds: Vec<_> = why.since.iter().map(|e| e.kind).collect();
        assert_eq!(kinds, [EntryKind::CheckRecorded]);
        assert_eq!(why.version, world.case(case).await.version);

        let why = refused(
            world
                .try_resume(&world.irina, case, before_claim, order.clone())
                .await,
        );
        let kinds: Vec<_> = why.since.iter().map(|e| e.kind).collect();
        assert_eq!(kinds, [EntryKind::Claimed, EntryKind::CheckRecorded]);

        // The version is the same, and the protection ended between the page and the click.
        let other = world.stop(stopped_shipment("9")).await;
        world.claim(&world.irina, other).await;
        let seen = world.seen(other).await;
        world.pass(24 * HOUR);
        world.claim(&world.irina, other).await;
        let seen = holdpoint::service::decide::Seen {
            version: world.case(other).await.version,
            ..seen
        };
        let why = refused(world.try_resume(&world.irina, other, seen, order).await);
        assert_eq!((why.against, why.since), (Against::Changed, Vec::new()));
        assert_eq!(world.on_offer().await, 0);
        world.must_verify().await;
    }
);

on_both!(
    a_decision_needs_its_holder_a_reason_and_words_and_the_facts_on_its_side,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let order = ResumeOrder::default;
        let against = async |person, seen| {
            let answer = world.try_resume(person, case, seen, order()).await;
            refused(answer).against
        };
        let unclaimed = against(&world.irina, world.seen(case).await).await;
        let why = NotPermitted::NotClaimed;
        assert_eq!(unclaimed, Against::Authority { why, holder: None });
        world.claim(&world.irina, case).await;
        let others = against(&world.boris, world.seen(case).await).await;
        let holder = Some("Full name of irina".to_owned());
        let why = NotPermitted::HeldByOther;
        assert_eq!(others, Against::Authority { why, holder });
        let seen = world.seen(case).await;
        let by_manager = world
            .try_resume(&world.olga, case, seen.clone(), order())
            .await;
        assert!(matches!(by_manager, Err(ServiceError::NotAllowed)));

        let request = ResumeRequest {
            seen,
            why: Why {
                reason_code: "because".into(),
                justification: "ok ok ok".into(),
            },
            order: order(),
            holds_acknowledged: false,
        };
        let empty = decide_resume(&world.services, &world.irina, case, &request).await;
        let too_short = NoJustification::TooShort {
            characters: 8,
            minimum: 20,
        };
        let faults = vec![
            FormFault::UnknownReason,
            FormFault::Justification(too_short),
        ];
        assert_eq!(refused(empty).against, Against::Form(faults));

        world.pass(24 * HOUR);
        world.claim(&world.irina, case).await;
        let blocked = against(&world.irina, world.seen(case).await).await;
        let Against::Rules(rules) = blocked else {
            panic!("the rules: {blocked:?}")
        };
        assert!(matches!(
            &rules[..],
            [NoDecision::Resume(NoResume::Blocked { .. })]
        ));
    }
);

on_both!(
    an_open_case_that_holds_the_same_object_has_to_be_acknowledged,
    async |database: &Database| {
        let world = World::on(database).await;
        let holding = |order| {
            let mut report = stopped_shipment(order);
            report["operation"]["holds"] = json!(["shipment:S-104"]);
            report
        };
        let case = world.stop(holding("8817")).await;
        let other = world.stop(holding("9")).await;
        world.claim(&world.irina, case).await;
        let seen = world.seen(case).await;
        let answer = world.try_resume(&world.irina, case, seen.clone(), ResumeOrder::default());
        let cases = vec![other];
        let fault = FormFault::HoldsNotAcknowledged { cases };
        assert_eq!(refused(answer.await).against, Against::Form(vec![fault]));
        let request = ResumeRequest {
            seen,
            why: why("protected_repeat"),
            order: ResumeOrder::default(),
            holds_acknowledged: true,
        };
        decide_resume(&world.services, &world.irina, case, &request)
            .await
            .expect("a decision");
    }
);

on_both!(
    a_close_is_acknowledged_by_its_taking_and_nothing_can_be_taken_after_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let missing = world
            .try_close(&world.irina, case, "done_by_other_means", " ")
            .await;
        let faults = vec![FormFault::ReferenceMissing];
        assert_eq!(refused(missing).against, Against::Form(faults));
        let itself = world.try_close(&world.irina, case, "duplicate_of_other", "ship:8817:S-104");
        let faults = vec![FormFault::OperationMissing];
        assert_eq!(refused(itself.await).against, Against::Form(faults));

        let closed = world.try_close(&world.irina, case, "done_by_other_means", "by hand, WT-7");
        let id = closed
            .await
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        let taken = world.take(&id, "t").await.expect("the instruction");
        let Order::Close(order) = &taken.order else {
            panic!("a close: {taken:?}")
        };
        assert_eq!(order.reference.as_deref(), Some("by hand, WT-7"));
        assert_eq!(order.stays_uncertain, [TASK.into()]);
        let row = world.case(case).await;
        assert_eq!(row.details.state, CaseState::Resolved);
        assert_eq!(row.details.resolution, Some(Resolution::Closed));
        let mut connection = world.services.db.read().await.expect("a connection");
        let operation = operations::get(&mut connection, row.origin.operation_id).await;
        let standing = operation.expect("read").expect("there").standing;
        assert_eq!(standing, OperationStanding::Closed);

        let again = world
            .take(&id, "t")
            .await
            .expect("the answer may have been lost");
        assert!(again.repeated);
        let other = refused(world.take(&id, "other").await);
        assert!(matches!(other, NoTaking::AlreadyTaken { .. }));
        world.must_verify().await;
    }
);

on_both!(
    where_every_step_is_done_nothing_is_sent_and_the_taking_confirms_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment("8817");
        report["steps"].as_array_mut().expect("steps").pop();
        let case = world.stop(report).await;
        let find = look("S-104/8817", Saw::Found(task("WT-1")));
        record_check(&world.services, &world.irina, case, &find)
            .await
            .expect("kept");
        let instruction = world.resume(&world.irina, case).await;
        let taken = world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        assert_eq!(taken.order.run(), []);
        let row = world.case(case).await;
        assert_eq!(row.details.resolution, Some(Resolution::ConfirmedComplete));
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        world.must_verify().await;
    }
);

on_both!(
    s30_who_decided_by_mistake_takes_it_back_and_a_second_too_late_hears_who_has_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        let by_other = withdraw(&world.services, &world.boris, case, WORDS).await;
        let by = "irina".to_owned();
        assert_eq!(refused(by_other), WithdrawRefused::NotTheirs { by });
        withdraw(&world.services, &world.irina, case, WORDS)
            .await
            .expect("nobody has taken it");
        assert_eq!(
            refused(world.take(&instruction, "t").await),
            NoTaking::Withdrawn
        );
        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::InstructionWithdrawn);
        assert_eq!(document["words"], WORDS);
        let row = world.case(case).await;
        assert_eq!(row.details.state, CaseState::InReview);
        assert_eq!(row.details.holder_id, Some(world.irina.id));

        let seen = world.seen(case).await;
        let again = world.try_resume(&world.irina, case, seen, ResumeOrder::default());
        let instruction = again
            .await
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        let late = withdraw(&world.services, &world.olga, case, WORDS).await;
        let worker = "worker of t".to_owned();
        let at = world.services.now();
        assert_eq!(refused(late), WithdrawRefused::Taken { worker, at });
        world.must_verify().await;
    }
);

on_both!(
    with_the_agreed_content_the_changed_one_is_refused_from_the_taking_on,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment("8817");
        let payload = json!({"lines": [{"sku": "TEA-01", "qty": 3}]});
        report["message"] = json!({"event_id": "evt-2", "payload": payload});
        let case = world.stop(report.clone()).await;
        let standings = async || {
            let facts = world.facts(case).await;
            facts
                .contents
                .iter()
                .map(|c| c.standing)
                .collect::<Vec<_>>()
        };
        let first = world.resume(&world.irina, case).await;
        assert_eq!(
            standings().await,
            [Agreed, Contested],
            "it can still be taken back"
        );

        report["report_id"] = "a further version".into();
        report["message"]["payload"]["lines"][0]["qty"] = 4.into();
        assert_eq!(world.stop(report).await, case);
        assert_eq!(refused(world.take(&first, "t").await), NoTaking::Withdrawn);

        let second = world.resume(&world.irina, case).await;
        let taken = world.take(&second, "t").await.expect("the instruction");
        let Order::Resume(plan) = &taken.order else {
            panic!("a resume: {taken:?}")
        };
        assert_eq!(plan.content.which, WhichContent::Agreed);
        assert_eq!(standings().await, [Agreed, Refused, Refused]);
        renew(&world.services, &world.source, &second, "t")
            .await
            .expect("what its own taking settled is no new fact");
        world.must_verify().await;
    }
);

on_both!(
    of_a_step_done_more_than_once_the_reviewer_names_the_result_and_the_other_is_surplus,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment("8817");
        report["steps"].as_array_mut().expect("steps").pop();
        let case = world.stop(report).await;
        for id in ["WT-1", "WT-2"] {
            let find = look("S-104/8817", Saw::Found(task(id)));
            record_check(&world.services, &world.irina, case, &find)
                .await
                .expect("kept");
        }
        world.claim(&world.irina, case).await;
        let seen = world.seen(case).await;
        let unsaid = world.try_resume(&world.irina, case, seen.clone(), ResumeOrder::default());
        let against = refused(unsaid.await).against;
        let choose = NoResume::ChooseResult { step: TASK.into() };
        assert_eq!(against, Against::Rules(vec![NoDecision::Resume(choose)]));

        let order = ResumeOrder {
            goes_on_with: vec![GoesOnWith {
                step: TASK.into(),
                object_type: "task".into(),
                id: "WT-2".into(),
            }],
            ..ResumeOrder::default()
        };
        let decided = world.try_resume(&world.irina, case, seen, order).await;
        let instruction = decided
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::SurplusFound);
        assert_eq!(document["result"]["id"], "WT-1");
    }
);
