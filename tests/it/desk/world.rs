//! The use cases on a database, with a clock that the story moves, people, a source and a stopped shipment.

use crate::support::database::Database;
use crate::support::told::told;
use holdpoint::clock::Clock;
use holdpoint::domain::basis::facts_as_seen;
use holdpoint::domain::check::{Look, Saw};
use holdpoint::domain::facts::Facts;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, HistoryNumber, InstructionId, StepName, Team, Version};
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::json::digest;
use holdpoint::domain::knowledge::Knowledge;
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::report::ResultRef;
use holdpoint::domain::report_parse::TakeRequest;
use holdpoint::domain::resume::{ContentChoice, ResumeOrder};
use holdpoint::domain::review::{Review, review};
use holdpoint::domain::time::Timestamp;
use holdpoint::domain::webhook::AllowedHosts;
use holdpoint::policy::Policy;
use holdpoint::service::claim::claim;
use holdpoint::service::decide::{Decided, DecisionRefused, Seen, Why};
use holdpoint::service::decide_close::{CloseRequest, decide_close};
use holdpoint::service::decide_resume::{ResumeRequest, decide_resume};
use holdpoint::service::offered::offered;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};
use holdpoint::service::report_stop::{Channel, Delivered, Delivery, Received, report_stop};
use holdpoint::service::sweep::{Stuck, Swept, sweep};
use holdpoint::service::take::{Taken, take};
use holdpoint::service::verify_audit::{Options, verify};
use holdpoint::service::{Person, ServiceError, Services, Source};
use holdpoint::store::cases::{self, CaseRow};
use holdpoint::store::{Db, history, operations, sources};
use serde_json::{Value, json};
use std::time::Duration;

pub const WORDS: &str = "The warehouse keeps our key until tomorrow.";
pub const TASK: &str = "create_warehouse_task";

pub struct World {
    pub services: Services,
    pub source: Source,
    pub irina: Person,
    pub boris: Person,
    pub olga: Person,
}

impl World {
    /// Five past half past twelve: the connector gave up at 12:20:31.
    pub async fn on(database: &Database) -> Self {
        let db = Db::connect(database.url()).await.expect("it opens");
        db.migrate().await.expect("the schema");
        let policy = Policy::read(include_str!("../support/policy.toml")).expect("a policy");
        let clock = Clock::fixed(time("2026-11-29T12:25:00Z"));
        Self::of(Services::new(db, clock, policy)).await
    }

    /// The same where webhooks may call endpoints on this machine.
    pub async fn on_this_machine(database: &Database) -> Self {
        let here = AllowedHosts::new(["127.0.0.1".to_owned()]);
        let world = Self::on(database).await;
        Self {
            services: world.services.allowing(here),
            ..world
        }
    }

    /// The same on use cases that an application works with as well.
    pub async fn of(services: Services) -> Self {
        Self {
            source: source(&services, "shop-wms").await,
            irina: person(&services, "irina", Role::Reviewer).await,
            boris: person(&services, "boris", Role::Reviewer).await,
            olga: person(&services, "olga", Role::Manager).await,
            services,
        }
    }

    pub fn pass(&self, span: Duration) {
        self.services.clock.advance(span);
    }

    /// Ends one thing that ran out, as the sweeper does who comes round.
    pub async fn sweep(&self) -> Swept {
        let swept = sweep(&self.services, &mut Stuck::default()).await;
        swept.expect("an answer")
    }

    /// The case of this report.
    pub async fn stop(&self, report: Value) -> CaseId {
        let answer = self.report(&report).await;
        CaseId(answer["case"].as_i64().expect("a case"))
    }

    /// What is answered to a report that is kept.
    pub async fn report(&self, report: &Value) -> Value {
        match self.try_report(report).await {
            Received::Kept(receipt) => serde_json::from_str(&receipt.answer).expect("JSON"),
            other @ (Received::Conflict(_) | Received::Refused(_)) => {
                panic!("not kept: {other:?}")
            }
        }
    }

    pub async fn try_report(&self, report: &Value) -> Received {
        let delivered = Delivered {
            channel: Channel::Call,
            clock_ahead: 0,
        };
        let delivery = Delivery::of_line(report.to_string().into());
        let received = report_stop(&self.services, &self.source, delivered, delivery).await;
        received.expect("an answer")
    }

