//! Finds that do not count by themselves, and whose they are in the judgement of people.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::check::Saw;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::CaseId;
use holdpoint::domain::judgement::{NoJudgement, Thing, Verdict};
use holdpoint::domain::knowledge::{Knowledge, WhyUnknown};
use holdpoint::domain::standing::CaseState;
use holdpoint::service::judge_hint::{
    JudgeRequest, JudgementKept, JudgementRefused, Says, judge_hint,
};
use holdpoint::service::record_check::record_check;
use holdpoint::service::{Person, ServiceError};

const UNKNOWN: Knowledge = Knowledge::Unknown(WhyUnknown::Unanswered);
const GROUNDS: &str = "The warehouse's foreman read our order number off the pallet.";

/// A shipment, of a type with this name, whose warehouse has a task that somebody found by the customer's phone.
async fn hinted(world: &World, operation_type: &str) -> CaseId {
    let mut report = stopped_shipment("8817");
    report["operation"]["type"] = operation_type.into();
    let case = world.stop(report).await;
    let phone = look("+7 900", Saw::Found(task("WT-1")));
    let kept = record_check(&world.services, &world.irina, case, &phone).await;
    kept.expect("a hint");
    case
}

fn ours() -> Says {
    Says::Judges(Verdict::ThisOperations { step: TASK.into() })
}

async fn says(
    world: &World,
    person: &Person,
    (case, seen): (CaseId, usize),
    says: Says,
    grounds: &str,
) -> Result<JudgementKept, ServiceError<JudgementRefused>> {
    let request = JudgeRequest {
        thing: Thing {
            system: "wms".into(),
            object_type: "task".into(),
            id: "WT-1".into(),
        },
        seen,
        says,
        grounds: grounds.to_owned(),
    };
    judge_hint(&world.services, person, case, &request).await
}

on_both!(
    what_a_person_judges_counts_and_withdraws_a_decision_made_without_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = hinted(&world, "warehouse_shipment").await;
        world.resume(&world.irina, case).await;
        assert_eq!(world.on_offer().await, 1);

        let said = says(&world, &world.boris, (case, 0), ours(), "sure").await;
        assert!(matches!(refused(said).0, NoJudgement::Grounds(_)));
        let said = says(&world, &world.olga, (case, 0), ours(), GROUNDS).await;
        assert!(matches!(said, Err(ServiceError::NotAllowed)), "{said:?}");
        let no_step = Says::Judges(Verdict::ThisOperations {
            step: "create_erp_order".into(),
        });
        let said = says(&world, &world.boris, (case, 0), no_step, GROUNDS).await;
        assert_eq!(refused(said).0, NoJudgement::NoSuchStep);
        assert_eq!(world.known(case, TASK).await, UNKNOWN);

        let kept = says(&world, &world.boris, (case, 0), ours(), GROUNDS)
            .await
            .expect("kept");
        assert!(kept.counts && kept.withdrew_decision, "{kept:?}");
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        assert_eq!(world.on_offer().await, 0);
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        let told = world.told(case).await;
        assert!(told.contains(&EntryKind::HintJudged), "{told:?}");

        // Somebody whose page did not show that judgement decides nothing about it; a later one takes it back.
        let unseen = Says::Judges(Verdict::NotThisOperations);
        let said = says(&world, &world.irina, (case, 0), unseen.clone(), GROUNDS).await;
        assert_eq!(refused(said).0, NoJudgement::JudgedMeanwhile);
        says(&world, &world.irina, (case, 1), unseen, GROUNDS)
            .await
            .expect("kept");
        assert_eq!(world.known(case, TASK).await, UNKNOWN);
        world.must_verify().await;
    }
);

on_both!(
    where_the_risk_is_high_it_takes_two_people_and_never_one_twice,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = hinted(&world, "dangerous_goods").await;
        let kept = says(&world, &world.irina, (case, 0), ours(), GROUNDS)
            .await
            .expect("kept");
        assert!(!kept.counts);
        assert_eq!(world.known(case, TASK).await, UNKNOWN);

        let said = says(&world, &world.irina, (case, 1), Says::Confirms, GROUNDS).await;
        assert_eq!(refused(said).0, NoJudgement::SamePerson);
        let said = says(&world, &world.boris, (case, 1), ours(), GROUNDS).await;
        assert_eq!(refused(said).0, NoJudgement::SaysTheSame);
        assert_eq!(world.known(case, TASK).await, UNKNOWN);
        let told = world.told(case).await;
        assert_eq!(
            told.last(),
            Some(&EntryKind::TurnedAway),
            "that it was tried is kept"
        );

        let kept = says(&world, &world.boris, (case, 1), Says::Confirms, GROUNDS).await;
        assert!(kept.expect("kept").counts);
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        let said = says(&world, &world.boris, (case, 1), Says::Confirms, GROUNDS).await;
        assert_eq!(refused(said).0, NoJudgement::NothingAwaited);

        // To put it aside again takes two as well: until then it counts.
        let not_ours = Says::Judges(Verdict::NotThisOperations);
        says(&world, &world.irina, (case, 1), not_ours, GROUNDS)
            .await
            .expect("kept");
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        says(&world, &world.boris, (case, 2), Says::Confirms, GROUNDS)
            .await
            .expect("kept");
        assert_eq!(world.known(case, TASK).await, UNKNOWN);
        world.must_verify().await;
    }
);
