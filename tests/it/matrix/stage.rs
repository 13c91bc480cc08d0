//! Somebody of every role, and for each kind of stop a case in every place where one can stand.

use super::acts::At;
use crate::desk::world::{TASK, World, stopped_shipment};
use crate::support::person::{Person as Browser, Reply};
use crate::support::told::told;
use crate::support::world::{PASSWORD, World as Application};
use holdpoint::domain::ids::{CaseId, FollowUpId, UserId};
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::report::StopKind;
use holdpoint::domain::resume::{ContentChoice, ResumeOrder};
use holdpoint::domain::standing::CaseState;
use holdpoint::service::Person;
use holdpoint::store::follow_ups::{self, NewFollowUp};
use holdpoint::store::{decisions, users};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Somebody at their browser.
pub struct Somebody {
    pub person: Person,
    browser: Browser,
    token: String,
}

impl Somebody {
    /// Opens a page.
    pub async fn get(&self, path: &str) -> Reply {
        self.browser.get(path).await
    }

    /// Sends a form as a page of ours would, with what is not on any page.
    pub async fn post(&self, path: &str, fields: &[(&'static str, String)]) -> Reply {
        let mut sent = vec![("token", self.token.as_str())];
        sent.extend(fields.iter().map(|(name, value)| (*name, value.as_str())));
        self.browser.post(path, &sent).await
    }
}

/// One person of each role.
pub struct People(Vec<Somebody>);

impl People {
    /// They sign in.
    pub async fn come(application: &Application) -> Self {
        let mut all = Vec::new();
        for role in Role::ALL {
            let name = role.as_str();
            application.add_user(name, role).await;
            let browser = Browser::new(application.address());
            assert_eq!(browser.sign_in(name, PASSWORD).await.status, 303);
            all.push(Somebody {
                token: browser.get("/settings").await.token(),
                person: Person {
                    id: id_of(application, name).await,
                    name: name.to_owned(),
                    role,
                },
                browser,
            });
        }
        Self(all)
    }

    /// The one of that role.
    pub fn of(&self, role: Role) -> &Somebody {
        &self.0[role as usize]
    }
}

async fn id_of(application: &Application, name: &str) -> UserId {
    let mut connection = application.services().db.read().await.expect("a read");
    let name = UserName::parse(name).expect("a name");
    let found = users::by_name(&mut connection, &name).await.expect("read");
    found.expect("somebody").0.id
}

/// The two whose roles take cases and decide them.
const DECIDERS: [Role; 2] = [Role::Reviewer, Role::SeniorReviewer];

/// The cases of one kind of stop. Where it matters whose they are, there is one for each of [`DECIDERS`].
pub struct Cases {
    free: CaseId,
    held: [CaseId; 2],
    proposed: [CaseId; 2],
    decided: [CaseId; 2],
    executing: CaseId,
    resolved: CaseId,
    follow_ups: BTreeMap<CaseId, FollowUpId>,
}

impl Cases {
    /// Makes them.
    pub async fn make(world: &World, people: &People, kind: StopKind) -> Self {
        let deciders = DECIDERS.map(|role| &people.of(role).person);
        let stop = async |name: &str| stopped(world, kind, name, "warehouse_shipment").await;
        let held = async |by: &Person| {
            let case = stop(&format!("held-{}", by.name)).await;
            world.claim(by, case).await;
            case
        };
        let decided = async |by: &Person, name: &str| {
            let case = stop(&format!("{name}-{}", by.name)).await;
            (case, world.resume(by, case).await)
        };
        let [first, second] = deciders;
        let (executing, instruction) = decided(first, "executing").await;
        world.take(&instruction, "t").await.expect("a taking");
        let mut cases = Self {
            free: stop("free").await,
            held: [held(first).await, held(second).await],
            proposed: [
                proposed(world, kind, first).await,
                proposed(world, kind, second).await,
            ],
            decided: [
                decided(first, "decided").await.0,
                decided(second, "decided").await.0,
            ],
            executing,
            resolved: closed(world, first, stop("resolved").await).await,
            follow_ups: BTreeMap::new(),
        };
        for case in cases.all() {
            assert_eq!(world.case(case).await.details.kind, kind, "{case}");
            cases.follow_ups.insert(case, follow_up(world, case).await);
        }
        cases
    }

    /// All of them.
    pub fn all(&self) -> Vec<CaseId> {
        let single = [self.free, self.executing, self.resolved];
        let all = single.into_iter().chain(self.held).chain(self.proposed);
        all.chain(self.decided).collect()
    }

    /// The case that somebody of this role sees so; `None` where the role never comes to hold a case, or to decide one.
    pub fn seen(&self, place: &str, role: Role) -> Option<CaseId> {
        let own = DECIDERS.iter().position(|decider| *decider == role);
        let others = usize::from(own == Some(0));
        Some(match place {
            "free" => self.free,
            "own" => self.held[own?],
            "others" => self.held[others],
            "own_proposal" => self.proposed[own?],
            "others_proposal" => self.proposed[others],
            "own_decision" => self.decided[own?],
            "others_decision" => self.decided[others],
            "executing" => self.executing,
            "resolved" => self.resolved,
            other => panic!("the table has a place {other:?} where no case stands"),
        })
    }

    /// A case as it is now.
    pub async fn at(&self, world: &World, case: CaseId) -> At {
        let mut connection = world.services.db.read().await.expect("a connection");
        let proposal = decisions::proposal_of_case(&mut connection, case).await;
        At {
            case,
            seen: world.seen(case).await,
            proposal: proposal.expect("read").map_or(0, |proposal| proposal.id),
            follow_up: self.follow_ups[&case],
        }
    }
}

/// A stopped shipment of that kind, of which an order can be undone and something was found that nobody can place. All that
/// could be decided is possible on these facts.
async fn stopped(world: &World, kind: StopKind, name: &str, operation_type: &str) -> CaseId {
    let mut report = stopped_shipment(&format!("{kind:?}-{name}"));
    report["operation"]["type"] = operation_type.into();
    report["steps"][0]["compensable"] = true.into();
    report["observations"] = json!([{
        "system": "wms", "step": TASK, "how": "look_up", "by": "phone=+7 900", "seen": "found",
        "observed_at": "2026-11-29T12:20:40Z", "object": {"type": "task", "id": "WT-9"},
    }]);
    match kind {
        StopKind::ResultUnknown => world.stop(report).await,
        StopKind::NextStepPending => {
            report["stop"] = json!({"kind": "next_step_pending", "step": TASK, "code": "down", "reason": "Down for the night"});
            report["steps"][1]["state"] = "pending".into();
            report["attempts"] = json!([]);
            world.stop(report).await
        }
        StopKind::PayloadConflict => {
            world.stop(report.clone()).await;
            world.stop(with_other_content(report)).await
        }
    }
}

fn with_other_content(mut report: Value) -> Value {
    let id = report["report_id"].as_str().expect("an id");
    report["report_id"] = format!("{id}:other").into();
    report["message"] = json!({
        "event_id": "evt_9", "received_at": "2026-11-29T12:24:00Z",
        "payload": {"lines": [{"sku": "TEA-01", "qty": 3}]},
    });
    report
}

/// A case on which a resume waits for a second person.
async fn proposed(world: &World, kind: StopKind, by: &Person) -> CaseId {
    let name = format!("proposed-{}", by.name);
    let case = stopped(world, kind, &name, "guarded_shipment").await;
    world.claim(by, case).await;
    let order = ResumeOrder {
        content: Some(ContentChoice::Agreed),
        ..ResumeOrder::default()
    };
    let seen = world.seen(case).await;
    let proposed = world.try_resume(by, case, seen, order).await;
    proposed.expect("a proposal");
    let state = world.case(case).await.details.state;
    assert_eq!(state, CaseState::AwaitingApproval);
    case
}

/// Closes a case; that its source has heard of it resolves it.
async fn closed(world: &World, by: &Person, case: CaseId) -> CaseId {
    world.claim(by, case).await;
    let decided = world.try_close(by, case, "no_longer_wanted", "").await;
    let decided = decided.expect("a decision");
    let instruction = decided.instruction().expect("an offer");
    world.take(instruction, "t").await.expect("a taking");
    assert_eq!(world.case(case).await.details.state, CaseState::Resolved);
    case
}

/// Something to account for, brought to light by that case.
async fn follow_up(world: &World, case: CaseId) -> FollowUpId {
    let now = world.services.now();
    let row = world.case(case).await;
    let new = NewFollowUp {
        case_id: case,
        operation_id: row.origin.operation_id,
        step: TASK.into(),
        object_type: "task".to_owned(),
        object_id: "WT-8".to_owned(),
        result: json!({"type": "task", "id": "WT-8"}).to_string(),
        seen_rows: 1,
        owner_team: row.details.owner_team,
        found_at: now,
        due_at: now,
    };
    let mut tx = world.services.db.begin().await.expect("a transaction");
    assert!(follow_ups::insert(&mut tx, &new).await.expect("written"));
    told(tx).await;
    let mut connection = world.services.db.read().await.expect("a connection");
    let all = follow_ups::of_operation(&mut connection, row.origin.operation_id, 1).await;
    all.expect("read")[0].id
}