    pub fn reviewed<T>(&self, facts: &Facts, ask: impl FnOnce(&Review<'_>) -> T) -> T {
        ask(&review(
            facts,
            self.services.policy.rules(),
            self.services.now(),
        ))
    }

    pub async fn case(&self, id: CaseId) -> CaseRow {
        let mut connection = self.services.db.read().await.expect("a connection");
        let found = cases::get(&mut connection, id).await.expect("read");
        found.expect("a case")
    }

    pub async fn facts(&self, id: CaseId) -> Facts {
        let operation = self.case(id).await.origin.operation_id;
        let mut connection = self.services.db.read().await.expect("a connection");
        let row = operations::get(&mut connection, operation).await;
        serde_json::from_str(&row.expect("read").expect("there").facts).expect("facts")
    }

    /// What is known of a step.
    pub async fn known(&self, id: CaseId, step: &str) -> Knowledge {
        let facts = self.facts(id).await;
        self.reviewed(&facts, |review| {
            let found = review.steps.iter().find(|s| s.step.name.as_str() == step);
            found.expect("a step").known.knowledge.clone()
        })
    }

    /// What the page of the case shows now.
    pub async fn seen(&self, id: CaseId) -> Seen {
        let facts = self.facts(id).await;
        Seen {
            version: self.case(id).await.version,
            facts_digest: self.reviewed(&facts, |review| digest(&facts_as_seen(review))),
        }
    }

    pub async fn claim(&self, person: &Person, id: CaseId) -> Version {
        let claimed = claim(&self.services, person, id).await;
        claimed.expect("a free case").version
    }

    /// Claims a case and decides to resume it with the agreed content, on what its page shows then.
    pub async fn resume(&self, person: &Person, id: CaseId) -> InstructionId {
        self.claim(person, id).await;
        let seen = self.seen(id).await;
        let order = ResumeOrder {
            content: Some(ContentChoice::Agreed),
            ..ResumeOrder::default()
        };
        let decided = self.try_resume(person, id, seen, order);
        let decided = decided.await.expect("a decision");
        decided.instruction().cloned().expect("an offer")
    }

    pub async fn try_resume(
        &self,
        person: &Person,
        id: CaseId,
        seen: Seen,
        order: ResumeOrder,
    ) -> Result<Decided, ServiceError<DecisionRefused>> {
        let request = ResumeRequest {
            seen,
            why: why("other"),
            order,
            holds_acknowledged: false,
        };
        decide_resume(&self.services, person, id, &request).await
    }

    pub async fn try_close(
        &self,
        person: &Person,
        id: CaseId,
        reason: &str,
        named: &str,
    ) -> Result<Decided, ServiceError<DecisionRefused>> {
        let request = CloseRequest {
            seen: self.seen(id).await,
            why: why(reason),
            named: named.to_owned(),
        };
        decide_close(&self.services, person, id, &request).await
    }

    pub async fn take(
        &self,
        id: &InstructionId,
        token: &str,
    ) -> Result<Taken, ServiceError<NoTaking>> {
        let request = TakeRequest {
            worker: format!("worker of {token}"),
            take_token: token.to_owned(),
            last_attempt: None,
        };
        take(&self.services, &self.source, id, &request).await
    }

    /// The kinds of the case's history since it was opened, oldest first.
    pub async fn told(&self, id: CaseId) -> Vec<EntryKind> {
        let entries = self.entries(id).await.into_iter();
        let kinds = entries.map(|(kind, _)| kind);
        kinds
            .skip_while(|kind| *kind != EntryKind::CaseOpened)
            .skip(1)
            .collect()
    }

    /// The case's history with its documents, oldest first.
    pub async fn entries(&self, id: CaseId) -> Vec<(EntryKind, Value)> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let latest = history::of_case(&mut connection, id, None, 1_000).await;
        let mut rows = latest.expect("read");
        rows.reverse();
        let read = |row: history::EntryRow| {
            let kind = EntryKind::parse(&row.kind).expect("a kind");
            (kind, serde_json::from_str(&row.document).expect("JSON"))
        };
        rows.into_iter().map(read).collect()
    }

    /// Fails unless the history verifies and tells of every decision.
    pub async fn must_verify(&self) {
        verify(&self.services, &Options::default(), |_| {})
            .await
            .expect("a whole history");
    }

    /// The number of the first entry of a kind.
    pub async fn first_entry(&self, kind: EntryKind) -> i64 {
        let mut connection = self.services.db.read().await.expect("a connection");
        let entries = history::after(&mut connection, HistoryNumber(0), 1_000).await;
        let entries = entries.expect("read");
        let first = entries.iter().find(|entry| entry.kind == kind.as_str());
        first.expect("an entry").number
    }

