//! Letters and subscriptions.

use super::stop::Stop;
use super::{Sample, Since};
use chrono::{DateTime, Utc};
use serde_json::json;

pub fn stops(now: DateTime<Utc>) -> Vec<Sample> {
    let mut all = invoice_mails(now);
    all.extend(marketing_offers(now));
    all.extend(subscriptions(now));
    all
}

#[rustfmt::skip] // a table is read by its rows
const INVOICE_MAILS: [(&str, &str, f64, Since); 8] = [
    ("INV-50121", "timeout", 75.0, Since::Nothing),
    ("INV-50124", "connection_lost", 52.0, Since::LookedInVain { by: "lena" }),
    ("INV-50088", "timeout", 1_480.0, Since::Nothing),
    ("INV-50130", "timeout", 8.0, Since::Nothing),
    ("СЧ-204/1", "connection_lost", 610.0, Since::Nothing),
    ("INV-49977", "timeout", 8_300.0, Since::Nothing),
    ("INV-50117", "timeout", 140.0, Since::AnotherProposed { by: "irina" }),
    ("INV-49951", "connection_lost", 4_400.0, Since::Replaced { by: "irina", approved_by: "marta" }),
];

/// Mails of which nobody knows whether they were accepted: their carrier has no keys.
fn invoice_mails(now: DateTime<Utc>) -> Vec<Sample> {
    INVOICE_MAILS.into_iter()
        .map(|(invoice, outcome, age, since)| {
            let key = format!("mail:{invoice}");
            Stop::new(now, "letters", ("invoice_mail", &key), age + 2.0, age)
                .about(
                    "invoice issued",
                    json!({ "invoice_id": invoice, "message_id": format!("<{invoice}@letters.example>") }),
                    &[],
                )
                .payload(json!({ "to": "o'neill+inv@customer.example", "subject": "Your invoice ☕", "html": "<p>Dear <b>customer</b></p>" }))
                .step("unknown", "hand_over_mail", "Post Mail", "mails the invoice to the customer")
                .without_key()
                .step("pending", "mark_sent", "Ledger ERP", "marks the invoice as sent")
                .attempt("hand_over_mail", age + 0.6, 30.0, outcome)
                .because(
                    "result_unknown",
                    "hand_over_mail",
                    outcome,
                    "The line broke after the body of the message had been sent",
                )
                .then(since)
                .sample()
        })
        .collect()
}

/// Offers that the policy lets be after three days: one has two days left, one a quarter of an hour.
fn marketing_offers(now: DateTime<Utc>) -> Vec<Sample> {
    [("WINTER-26/204", 1_440.0), ("WINTER-26/117", 4_305.0)]
        .into_iter()
        .map(|(offer, age)| {
            Stop::new(
                now,
                "letters",
                ("marketing_offer", &format!("offer:{offer}")),
                age + 2.0,
                age,
            )
            .about(
                "winter sale announced",
                json!({ "offer_id": offer, "customer_id": "C-3104" }),
                &[],
            )
            .payload(json!({ "to": "anna@customer.example", "subject": "Winter sale ❄" }))
            .step(
                "unknown",
                "hand_over_mail",
                "Post Mail",
                "mails an offer to a customer who agreed to that",
            )
            .without_key()
            .attempt("hand_over_mail", age + 0.6, 30.0, "timeout")
            .because(
                "result_unknown",
                "hand_over_mail",
                "timeout",
                "No answer within 30 s, and the provider has no way to ask",
            )
            .then(Since::Nothing)
            .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const SUBSCRIPTIONS: [(&str, f64, bool); 5] = [
    ("SUB-881", 205.0, true),
    ("SUB-902", 33.0, true),
    ("SUB-640", 2_400.0, true),
    ("SUB-910", 25.0, false),
    ("SUB-777", 840.0, false),
];

/// A change of a subscription that came twice with different terms, or waits for its second half.
fn subscriptions(now: DateTime<Utc>) -> Vec<Sample> {
    SUBSCRIPTIONS.into_iter()
        .map(|(id, age, changed)| {
            let key = format!("subscription:{id}:2026-12");
            let terms = |plan: &str, price: &str| {
                json!({ "subscription": id, "plan": plan, "price": price, "seats": 10, "from": "2026-12-01" })
            };
            let stop = Stop::new(now, "letters", ("subscription_change", &key), age + 3.0, age)
                .about(
                    "change ordered in the portal",
                    json!({ "subscription_id": id, "customer_id": "Kauppa Öljy Oy" }),
                    &[&format!("subscription:{id}")],
                )
                .amount("49.00", "EUR")
                .payload(terms("team", "49.00"))
                .done("change_plan", "Ledger ERP", "changes the plan", ("plan_change", &format!("PC-{id}")))
                .step("pending", "charge_difference", "Kedr Pay", "charges the difference")
                .attempt("change_plan", age + 0.4, 0.3, "acknowledged");
            if changed {
                stop.because(
                    "payload_conflict",
                    "charge_difference",
                    "terms_changed",
                    "The portal sent the same change with another price",
                )
                .came_with(&format!("evt_{id}_2"), age, terms("team", "59.00"))
                .sample()
            } else {
                stop.because(
                    "next_step_pending",
                    "charge_difference",
                    "stopped_before_sending",
                    "Stopped before the charge: the price list was being updated",
                )
                .sample()
            }
        })
        .collect()
}
