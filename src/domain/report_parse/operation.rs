//! The operation, and the message that came back under its key.

use super::members::Members;
use super::values::{id, map, name, names, some_text_or_number, text, text_or_number, time};
use crate::domain::ids::{OperationKey, OperationType};
use crate::domain::payload::Payload;
use crate::domain::report::{Amount, Message, ReportedOperation};

pub(super) fn read(mut operation: Members<'_>) -> Option<ReportedOperation> {
    let key = operation.required("key", id(OperationKey::new));
    let operation_type = operation.required("type", id(OperationType::new));
    let authorised_at = operation.optional("authorised_at", time);
    let authorised_by = operation.optional("authorised_by", text);
    let references = operation.optional("references", map).unwrap_or_default();
    let holds = operation.optional("holds", names).unwrap_or_default();
    let amount = operation.optional_object("amount").and_then(read_amount);
    let payload = operation.required("payload", |payload| Ok(Payload::from(payload)));
    operation.also_report_rest();
    Some(ReportedOperation {
        key: key?,
        operation_type: operation_type?,
        authorised_at,
        authorised_by,
        references,
        holds,
        amount,
        payload: payload?,
    })
}

fn read_amount(mut amount: Members<'_>) -> Option<Amount> {
    let value = amount.required("value", some_text_or_number);
    let currency = amount.required("currency", name);
    amount.also_report_rest();
    Some(Amount {
        value: value?,
        currency: currency?,
    })
}

pub(super) fn read_message(mut message: Members<'_>) -> Message {
    Message {
        event_id: message.optional("event_id", text_or_number),
        received_at: message.optional("received_at", time),
        payload: message.optional("payload", |payload| Ok(Payload::from(payload))),
        digest: message.optional("digest", text),
        extra: message.rest(),
    }
}
