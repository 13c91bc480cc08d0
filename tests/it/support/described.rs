//! The API's description of itself, and every answer held against it.

use super::schema::{Members, Schemas};
use holdpoint::api::OPENAPI;
use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use std::sync::LazyLock;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).expect("the description is JSON"));

/// The description.
pub fn document() -> &'static Value {
    &DOCUMENT
}

/// What was heard.
#[derive(Debug)]
pub struct Heard {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// How the description names it: `put /api/v1/stops/{report_id} 422 invalid`.
    pub described_as: String,
}

/// Sends a call, and fails unless its answer is one that the description knows of.
pub async fn send(call: RequestBuilder) -> reqwest::Result<Heard> {
    let (client, request) = call.build_split();
    let request = request?;
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = client.execute(request).await?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await?;
    Ok(Heard {
        described_as: check(&method, &path, status, &headers, &text),
        status,
        headers,
        text,
    })
}

/// Fails unless the description knows of such an answer, and gives its name there.
fn check(method: &Method, path: &str, status: u16, headers: &HeaderMap, text: &str) -> String {
    let told = format!("{method} {path}: {status} {text}");
    let Some((template, operations)) = address(path) else {
        let problem: Value = serde_json::from_str(text).expect("a problem");
        let schema = serde_json::json!({"$ref": "#/components/schemas/Problem"});
        assert_eq!(faults(&schema, &problem), [""; 0], "{told}");
        assert_eq!(status, 404, "{told}");
        return format!("{} {path} 404", method.as_str().to_lowercase());
    };
    // Where something can be got, its headers can be had alone.
    let name = match *method {
        Method::HEAD => "get".to_owned(),
        _ => method.as_str().to_lowercase(),
    };
    let (name, operation) = match operations.get(&name) {
        Some(operation) => (name, operation),
        None => {
            assert_eq!(status, 405, "{told}");
            let mut methods = operations.as_object().expect("methods").iter();
            let (name, operation) = methods.next().expect("a method");
            (name.clone(), operation)
        }
    };
    let response = operation["responses"].get(status.to_string());
    let response = resolved(response.unwrap_or_else(|| panic!("not described: {told}")));
    check_headers(&response["headers"], headers, &told);
    let kind = if *method == Method::HEAD {
        String::new()
    } else {
        check_body(&response["content"], headers, text, &told)
    };
    format!("{name} {template} {status} {kind}")
        .trim_end()
        .to_owned()
}

/// The described address of a path, with its methods.
fn address(path: &str) -> Option<(&'static str, &'static Value)> {
    let paths = DOCUMENT["paths"].as_object().expect("paths").iter();
    let fits = |template: &str| {
        let (wanted, found) = (template.split('/'), path.split('/'));
        wanted.clone().count() == found.clone().count()
            && wanted.zip(found).all(|(wanted, found)| {
                wanted == found || wanted.starts_with('{') && !found.is_empty()
            })
    };
    let mut known = paths.filter(|(template, _)| fits(template));
    known
        .next()
        .map(|(template, operations)| (template.as_str(), operations))
}

fn resolved(told: &'static Value) -> &'static Value {
    match told.get("$ref").and_then(Value::as_str) {
        Some(reference) => {
            let pointer = reference.strip_prefix('#').expect("in this document");
            DOCUMENT.pointer(pointer).expect("it leads somewhere")
        }
        None => told,
    }
}

fn check_headers(described: &'static Value, headers: &HeaderMap, told: &str) {
    for (name, header) in described.as_object().expect("headers") {
        let value = headers
            .get(name)
            .unwrap_or_else(|| panic!("no {name}: {told}"));
        let value = value.to_str().expect("a text");
        let schema = &resolved(header)["schema"];
        let value = match schema["type"].as_str() {
            Some("integer") => Value::from(value.parse::<i64>().expect("a number")),
            _ => Value::from(value),
        };
        assert_eq!(faults(schema, &value), [""; 0], "{name} of {told}");
    }
}

/// Gives the name of the problem, where it is one.
fn check_body(content: &'static Value, headers: &HeaderMap, text: &str, told: &str) -> String {
    let media = headers["content-type"].to_str().expect("a text");
    let described = content.get(media);
    let schema = &described.unwrap_or_else(|| panic!("{media} is not described: {told}"))["schema"];
    let documents: Vec<Value> = match media {
        "application/x-ndjson" => text.lines().map(json).collect(),
        _ => vec![json(text)],
    };
    for document in &documents {
        assert_eq!(faults(schema, document), [""; 0], "{told}");
    }
    let problem = documents
        .first()
        .filter(|_| media == "application/problem+json");
    let kind = problem.and_then(|problem| problem["type"].as_str());
    kind.and_then(|kind| kind.rsplit('/').next())
        .unwrap_or_default()
        .to_owned()
}

fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let schemas = Schemas {
        document: document(),
        members: Members::Closed,
    };
    schemas.faults(schema, value)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}
