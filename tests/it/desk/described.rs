//! Every answer that the API's description names is given, and no other: each call below is held against the description,
//! and together they meet all of it but what only a broken machine answers.

use super::world::*;
use crate::support::database::{Database, on_both};
use crate::support::described::{document, send};
use crate::support::told::told;
use crate::support::world::World as Application;
use holdpoint::domain::check::Saw;
use holdpoint::domain::ids::InstructionId;
use holdpoint::service::record_check::record_check;
use holdpoint::service::sources::add_token;
use holdpoint::service::withdraw::withdraw;
use holdpoint::store::sources;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const TOKEN: &str = "f3b1c2a977d04c1e";
const OTHER: &str = "another worker's";
const INSTRUCTION_CALLS: [&str; 3] = ["take", "renew", "outcome"];

/// What only a failing database, a fault of the program or a stalled line is answered with.
const NOT_MET: [&str; 3] = ["internal", "unavailable", "body-stalled"];
/// A batch is malformed as a whole only if it ends too soon, and then hardly anybody is there to hear it.
const NOT_HEARD: &str = "post /api/v1/stops 400 malformed";

struct Caller {
    http: Client,
    api: String,
    token: String,
    heard: BTreeSet<String>,
}

impl Caller {
    async fn on(application: &Application) -> Self {
        let token = add_token(application.services(), "shop-wms").await;
        Self {
            http: Client::new(),
            api: format!("{}/api/v1", application.address()),
            token: token.expect("a token").token,
            heard: BTreeSet::new(),
        }
    }

    fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.api))
    }

    fn call(&self, method: Method, path: &str) -> RequestBuilder {
        self.bare(method, path).bearer_auth(&self.token)
    }

    async fn hear(&mut self, call: RequestBuilder) -> Value {
        let heard = send(call).await.expect("an answer");
        self.heard.insert(heard.described_as);
        serde_json::from_str(&heard.text).unwrap_or_default()
    }

    async fn post(&mut self, id: &InstructionId, call: &str, body: &Value) -> Value {
        let path = format!("/instructions/{id}/{call}");
        self.hear(self.call(Method::POST, &path).json(body)).await
    }

    async fn take(&mut self, id: &InstructionId, token: &str) -> Value {
        self.post(id, "take", &json!({"worker": "w", "take_token": token}))
            .await
    }

    /// What every address with a token answers whoever has none, or comes in another way.
    async fn wrong_ways_in(&mut self, method: &Method, path: &str) {
        self.hear(self.bare(method.clone(), path)).await;
        let with_token = format!(
            "{path}{}token=x",
            if path.contains('?') { "&" } else { "?" }
        );
        self.hear(self.call(method.clone(), &with_token)).await;
        self.hear(self.call(Method::PATCH, path)).await;
    }

    /// What every address that reads a document answers to one that is none.
    async fn wrong_bodies(&mut self, method: &Method, path: &str, media: &str) {
        let call = |caller: &Self, media: &str| {
            caller
                .call(method.clone(), path)
                .header("content-type", media)
        };
        self.hear(call(self, "text/plain").body("{}")).await;
        let large = if media == "application/json" { 2 } else { 32 } * 1024 * 1024 + 1;
        self.hear(call(self, media).body(vec![b' '; large])).await;
        if media == "application/json" {
            self.hear(call(self, media).body("{")).await;
            self.hear(call(self, media).body("{}")).await;
        }
    }
}

on_both!(
    every_answer_that_is_described_is_given,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let mut caller = Caller::on(&application).await;
        everywhere(&mut caller, &world).await;
        reports(&mut caller).await;
        gate_and_list(&mut caller).await;
        takings(&mut caller, &world).await;
        refused_takings(&mut caller, &world).await;

        caller.heard.insert(NOT_HEARD.to_owned());
        let missing: Vec<_> = described().difference(&caller.heard).cloned().collect();
        assert_eq!(missing, [""; 0], "described, and not given");
    }
);

/// Every answer in the description, by its name, but those that are not met.
fn described() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (path, methods) in document()["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let place = format!("{method} {path} {status}");
                match response["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
                    Some(component) => {
                        let kinds = component.split('.').skip(1);
                        let met = kinds.filter(|kind| !NOT_MET.contains(kind));
                        names.extend(met.map(|kind| format!("{place} {kind}")));
                    }
                    None => {
                        names.insert(place);
                    }
                }
            }
        }
    }
    names
}

