//! What somebody has to account for: from where it comes, that it stays, and how it is settled.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::draft::DraftForm;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, StepName, Team};
use holdpoint::domain::resume::{GoesOnWith, ResumeOrder};
use holdpoint::domain::surplus::Settlement;
use holdpoint::service::ServiceError;
use holdpoint::service::drafts::{draft, keep};
use holdpoint::service::outcome::outcome;
use holdpoint::service::search::search;
use holdpoint::service::set_owner::set_owner;
use holdpoint::service::surplus::{
    FollowUpRow, NotSettled, Place, Settle, SettleFault, Wanted, counts, open, owners, settle,
};
use serde_json::{Value, json};

/// The shipment for which the warehouse made two tasks, each under our own number.
fn done_twice(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["report_id"] = format!("shop-wms:{order}:twice").into();
    report["steps"][1]["state"] = "completed".into();
    report["steps"][1]["results"] =
        json!([{"type": "task", "id": "WT-1"}, {"type": "task", "id": "WT-2"}]);
    report
}

async fn all_open(world: &World) -> Vec<FollowUpRow> {
    list(world, &Wanted::default()).await
}

async fn list(world: &World, wanted: &Wanted) -> Vec<FollowUpRow> {
    let found = open(&world.services, &world.irina, wanted, Place::First).await;
    found.expect("a list").rows
}

/// Those of one team, or those that are over their due time.
async fn which(world: &World, owner: &str, over: bool) -> usize {
    let owner = (!owner.is_empty()).then(|| Team::new(owner));
    let wanted = Wanted { owner, over };
    let counts = counts(&world.services, &world.irina, std::slice::from_ref(&wanted)).await;
    let rows = list(world, &wanted).await.len();
    assert_eq!(
        counts.expect("counted"),
        [i64::try_from(rows).expect("few")]
    );
    rows
}

/// Resumes with the first task; the source tells the mail to the customer.
pub async fn resumed_with_the_first(world: &World) -> CaseId {
    let case = world.stop(done_twice("8817")).await;
    let team = Team::new("Fulfilment");
    let owned = set_owner(&world.services, &world.olga, case, &team).await;
    owned.expect("a manager may");
    world.claim(&world.irina, case).await;
    let order = ResumeOrder {
        goes_on_with: vec![GoesOnWith {
            step: StepName::from(TASK),
            object_type: "task".to_owned(),
            id: "WT-1".to_owned(),
        }],
        ..ResumeOrder::default()
    };
    let seen = world.seen(case).await;
    let request = holdpoint::service::decide_resume::ResumeRequest {
        seen,
        why: why("other"),
        order,
        holds_acknowledged: false,
    };
    let decided = holdpoint::service::decide_resume::decide_resume(
        &world.services,
        &world.irina,
        case,
        &request,
    );
    let instruction = decided
        .await
        .expect("a decision")
        .instruction()
        .cloned()
        .expect("an offer");
    world.take(&instruction, "t").await.expect("taken");
    let body = json!({"take_token": "t", "outcome": "done",
        "results": [{"step": "notify_customer", "type": "mail", "id": "M-1"}]});
    let told = outcome(&world.services, &world.source, &instruction, body, 0).await;
    told.expect("kept");
    case
}

fn said(settlement: &str, words: &str) -> Settle {
    Settle {
        settlement: settlement.to_owned(),
        words: words.to_owned(),
        reference: " VOID-7 ".to_owned(),
    }
}

