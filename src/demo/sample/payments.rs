//! Stops on the way of money.

use super::stop::Stop;
use super::{Sample, Since};
use chrono::{DateTime, Utc};
use serde_json::json;

pub fn stops(now: DateTime<Utc>) -> Vec<Sample> {
    let mut all = captures(now);
    all.extend(refunds(now));
    all.extend(payouts(now));
    all.extend(changed_captures(now));
    all
}

#[rustfmt::skip] // a table is read by its rows
const CAPTURES: [(&str, &str, &str, f64, usize, Since); 7] = [
    ("8790", "1284.50", "EUR", 242.0, 4, Since::Nothing),
    ("8843", "59.90", "EUR", 3.0, 1, Since::Nothing),
    ("8801", "310.00", "EUR", 118.0, 2, Since::Claimed { by: "tomasz" }),
    ("8655", "74.20", "EUR", 1_900.0, 3, Since::Nothing),
    ("8749", "2210.00", "EUR", 1_330.0, 2, Since::Nothing),
    ("8838", "18.40", "EUR", 16.0, 1, Since::Resumed { by: "tomasz" }),
    ("8780", "640.00", "EUR", 400.0, 2, Since::Nothing),
];

/// Captures at a provider that knows a key for 24 hours.
fn captures(now: DateTime<Utc>) -> Vec<Sample> {
    CAPTURES.into_iter()
        .map(|(order, amount, currency, age, tries, since)| {
            let key = if order == "8790" {
                format!("pay:capture:lukoshko-marketplace-eu-central-1:order={order};attempt-group=f3b1c2a9-77d0-4c1e-9f5a-0a2b6d5e8c41")
            } else {
                format!("pay:capture:{order}")
            };
            let stop = Stop::new(now, "kedr-billing", ("payment_capture", &key), age + 6.0, age)
                .about(
                    "customer confirmed",
                    json!({ "order_id": order, "payment_id": format!("pm_{order}a7") }),
                    &[&format!("order:{order}")],
                )
                .amount(amount, currency)
                .payload(json!({ "order": order, "amount": amount, "currency": currency, "capture": "full" }))
                .event(&format!("evt_pay_{order}"), "payment.authorised", age + 6.1)
                .step("unknown", "capture_payment", "Kedr Pay", "takes the money from the customer's card")
                .step("pending", "book_payment", "Ledger ERP", "books the payment")
                .step("pending", "mark_paid", "Storefront", "shows the order as paid")
                .because(
                    "result_unknown",
                    "capture_payment",
                    "http_503",
                    "HTTP 503 Service Unavailable",
                );
            (0..tries)
                .fold(stop, |stop, i| {
                    let back = u32::try_from(tries - i).map_or(1.0, f64::from);
                    stop.attempt("capture_payment", age + back, 10.0, "server_error")
                })
                .then(since)
                .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const REFUNDS: [(&str, &str, f64, &str, Since); 6] = [
    ("R-3310", "86.00", 161.0, "connection_lost", Since::Claimed { by: "tomasz" }),
    ("R-3318", "12.50", 64.0, "timeout", Since::Refused { by: "tomasz", refused_by: "irina" }),
    ("R-3321", "240.00", 19.0, "timeout", Since::Proposed { by: "tomasz" }),
    ("R-3290", "47.50", 2_600.0, "timeout", Since::Nothing),
    ("R-3315", "86.00", 92.0, "duplicate", Since::Nothing),
    ("R-3301", "19.99", 900.0, "timeout", Since::Closed { by: "tomasz" }),
];

/// Refunds at an acquirer that knows a key for three hours and offers no look-up.
fn refunds(now: DateTime<Utc>) -> Vec<Sample> {
    REFUNDS.into_iter()
        .map(|(refund, amount, age, outcome, since)| {
            let key = format!("refund:{refund}");
            let stop = Stop::new(now, "kedr-billing", ("refund", &key), age + 20.0, age)
                .about(
                    "return accepted",
                    json!({ "refund_id": refund, "charge_id": format!("ch_{}", refund.to_lowercase()) }),
                    &[&format!("refund:{refund}")],
                )
                .amount(amount, "EUR")
                .payload(json!({ "refund": refund, "amount": amount, "reason": "Rückgabe – Größe passt nicht" }))
                .done("reserve_funds", "Ledger ERP", "reserves the sum", ("reservation", &format!("RS-{refund}")))
                .step("unknown", "pay_refund", "Baltic Acquiring", "pays the money back to the buyer")
                .step("pending", "credit_note", "Ledger ERP", "writes the credit note")
                .step("pending", "tell_customer", "Post Mail", "mails the customer")
                .without_key()
                .attempt("pay_refund", age + 1.0, 30.0, "timeout");
            let stop = if outcome == "duplicate" {
                stop.attempt("pay_refund", age + 0.2, 0.3, "duplicate").because(
                    "result_unknown",
                    "pay_refund",
                    "already_exists",
                    "The acquirer says that this refund was done already",
                )
            } else {
                stop.because(
                    "result_unknown",
                    "pay_refund",
                    outcome,
                    "No answer to the refund; the acquirer's line was down",
                )
            };
            stop.then(since).sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const PAYOUTS: [(&str, &str, f64, Since); 5] = [
    ("771904", "0.07", 260.0, Since::Nothing),
    ("771911", "41.10", 70.0, Since::Nothing),
    ("771920", "12.00", 15.0, Since::Nothing),
    ("771850", "310.40", 3_600.0, Since::Nothing),
    ("771899", "8.15", 1_500.0, Since::Done { by: "tomasz" }),
];

/// Two payments of one invoice: the first is made, the second was refused.
fn payouts(now: DateTime<Utc>) -> Vec<Sample> {
    PAYOUTS
        .into_iter()
        .map(|(invoice, fee, age, since)| {
            let key = format!("payout:{invoice}");
            Stop::new(now, "crew-payouts", ("crew_payout", &key), age + 5.0, age)
                .about(
                    "invoice due",
                    json!({ "invoice_id": invoice, "crew": "M/V Ørsted & Søn" }),
                    &[&format!("invoice:{invoice}")],
                )
                .amount(fee, "EUR")
                .payload(json!({ "invoice": invoice, "seller": "480.00", "fee": fee }))
                .done(
                    "pay_seller",
                    "Payout House",
                    "pays the seller",
                    ("payment", &format!("pmt-{invoice}")),
                )
                .step(
                    "refused",
                    "pay_operator_fee",
                    "Payout House",
                    "pays the operator's fee",
                )
                .step(
                    "pending",
                    "mark_invoice_paid",
                    "Ledger ERP",
                    "marks the invoice as paid",
                )
                .attempt("pay_seller", age + 0.4, 0.8, "acknowledged")
                .attempt("pay_operator_fee", age + 0.1, 0.5, "refused")
                .because(
                    "next_step_pending",
                    "pay_operator_fee",
                    "insufficient_funds",
                    "Refused: not enough funds on the fee account",
                )
                .then(since)
                .sample()
        })
        .collect()
}

#[rustfmt::skip] // a table is read by its rows
const CHANGED_CAPTURES: [(&str, &str, &str, f64); 2] = [
    ("8811", "120.00", "102.00", 55.0),
    ("8764", "35.00", "35.50", 1_700.0),
];

/// The same capture came back with another sum.
fn changed_captures(now: DateTime<Utc>) -> Vec<Sample> {
    CHANGED_CAPTURES
        .into_iter()
        .map(|(order, first, second, age)| {
            let key = format!("pay:capture:{order}");
            let body =
                |amount: &str| json!({ "order": order, "amount": amount, "currency": "EUR" });
            Stop::new(
                now,
                "kedr-billing",
                ("payment_capture", &key),
                age + 9.0,
                age,
            )
            .about(
                "customer confirmed",
                json!({ "order_id": order, "payment_id": format!("pm_{order}c1") }),
                &[&format!("order:{order}")],
            )
            .amount(first, "EUR")
            .payload(body(first))
            .step(
                "pending",
                "capture_payment",
                "Kedr Pay",
                "takes the money from the customer's card",
            )
            .step("pending", "book_payment", "Ledger ERP", "books the payment")
            .because(
                "payload_conflict",
                "capture_payment",
                "sum_changed",
                "The order's sum changed before the capture was sent",
            )
            .came_with(&format!("evt_{order}_recalculated"), age, body(second))
            .sample()
        })
        .collect()
}
