//! The description of the API says what the program does, and nothing else.

use super::problem::ProblemType;
use super::{Address, BASE, OPENAPI, addresses};
use crate::domain::ids::StepName;
use crate::domain::report_parse::{parse, parse_outcome, parse_renew, parse_take};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

fn description() -> Value {
    serde_json::from_str(OPENAPI).expect("JSON")
}

fn object<'d>(document: &'d Value, pointer: &str) -> &'d Map<String, Value> {
    let found = document.pointer(pointer).and_then(Value::as_object);
    found.unwrap_or_else(|| panic!("no object at {pointer}"))
}

#[test]
fn every_address_and_method_is_described_and_no_other() {
    let served = |address: &Address| {
        let path = format!("{BASE}{}", address.path);
        let methods = address.routes.iter().map(|(method, _)| method.as_str());
        let named = methods.map(|method| format!("{method} {path}"));
        named.collect::<Vec<_>>()
    };
    let served: BTreeSet<_> = addresses().iter().flat_map(served).collect();
    let document = description();
    let described: BTreeSet<_> = object(&document, "/paths")
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods");
            methods
                .keys()
                .map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    assert_eq!(served, described);
}

#[test]
fn every_type_of_problem_is_described_with_its_status() {
    let document = description();
    let listed = document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
        .as_array()
        .expect("a list");
    let types: Vec<_> = ProblemType::ALL.iter().map(|t| t.uri()).collect();
    assert_eq!(listed, &types);
    let responses = object(&document, "/components/responses");
    for problem in ProblemType::ALL {
        let (name, status) = (problem.name(), problem.status().as_u16());
        let names = format!("`{name}`: {}", problem.title());
        let of_status = responses
            .iter()
            .filter(|(key, _)| key.starts_with(&status.to_string()));
        let mut said = of_status.filter_map(|(_, response)| response["description"].as_str());
        assert!(said.any(|says| says.contains(&names)), "{status} {names}");
        let example = &document["components"]["examples"][name]["value"];
        assert_eq!(example["title"], problem.title());
        assert_eq!(example["status"], status);
    }
}

#[test]
fn names_of_problems_are_told_apart() {
    let names: BTreeSet<_> = ProblemType::ALL.iter().map(|t| t.name()).collect();
    assert_eq!(names.len(), ProblemType::ALL.len());
}

#[test]
fn every_reference_leads_somewhere() {
    let document = description();
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("in this document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

fn collect_references<'d>(value: &'d Value, found: &mut Vec<&'d str>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|v| collect_references(v, found));
        }
        Value::Array(items) => items.iter().for_each(|v| collect_references(v, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn example(path: &str, method: &str, media: &str) -> Value {
    let document = description();
    document["paths"][path][method]["requestBody"]["content"][media]["example"].clone()
}

#[test]
fn the_examples_are_what_the_program_reads() {
    let of = |path: &str, method| example(&format!("{BASE}{path}"), method, "application/json");
    let report = parse(of("/stops/{report_id}", "put"), None).expect("a good report");
    parse_take(of("/instructions/{id}/take", "post")).expect("a good taking");
    parse_renew(of("/instructions/{id}/renew", "post")).expect("a good renewal");
    let outcome = of("/instructions/{id}/outcome", "post");
    let steps: Vec<&StepName> = report.steps.iter().map(|step| &step.name).collect();
    parse_outcome(outcome, steps.iter().copied(), &steps[1..]).expect("a good outcome");

    let lines = example(&format!("{BASE}/stops"), "post", "application/x-ndjson");
    let line = lines.as_str().expect("a text").trim_end();
    let line = serde_json::from_str(line).expect("a line of JSON");
    assert_eq!(parse(line, None).expect("a good report"), report);
}
