//! No value under a pointer comes through, and nothing else is touched.

use super::*;
use proptest::prelude::*;
use serde_json::json;

fn mask(pointers: &[&str]) -> Mask {
    let pointer = |text: &&str| Pointer::parse(text).expect("a pointer");
    Mask::new(pointers.iter().map(pointer).collect())
}

fn covered(pointers: &[&str], mut payload: Value) -> Value {
    Veil::new(&mask(pointers)).cover(&mut payload);
    payload
}

#[test]
fn pointers_read_back_and_others_are_refused() {
    for text in ["/customer/email", "/lines/*/note", "/a~1b~0c/", "/0", "/*"] {
        let pointer = Pointer::parse(text).expect("a pointer");
        assert_eq!(String::from(pointer), text);
    }
    for text in ["", "customer", "$.customer", "/a~", "/a~2b"] {
        assert_eq!(Pointer::parse(text), Err(NoPointer), "{text:?}");
    }
}

#[test]
fn a_value_goes_with_all_that_is_below_it_and_the_rest_stays_as_it_was_written() {
    let payload = json!({
        "customer": {"email": "a@b.c", "since": 2019}, "total": 10.50,
        "lines": [{"sku": "TEA", "note": "for Ann"}, {"sku": "CUP", "note": {"to": "Bob"}}],
    });
    let expected = json!({
        "customer": {"email": "•••", "since": 2019}, "total": 10.50,
        "lines": [{"sku": "TEA", "note": "••• 2"}, {"sku": "CUP", "note": "••• 3"}],
    });
    assert_eq!(
        covered(&["/customer/email", "/lines/*/note"], payload),
        expected
    );
}

#[test]
fn a_payload_of_another_shape_hides_what_may_have_been_meant() {
    let of = |payload| covered(&["/customer/email"], payload);
    assert_eq!(
        of(json!({"customer": "Ann, a@b.c"})),
        json!({"customer": "•••"})
    );
    assert_eq!(
        of(json!({"customer": null, "to": 1})),
        json!({"customer": null, "to": 1})
    );
    let several = json!({"customer": [{"email": "a@b.c", "id": 1}, {"email": "a@b.c"}]});
    let expected = json!({"customer": [{"email": "•••", "id": 1}, {"email": "•••"}]});
    assert_eq!(of(several), expected);
}

#[test]
fn equal_values_look_equal_across_documents_and_others_do_not() {
    let mask = mask(&["/card"]);
    let mut veil = Veil::new(&mask);
    let mut marks = ["4111", "4222", "4111", "4333"].map(|card| json!({ "card": card }));
    marks.iter_mut().for_each(|payload| veil.cover(payload));
    let marks = marks.map(|payload| payload["card"].clone());
    assert_eq!(marks, ["•••", "••• 2", "•••", "••• 3"]);
    // Numbers of one value are equal, as everywhere.
    let mut numbers = [json!({"card": 1.0}), json!({"card": 1.00})];
    numbers.iter_mut().for_each(|payload| veil.cover(payload));
    assert_eq!(numbers[0], numbers[1]);
}

#[test]
fn every_payload_of_a_report_is_covered_and_of_an_unreadable_one_whatever_may_be_one() {
    let mask = mask(&["/email"]);
    let payload = json!({"email": "a@b.c"});
    let report = json!({
        "operation": {"key": "k", "payload": payload}, "message": {"payload": payload},
        "events": [{"id": "e", "payload": payload}, {"payload": null}, 5],
    });
    let mut shown = report.clone();
    Veil::new(&mask).cover_report(&mut shown);
    assert!(!shown.to_string().contains("a@b.c"), "{shown}");
    assert_eq!(shown["operation"]["key"], "k");
    let mut misplaced = json!({"operation": [{"pay_load": [report]}]});
    Veil::new(&mask).cover_anywhere(&mut misplaced);
    assert!(!misplaced.to_string().contains("a@b.c"), "{misplaced}");
}

