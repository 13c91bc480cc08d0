//! An operation's whole life, from the report to the outcome, in which whoever gets no answer asks again.

use super::connector::Connector;
use super::immortal::{Immortal, Pair};
use super::reports::stopped_shipment;
use super::reviewer::{Page, Reviewer};
use serde_json::{Value, json};
use std::collections::HashSet;

/// What the receiving systems' books must hold after a life, in this order.
const EFFECTS: [&str; 2] = ["create_warehouse_task", "notify_customer"];

fn key(order: &str) -> String {
    format!("ship:{order}:S-104")
}

/// The order is in the ERP, and nothing was ever sent to the warehouse.
pub fn never_sent(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["stop"] = json!({"kind": "next_step_pending", "step": "create_warehouse_task", "reason": "Stopped for an update"});
    report["steps"][1]["state"] = "pending".into();
    report["attempts"] = json!([]);
    report
}

/// Lives it, and fails unless each effect happened once and the operation is resolved.
pub async fn live(program: &Immortal<'_>, pair: &Pair, order: &str) {
    let report = never_sent(order);
    let reported = program
        .until_answered(async || pair.shop.report(&report).await)
        .await;
    assert!([200, 201].contains(&reported.status), "{reported:?}");
    let case = &reported.body["case"];

    program
        .until_answered(async || see_to_a_decision(&pair.reviewer, order).await)
        .await;
    let id = program
        .until_answered(async || only_offer_of(&pair.shop, case).await)
        .await;
    let effects = carry_out(program, &pair.shop, &id, order).await;
    assert_eq!(effects, EFFECTS, "{order}");
}

/// Takes the instruction, sends its steps, and tells the outcome. Gives what was sent.
async fn carry_out(program: &Immortal<'_>, shop: &Connector, id: &str, order: &str) -> Vec<String> {
    let token = format!("token-of-{order}");
    // Nothing is sent before there is an answer, so that a worker that asks again knows that it has sent nothing.
    let taken = program
        .until_answered(async || shop.take(id, &token, Value::Null).await)
        .await;
    assert_eq!(taken.status, 200, "{taken:?}");
    let mut sent = Vec::new();
    for step in taken.body["resume"]["run"].as_array().expect("steps") {
        let renewed = program
            .until_answered(async || shop.renew_by(id, &token).await)
            .await;
        assert_eq!(renewed.status, 200, "{renewed:?}");
        sent.push(step["step"].as_str().expect("a step").to_owned());
    }
    let result = |step: &String| json!({"step": step, "type": "task", "id": format!("WT-{order}")});
    let outcome =
        json!({"outcome": "done", "results": sent.iter().map(result).collect::<Vec<_>>()});
    let told = program
        .until_answered(async || shop.outcome_by(id, &token, outcome.clone()).await)
        .await;
    assert_eq!(told.status, 200, "{told:?}");
    assert_eq!(told.body["case_state"], "resolved", "{told:?}");
    sent
}

/// Goes on from wherever the case stands, as somebody does whose last click got no answer.
async fn see_to_a_decision(reviewer: &Reviewer, order: &str) {
    let case = reviewer.find_case(&key(order)).await;
    if decisions(&case) > 0 {
        return;
    }
    let case = match case.proposed(&case.below("claim")) {
        Some(_) => reviewer.claim(&key(order)).await,
        None => case,
    };
    reviewer.resume(&case, "never_sent").await;
}

async fn only_offer_of(shop: &Connector, case: &Value) -> String {
    let mut offers = shop.offered().await;
    offers.retain(|offer| offer["case"] == *case);
    let [offer] = &offers[..] else {
        panic!("not one instruction for case {case}: {offers:?}");
    };
    offer["instruction_id"].as_str().expect("an id").to_owned()
}

/// Fails unless each of these orders was decided once.
pub async fn decided_once(pair: &Pair, orders: &[String]) {
    for order in orders {
        let case = pair.reviewer.find_case(&key(order)).await;
        assert_eq!(decisions(&case), 1, "{}", case.text());
    }
}

/// How many decisions the page of the case links to.
pub fn decisions(case: &Page) -> usize {
    let link = format!("href=\"{}", case.below("decisions/"));
    let id = |rest: &str| rest.split(['"', '?', '#']).next().map(str::to_owned);
    let ids: HashSet<_> = case.html.split(&link).skip(1).map(id).collect();
    ids.len()
}
