//! A source's side of the connector API.

use super::described;
use super::no_answer;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

/// A connector with its token.
#[derive(Clone)]
pub struct Connector {
    http: Client,
    api: String,
    token: String,
}

/// What the API answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

/// An instruction in a worker's hands.
#[derive(Debug)]
pub struct Taken {
    pub id: String,
    take_token: String,
    pub body: Value,
}

impl Taken {
    /// The steps to be sent, in their order.
    pub fn run(&self) -> Vec<&str> {
        let steps = self.body["resume"]["run"].as_array().expect("a list");
        steps.iter().map(|step| text(&step["step"])).collect()
    }

    /// The steps that are done, each with its result's id.
    pub fn done(&self) -> Vec<(&str, &str)> {
        let steps = self.body["resume"]["done"].as_array().expect("a list");
        let names = steps.iter().map(|step| text(&step["step"]));
        let results = steps.iter().map(|step| text(&step["result"]["id"]));
        names.zip(results).collect()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

impl Connector {
    /// A connector of the program at `address` (`http://127.0.0.1:PORT`).
    pub fn new(address: &str, token: &str) -> Self {
        // A connection that is kept may be one to a program that was killed.
        let http = Client::builder().pool_max_idle_per_host(0);
        Self {
            http: http.build().expect("a client"),
            api: format!("{address}/api/v1"),
            token: token.to_owned(),
        }
    }

    /// Its token: `hp_<id>_<secret>`.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Somebody who calls the same program with another token.
    pub fn with_token(&self, token: &str) -> Self {
        Self {
            token: token.to_owned(),
            ..self.clone()
        }
    }

    /// Reports a stop under the report's own id.
    pub async fn report(&self, report: &Value) -> Answer {
        let answer = self.try_report(report).await;
        answer.unwrap_or_else(|error| no_answer(&error))
    }

    /// The same where the program may die before it answers.
    pub async fn try_report(&self, report: &Value) -> reqwest::Result<Answer> {
        let id = report["report_id"].as_str().expect("a report id");
        let mut url = reqwest::Url::parse(&self.api).expect("an address");
        url.path_segments_mut()
            .expect("an http address")
            .extend(["stops", id]);
        answer_of(self.http.put(url).json(report), &self.token).await
    }

    /// Sends many reports at once; the answer has one line for each.
    pub async fn batch(&self, lines: &str) -> Vec<Value> {
        let request = self
            .http
            .post(format!("{}/stops", self.api))
            .header("content-type", "application/x-ndjson")
            .body(lines.to_owned())
            .bearer_auth(&self.token);
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
        let text = answer.text().await.expect("its lines");
        let line = |line: &str| serde_json::from_str(line).expect("a line of JSON");
        text.lines().map(line).collect()
    }

    /// The instructions that wait to be taken.
    pub async fn offered(&self) -> Vec<Value> {
        let answer = self.get("/instructions?state=offered").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let list = answer.body["instructions"].as_array();
        list.expect("a list of instructions").clone()
    }

    /// Takes an instruction; `last_attempt` is the last one that the worker knows of.
    pub async fn take(&self, id: &str, take_token: &str, last_attempt: Value) -> Answer {
        let body =
            json!({"worker": "worker-1", "take_token": take_token, "last_attempt": last_attempt});
        self.post(&format!("/instructions/{id}/take"), body).await
    }

    /// Takes the one instruction that is on offer.
    pub async fn take_only_offer(&self) -> Taken {
        let offered = self.offered().await;
        let [offer] = &offered[..] else {
            panic!("not one instruction on offer: {offered:?}");
        };
        let id = text(&offer["instruction_id"]).to_owned();
        let take_token = format!("token-of-{id}");
        let answer = self.take(&id, &take_token, Value::Null).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        Taken {
            id,
            take_token,
            body: answer.body,
        }
    }

    /// Takes an instruction once more, as a worker does that died and was started again with the token it had written down.
    pub async fn take_again(&self, taken: &Taken) -> Answer {
        self.take(&taken.id, &taken.take_token, Value::Null).await
    }

    /// Asks for more time before the next step.
    pub async fn renew(&self, taken: &Taken) -> Answer {
        self.renew_by(&taken.id, &taken.take_token).await
    }

    /// The same by the token that was written down.
    pub async fn renew_by(&self, id: &str, take_token: &str) -> Answer {
        let body = json!({"take_token": take_token});
        self.post(&format!("/instructions/{id}/renew"), body).await
    }

    /// Tells what became of an instruction; the token is added.
    pub async fn outcome(&self, taken: &Taken, outcome: Value) -> Answer {
        self.outcome_by(&taken.id, &taken.take_token, outcome).await
    }

    /// The same by the token that was written down.
    pub async fn outcome_by(&self, id: &str, take_token: &str, mut outcome: Value) -> Answer {
        outcome["take_token"] = take_token.into();
        self.post(&format!("/instructions/{id}/outcome"), outcome)
            .await
    }

    /// Any other question to the API.
    pub async fn get(&self, path: &str) -> Answer {
        let request = self.http.get(format!("{}{path}", self.api));
        let answer = answer_of(request, &self.token).await;
        answer.unwrap_or_else(|error| no_answer(&error))
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        let request = self.http.post(format!("{}{path}", self.api)).json(&body);
        let answer = answer_of(request, &self.token).await;
        answer.unwrap_or_else(|error| no_answer(&error))
    }
}

async fn answer_of(request: RequestBuilder, token: &str) -> reqwest::Result<Answer> {
    let heard = described::send(request.bearer_auth(token)).await?;
    let body = serde_json::from_str(&heard.text);
    Ok(Answer {
        status: heard.status,
        body: body.unwrap_or_else(|_| panic!("no JSON: {heard:?}")),
    })
}
