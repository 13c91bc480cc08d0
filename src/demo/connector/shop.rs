//! What is particular to this shop: the systems that an order goes through, and what each of them is sent.

use super::journal::{step, text};
use serde_json::{Value, json};

/// One link of the chain that an order goes through.
#[derive(Debug)]
pub struct Link {
    pub name: &'static str,
    pub system: &'static str,
    does: &'static str,
    /// Where it is created.
    pub path: &'static str,
    /// The contract's name for looking there by the reference; `None` if one cannot.
    pub look_up: Option<&'static str>,
    /// Where it is undone.
    undo: Option<&'static str>,
    has_key: bool,
}

#[rustfmt::skip] // a table is read by its rows
pub const CHAIN: [Link; 4] = [
    Link { name: "create_sales_order", system: "Ledger ERP", does: "creates the sales order",
           path: "erp/orders", look_up: Some("by_number"), undo: Some("erp/cancellations"), has_key: true },
    Link { name: "capture_payment", system: "Polar Pay", does: "takes the customer's money",
           path: "pay/payments", look_up: Some("list"), undo: Some("pay/refunds"), has_key: true },
    Link { name: "create_warehouse_task", system: "Harbour Warehouse", does: "orders the warehouse to pack and ship",
           path: "warehouse/tasks", look_up: Some("list"), undo: Some("warehouse/cancellations"), has_key: true },
    Link { name: "notify_customer", system: "Post Mail", does: "mails the customer that the parcel is on its way",
           path: "mail/messages", look_up: None, undo: None, has_key: false },
];

impl Link {
    fn named(name: &str) -> Option<&'static Self> {
        CHAIN.iter().find(|link| link.name == name)
    }
}

/// A request that is to be sent once.
#[derive(Debug)]
pub struct Job {
    /// The step that it is an attempt at.
    pub step: String,
    pub path: &'static str,
    pub key: Option<String>,
    pub content: Value,
    /// No request begins after it.
    pub not_after: Option<String>,
}

impl Job {
    /// The request of a link, by the operation's own keys.
    pub fn of(link: &Link, operation: &Value) -> Self {
        let key = &step(operation, link.name)["idempotency_key"];
        Self {
            step: link.name.to_owned(),
            path: link.path,
            key: key.as_str().map(str::to_owned),
            content: content(link.name, operation),
            not_after: None,
        }
    }

    /// A request that an instruction orders: a step, or what undoes one. `None` if this connector knows no such step.
    pub fn ordered(run: &Value, operation: &Value) -> Option<Self> {
        let name = text(&run["step"]);
        let undone = run["undo_step"].as_str();
        let link = Link::named(undone.unwrap_or(name))?;
        let (path, content) = match undone {
            None => (link.path, content(name, operation)),
            Some(_) => {
                let mut content = content(link.name, operation);
                content["undoes"] = run["undoes"][0]["id"].clone();
                (link.undo?, content)
            }
        };
        Some(Self {
            step: name.to_owned(),
            path,
            key: run["idempotency_key"].as_str().map(str::to_owned),
            content,
            not_after: run["not_after"].as_str().map(str::to_owned),
        })
    }
}

/// What a step sends. It is made of what was agreed and of nothing else, so that a repeat under the same key is the same to
/// the letter: a receiver that compares would refuse anything else.
fn content(name: &str, operation: &Value) -> Value {
    let order = &operation["report"]["operation"]["payload"];
    match name {
        "create_sales_order" => {
            json!({"reference": order["order"], "customer": order["customer"], "lines": order["lines"]})
        }
        "capture_payment" => json!({"reference": order["order"], "amount": order["total"]}),
        "create_warehouse_task" => {
            json!({"reference": order["shipment"], "lines": order["lines"], "ship_to": order["ship_to"]})
        }
        _ => {
            json!({"reference": order["order"], "to": order["customer"], "subject": "Your parcel is on its way"})
        }
    }
}

/// The key of an order's operation: it is made of what was authorised, and not of any message about it.
pub fn key_of(order: &Value) -> String {
    format!(
        "order:{}:{}",
        text(&order["order"]),
        text(&order["shipment"])
    )
}

/// The document of a new operation. `report` is what Holdpoint is told of it, as far as it is known at any time.
pub fn new_operation(key: &str, order: &Value, authorised_at: &str) -> Value {
    let steps = CHAIN.iter().map(|link| {
        let key = link.has_key.then(|| format!("{key}#{}", link.name));
        json!({"name": link.name, "system": link.system, "does": link.does, "state": "pending",
               "idempotency_key": key, "compensable": link.undo.is_some(), "results": []})
    });
    json!({
        "key": key, "last_event": null, "versions": [], "reports": 0, "to_report": null, "case": null,
        "waits": false, "over": false,
        "report": {
            "operation": {
                "key": key, "type": "shop_order", "authorised_at": authorised_at,
                "authorised_by": format!("order {} paid", text(&order["order"])),
                "references": {"order_id": order["order"], "shipment_id": order["shipment"], "customer_id": order["customer"]},
                "holds": [format!("shipment:{}", text(&order["shipment"]))],
                "amount": order["total"], "payload": order,
            },
            "events": [], "steps": steps.collect::<Vec<_>>(), "attempts": [], "observations": [], "message": null,
        },
    })
}
