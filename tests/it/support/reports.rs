//! Stop reports as a shop's connector sends them.

use serde_json::{Value, json};

/// A shipment whose warehouse task is unknown: the order is in the ERP, the warehouse did not answer, nobody was told.
/// The warehouse is asked at 12:20:01 and the connector gives up at 12:20:31 on 29 November 2026.
pub fn stopped_shipment(order: &str) -> Value {
    let key = format!("ship:{order}:S-104");
    json!({
        "report_id": format!("shop-wms:{order}:1"),
        "stopped_at": "2026-11-29T12:20:31Z",
        "stop": {
            "kind": "result_unknown", "step": "create_warehouse_task", "code": "timeout",
            "reason": "No answer within 30 s",
        },
        "operation": {
            "key": key, "type": "warehouse_shipment",
            "authorised_at": "2026-11-29T12:19:58Z", "authorised_by": format!("order {order} paid"),
            "references": {"order_id": order, "shipment_id": format!("S-104/{order}")},
            "amount": {"value": "4990.00", "currency": "RUB"},
            "payload": {"lines": [{"sku": "TEA-01", "qty": 2}]},
        },
        "events": [{"id": format!("evt-{order}"), "type": "order.paid", "received_at": "2026-11-29T12:19:57Z"}],
        "steps": [
            {"name": "create_erp_order", "system": "erp", "state": "completed", "does": "creates the sales order",
             "idempotency_key": format!("{key}#erp"), "completed_at": "2026-11-29T12:20:00Z",
             "results": [{"type": "sales_order", "id": format!("SO-{order}")}]},
            {"name": "create_warehouse_task", "system": "wms", "state": "unknown",
             "does": "orders the warehouse to pack and ship", "idempotency_key": format!("{key}#wms")},
            {"name": "notify_customer", "system": "mail", "state": "pending", "does": "mails the tracking number"},
        ],
        "attempts": [attempt(&key, 1, "2026-11-29T12:20:01Z", "2026-11-29T12:20:31Z", "timeout")],
        "observations": [],
    })
}

/// The same about which the policy of the tests wants two people.
pub fn guarded_shipment() -> Value {
    let mut report = stopped_shipment("8817");
    report["operation"]["type"] = "guarded_shipment".into();
    report
}

/// One try at the warehouse task of that operation.
pub fn attempt(operation: &str, number: u32, from: &str, to: &str, outcome: &str) -> Value {
    json!({
        "step": "create_warehouse_task", "number": number, "started_at": from, "finished_at": to, "outcome": outcome,
        "http_status": null, "idempotency_key": format!("{operation}#wms"), "worker": "shop-wms-2",
    })
}

/// What the connector saw when it asked the warehouse for the task.
pub fn looked_up(look_up: &str, seen: &str, at: &str) -> Value {
    json!({
        "system": "wms", "step": "create_warehouse_task", "how": "look_up", "look_up": look_up, "by": "shipment id",
        "seen": seen, "observed_at": at,
    })
}

/// A later report of the same operation: one more attempt without an answer.
pub fn other_report_of(first: &Value) -> Value {
    let mut report = first.clone();
    let id = first["report_id"].as_str().expect("a report id");
    report["report_id"] = format!("{id}+").into();
    let key = first["operation"]["key"]
        .as_str()
        .expect("an operation key");
    let again = attempt(
        key,
        2,
        "2026-11-29T12:21:40Z",
        "2026-11-29T12:22:10Z",
        "timeout",
    );
    let attempts = report["attempts"].as_array_mut().expect("attempts");
    attempts.push(again);
    report["stopped_at"] = "2026-11-29T12:22:10Z".into();
    report
}
