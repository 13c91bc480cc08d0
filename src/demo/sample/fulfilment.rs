//! Stops on the way from a paid order to a parcel.

use super::stop::Stop;
use super::{Sample, Since};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

pub fn stops(now: DateTime<Utc>) -> Vec<Sample> {
    let mut all = shipments_unknown(now);
    all.extend(shipments_pending(now));
    all.extend(shipments_changed(now));
    all.extend(labels(now));
    all.extend(exports(now));
    all.extend(paid_twice(now));
    all.extend(returns(now));
    all
}

const ERP: &str = "create_sales_order";
const TASK: &str = "create_warehouse_task";
const TELL: &str = "notify_customer";

/// A shipment of Tundra Shop: order in the ERP, task in the warehouse, mail to the customer.
fn shipment(now: DateTime<Utc>, order: &str, shipment: &str, amount: &str, stopped: f64) -> Stop {
    let key = format!("ship:{order}:{shipment}");
    Stop::new(
        now,
        "tundra-shop",
        ("warehouse_shipment", &key),
        stopped + 16.0,
        stopped,
    )
    .about(
        &format!("order {order} paid"),
        json!({ "order_id": order, "shipment_id": shipment, "customer_id": format!("C-{order}") }),
        &[&format!("shipment:{shipment}")],
    )
    .amount(amount, "RUB")
    .payload(goods(shipment, amount))
    .event(
        &format!("evt_{order}_{shipment}_paid"),
        "order.paid",
        stopped + 16.1,
    )
    .event(
        &format!("evt_{order}_{shipment}_status"),
        "order.status_changed",
        stopped + 15.9,
    )
}

fn goods(shipment: &str, total: &str) -> Value {
    json!({
        "shop": "Чайная лавка «Тундра»",
        "shipment": shipment,
        "lines": [
            { "sku": "TEA-01", "name": "Чай «Утро» 100 г", "qty": 2, "price": "995.00" },
            { "sku": "MUG-07", "name": "Кружка", "qty": 1, "price": "1000.00" }
        ],
        "total": total,
        "ship_to": { "name": "Ирина Соколова", "city": "Петропавловск-Камчатский", "zip": "683000" }
    })
}

fn with_erp(stop: Stop, shipment: &str) -> Stop {
    stop.done(
        ERP,
        "Ledger ERP",
        "creates the sales order",
        ("sales_order", &shipment.replacen("S-", "SO-5", 1)),
    )
}

fn then_tell(stop: Stop) -> Stop {
    stop.step(
        "pending",
        TELL,
        "Post Mail",
        "mails the tracking number to the customer",
    )
    .without_key()
}

fn task(stop: Stop, state: &str, warehouse: &str) -> Stop {
    stop.step(
        state,
        TASK,
        warehouse,
        "orders the warehouse to pack and ship",
    )
}

#[rustfmt::skip] // a table is read by its rows
const SHIPMENTS_UNKNOWN: [(&str, &str, &str, f64, &str, Since); 12] = [
    ("8817", "S-104", "4990.00", 51.0, "North Warehouse", Since::LookedInVain { by: "irina" }),
    ("8817", "S-105", "1150.00", 50.0, "North Warehouse", Since::Nothing),
    ("8822", "S-106", "23400.00", 49.0, "North Warehouse", Since::Claimed { by: "amara" }),
    ("8824", "S-107", "3100.00", 38.0, "North Warehouse", Since::Waits { by: "amara" }),
    ("8831", "S-111", "990.00", 22.0, "North Warehouse", Since::Nothing),
    ("8833", "S-112", "18450.00", 9.0, "North Warehouse", Since::Nothing),
    ("8790", "S-096", "7600.00", 96.0, "North Warehouse", Since::HandedOver { by: "amara", to: "irina" }),
    ("8781", "S-093", "2250.00", 205.0, "North Warehouse", Since::Noted { by: "amara" }),
    ("10-Ё-442", "S-442/2", "12300.00", 72.0, "South Warehouse", Since::Nothing),
    ("8712", "S-088", "640.00", 1_650.0, "South Warehouse", Since::Nothing),
    ("8709", "S-087", "5480.00", 4_400.0, "South Warehouse", Since::Nothing),
    ("8840", "S-118", "1770.00", 4.0, "North Warehouse", Since::Nothing),
];

