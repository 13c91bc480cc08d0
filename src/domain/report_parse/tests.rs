use super::*;
use crate::domain::report::{Seen, StepClaim, StopKind};
use crate::domain::testing::{any_json, case_document, case_documents, case_report};
use crate::domain::time::Timestamp;
use proptest::prelude::*;
use serde_json::json;

/// The report of the API's description, with every kind of member in it.
fn example() -> Value {
    json!({
        "report_id": "shop-wms:8817:S-104:3",
        "stopped_at": "2026-11-29T12:20:31Z",
        "stop": {"kind": "result_unknown", "step": "create_warehouse_task", "code": "timeout", "reason": "No answer"},
        "operation": {
            "key": "ship:8817:S-104", "type": "warehouse_shipment",
            "authorised_at": "2026-11-29T12:19:58Z", "authorised_by": "order 8817 paid",
            "references": {"order_id": "8817"}, "holds": ["shipment:S-104"],
            "amount": {"value": "4990.00", "currency": "RUB"},
            "payload": {"lines": [{"sku": "TEA-01", "qty": 2}]}
        },
        "events": [{"id": "evt_1", "type": "order.paid", "received_at": "2026-11-29T12:19:57Z"}],
        "steps": [
            {"name": "create_erp_order", "system": "erp", "state": "completed", "does": "creates the sales order",
             "idempotency_key": "ship#erp", "completed_at": "2026-11-29T12:20:00Z", "compensable": true,
             "results": [{"type": "sales_order", "id": "SO-5512", "url": "https://erp.example/so/5512"}]},
            {"name": "create_warehouse_task", "system": "wms", "state": "unknown", "idempotency_key": "ship#wms",
             "key_valid_until": "2026-11-30T12:20:31Z", "parts": {"done": 1, "unknown": [2, 3], "not_done": 0}},
            {"name": "cancel_erp_order", "system": "erp", "state": "pending", "undoes": "create_erp_order"}
        ],
        "attempts": [
            {"step": "create_warehouse_task", "number": 1, "started_at": "2026-11-29T12:20:01Z",
             "finished_at": "2026-11-29T12:20:31Z", "outcome": "timeout", "http_status": null,
             "idempotency_key": "ship#wms", "worker": "shop-wms-2", "detail": "read timed out"}
        ],
        "observations": [
            {"system": "wms", "step": "create_warehouse_task", "how": "look_up", "by": "shipment_id=S-104",
             "seen": "found", "observed_at": "2026-11-29T12:20:40Z", "matches": true, "look_up": "by shipment",
             "object": {"type": "task", "id": "T-1", "url": "https://wms.example/1", "status": "open", "count": 2}}
        ],
        "message": {"event_id": "evt_2", "received_at": "2026-11-29T12:21:00Z", "payload": null, "digest": "sha256:00"}
    })
}

fn faults(document: Value) -> Vec<(String, FaultKind)> {
    let faults = parse(document, None).expect_err("a fault");
    faults.into_iter().map(|f| (f.pointer, f.kind)).collect()
}

/// The example with one value replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut document = example();
    *document.pointer_mut(pointer).expect("a place") = value;
    document
}

/// The document without one member.
fn without(mut document: Value, pointer: &str) -> Value {
    let (parent, member) = pointer.rsplit_once('/').expect("a member");
    let parent = document.pointer_mut(parent).and_then(Value::as_object_mut);
    parent
        .expect("an object")
        .shift_remove(member)
        .expect("the member");
    document
}

#[test]
fn every_real_situation_is_understood() {
    let documents = case_documents();
    assert_eq!(documents.len(), 23);
    for (name, document) in documents {
        let id = ReportId::new(document["report_id"].as_str().expect("an id"));
        let report = parse(document.clone(), Some(&id));
        let report = report.unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        assert_eq!(
            report.steps.len(),
            document["steps"].as_array().map_or(0, Vec::len)
        );
        assert_eq!(
            report.attempts.len(),
            document["attempts"].as_array().map_or(0, Vec::len)
        );
        assert_eq!(
            *report.operation.payload.value(),
            document["operation"]["payload"],
            "{name}"
        );
    }
}