on_both!(
    a_surplus_stays_until_somebody_records_what_became_of_it,
    async |database: &Database| {
        let world = World::on(database).await;
        assert_eq!(which(&world, "", false).await, 0);
        let case = resumed_with_the_first(&world).await;
        let found = all_open(&world).await;
        let [row] = found.as_slice() else {
            panic!("one follow-up: {found:?}")
        };
        assert!(row.result.contains("WT-2"));
        let found = search(&world.services, &world.irina, "wt-2").await;
        assert_eq!(found.expect("an answer").single(), Some(case));
        assert_eq!((row.case_id, row.step.as_str()), (case, TASK));
        assert_eq!(
            row.due_at,
            row.found_at.plus(24 * HOUR),
            "as long as a case of its type"
        );
        assert_eq!(
            world.told(case).await.last(),
            Some(&EntryKind::SurplusFound)
        );

        let owners = owners(&world.services, &world.irina).await.expect("read");
        assert_eq!(owners, [Team::new("Fulfilment")]);
        assert_eq!(which(&world, "Fulfilment", false).await, 1);
        assert_eq!(which(&world, "Nobody's", false).await, 0);
        assert_eq!(which(&world, "", true).await, 0);
        world.pass(25 * HOUR);
        assert_eq!(which(&world, "Fulfilment", true).await, 1);

        let settled = settle(&world.services, &world.olga, row.id, &said("kept", WORDS)).await;
        assert!(
            matches!(settled, Err(ServiceError::NotAllowed)),
            "a manager records no checks"
        );
        let wrong = settle(&world.services, &world.boris, row.id, &said("", "no")).await;
        let NotSettled::Form(faults) = refused(wrong) else {
            panic!("the form")
        };
        assert_eq!(faults[0], SettleFault::NothingChosen);
        assert!(matches!(faults[1], SettleFault::Words(_)));

        let said = said("undone_there", WORDS);
        let (form, half) = (
            DraftForm::Settle(row.id),
            vec![("words".to_owned(), "Void".to_owned())],
        );
        let kept = keep(&world.services, &world.boris, case, form, &half).await;
        assert!(kept.expect("kept").is_some());
        let settled = settle(&world.services, &world.boris, row.id, &said).await;
        assert_eq!(settled.expect("settled"), case);
        let left = draft(&world.services, &world.boris, case, form).await;
        assert_eq!(left.expect("an answer"), None);
        // A second click settles nothing anew; somebody else is told that it is settled.
        let clicked = settle(&world.services, &world.boris, row.id, &said).await;
        assert_eq!(clicked.expect("the same settlement"), case);
        let again = settle(&world.services, &world.irina, row.id, &said).await;
        assert_eq!(
            refused(again),
            NotSettled::Settled {
                by: "boris".to_owned()
            }
        );
        assert!(all_open(&world).await.is_empty());
        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::SurplusSettled);
        assert_eq!(document["result"]["id"], "WT-2");
        assert_eq!(document["settlement"], Settlement::UndoneThere.as_str());
        assert_eq!(document["reference"], "VOID-7");
        world.must_verify().await;
    }
);

on_both!(
    an_effect_found_after_the_end_is_followed_up_once_whoever_tells_of_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let closed = world
            .try_close(&world.irina, case, "no_longer_wanted", "")
            .await;
        let instruction = closed
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        world.take(&instruction, "t").await.expect("acknowledged");
        assert!(
            all_open(&world).await.is_empty(),
            "nothing is done but the order"
        );

        let answer = world.report(&done_twice("8817")).await;
        let later = CaseId(answer["case"].as_i64().expect("a case"));
        assert_ne!(later, case);
        let found = all_open(&world).await;
        let ids: Vec<_> = found.iter().map(|row| row.result.contains("WT-")).collect();
        assert_eq!(ids, [true, true], "both tasks came to light");
        assert!(found.iter().all(|row| row.case_id == later));

        // Closing the new case finds nothing that is not followed up already.
        world.claim(&world.irina, later).await;
        let closed = world
            .try_close(&world.irina, later, "no_longer_wanted", "")
            .await;
        let instruction = closed
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        world.take(&instruction, "u").await.expect("acknowledged");
        assert_eq!(all_open(&world).await.len(), 2);
        let told = world.told(later).await;
        let found = told.iter().filter(|kind| **kind == EntryKind::SurplusFound);
        assert_eq!(found.count(), 2);
        world.must_verify().await;
    }
);