/// Time-outs, server errors and crashes at the warehouse, from minutes to hours ago.
fn shipments_unknown(now: DateTime<Utc>) -> Vec<Sample> {
    SHIPMENTS_UNKNOWN
        .into_iter()
        .enumerate()
        .map(|(i, (order, id, amount, age, warehouse, since))| {
            let stop = with_erp(shipment(now, order, id, amount, age), id);
            let stop = then_tell(task(stop, "unknown", warehouse));
            let stop = stop.attempt(ERP, age + 15.5, 0.4, "acknowledged");
            unanswered(stop, i, age).then(since).sample()
        })
        .collect()
}

/// The ways in which an answer goes missing, by turns.
fn unanswered(stop: Stop, turn: usize, age: f64) -> Stop {
    let unknown =
        |stop: Stop, code: &str, reason: &str| stop.because("result_unknown", TASK, code, reason);
    match turn % 4 {
        0 => unknown(
            stop.attempt(TASK, age + 12.0, 30.0, "timeout")
                .attempt(TASK, age + 8.0, 4.1, "server_error")
                .attempt(TASK, age + 0.5, 30.0, "timeout")
                .saw(
                    TASK,
                    age - 0.1,
                    json!({
                        "how": "look_up", "by": "shipment", "look_up": "list", "seen": "absent",
                        "detail": "the list was refreshed ten minutes ago"
                    }),
                ),
            "timeout",
            "No answer within 30 s; the connector restarted before it could ask again",
        ),
        1 => unknown(
            stop.attempt(TASK, age + 0.5, 30.0, "timeout"),
            "timeout",
            "No answer within 30 s",
        ),
        2 => unknown(
            stop.attempt(TASK, age + 0.3, 12.0, "connection_lost"),
            "connection_lost",
            "Connection lost after the request was sent",
        ),
        _ => unknown(
            stop.attempt(TASK, age + 0.2, 0.9, "crashed"),
            "crashed",
            "The connector crashed before the answer was saved",
        ),
    }
}

#[rustfmt::skip] // a table is read by its rows
const SHIPMENTS_PENDING: [(&str, &str, &str, f64, bool, Since); 8] = [
    ("8826", "S-108", "2990.00", 34.0, false, Since::TakenBack { by: "irina" }),
    ("8828", "S-109", "450.00", 28.0, true, Since::Nothing),
    ("8829", "S-110", "8800.00", 80.0, false, Since::Claimed { by: "irina" }),
    ("8802", "S-101", "1320.00", 150.0, true, Since::Nothing),
    ("8698", "S-081", "610.00", 2_900.0, false, Since::Nothing),
    ("8835", "S-113", "3560.00", 12.0, false, Since::Resumed { by: "irina" }),
    ("8799", "S-099", "2140.00", 320.0, false, Since::Done { by: "irina" }),
    ("8771", "S-090", "980.00", 560.0, true, Since::Closed { by: "amara" }),
];