async fn everywhere(caller: &mut Caller, world: &World) {
    let case = world.stop(stopped_shipment("everywhere")).await;
    let id = world.resume(&world.irina, case).await;
    let mut addresses = vec![
        (Method::PUT, "/stops/r".to_owned(), Some("application/json")),
        (
            Method::POST,
            "/stops".to_owned(),
            Some("application/x-ndjson"),
        ),
        (Method::GET, "/gate?operation_key=k".to_owned(), None),
        (Method::GET, "/instructions".to_owned(), None),
    ];
    for call in INSTRUCTION_CALLS {
        let path = format!("/instructions/{id}/{call}");
        addresses.push((Method::POST, path, Some("application/json")));
        let nothing = InstructionId::new("nothing");
        let body = json!({"worker": "w", "take_token": TOKEN, "outcome": "unknown"});
        caller.post(&nothing, call, &body).await;
    }
    for (method, path, media) in &addresses {
        caller.wrong_ways_in(method, path).await;
        if let Some(media) = media {
            caller.wrong_bodies(method, path, media).await;
        }
    }
    switch_off(world, true).await;
    for (method, path, _) in &addresses {
        caller.hear(caller.call(method.clone(), path)).await;
    }
    switch_off(world, false).await;
    for path in ["/openapi.json", "/problems/malformed", "/problems/nothing"] {
        for method in [Method::GET, Method::HEAD, Method::DELETE] {
            caller.hear(caller.bare(method, path)).await;
        }
    }
    caller.hear(caller.bare(Method::GET, "/nothing")).await;
    withdraw(&world.services, &world.irina, case, WORDS)
        .await
        .expect("nobody has taken it");
}

async fn switch_off(world: &World, off: bool) {
    let mut tx = world.services.db.begin().await.expect("a transaction");
    let done = sources::set_disabled(&mut tx, world.source.id, off).await;
    assert!(done.expect("written"));
    told(tx).await;
}

async fn reports(caller: &mut Caller) {
    let mut report = stopped_shipment("8817");
    let put = |caller: &Caller, report: &Value| {
        caller
            .call(Method::PUT, "/stops/shop-wms:8817:1")
            .json(report)
    };
    for _ in 0..2 {
        caller.hear(put(caller, &report)).await;
    }
    let line = report.to_string();
    report["stop"]["code"] = "another".into();
    caller.hear(put(caller, &report)).await;
    let batch = |caller: &Caller, lines: String| {
        let call = caller.call(Method::POST, "/stops");
        call.header("content-type", "application/x-ndjson")
            .body(lines)
    };
    let new = stopped_shipment("8818");
    let lines = format!("{new}\n{line}\n\n{{}}\n{report}\n");
    caller.hear(batch(caller, lines)).await;
    caller.hear(batch(caller, "{}\n".repeat(10_001))).await;
}

async fn gate_and_list(caller: &mut Caller) {
    for path in [
        "/gate?operation_key=k",
        "/gate",
        "/instructions",
        "/instructions?wait=26",
    ] {
        caller.hear(caller.call(Method::GET, path)).await;
    }
}

async fn takings(caller: &mut Caller, world: &World) {
    let case = world.stop(stopped_shipment("1")).await;
    let id = world.resume(&world.irina, case).await;
    caller.hear(caller.call(Method::GET, "/instructions")).await;
    let unknown = |token: &str| json!({"take_token": token, "outcome": "unknown"});
    caller.post(&id, "outcome", &unknown(TOKEN)).await;
    caller.take(&id, TOKEN).await;
    for (call, body) in [
        ("take", json!({"worker": "x", "take_token": OTHER})),
        ("renew", json!({"take_token": OTHER})),
        ("renew", json!({"take_token": TOKEN})),
        ("outcome", unknown(OTHER)),
        ("outcome", unknown(TOKEN)),
        (
            "outcome",
            json!({"take_token": TOKEN, "outcome": "refused"}),
        ),
        ("take", json!({"worker": "w", "take_token": TOKEN})),
        ("renew", json!({"take_token": TOKEN})),
    ] {
        caller.post(&id, call, &body).await;
    }
}

async fn refused_takings(caller: &mut Caller, world: &World) {
    let unknown = json!({"take_token": TOKEN, "outcome": "unknown"});
    let case = world.stop(stopped_shipment("2")).await;
    let id = world.resume(&world.irina, case).await;
    let last = json!({"step": TASK, "number": 9, "started_at": "2026-11-29T12:24:00Z"});
    let knows_more = json!({"worker": "w", "take_token": TOKEN, "last_attempt": last});
    caller.post(&id, "take", &knows_more).await;
    // It was withdrawn by that.
    caller.take(&id, TOKEN).await;
    caller.post(&id, "outcome", &unknown).await;

    let id = world.resume(&world.irina, case).await;
    caller.take(&id, TOKEN).await;
    let find = look("ship:2:S-104#wms", Saw::Found(task("WT-1")));
    let recorded = record_check(&world.services, &world.boris, case, &find).await;
    recorded.expect("recorded");
    caller
        .post(&id, "renew", &json!({"take_token": TOKEN}))
        .await;

    let case = world.stop(stopped_shipment("3")).await;
    let id = world.resume(&world.irina, case).await;
    world.pass(24 * HOUR);
    caller.take(&id, TOKEN).await;
    caller.post(&id, "outcome", &unknown).await;
}
