//! New operations: ordered with a password, begun by being taken, and what is left of the old one.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::decision::NoDecision;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, InstructionId, OperationKey, StepName};
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::knowledge::{Knowledge, WhyNotDone};
use holdpoint::domain::new_operation::NoNewOperation;
use holdpoint::domain::order::Order;
use holdpoint::domain::people::Role;
use holdpoint::domain::standing::{CaseState, OperationStanding, Resolution};
use holdpoint::service::decide::{Against, Decided, DecisionRefused, FormFault};
use holdpoint::service::decide_new_operation::{
    NewOperationRequest, PasswordAgain, decide_new_operation, see_successor,
};
use holdpoint::service::gate::ask;
use holdpoint::service::outcome::outcome;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::renew::renew;
use holdpoint::service::search::search;
use holdpoint::service::see_case::see_case;
use holdpoint::service::withdraw::withdraw;
use holdpoint::service::{Person, ServiceError};
use holdpoint::store::operations::{self, OperationRow};
use holdpoint::worker::sweeper::drain;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};

const OLD: &str = "ship:8817:S-104";
const NEW: &str = "ship:8817:S-104~2";

/// A shipment of which one person may decide to start another in its place.
fn shipment() -> Value {
    let mut report = stopped_shipment("8817");
    report["operation"]["type"] = "free_shipment".into();
    report["operation"]["holds"] = json!(["shipment:S-104"]);
    report
}

fn request(key: &str) -> NewOperationRequest {
    NewOperationRequest {
        seen: holdpoint::service::decide::Seen {
            version: holdpoint::domain::ids::Version(0),
            facts_digest: String::new(),
        },
        why: why("second_wanted"),
        key: key.to_owned(),
        acknowledged: vec![StepName::from("create_erp_order"), StepName::from(TASK)],
        reference: "8817 / s-104/8817".to_owned(),
        payload: None,
        holds_acknowledged: false,
        password: "correct horse battery staple".to_owned(),
    }
}

/// A case that somebody holds who may start new operations.
struct Story {
    world: World,
    vera: Person,
    case: CaseId,
}

impl Story {
    async fn on(database: &Database) -> Self {
        let world = World::on(database).await;
        let vera = person(&world.services, "vera", Role::SeniorReviewer).await;
        let case = world.stop(shipment()).await;
        world.claim(&vera, case).await;
        Self { world, vera, case }
    }

    async fn order(
        &self,
        change: impl FnOnce(&mut NewOperationRequest),
    ) -> Result<Decided, ServiceError<DecisionRefused>> {
        let mut request = request(NEW);
        request.seen = self.world.seen(self.case).await;
        change(&mut request);
        let again = PasswordAgain {
            passwords: &Passwords::default(),
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        };
        let services = &self.world.services;
        decide_new_operation(services, &self.vera, again, self.case, &request).await
    }

    async fn refused(&self, change: impl FnOnce(&mut NewOperationRequest)) -> Against {
        refused(self.order(change).await).against
    }

    async fn ordered(&self) -> InstructionId {
        let decided = self.order(|_| {}).await.expect("a decision");
        decided.instruction().expect("an offer").clone()
    }

    async fn operation(&self, key: &str) -> Option<OperationRow> {
        let mut connection = self.world.services.db.read().await.expect("a connection");
        let key = OperationKey::from(key);
        let found = operations::by_key(&mut connection, self.world.source.id, &key).await;
        found.expect("read")
    }

    /// The case under which the new operation is carried out.
    async fn new_case(&self) -> CaseId {
        let seen = see_case(&self.world.services, &self.vera, self.case, None).await;
        let newer = seen
            .expect("a case")
            .lineage
            .newer
            .expect("a new operation");
        newer.case.expect("its case")
    }

    async fn tell(&self, id: &InstructionId, body: Value) -> CaseState {
        let World {
            services, source, ..
        } = &self.world;
        let kept = outcome(services, source, id, body, 0).await;
        kept.expect("an outcome").case_state
    }
}