#[test]
fn the_quirks_of_real_reports_survive() {
    let empty_key = case_report("05");
    assert!(empty_key.steps[0].key_was_empty && empty_key.steps[0].idempotency_key.is_none());
    assert_eq!(empty_key.attempts[0].idempotency_key, None);
    assert!(
        !case_report("13").steps[0].key_was_empty,
        "null is no empty key"
    );

    let big_numbers = case_report("24");
    assert_eq!(
        big_numbers.operation.references["order_id"].to_string(),
        "5938472019283746512"
    );

    let vague_times = case_report("01");
    assert_eq!(
        vague_times.events[1].occurred_at.as_deref(),
        Some("2026-08-05")
    );
    assert_eq!(vague_times.events[2].extra["delivery"], 2);
    assert!(vague_times.observations[0].detail.is_object());

    let refused_with_result = case_report("34");
    assert_eq!(refused_with_result.steps[0].claim, StepClaim::Refused);
    assert_eq!(refused_with_result.steps[0].results[0].id, "crm-5001");

    let unknown_message = case_report("35").message.expect("a message");
    assert_eq!(
        (unknown_message.payload, unknown_message.digest),
        (None, None)
    );
    assert_eq!(unknown_message.extra["origin"], "unknown");
}

#[test]
fn a_whole_report_is_read_with_all_it_tells() {
    let report = parse(example(), Some(&ReportId::new("shop-wms:8817:S-104:3"))).expect("good");
    assert_eq!(report.stop.kind, StopKind::ResultUnknown);
    assert_eq!(report.stopped_at, Timestamp(1_795_954_831_000_000));
    assert_eq!(
        report.operation.amount.as_ref().map(|a| a.value.as_str()),
        Some("4990.00")
    );
    assert!(report.steps[0].compensable);
    assert_eq!(report.steps[2].undoes, Some(report.steps[0].name.clone()));
    assert_eq!(
        report.steps[1].parts.as_ref().map(|p| p.unknown.clone()),
        Some(json!([2, 3]))
    );
    assert_eq!(report.observations[0].seen, Seen::Found);
    assert_eq!(report.observations[0].count, Some(2));
    assert!(report.also_reported.is_empty());
}

#[test]
fn members_that_the_api_does_not_name_are_kept_where_they_stood() {
    let mut document = example();
    document["reported_at"] = json!(1.10);
    document["stop"]["mood"] = json!("bad");
    document["operation"]["amount"]["tax/rate"] = json!("20 %");
    document["steps"][0]["results"][0]["rank"] = json!(1);
    document["steps"][1]["retries"] = json!(3);
    document["observations"][0]["object"]["owner"] = json!("x");
    document["attempts"][0]["trace"] = json!("t-1");
    let report = parse(document, None).expect("good");
    let pointers: Vec<_> = report
        .also_reported
        .iter()
        .map(|e| e.pointer.as_str())
        .collect();
    assert_eq!(
        pointers,
        [
            "/stop/mood",
            "/operation/amount/tax~1rate",
            "/steps/0/results/0/rank",
            "/observations/0/object/owner",
            "/reported_at",
        ]
    );
    assert_eq!(report.steps[1].extra["retries"], 3);
    assert_eq!(report.attempts[0].extra["trace"], "t-1");
}

#[test]
fn a_missing_member_is_one_fault_at_its_place() {
    let required = [
        "/report_id",
        "/stopped_at",
        "/stop",
        "/stop/kind",
        "/operation",
        "/operation/key",
        "/operation/type",
        "/operation/amount/value",
        "/operation/amount/currency",
        "/operation/payload",
        "/steps",
        "/steps/0/name",
        "/steps/0/system",
        "/steps/0/state",
        "/steps/0/results/0/id",
        "/steps/1/name",
        "/attempts/0/step",
        "/attempts/0/outcome",
        "/observations/0/system",
        "/observations/0/how",
        "/observations/0/seen",
    ];
    for pointer in required {
        let expected = [(pointer.to_owned(), FaultKind::Missing)];
        assert_eq!(faults(without(example(), pointer)), expected);
    }
    let no_result = without(example(), "/steps/0/results");
    let expected = [(
        "/steps/0/results".to_owned(),
        FaultKind::CompletedWithoutResult,
    )];
    assert_eq!(faults(no_result), expected);
}

