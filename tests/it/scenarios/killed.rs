//! s19: the program is killed at every commit point of an operation's life, and started again; whoever got no answer asks
//! again, as people and connectors do.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::if_answered;
use crate::support::process::{Server, run, run_saying};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::HashSet;

const PASSWORD: &str = "correct horse battery staple";
/// A life has about ten commits; a program that outlives so many was never killed.
const MORE_THAN_A_LIFE: u32 = 60;

/// The program, which dies once at the commit that it was started for, and is started again by whoever misses it.
struct Mortal<'a> {
    database: &'a Database,
    token: &'a str,
    server: Server,
    has_died: bool,
}

impl<'a> Mortal<'a> {
    fn born(database: &'a Database, token: &'a str, kill_at: &str) -> Self {
        let server = Server::start_with(database, &[("HOLDPOINT_KILL_AT", kill_at)]);
        Self {
            database,
            token,
            server,
            has_died: false,
        }
    }

    fn connector(&self) -> Connector {
        Connector::new(self.server.address(), self.token)
    }

    /// Does something until there is an answer: once more, if the program died of it.
    async fn until_answered<T>(&mut self, act: impl AsyncFn(&Self) -> T) -> T {
        if let Some(answer) = if_answered(act(self)).await {
            return answer;
        }
        assert!(
            !self.has_died && self.server.dies(),
            "no answer, and nobody killed the program"
        );
        self.has_died = true;
        self.server = Server::start(self.database);
        act(self).await
    }
}

/// The receiving systems' own books: under which key something was done.
#[derive(Default)]
struct Books(Cell<Vec<String>>);

impl Books {
    fn done(&self, key: &str) {
        let mut lines = self.0.take();
        lines.push(key.to_owned());
        self.0.set(lines);
    }

    fn close(self) -> Vec<String> {
        self.0.into_inner()
    }
}

/// The order is in the ERP, and nothing was ever sent to the warehouse.
fn never_sent(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["stop"] = json!({"kind": "next_step_pending", "step": "create_warehouse_task", "reason": "Stopped for an update"});
    report["steps"][1]["state"] = "pending".into();
    report["attempts"] = json!([]);
    report
}

/// From the report to the outcome. Whoever gets no answer asks again.
async fn live(program: &mut Mortal<'_>, order: &str) -> Vec<String> {
    let (report, key) = (never_sent(order), format!("ship:{order}:S-104"));
    let reported = program
        .until_answered(async |p| p.connector().report(&report).await)
        .await;
    assert!([200, 201].contains(&reported.status), "{reported:?}");

    program
        .until_answered(async |p| see_to_a_decision(p.server.address(), &key).await)
        .await;

    let id = program
        .until_answered(async |p| only_offer_of(&p.connector(), &reported.body["case"]).await)
        .await;
    let token = format!("token-of-{order}");
    // Nothing is sent before there is an answer, so that a worker that asks again knows that it has sent nothing.
    let taken = program
        .until_answered(async |p| p.connector().take(&id, &token, Value::Null).await)
        .await;
    assert_eq!(taken.status, 200, "{taken:?}");

    let books = Books::default();
    let mut results = Vec::new();
    for step in taken.body["resume"]["run"].as_array().expect("steps") {
        let renewed = program
            .until_answered(async |p| p.connector().renew_by(&id, &token).await)
            .await;
        assert_eq!(renewed.status, 200, "{renewed:?}");
        books.done(step["step"].as_str().expect("a step"));
        results.push(json!({"step": step["step"], "type": "task", "id": format!("WT-{order}")}));
    }
    let outcome = json!({"outcome": "done", "results": results});
    let told = program
        .until_answered(async |p| p.connector().outcome_by(&id, &token, outcome.clone()).await)
        .await;
    assert_eq!(told.status, 200, "{told:?}");
    assert_eq!(told.body["case_state"], "resolved", "{told:?}");
    books.close()
}

/// Signs in and goes on from wherever the case stands, as somebody does whose last click got no answer.
async fn see_to_a_decision(address: &str, key: &str) {
    let irina = Reviewer::signed_in(address, "irina", PASSWORD).await;
    let case = irina.find_case(key).await;
    if is_decided(&case) {
        return;
    }
    let case = match case.proposed(&case.below("claim")) {
        Some(_) => irina.claim(key).await,
        None => case,
    };
    irina.resume(&case, "never_sent").await;
}

fn is_decided(case: &Page) -> bool {
    decisions(case) > 0
}

/// How many decisions the page of the case links to.
fn decisions(case: &Page) -> usize {
    let link = format!("href=\"{}", case.below("decisions/"));
    let id = |rest: &str| rest.split(['"', '?', '#']).next().map(str::to_owned);
    let ids: HashSet<_> = case.html.split(&link).skip(1).map(id).collect();
    ids.len()
}

async fn only_offer_of(connector: &Connector, case: &Value) -> String {
    let mut offers = connector.offered().await;
    offers.retain(|offer| offer["case"] == *case);
    let [offer] = &offers[..] else {
        panic!("not one instruction for case {case}: {offers:?}");
    };
    offer["instruction_id"].as_str().expect("an id").to_owned()
}

/// One decision, and nothing waits to be done any more.
async fn nothing_is_doubled(program: &Mortal<'_>, order: &str) {
    let irina = Reviewer::signed_in(program.server.address(), "irina", PASSWORD).await;
    let case = irina.find_case(&format!("ship:{order}:S-104")).await;
    assert_eq!(decisions(&case), 1, "{}", case.text());
    assert_eq!(program.connector().offered().await, Vec::<Value>::new());
}

on_both!(
    s19_killed_at_every_commit_nothing_answered_is_lost_and_nothing_is_doubled,
    async |database: &Database| {
        let added = run(database, &["source", "add", "shop-wms"]);
        let said = String::from_utf8(added.stdout).expect("text");
        let token = said
            .split_whitespace()
            .find(|word| word.starts_with("hp_"))
            .expect("a token");
        let user = [
            "user",
            "add",
            "irina",
            "--role",
            "reviewer",
            "--full-name",
            "Irina Koroleva",
        ];
        assert!(run_saying(database, &user, PASSWORD).status.success());

        for side in ["before", "after"] {
            let mut deaths = 0;
            for commit in 1..MORE_THAN_A_LIFE {
                let order = format!("{side}-{commit}");
                let mut program = Mortal::born(database, token, &format!("{side}:{commit}"));
                let books = live(&mut program, &order).await;
                assert_eq!(
                    books,
                    ["create_warehouse_task", "notify_customer"],
                    "killed {side} commit {commit}"
                );
                program
                    .until_answered(async |p| nothing_is_doubled(p, &order).await)
                    .await;
                if !program.has_died {
                    break;
                }
                deaths += 1;
            }
            // Reporting, claiming, deciding, delivering, taking, and telling the outcome.
            assert!(
                (6..MORE_THAN_A_LIFE - 1).contains(&deaths),
                "{deaths} deaths {side} a commit"
            );
        }
        let verified = run(database, &["audit", "verify"]);
        assert!(verified.status.success(), "{verified:?}");
    }
);
