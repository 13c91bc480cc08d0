//! Stops that only a person can puzzle out: one key with many contents, and finds of which nobody knows whose they are.

use super::stop::Stop;
use super::{Sample, Since};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

pub fn stops(now: DateTime<Utc>) -> Vec<Sample> {
    let mut all = vec![many_versions(now)];
    all.extend(hinted_refunds(now));
    all
}

/// A large order whose lines changed with every message: five contents in all.
fn many_versions(now: DateTime<Utc>) -> Sample {
    let age = 73.0;
    let stop = Stop::new(
        now,
        "tundra-shop",
        ("warehouse_shipment", "ship:8829:S-120"),
        age + 3.0,
        age,
    )
    .about(
        "order 8829 confirmed",
        json!({ "order_id": "8829", "shipment_id": "S-120", "customer": "Кафе «Утро»" }),
        &["shipment:S-120"],
    )
    .amount("61240.00", "RUB")
    .payload(order(0))
    .step(
        "pending",
        "create_warehouse_task",
        "North Warehouse",
        "orders the warehouse to pack and ship",
    )
    .step(
        "pending",
        "notify_customer",
        "Post Mail",
        "mails the tracking number",
    )
    .because(
        "payload_conflict",
        "create_warehouse_task",
        "content_changed",
        "The buyer changed the order again and again before it was sent",
    )
    .came_with("evt_8829_2", age, order(1));
    let further = (2..=4).map(|version| (format!("evt_8829_{}", version + 1), order(version)));
    further
        .fold(stop, |stop, (event, payload)| {
            stop.came_again(&event, payload)
        })
        .sample()
}

/// The order as it was at this version.
fn order(version: usize) -> Value {
    let line = |place: usize| {
        let changed = version > 0 && place.is_multiple_of(7 - version);
        json!({
            "sku": format!("TEA-{place:03}"),
            "qty": if changed { place % 5 + version + 1 } else { place % 5 + 1 },
            "price": "490.00",
        })
    };
    json!({
        "order": "8829",
        "lines": (1..=60 + version).map(line).collect::<Vec<_>>(),
        "ship_to": { "city": "Петропавловск-Камчатский", "street": format!("ул. Ленинская, {}", 12 + version) },
        "total": format!("{}.00", 61_240 + version * 1_470),
    })
}

#[rustfmt::skip] // a table is read by its rows
const HINTED_REFUNDS: [(&str, &str, &str, f64, Since); 2] = [
    ("R-3324", "64.00", "RF-550871", 48.0, Since::Nothing),
    ("R-3309", "129.00", "RF-550640", 210.0, Since::Judged { by: "tomasz" }),
];

/// Refunds at an acquirer that has no look-up: a person found one by amount and day, and that proves nothing.
fn hinted_refunds(now: DateTime<Utc>) -> Vec<Sample> {
    HINTED_REFUNDS
        .into_iter()
        .map(|(refund, amount, found, age, since)| {
            let key = format!("refund:{refund}");
            Stop::new(now, "kedr-billing", ("refund", &key), age + 14.0, age)
                .about(
                    "return accepted",
                    json!({ "refund_id": refund, "charge_id": format!("ch_{}", refund.to_lowercase()) }),
                    &[&key],
                )
                .amount(amount, "EUR")
                .payload(json!({ "refund": refund, "amount": amount, "reason": "Return of goods" }))
                .step("unknown", "pay_refund", "Baltic Acquiring", "pays the money back to the buyer")
                .step("pending", "credit_note", "Ledger ERP", "writes the credit note")
                .attempt("pay_refund", age + 0.6, 30.0, "timeout")
                .saw(
                    "pay_refund",
                    age - 6.0,
                    json!({
                        "how": "callback", "by": "amount and day", "seen": "found", "matches": null,
                        "object": { "type": "refund", "id": found, "status": "paid" },
                        "detail": format!("Settlement file of today: refund of {amount} EUR, no reference of ours"),
                    }),
                )
                .because(
                    "result_unknown",
                    "pay_refund",
                    "timeout",
                    "No answer within 30 s; the settlement file has a refund of the same sum",
                )
                .then(since)
                .sample()
        })
        .collect()
}
