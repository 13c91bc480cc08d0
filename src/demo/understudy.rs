//! The connectors of the sample world's past: they carry out what people decide now, and make up what the receivers answer.
//!
//! How a connector has to be written shows `connector.rs`; these have no journal, and nothing to lose.

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::time::Duration;

/// A long poll ends by itself after 25 s.
const POLL_PATIENCE: Duration = Duration::from_secs(40);
/// So long the making up of an answer takes: a visitor sees the instruction taken, and then its outcome.
const WORK: Duration = Duration::from_secs(4);
const PAUSE: Duration = Duration::from_secs(5);

/// Stands in for one source, for as long as it is polled. What was on offer before stays on offer.
pub async fn stand_in(holdpoint: String, token: String) {
    let Ok(http) = Client::builder().timeout(POLL_PATIENCE).build() else {
        return;
    };
    let source = Source {
        http,
        holdpoint,
        token,
    };
    let mut cursor = None;
    loop {
        let (after, wait) = (cursor.unwrap_or(0), if cursor.is_some() { 25 } else { 0 });
        let path = format!("instructions?state=offered&after={after}&wait={wait}");
        let Some(offered) = source.call(source.http.get(source.at(&path))).await else {
            pause(PAUSE).await;
            continue;
        };
        let is_new = |offer: &&Value| cursor.is_some() && offer["cursor"].as_i64() > cursor;
        let offers = offered["instructions"].as_array().map(Vec::as_slice);
        for offer in offers.unwrap_or_default().iter().filter(is_new) {
            source.carry_out(offer).await;
        }
        cursor = offered["cursor"].as_i64().max(cursor);
    }
}

struct Source {
    http: Client,
    holdpoint: String,
    token: String,
}

impl Source {
    async fn carry_out(&self, offer: &Value) -> Option<()> {
        let id = offer["instruction_id"].as_str()?;
        let token = format!("understudy-of-{id}");
        let take = self.http.post(self.at(&format!("instructions/{id}/take")));
        let take = take.json(&json!({"worker": "understudy", "take_token": token}));
        let order = self.call(take).await?;
        let what = &order[order["action"].as_str()?];
        let run = what["run"]
            .as_array()
            .or_else(|| what["step_keys"].as_array())?;
        if run.is_empty() {
            return None;
        }
        pause(WORK).await;
        let case = &order["case"];
        let results = run.iter().map(|step| {
            let made_up = format!("{}-{case}", step["step"].as_str().unwrap_or_default());
            json!({"step": step["step"], "type": "record", "id": made_up})
        });
        let results: Vec<_> = results.collect();
        let outcome = json!({"take_token": token, "outcome": "done", "results": results});
        let tell = self
            .http
            .post(self.at(&format!("instructions/{id}/outcome")));
        self.call(tell.json(&outcome)).await.map(|_| ())
    }

    /// What a good answer says.
    async fn call(&self, request: RequestBuilder) -> Option<Value> {
        let answer = request.bearer_auth(&self.token).send().await.ok()?;
        answer.error_for_status().ok()?.json().await.ok()
    }

    fn at(&self, path: &str) -> String {
        format!("{}/api/v1/{path}", self.holdpoint)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a receiver's time to work, and a program's to come back, are what is meant"
)]
async fn pause(span: Duration) {
    tokio::time::sleep(span).await;
}