#[test]
fn every_other_member_may_be_missing_or_null() {
    let optional = [
        "/stop/step",
        "/stop/code",
        "/stop/reason",
        "/operation/authorised_at",
        "/operation/authorised_by",
        "/operation/references",
        "/operation/holds",
        "/operation/amount",
        "/events",
        "/events/0/id",
        "/events/0/type",
        "/events/0/received_at",
        "/steps/0/does",
        "/steps/0/idempotency_key",
        "/steps/0/completed_at",
        "/steps/0/compensable",
        "/steps/0/results/0/type",
        "/steps/0/results/0/url",
        "/steps/1/key_valid_until",
        "/steps/1/parts",
        "/steps/2/undoes",
        "/attempts",
        "/attempts/0/number",
        "/attempts/0/started_at",
        "/attempts/0/finished_at",
        "/attempts/0/http_status",
        "/attempts/0/idempotency_key",
        "/attempts/0/worker",
        "/attempts/0/detail",
        "/observations",
        "/observations/0/step",
        "/observations/0/by",
        "/observations/0/observed_at",
        "/observations/0/matches",
        "/observations/0/look_up",
        "/observations/0/object",
        "/message",
        "/message/event_id",
        "/message/received_at",
        "/message/digest",
    ];
    for pointer in optional {
        let missing = parse(without(example(), pointer), None).map_err(|f| (pointer, f));
        let null = parse(with(pointer, Value::Null), None).map_err(|f| (pointer, f));
        assert_eq!(missing.expect("may be missing"), null.expect("may be null"));
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one row a fault")]
fn what_cannot_be_understood_is_told_with_what_would_be() {
    let wrong_type = |expected| FaultKind::WrongType { expected };
    let too_long = FaultKind::TooLong {
        limit: 512,
        bytes: 513,
    };
    let unlisted = FaultKind::UnlistedStep {
        name: "pack".to_owned(),
    };
    let cases = [
        ("/report_id", json!(3), wrong_type(Expected::Text)),
        (
            "/stopped_at",
            json!("2026-11-29 at noon"),
            FaultKind::NotATime,
        ),
        (
            "/stopped_at",
            json!("2026-11-29T12:20:31"),
            FaultKind::NotATime,
        ),
        ("/operation/key", json!(""), FaultKind::Empty),
        (
            "/operation/key",
            json!("я".repeat(256) + "x"),
            too_long.clone(),
        ),
        ("/operation/key", json!("a\0b"), FaultKind::NulCharacter),
        (
            "/operation/references",
            json!([]),
            wrong_type(Expected::Object),
        ),
        (
            "/operation/holds",
            json!("shipment"),
            wrong_type(Expected::List),
        ),
        ("/operation/amount/value", json!(""), FaultKind::Empty),
        ("/steps", json!([]), FaultKind::Empty),
        ("/steps", json!({}), wrong_type(Expected::List)),
        ("/steps/2/undoes", json!("pack"), unlisted.clone()),
        (
            "/steps/2/undoes",
            json!("cancel_erp_order"),
            FaultKind::UndoesItself,
        ),
        (
            "/steps/1/name",
            json!("create_erp_order"),
            FaultKind::DuplicateStep { first: 0 },
        ),
        ("/steps/1/idempotency_key", json!("k".repeat(513)), too_long),
        (
            "/steps/0/compensable",
            json!("yes"),
            wrong_type(Expected::TrueOrFalse),
        ),
        (
            "/attempts",
            json!(vec![1; 501]),
            FaultKind::TooMany {
                limit: 500,
                found: 501,
            },
        ),
        (
            "/attempts/0",
            json!("timeout"),
            wrong_type(Expected::Object),
        ),
        ("/attempts/0/step", json!("pack"), unlisted.clone()),
        (
            "/attempts/0/number",
            json!(1.5),
            wrong_type(Expected::WholeNumber),
        ),
        ("/observations/0/step", json!("pack"), unlisted),
        (
            "/observations/0/object/count",
            json!(-1),
            wrong_type(Expected::WholeNumber),
        ),
    ];
    for (pointer, value, kind) in cases {
        // The attempt and the observation name the second step, so its new name may leave them behind.
        let found = faults(with(pointer, value));
        assert!(
            found.contains(&(pointer.to_owned(), kind)),
            "{pointer}: {found:?}"
        );
    }
}

#[test]
fn an_object_without_an_id_is_kept_but_is_no_reference() {
    let report = parse(without(example(), "/observations/0/object/id"), None).expect("good");
    assert_eq!(report.observations[0].object, None);
    assert_eq!(report.observations[0].extra["object"]["type"], "task");
}

#[test]
fn a_source_cannot_speak_for_a_person() {
    let found = faults(with("/observations/0/how", json!("person")));
    assert_eq!(found[0].0, "/observations/0/how");
    assert_eq!(
        found[0].1.to_string(),
        "\"person\" is none of response, callback, look_up"
    );
}

#[test]
fn the_address_and_the_report_name_the_same_id() {
    let address = ReportId::new("another");
    let found = parse(example(), Some(&address)).expect_err("a fault");
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].to_string(),
        "/report_id: differs from the report id in the address, \"another\""
    );
}