/// The order exists, and the warehouse never got the task, or refused it.
fn shipments_pending(now: DateTime<Utc>) -> Vec<Sample> {
    SHIPMENTS_PENDING
        .into_iter()
        .map(|(order, id, amount, age, refused, since)| {
            let stop = with_erp(shipment(now, order, id, amount, age), id).attempt(
                ERP,
                age + 0.5,
                0.4,
                "acknowledged",
            );
            let stop = if refused {
                task(stop, "refused", "North Warehouse")
                    .attempt(TASK, age + 0.1, 0.2, "refused")
                    .because(
                        "next_step_pending",
                        TASK,
                        "address_incomplete",
                        "The warehouse refused the address: no street",
                    )
            } else {
                task(stop, "pending", "North Warehouse").because(
                    "next_step_pending",
                    TASK,
                    "stopped_before_sending",
                    "The connector was stopped for an update between two steps",
                )
            };
            then_tell(stop).then(since).sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const SHIPMENTS_CHANGED: [(&str, &str, &str, f64, bool); 3] = [
    ("8815", "S-102", "3990.00", 133.0, true),
    ("8836", "S-114", "1990.00", 18.0, false),
    ("8837", "S-115", "2990.00", 11.0, false),
];

/// The same shipment came back with other goods.
fn shipments_changed(now: DateTime<Utc>) -> Vec<Sample> {
    SHIPMENTS_CHANGED
        .into_iter()
        .map(|(order, id, amount, age, sent)| {
            let stop = with_erp(shipment(now, order, id, amount, age), id);
            let stop = if sent {
                stop.done(
                    TASK,
                    "North Warehouse",
                    "orders the warehouse to pack and ship",
                    ("task", "WT-77031"),
                )
                .attempt(TASK, age + 0.4, 0.7, "acknowledged")
            } else {
                task(stop, "pending", "North Warehouse")
            };
            let mut changed = goods(id, amount);
            changed["lines"][0]["qty"] = json!(3);
            changed["ship_to"]["city"] = json!("Елизово");
            then_tell(stop)
                .because(
                    "payload_conflict",
                    TASK,
                    "content_changed",
                    "The shop sent the same shipment again with another quantity",
                )
                .came_with(&format!("evt_{order}_again"), age, changed)
                .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const LABELS: [(&str, &str, f64, &[&str]); 3] = [
    ("ZAM/2026/0771", "shp-5b1d/2", 190.0, &["77120001", "77120002"]),
    ("ZAM/2026/0790", "shp-6a02/1", 44.0, &["77120544"]),
    ("ZAM/2026/0612", "shp-41c9/1", 5_900.0, &[]),
];

/// Paid labels of which nobody knows how many there are.
fn labels(now: DateTime<Utc>) -> Vec<Sample> {
    LABELS
        .into_iter()
        .map(|(order, id, age, found)| {
            let key = format!("label:{id}");
            let stop = Stop::new(
                now,
                "lukoshko-market",
                ("carrier_label", &key),
                age + 1.5,
                age,
            )
            .about(
                "parcel packed",
                json!({ "order_id": order, "shipment_id": id }),
                &[&format!("shipment:{id}")],
            )
            .amount("13.99", "PLN")
            .payload(json!({
                "parcel": { "no": 2, "of": 2, "weight_kg": "3.250" },
                "recipient": { "name": "Łucja Żyłka-Pąk", "city": "Wrocław" }
            }))
            .step(
                "unknown",
                "buy_label",
                "Paczka24",
                "buys and pays a parcel label",
            )
            .step(
                "pending",
                "relay_tracking",
                "Storefront",
                "shows the tracking number in the shop",
            )
            .attempt("buy_label", age + 1.0, 60.0, "connection_lost")
            .because(
                "result_unknown",
                "buy_label",
                "answer_lost",
                "The carrier's answer was lost; no shipment id was stored",
            );
            found
                .iter()
                .fold(stop, |stop, label| {
                    stop.saw(
                        "buy_label",
                        age - 0.2,
                        json!({
                            "how": "look_up", "by": "search by reference", "seen": "found",
                            "object": { "type": "label", "id": label }, "matches": true
                        }),
                    )
                })
                .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const EXPORTS: [(&str, &str, &str, f64, usize); 5] = [
    ("7731", "Iğdır", "2140.00", 44.0, 3),
    ("7744", "İzmir", "899.90", 131.0, 2),
    ("7702", "Ağrı", "15200.00", 1_120.0, 4),
    ("7750", "Bursa", "310.00", 6.0, 5),
    ("7688", "Van", "1999.00", 3_000.0, 3),
];

/// Long chains of the marketplace.
fn exports(now: DateTime<Utc>) -> Vec<Sample> {
    let steps = [
        ("reserve_stock", "South Warehouse", "reserves the goods"),
        (
            "create_listing_order",
            "Lukoshko Core",
            "creates the order at the marketplace",
        ),
        ("create_invoice", "Ledger ERP", "creates the invoice"),
        ("create_delivery", "Pigeon Post", "books the courier"),
        ("print_documents", "Pigeon Post", "prints label and papers"),
        ("notify_seller", "Post Mail", "mails the seller"),
    ];
    EXPORTS.into_iter()
        .map(|(order, city, amount, age, at)| {
            let key = format!("export:{order}@lukoshko");
            let mut stop = Stop::new(
                now,
                "lukoshko-market",
                ("marketplace_export", &key),
                age + 2.0,
                age,
            )
            .about(
                "marketplace order accepted",
                json!({ "order_id": format!("Sipariş {order}"), "city": city, "seller_id": "LK-88" }),
                &[&format!("marketplace_order:{order}")],
            )
            .amount(amount, "TRY")
            .payload(json!({ "order": order, "city": city, "express": true }));
            for (i, (step, system, does)) in steps.into_iter().enumerate() {
                stop = match i.cmp(&at) {
                    std::cmp::Ordering::Less => {
                        stop.done(step, system, does, ("object", &format!("{step}-{order}")))
                    }
                    std::cmp::Ordering::Equal => stop
                        .step("unknown", step, system, does)
                        .attempt(step, age + 0.2, 0.8, "crashed"),
                    std::cmp::Ordering::Greater => stop.step("pending", step, system, does),
                };
            }
            stop.because(
                "result_unknown",
                steps[at].0,
                "crashed",
                "Crash before the answer was saved",
            )
            .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const PAID_TWICE: [(&str, &str, f64, Since); 3] = [
    ("8807", "S-101", 150.0, Since::Done { by: "amara" }),
    ("8760", "S-087", 700.0, Since::Done { by: "amara" }),
    ("8741", "S-083", 1_900.0, Since::Settled { by: "amara" }),
];

/// Parcels for which two labels were paid.
fn paid_twice(now: DateTime<Utc>) -> Vec<Sample> {
    PAID_TWICE
        .into_iter()
        .map(|(order, shipment, age, since)| {
            let key = format!("label:{shipment}");
            let label = |n: u8| format!("PC-{order}-{n}");
            Stop::new(now, "tundra-shop", ("parcel_label", &key), age + 2.0, age)
                .about(
                    "parcel packed",
                    json!({ "shipment_id": shipment, "order_id": order }),
                    &[&format!("shipment:{shipment}")],
                )
                .payload(json!({ "shipment": shipment, "weight_g": 1_250 }))
                .done(
                    "buy_label",
                    "Polar Carrier",
                    "pays a label at the carrier",
                    ("label", &label(1)),
                )
                .done_again(("label", &label(2)))
                .step(
                    "pending",
                    "relay_tracking",
                    "Kedr Mail",
                    "mails the tracking number to the customer",
                )
                .because(
                    "next_step_pending",
                    "relay_tracking",
                    "two_labels",
                    "The carrier shows two paid labels with our number",
                )
                .then(since)
                .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const RETURNS: [(&str, &str, f64, Since); 5] = [
    ("RMA-201", "8544", 300.0, Since::Nothing),
    ("RMA-207", "8601", 95.0, Since::Nothing),
    ("RMA-188", "8420", 7_200.0, Since::Nothing),
    ("RMA-195", "8477", 2_000.0, Since::Done { by: "amara" }),
    ("RMA-191", "8455", 2_600.0, Since::Undone { by: "irina" }),
];

/// Parcels that came back.
fn returns(now: DateTime<Utc>) -> Vec<Sample> {
    RETURNS.into_iter()
        .map(|(rma, order, age, since)| {
            let key = format!("return:{rma}");
            Stop::new(now, "tundra-shop", ("return_intake", &key), age + 30.0, age)
                .about(
                    "parcel scanned at the gate",
                    json!({ "return_id": rma, "order_id": order }),
                    &[&format!("return:{rma}")],
                )
                .payload(json!({ "return": rma, "lines": [{ "sku": "MUG-07", "qty": 1, "state": "unopened" }] }))
                .done("book_goods", "Ledger ERP", "books the goods back into stock", ("receipt", &format!("GR-{order}")))
                .step("pending", "release_refund", "Kedr Billing", "asks for the customer's refund")
                .because(
                    "next_step_pending",
                    "release_refund",
                    "no_permission",
                    "The connector's access to billing had expired",
                )
                .then(since)
                .sample()
        })
        .collect()
}