fn done() -> Value {
    json!({"take_token": "t", "outcome": "done", "results": [
        {"step": "create_erp_order", "type": "sales_order", "id": "SO-2"},
        {"step": TASK, "type": "task", "id": "WT-2"},
        {"step": "notify_customer", "type": "mail", "id": "M-2"},
    ]})
}

on_both!(
    it_is_ordered_only_with_everything_acknowledged_a_free_key_and_the_right_password,
    async |database: &Database| {
        let story = Story::on(database).await;
        let unsaid = story.refused(|r| r.acknowledged.clear()).await;
        let not_acknowledged = |step: &str| {
            let step = StepName::from(step);
            NoDecision::NewOperation(NoNewOperation::NotAcknowledged { step })
        };
        let both = ["create_erp_order", TASK].map(not_acknowledged).to_vec();
        assert_eq!(unsaid, Against::Rules(both));
        let in_use = NoDecision::NewOperation(NoNewOperation::KeyInUse);
        let old = story.refused(|r| r.key = OLD.to_owned()).await;
        assert_eq!(old, Against::Rules(vec![in_use.clone()]));
        let wrong = story.refused(|r| r.password = "guess".to_owned()).await;
        assert_eq!(wrong, Against::Form(vec![FormFault::WrongPassword]));
        let Against::Form(faults) = story.refused(|r| r.payload = Some("{".to_owned())).await
        else {
            panic!("a fault")
        };
        assert!(matches!(faults[..], [FormFault::Payload(_)]), "{faults:?}");
        assert_eq!(story.world.on_offer().await, 0);

        // A key is given out once: whoever takes the decision back never gets it again.
        story.ordered().await;
        let services = &story.world.services;
        withdraw(services, &story.vera, story.case, WORDS)
            .await
            .expect("taken back");
        assert_eq!(story.refused(|_| {}).await, Against::Rules(vec![in_use]));
        let successor = see_successor(services, &story.vera, story.case).await;
        let free = successor.expect("a key").key;
        assert_eq!(free.as_str(), "ship:8817:S-104~3");
        let again = story.order(|r| r.key = free.as_str().to_owned()).await;
        again.expect("a decision");
        story.world.must_verify().await;
    }
);

on_both!(
    too_many_wrong_passwords_make_everybody_wait,
    async |database: &Database| {
        let story = Story::on(database).await;
        for _ in 0..5 {
            let wrong = story.refused(|r| r.password = "guess".to_owned()).await;
            assert_eq!(wrong, Against::Form(vec![FormFault::WrongPassword]));
        }
        let Against::Form(faults) = story.refused(|_| {}).await else {
            panic!("a fault")
        };
        assert!(
            matches!(faults[..], [FormFault::PasswordPaused { .. }]),
            "{faults:?}"
        );
        story.world.pass(MINUTE);
        // The right one is looked at again.
        story.world.claim(&story.vera, story.case).await;
        story.order(|_| {}).await.expect("a decision");
    }
);