    /// Somebody who may approve what others propose, and propose as well.
    pub async fn senior(&self, name: &str) -> Person {
        person(&self.services, name, Role::SeniorReviewer).await
    }

    /// The only instruction on offer.
    pub async fn only_offer(&self) -> InstructionId {
        let listed = offered(
            &self.services,
            &self.source,
            HistoryNumber(0),
            Duration::ZERO,
        );
        let mut offers = listed.await.expect("a list");
        assert_eq!(offers.len(), 1, "{offers:?}");
        offers.remove(0).instruction
    }

    /// How many instructions were ever on offer to the source, and still are.
    pub async fn on_offer(&self) -> usize {
        let listed = offered(
            &self.services,
            &self.source,
            HistoryNumber(0),
            Duration::ZERO,
        );
        listed.await.expect("a list").len()
    }
}

pub const HOUR: Duration = Duration::from_secs(3600);
pub const MINUTE: Duration = Duration::from_secs(60);

pub fn time(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a time")
}

pub fn why(reason: &str) -> Why {
    Why {
        reason_code: reason.to_owned(),
        justification: WORDS.to_owned(),
    }
}

/// A refusal, which there has to be.
pub fn refused<T: std::fmt::Debug, R: std::fmt::Debug>(answer: Result<T, ServiceError<R>>) -> R {
    match answer {
        Err(ServiceError::Refused(why)) => why,
        other => panic!("not refused: {other:?}"),
    }
}

/// A look at the warehouse console by this identifier.
pub fn look(by: &str, saw: Saw) -> Look {
    Look {
        step: StepName::from(TASK),
        place: "warehouse console".to_owned(),
        by: by.to_owned(),
        shows_at_once: true,
        saw,
        note: None,
        looked_at: None,
    }
}

pub fn task(id: &str) -> ResultRef {
    ResultRef {
        object_type: "task".to_owned(),
        id: id.to_owned(),
        url: None,
        status: None,
    }
}

/// A shipment whose warehouse task is unknown; the order is in the ERP, and nobody was told.
pub fn stopped_shipment(order: &str) -> Value {
    let key = format!("ship:{order}:S-104");
    json!({
        "report_id": format!("shop-wms:{order}:1"),
        "stopped_at": "2026-11-29T12:20:31Z",
        "stop": {"kind": "result_unknown", "step": TASK, "code": "timeout", "reason": "No answer within 30 s"},
        "operation": {
            "key": key, "type": "warehouse_shipment", "authorised_at": "2026-11-29T12:19:58Z",
            "references": {"order_id": order, "shipment_id": format!("S-104/{order}")},
            "payload": {"lines": [{"sku": "TEA-01", "qty": 2}]},
        },
        "steps": [
            {"name": "create_erp_order", "system": "erp", "state": "completed",
             "idempotency_key": format!("{key}#erp"), "results": [{"type": "sales_order", "id": format!("SO-{order}")}]},
            {"name": TASK, "system": "wms", "state": "unknown", "idempotency_key": format!("{key}#wms")},
            {"name": "notify_customer", "system": "mail", "state": "pending"},
        ],
        "attempts": [{
            "step": TASK, "number": 1, "started_at": "2026-11-29T12:20:01Z", "finished_at": "2026-11-29T12:20:31Z",
            "outcome": "timeout", "idempotency_key": format!("{key}#wms"), "worker": "shop-wms-2",
        }],
    })
}

pub async fn person(services: &Services, name: &str, role: Role) -> Person {
    let user = AddUser {
        name: UserName::parse(name).expect("a name"),
        full_name: format!("Full name of {name}"),
        role,
        team: Team::new("Fulfilment"),
        password: "correct horse battery staple".to_owned(),
    };
    let id = add_user(services, &Passwords::default(), user).await;
    Person {
        id: id.expect("a new name"),
        name: name.to_owned(),
        role,
    }
}

pub async fn source(services: &Services, name: &str) -> Source {
    let mut tx = services.db.begin().await.expect("a transaction");
    let now = services.now();
    let made = sources::create(&mut tx, name, name, &Team::from(""), now).await;
    let row = made.expect("made").expect("a new name");
    told(tx).await;
    Source {
        id: row.id,
        name: row.name,
        owner_team: row.owner_team,
    }
}
