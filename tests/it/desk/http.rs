//! The four calls about instructions, as a connector hears their answers.

use super::world::*;
use crate::support::database::{Database, on_both};
use crate::support::described;
use crate::support::world::World as Application;
use holdpoint::domain::ids::InstructionId;
use holdpoint::service::sources::add_token;
use holdpoint::service::withdraw::withdraw;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

/// What the worker makes up before it takes an instruction.
const TOKEN: &str = "f3b1c2a977d04c1e";

struct Connector {
    http: Client,
    api: String,
    token: String,
}

impl Connector {
    async fn of(application: &Application, source: &str) -> Self {
        let token = add_token(application.services(), source).await;
        Self {
            http: Client::new(),
            api: format!("{}/api/v1/instructions", application.address()),
            token: token.expect("a token").token,
        }
    }

    async fn post(&self, id: &InstructionId, call: &str, body: Value) -> (u16, Value) {
        let request = self.http.post(format!("{}/{id}/{call}", self.api));
        self.answer(request.json(&body)).await
    }

    async fn get(&self, query: &str) -> (u16, Value) {
        self.answer(self.http.get(format!("{}{query}", self.api)))
            .await
    }

    async fn answer(&self, request: RequestBuilder) -> (u16, Value) {
        let heard = described::send(request.bearer_auth(&self.token)).await;
        let heard = heard.expect("an answer");
        (
            heard.status,
            serde_json::from_str(&heard.text).expect("JSON"),
        )
    }
}

/// Fails unless the answer is this problem.
#[track_caller]
fn is_problem((status, body): &(u16, Value), expected: u16, name: &str) {
    assert_eq!(*status, expected, "{body}");
    assert_eq!(body["type"], format!("/api/v1/problems/{name}"), "{body}");
}

on_both!(
    a_connector_takes_renews_and_tells,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let shop = Connector::of(&application, "shop-wms").await;
        let case = world.stop(stopped_shipment("8817")).await;
        let id = world.resume(&world.irina, case).await;

        let (status, list) = shop.get("?state=offered&after=0&wait=5").await;
        assert_eq!(status, 200);
        assert_eq!(list["instructions"][0]["instruction_id"], json!(id));
        assert_eq!(list["instructions"][0]["action"], "resume");
        let (_, after) = shop.get(&format!("?after={}", list["cursor"])).await;
        assert_eq!(after["instructions"], json!([]));
        is_problem(&shop.get("?state=taken").await, 400, "malformed");

        let token = json!({"take_token": TOKEN});
        is_problem(
            &shop.post(&id, "outcome", done("WT-1")).await,
            409,
            "not-taken",
        );
        is_problem(&shop.post(&id, "take", token.clone()).await, 422, "invalid");
        let take = |token: &str| {
            json!({"worker": "shop-wms-2", "take_token": token,
                "last_attempt": {"step": TASK, "number": 1, "started_at": "2026-11-29T12:20:01Z"}})
        };
        let (status, taken) = shop.post(&id, "take", take(TOKEN)).await;
        assert_eq!(status, 200, "{taken}");
        assert_eq!(taken["resume"]["run"][0]["step"], TASK);
        assert_eq!(
            taken["resume"]["run"][0]["not_after"],
            "2026-11-30T12:15:01Z"
        );
        assert_eq!(taken["resume"]["done"][0]["result"]["id"], "SO-8817");
        assert_eq!(
            (&taken["repeated"], &taken["seconds_left"]),
            (&json!(false), &json!(120))
        );
        assert_eq!(taken["decided_by"], "irina");
        let (_, again) = shop.post(&id, "take", take(TOKEN)).await;
        assert_eq!(again["repeated"], true);
        let other = shop
            .post(&id, "take", take("token-of-another-worker"))
            .await;
        is_problem(&other, 409, "already-taken");
        assert_eq!(other.1["taken_by"], "shop-wms-2");

        let (status, renewed) = shop.post(&id, "renew", token).await;
        assert_eq!((status, &renewed["seconds_left"]), (200, &json!(120)));
        let half = json!({"take_token": TOKEN, "outcome": "done"});
        let faults = shop.post(&id, "outcome", half).await;
        is_problem(&faults, 422, "invalid");
        assert_eq!(faults.1["errors"].as_array().map(Vec::len), Some(2));
        let (status, kept) = shop.post(&id, "outcome", done("WT-1")).await;
        assert_eq!((status, &kept["case_state"]), (200, &json!("resolved")));
        let (_, again) = shop.post(&id, "outcome", done("WT-1")).await;
        assert_eq!(again["repeated"], true);
        let other = shop.post(&id, "outcome", done("WT-2")).await;
        is_problem(&other, 409, "outcome-conflict");
        is_problem(&shop.post(&id, "take", take(TOKEN)).await, 410, "ended");
    }
);

on_both!(
    a_connector_that_comes_too_late_or_asks_for_what_is_not_its_own_hears_why,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let shop = Connector::of(&application, "shop-wms").await;
        source(&world.services, "another").await;
        let stranger = Connector::of(&application, "another").await;
        let take = json!({"worker": "w", "take_token": TOKEN});

        let case = world.stop(stopped_shipment("1")).await;
        let id = world.resume(&world.irina, case).await;
        is_problem(
            &stranger.post(&id, "take", take.clone()).await,
            404,
            "not-found",
        );
        withdraw(&world.services, &world.irina, case, WORDS)
            .await
            .expect("nobody has taken it");
        is_problem(
            &shop.post(&id, "take", take.clone()).await,
            410,
            "withdrawn",
        );

        let case = world.stop(stopped_shipment("2")).await;
        let id = world.resume(&world.irina, case).await;
        let knows_more = json!({"worker": "w", "take_token": TOKEN,
            "last_attempt": {"step": TASK, "number": 2, "started_at": "2026-11-29T12:24:00Z"}});
        is_problem(
            &shop.post(&id, "take", knows_more).await,
            409,
            "facts-changed",
        );

        let id = world.resume(&world.irina, case).await;
        world.pass(24 * HOUR);
        is_problem(&shop.post(&id, "take", take).await, 410, "too-late");
        world.must_verify().await;
    }
);

fn done(task: &str) -> Value {
    json!({"take_token": TOKEN, "outcome": "done", "results": [
        {"step": TASK, "type": "task", "id": task},
        {"step": "notify_customer", "type": "mail", "id": "M-1"},
    ]})
}