on_both!(
    until_it_is_taken_the_old_operation_is_held_and_from_then_on_it_is_superseded_for_ever,
    async |database: &Database| {
        let story = Story::on(database).await;
        let world = &story.world;
        let id = story.ordered().await;
        assert!(story.operation(NEW).await.is_none());
        let old = story.operation(OLD).await.expect("the old one");
        assert_eq!(old.standing, OperationStanding::Open);

        let taken = world.take(&id, "t").await.expect("a taking");
        assert_eq!(taken.operation_key.as_str(), OLD);
        let Order::NewOperation(plan) = &taken.order else {
            panic!("a new operation")
        };
        let keys: Vec<_> = plan
            .run
            .iter()
            .map(|run| run.idempotency_key.clone())
            .collect();
        let keys: Vec<_> = keys
            .iter()
            .map(|k| {
                k.as_ref()
                    .map(holdpoint::domain::ids::IdempotencyKey::as_str)
            })
            .collect();
        assert_eq!(
            keys,
            [
                Some("ship:8817:S-104#erp~2"),
                Some("ship:8817:S-104#wms~2"),
                None
            ]
        );
        assert_eq!(plan.content.payload["lines"][0]["sku"], "TEA-01");
        let again = world.take(&id, "t").await.expect("the same");
        assert!(again.repeated && again.operation_key == taken.operation_key);
        let late = world.take(&id, "u").await;
        assert!(matches!(refused(late), NoTaking::AlreadyTaken { .. }));

        let old = story.operation(OLD).await.expect("the old one");
        assert_eq!(old.standing, OperationStanding::Superseded);
        assert_eq!(old.superseded_by.expect("its key").as_str(), NEW);
        let row = world.case(story.case).await;
        assert_eq!(row.details.resolution, Some(Resolution::NewOperation));
        let gate = ask(
            &world.services,
            &world.source,
            &OperationKey::from(OLD),
            &[],
        )
        .await;
        let by = gate.expect("an answer").superseded_by.expect("its key");
        assert_eq!(by.as_str(), NEW);

        // Each finds the other: by case, by search, and in the history.
        let new_case = story.new_case().await;
        let seen = see_case(&world.services, &story.vera, new_case, None).await;
        let seen = seen.expect("a case");
        let older = seen.lineage.older.expect("the old one");
        assert_eq!((older.key.as_str(), older.case), (OLD, Some(story.case)));
        assert_eq!(seen.case.origin.previous_case_id, Some(story.case));
        for key in [OLD, NEW] {
            let found = search(&world.services, &story.vera, key).await;
            let cases: Vec<_> = found
                .expect("found")
                .exact
                .iter()
                .map(|h| h.case_id)
                .collect();
            assert_eq!(cases.len(), 2, "{key}: {cases:?}");
        }
        let told = world.entries(story.case).await;
        let (_, superseded) =
            (told.iter().find(|(kind, _)| *kind == EntryKind::Superseded)).expect("an entry");
        assert_eq!(
            (&superseded["by"], &superseded["case"]),
            (&json!(NEW), &json!(new_case))
        );
        let told = world.entries(new_case).await;
        assert_eq!(told[0].0, EntryKind::CaseOpened);
        assert_eq!(
            (&told[0].1["supersedes"], &told[0].1["previous_case"]),
            (&json!(OLD), &json!(story.case))
        );
        world.must_verify().await;
    }
);

on_both!(
    its_outcome_is_the_new_operations_own,
    async |database: &Database| {
        let story = Story::on(database).await;
        let world = &story.world;
        let id = story.ordered().await;
        world.take(&id, "t").await.expect("a taking");
        let left = renew(&world.services, &world.source, &id, "t").await;
        assert!(left.expect("a lease") > 0);
        assert_eq!(story.tell(&id, done()).await, CaseState::Resolved);
        let new = story.operation(NEW).await.expect("the new one");
        assert_eq!(new.standing, OperationStanding::Done);
        let row = world.case(story.new_case().await).await;
        assert_eq!(row.details.resolution, Some(Resolution::CarriedOut));
        let old = world.known(story.case, TASK).await;
        assert!(matches!(old, Knowledge::Unknown(_)), "{old:?}");
        world.must_verify().await;
    }
);