#[test]
fn all_faults_are_told_at_once() {
    let mut document = without(example(), "/stop/kind");
    document["stopped_at"] = json!("today");
    document["steps"][0]["state"] = json!("finished");
    document["attempts"][0]["outcome"] = json!("failed");
    document["observations"][0]["object"]["id"] = json!([]);
    let pointers: Vec<_> = faults(document).into_iter().map(|(p, _)| p).collect();
    assert_eq!(
        pointers,
        [
            "/stopped_at",
            "/stop/kind",
            "/steps/0/state",
            "/attempts/0/outcome",
            "/observations/0/object/id",
        ]
    );
    assert_eq!(faults(json!([]))[0].0, "");
}

#[test]
fn the_words_of_the_api_are_the_words_of_the_types() {
    fn agree<T: serde::Serialize>(words: &[(&str, T)]) {
        for (word, meaning) in words {
            assert_eq!(serde_json::to_value(meaning).expect("a word"), *word);
        }
    }
    agree(values::STOP_KINDS);
    agree(values::STEP_CLAIMS);
    agree(values::ATTEMPT_OUTCOMES);
    agree(values::SEEN_HOW);
    agree(values::SEEN);
    agree(values::INSTRUCTION_OUTCOMES);
}

/// Every place in a document.
fn places(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    let mut below = |name: &str, value: &Value| {
        places(
            value,
            &crate::domain::json::pointer_to(pointer, name),
            found,
        );
    };
    match value {
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                below(&place.to_string(), item);
            }
        }
        Value::Object(members) => members.iter().for_each(|(name, value)| below(name, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

proptest! {
    #[test]
    fn no_document_makes_the_parser_panic(document in any_json()) {
        let _ = parse(document, None);
    }

    #[test]
    fn a_real_report_with_something_else_in_it_is_read_or_refused_at_a_place_that_exists(
        number in prop::sample::select(vec!["01", "10", "22", "26", "35", "42"]),
        place in any::<prop::sample::Index>(),
        value in any_json(),
    ) {
        let mut document = case_document(number);
        let mut all = Vec::new();
        places(&document, "", &mut all);
        *document.pointer_mut(place.get::<String>(&all)).expect("a place") = value;
        if let Err(faults) = parse(document.clone(), None) {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                let lacks = matches!(fault.kind, FaultKind::Missing | FaultKind::CompletedWithoutResult);
                prop_assert!(lacks || document.pointer(&fault.pointer).is_some(), "{fault}");
            }
        }
    }
}
