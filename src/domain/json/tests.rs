use super::*;
use crate::domain::testing::{any_json, case_documents};
use proptest::prelude::*;
use serde_json::json;

fn faults(text: &str) -> Vec<(String, JsonFaultKind)> {
    let faults = parse(text.as_bytes()).expect_err("a fault");
    faults.into_iter().map(|f| (f.pointer, f.kind)).collect()
}

fn read(text: &str) -> Value {
    parse(text.as_bytes()).expect("good JSON")
}

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn what_is_no_json_is_told_with_its_place() {
    let not_utf8 = parse(b"{\"a\":\"\xff\"}").expect_err("not UTF-8");
    assert_eq!(not_utf8[0].kind, JsonFaultKind::NotUtf8 { offset: 6 });
    assert_eq!(
        faults("{\n  \"a\": 1,\n}"),
        [(String::new(), JsonFaultKind::NotJson { line: 3, column: 1 })]
    );
    for cut_off in ["", "  ", "{\"a\": [1", "\"abc"] {
        assert_eq!(faults(cut_off), [(String::new(), JsonFaultKind::CutOff)]);
    }
    for wrong in [
        "{} {}",
        "nulx",
        "01",
        "1.x",
        "NaN",
        "'a'",
        "[1,]",
        "\"\t\"",
        "\"\\x\"",
        "\u{feff}{}",
    ] {
        let kind = faults(wrong).remove(0).1;
        assert!(
            matches!(kind, JsonFaultKind::NotJson { .. }),
            "{wrong}: {kind:?}"
        );
    }
}

#[test]
fn members_named_twice_and_halves_of_characters_are_all_told_at_once() {
    let text = r#"{"a": 1, "b/c": [0, {"x": 1, "\u0078": 2}], "a": "\ud800", "ok": "\ud83d\ude00", "k\udc00": 1}"#;
    let duplicate = |name: &str| JsonFaultKind::DuplicateMember {
        name: name.to_owned(),
    };
    assert_eq!(
        faults(text),
        [
            ("/b~1c/1/x".to_owned(), duplicate("x")),
            ("/a".to_owned(), duplicate("a")),
            ("/a".to_owned(), JsonFaultKind::LoneSurrogate),
            ("/ok".to_owned(), JsonFaultKind::LoneSurrogate),
        ]
    );
}

#[test]
fn a_name_that_the_library_keeps_for_itself_is_refused_rather_than_misread() {
    let name = "$serde_json::private::Number";
    let kind = JsonFaultKind::ReservedName {
        name: name.to_owned(),
    };
    assert_eq!(
        faults(&format!("{{\"payload\": {{\"{name}\": \"1\"}}}}")),
        [(format!("/payload/{name}"), kind)]
    );
}

#[test]
fn nesting_is_allowed_to_its_limit_and_no_deeper() {
    assert!(parse(nested(64).as_bytes()).is_ok());
    for depth in [65, 200, 100_000] {
        let pointer = "/0".repeat(64);
        let kind = JsonFaultKind::TooDeep { limit: 64 };
        assert_eq!(faults(&nested(depth)), [(pointer, kind)]);
    }
    let brackets_in_text = format!("{:?}", "[{".repeat(100));
    assert!(parse(brackets_in_text.as_bytes()).is_ok());
}

#[test]
fn numbers_stay_as_they_were_written() {
    let text = r#"{"b":10.10,"a":[9007199254740993,1e400,0.1000,-0]}"#;
    assert_eq!(
        read(text).to_string(),
        r#"{"b":10.10,"a":[9007199254740993,1e+400,0.1000,-0]}"#
    );
}

#[test]
fn the_canonical_text_is_sorted_by_code_point_compact_and_unescaped() {
    let text = r#"{ "é": 1.50, "z": [true, null, {"b": 1e2, "a": "\u00e9\u001f\n\"\\\/\u007f"}], "Z": {}, "\uffff": 1, "\ud83d\ude00": 2, "": [] }"#;
    assert_eq!(
        canonical(&read(text)),
        "{\"\":[],\"Z\":{},\"z\":[true,null,{\"a\":\"é\\u001f\\n\\\"\\\\/\u{7f}\",\"b\":100}],\"é\":1.5,\"\u{ffff}\":1,\"😀\":2}"
    );
}

#[test]
fn the_digests_in_real_reports_come_out() {
    let mut checked = 0;
    for (name, report) in case_documents() {
        let message = &report["message"];
        if !message["payload"].is_null() {
            assert_eq!(digest(&message["payload"]), message["digest"], "{name}");
            checked += 1;
        }
    }
    assert_eq!(checked, 5);
}

#[test]
fn differences_name_what_changed_what_went_and_what_came() {
    let old = read(
        r#"{"amount": 10.10, "lines": [{"sku": "A", "qty": 1}, 2], "gone": null, "a/b": {"c": 1}}"#,
    );
    let new = read(
        r#"{"amount": 10.1, "lines": [{"qty": 2, "sku": "A"}], "a/b": {"c": [1]}, "come": false}"#,
    );
    let difference = |pointer: &str, old: Option<Value>, new: Option<Value>| Difference {
        pointer: pointer.to_owned(),
        old,
        new,
    };
    assert_eq!(
        differences(&old, &new),
        [
            difference("/lines/0/qty", Some(json!(1)), Some(json!(2))),
            difference("/lines/1", Some(json!(2)), None),
            difference("/gone", Some(Value::Null), None),
            difference("/a~1b/c", Some(json!(1)), Some(json!([1]))),
            difference("/come", None, Some(json!(false))),
        ]
    );
    assert_eq!(differences(&json!(1), &json!("1"))[0].pointer, "");
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[\\[\\]{}:,\"\\\\ua0-9eE.\\-+ ]{0,80}") {
        let _ = parse(&bytes);
        let _ = parse(text.as_bytes());
    }

    #[test]
    fn every_document_reads_back_and_its_canonical_text_means_the_same(value in any_json()) {
        prop_assert_eq!(&read(&value.to_string()), &value);
        let again = read(&canonical(&value));
        prop_assert!(same(&again, &value));
        prop_assert_eq!(canonical(&again), canonical(&value));
    }

    #[test]
    fn documents_differ_somewhere_exactly_if_their_digests_differ(one in any_json(), other in any_json()) {
        prop_assert!(differences(&one, &one).is_empty());
        prop_assert_eq!(differences(&one, &other).is_empty(), digest(&one) == digest(&other));
    }
}