on_both!(
    an_unknown_outcome_and_a_lost_worker_leave_a_case_of_the_new_operation,
    async |database: &Database| {
        let story = Story::on(database).await;
        let world = &story.world;
        let id = story.ordered().await;
        world.take(&id, "t").await.expect("a taking");
        let new_case = story.new_case().await;
        world.pass(HOUR);
        drain(&world.services).await;
        let row = world.case(new_case).await;
        assert_eq!(row.details.state, CaseState::Waiting);
        let known = world.known(new_case, "create_erp_order").await;
        assert!(matches!(known, Knowledge::Unknown(_)), "{known:?}");
        // It goes on under its own keys, like any other.
        let (erp, wms) = ("ship:8817:S-104#erp~2", "ship:8817:S-104#wms~2");
        let mut report = shipment();
        report["report_id"] = "shop-wms:8817:new".into();
        report["operation"]["key"] = NEW.into();
        report["stopped_at"] = "2026-11-29T13:20:31Z".into();
        report["steps"][0]["idempotency_key"] = erp.into();
        report["steps"][0]["results"][0]["id"] = "SO-2".into();
        report["steps"][1]["idempotency_key"] = wms.into();
        report["attempts"][0]["idempotency_key"] = wms.into();
        report["attempts"][0]["started_at"] = "2026-11-29T12:30:01Z".into();
        let answer = world.report(&report).await;
        assert_eq!(
            (&answer["case"], &answer["effect"]),
            (&json!(new_case), &json!("case_joined"))
        );
        assert_eq!(
            world.known(new_case, "create_erp_order").await,
            Knowledge::Done
        );
        let old = story.operation(OLD).await.expect("the old one");
        assert_eq!(old.standing, OperationStanding::Superseded);
        world.must_verify().await;
    }
);

on_both!(
    what_comes_to_light_of_the_old_operation_is_accounted_for_and_never_resumed,
    async |database: &Database| {
        let story = Story::on(database).await;
        let world = &story.world;
        let id = story.ordered().await;
        world.take(&id, "t").await.expect("a taking");
        story.tell(&id, done()).await;

        let mut late = shipment();
        late["report_id"] = "shop-wms:8817:2".into();
        let answer = world.report(&late).await;
        assert_eq!(answer["effect"], "superseded");
        assert_eq!(answer["decision"]["superseded_by"], NEW);
        assert_eq!(answer["case"], json!(story.case));

        late["report_id"] = "shop-wms:8817:3".into();
        late["steps"][1]["state"] = "completed".into();
        late["steps"][1]["results"] = json!([{"type": "task", "id": "WT-1"}]);
        let answer = world.report(&late).await;
        assert_eq!(answer["effect"], "case_opened");
        let found = CaseId(answer["case"].as_i64().expect("a case"));
        let old = story.operation(OLD).await.expect("the old one");
        assert_eq!(old.standing, OperationStanding::Superseded);

        world.claim(&story.vera, found).await;
        let seen = world.seen(found).await;
        let resume = world.try_resume(
            &story.vera,
            found,
            seen,
            holdpoint::domain::resume::ResumeOrder::default(),
        );
        let superseded = Against::Rules(vec![NoDecision::Superseded]);
        assert_eq!(refused(resume.await).against, superseded);
        let again = Story {
            case: found,
            vera: story.vera.clone(),
            world: story.world,
        };
        assert_eq!(
            again
                .refused(|r| r.key = "ship:8817:S-104~9".to_owned())
                .await,
            superseded
        );

        // It can be closed, and stays superseded.
        let world = &again.world;
        let closed = world.try_close(
            &again.vera,
            found,
            "done_by_other_means",
            "phone call of 29 Nov",
        );
        let closed = closed.await.expect("a decision");
        world
            .take(closed.instruction().expect("an offer"), "t")
            .await
            .expect("taken");
        let old = again.operation(OLD).await.expect("the old one");
        assert_eq!(old.standing, OperationStanding::Superseded);
        world.must_verify().await;
    }
);

on_both!(
    a_key_that_its_source_used_meanwhile_begins_nothing,
    async |database: &Database| {
        let story = Story::on(database).await;
        let id = story.ordered().await;
        let mut stranger = shipment();
        stranger["report_id"] = "shop-wms:8817:other".into();
        stranger["operation"]["key"] = NEW.into();
        stranger["operation"]["holds"] = json!([]);
        story.world.stop(stranger).await;
        let turned_away = story.world.take(&id, "t").await;
        assert_eq!(refused(turned_away), NoTaking::FactsChanged);
        let old = story.operation(OLD).await.expect("the old one");
        assert_eq!(old.standing, OperationStanding::Open);
        assert_eq!(
            story.world.known(story.case, "notify_customer").await,
            Knowledge::NotDone(WhyNotDone::NeverSent)
        );
        story.world.must_verify().await;
    }
);
