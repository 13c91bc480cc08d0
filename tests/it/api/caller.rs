//! Calls as they go over the wire, wrong ones too.

use crate::support::database::Database;
use crate::support::described;
use crate::support::world::World;
use holdpoint::domain::ids::{SourceId, Team};
use holdpoint::service::sources::{AddSource, add_source, by_name};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

/// A running application, a source, and its token.
pub struct Caller {
    pub world: World,
    pub source: SourceId,
    pub token: String,
    http: Client,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        let read = serde_json::from_str(&self.text);
        read.unwrap_or_else(|_| panic!("{}: no JSON: {}", self.status, self.text))
    }

    /// The lines of an answer to a batch.
    pub fn lines(&self) -> Vec<Value> {
        assert_eq!(self.status, 200, "{}", self.text);
        let line = |line: &str| serde_json::from_str(line).expect("a line of JSON");
        self.text.lines().map(line).collect()
    }

    /// The name of the problem, once everything that belongs to a problem document is there.
    pub fn problem(&self) -> String {
        let media = self.headers.get("content-type").expect("a content type");
        assert_eq!(media, "application/problem+json", "{}", self.text);
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{problem}");
        assert!(problem["title"].is_string() && problem["detail"].is_string());
        let request_id = problem["request_id"].as_str().expect("a request id");
        assert_eq!(self.headers["x-request-id"], request_id);
        let address = problem["type"].as_str().expect("a type");
        let name = address.strip_prefix("/api/v1/problems/");
        name.expect("an address of ours").to_owned()
    }

    pub fn pointers(&self) -> Vec<String> {
        let problem = self.json();
        let errors = problem["errors"].as_array().cloned().unwrap_or_default();
        let pointer = |error: &Value| error["pointer"].as_str().expect("a pointer").to_owned();
        errors.iter().map(pointer).collect()
    }
}

impl Caller {
    pub async fn on(database: &Database) -> Self {
        let world = World::start(database).await;
        let new = AddSource {
            name: "shop".to_owned(),
            title: "Shop".to_owned(),
            owner_team: Team::new("Fulfilment"),
        };
        let token = add_source(world.services(), new).await.expect("a new name");
        let source = by_name(world.services(), "shop").await.expect("a source");
        Self {
            source: source.id,
            token: token.token,
            http: Client::new(),
            world,
        }
    }

    /// A call without a token, to an address below `/api/v1` that is sent as it stands.
    pub fn bare(&self, method: Method, address: &str) -> RequestBuilder {
        let url = format!("{}/api/v1{address}", self.world.address());
        self.http.request(method, url)
    }

    pub fn call(&self, method: Method, address: &str) -> RequestBuilder {
        self.bare(method, address).bearer_auth(&self.token)
    }

    /// A report under its own id.
    pub async fn report(&self, report: &Value) -> Answer {
        let id = report["report_id"].as_str().expect("a report id");
        self.put(id, report.to_string()).await
    }

    /// A body under a report id.
    pub async fn put(&self, id: &str, body: impl Into<reqwest::Body>) -> Answer {
        let address = format!("/stops/{}", encoded(id));
        let call = self.call(Method::PUT, &address);
        answer(call.header("content-type", "application/json").body(body)).await
    }

    pub async fn batch(&self, body: impl Into<reqwest::Body>) -> Answer {
        let call = self.call(Method::POST, "/stops");
        answer(
            call.header("content-type", "application/x-ndjson")
                .body(body),
        )
        .await
    }
}

pub async fn answer(call: RequestBuilder) -> Answer {
    let heard = described::send(call).await;
    let heard = heard.expect("an answer, not a broken connection");
    Answer {
        status: heard.status,
        headers: heard.headers,
        text: heard.text,
    }
}

/// Percent-encoded, every byte that is neither letter nor digit.
pub fn encoded(name: &str) -> String {
    let byte = |byte: u8| match byte {
        plain if plain.is_ascii_alphanumeric() => char::from(plain).to_string(),
        other => format!("%{other:02X}"),
    };
    name.bytes().map(byte).collect()
}

/// A small report of an operation of its own.
pub fn report(id: &str) -> Value {
    serde_json::json!({
        "report_id": id,
        "stopped_at": "2026-11-29T12:20:31Z",
        "stop": {"kind": "result_unknown"},
        "operation": {"key": format!("operation of {id}"), "type": "shipment", "payload": {"n": 1}},
        "steps": [{"name": "send", "system": "wms", "state": "unknown", "idempotency_key": format!("key of {id}")}],
        "attempts": [{"step": "send", "number": 1, "started_at": "2026-11-29T12:20:01Z", "outcome": "timeout"}],
    })
}