#[test]
fn marks_are_recognised_and_texts_like_them_are_not() {
    for mark in ["•••", "••• 2", "••• 17"] {
        assert!(holds_marks(&json!({"a": [1, {"b": mark}]})), "{mark}");
    }
    for text in ["••", "a •••", "••• b", "4111 •••", ""] {
        assert!(!holds_marks(&json!([text])), "{text}");
    }
    assert_eq!(reason("  a complaint "), Some("a complaint"));
    assert_eq!((reason("why"), reason(&"x".repeat(501))), (None, None));
}

const NAMES: [&str; 4] = ["a", "b", "~/", "0"];

/// Any JSON whose texts are all different, however often one comes.
fn any_payload() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<u32>().prop_map(|n| json!(format!("secret-{n}-"))),
        any::<u32>().prop_map(|n| json!(n)),
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |below| {
        prop_oneof![
            prop::collection::vec(below.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(prop::sample::select(&NAMES[..]), below, 0..4)
                .prop_map(|members| json!(members)),
        ]
    })
}

fn any_mask() -> impl Strategy<Value = Mask> {
    let part = prop_oneof![
        Just(Part::Every),
        prop::sample::select(&NAMES[..]).prop_map(|name| Part::Named(name.to_owned())),
    ];
    let pointer = prop::collection::vec(part, 1..4).prop_map(Pointer);
    prop::collection::vec(pointer, 0..3).prop_map(Mask::new)
}

/// Every value with its place.
fn places(value: &Value, at: &[String], all: &mut Vec<(Vec<String>, Value)>) {
    all.push((at.to_vec(), value.clone()));
    let below = |name: String| [at, &[name]].concat();
    match value {
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                places(item, &below(nth.to_string()), all);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                places(member, &below(name.clone()), all);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a pointer leads to a place, or to one above it.
fn leads_to(pointer: &Pointer, place: &[String]) -> bool {
    let fits = |(part, name): (&Part, &String)| match part {
        Part::Every => true,
        Part::Named(named) => named == name,
    };
    pointer.0.len() <= place.len() && pointer.0.iter().zip(place).all(fits)
}

proptest! {
    #[test]
    fn nothing_under_a_pointer_comes_through(mask in any_mask(), payload in any_payload()) {
        let mut shown = payload.clone();
        Veil::new(&mask).cover(&mut shown);
        let text = shown.to_string();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        places(&payload, &[], &mut before);
        places(&shown, &[], &mut after);
        let is_under = |place: &[String]| mask.0.iter().any(|pointer| leads_to(pointer, place));
        for (place, value) in &before {
            let secret = value.as_str().filter(|_| is_under(place));
            // The same text may stand elsewhere, where it is not covered.
            let elsewhere = before.iter().any(|(at, other)| other == value && !is_under(at));
            if let Some(secret) = secret.filter(|_| !elsewhere) {
                prop_assert!(!text.contains(secret), "{secret} at {place:?}: {text}");
            }
        }
        for (place, value) in &after {
            let leaf = !value.is_object() && !value.is_array();
            let is_known = before.contains(&(place.clone(), value.clone()));
            prop_assert!(!leaf || is_known || holds_marks(value), "{value} at {place:?} was made up");
        }
        if mask.is_empty() {
            prop_assert_eq!(shown, payload);
        }
    }

    #[test]
    fn two_payloads_are_seen_to_differ_if_and_only_if_they_do(mask in any_mask(), one in any_payload(), other in any_payload()) {
        let mut veil = Veil::new(&mask);
        let (mut first, mut second, mut again) = (one.clone(), other.clone(), one.clone());
        for payload in [&mut first, &mut second, &mut again] {
            veil.cover(payload);
        }
        prop_assert_eq!(&first, &again);
        prop_assert_eq!(canonical(&first) == canonical(&second), canonical(&one) == canonical(&other));
    }
}
