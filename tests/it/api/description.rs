//! The description's examples are what it describes.

use crate::support::described::document;
use crate::support::schema::{Members, Schemas};
use serde_json::Value;

/// Fails unless an example fits its schema; what the program answers has no members beside.
fn fits(schema: &Value, example: &Value, members: Members, place: &str) {
    let schemas = Schemas {
        document: document(),
        members,
    };
    assert_eq!(schemas.faults(schema, example), [""; 0], "{place}");
}

/// The examples of a body, by their media type, with its schema.
fn examples(content: &'static Value) -> Vec<(&'static str, &'static Value, Value)> {
    let schemas = Schemas {
        document: document(),
        members: Members::Open,
    };
    let mut found = Vec::new();
    for (media, body) in content.as_object().into_iter().flatten() {
        let one = body.get("example").into_iter();
        let many = body.get("examples").and_then(Value::as_object);
        let many = many.into_iter().flat_map(|many| many.values());
        let many = many.map(|example| &schemas.target(&example["$ref"])["value"]);
        for example in one.chain(many) {
            let lines = match media.as_str() {
                "application/x-ndjson" => example.as_str().expect("lines").lines(),
                _ => "".lines(),
            };
            let lines: Vec<Value> = lines
                .map(|line| serde_json::from_str(line).expect("JSON"))
                .collect();
            let whole = if lines.is_empty() {
                vec![example.clone()]
            } else {
                lines
            };
            found.extend(
                whole
                    .into_iter()
                    .map(|example| (media.as_str(), &body["schema"], example)),
            );
        }
    }
    found
}

#[test]
fn every_example_fits_its_schema_and_every_body_has_one() {
    let schemas = Schemas {
        document: document(),
        members: Members::Open,
    };
    let mut count = 0;
    for (path, methods) in document()["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let place = format!("{method} {path}");
            let sent = &operation["requestBody"]["content"];
            let examples_sent = examples(sent);
            assert_eq!(sent.is_null(), examples_sent.is_empty(), "{place}");
            for (media, schema, example) in examples_sent {
                // A batch is described as a text; each line of it is a report.
                let report = serde_json::json!({"$ref": "#/components/schemas/StopReport"});
                let schema = if media == "application/json" {
                    schema
                } else {
                    &report
                };
                fits(schema, &example, Members::Open, &place);
                count += 1;
            }
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let response = match response.get("$ref") {
                    Some(reference) => schemas.target(reference),
                    None => response,
                };
                let place = format!("{place} {status}");
                let answered = examples(&response["content"]);
                assert!(
                    !answered.is_empty() || path.ends_with("openapi.json"),
                    "{place}"
                );
                for (_, schema, example) in answered {
                    fits(schema, &example, Members::Closed, &place);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn what_does_not_fit_is_found() {
    let schemas = |members| Schemas {
        document: document(),
        members,
    };
    let gate = serde_json::json!({"$ref": "#/components/schemas/Gate"});
    let mut answer = document()["paths"]["/api/v1/gate"]["get"]["responses"]["200"]["content"]
        ["application/json"]["example"]
        .clone();
    assert!(schemas(Members::Closed).faults(&gate, &answer).is_empty());
    answer["state"] = "open".into();
    answer["more"] = 1.into();
    answer.as_object_mut().expect("an object").remove("by");
    assert_eq!(schemas(Members::Open).faults(&gate, &answer).len(), 2);
    assert_eq!(schemas(Members::Closed).faults(&gate, &answer).len(), 3);
}
