//! A source's side of the connector API.

use reqwest::{Client, RequestBuilder};
use serde_json::Value;

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

impl Connector {
    /// A connector of the program at `address` (`http://127.0.0.1:PORT`).
    pub fn new(address: &str, token: &str) -> Self {
        Self {
            http: Client::new(),
            api: format!("{address}/api/v1"),
            token: token.to_owned(),
        }
    }

    /// Reports a stop under the report's own id.
    pub async fn report(&self, report: &Value) -> Answer {
        self.try_report(report).await.expect("an answer")
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
}

async fn answer_of(request: RequestBuilder, token: &str) -> reqwest::Result<Answer> {
    let response = request.bearer_auth(token).send().await?;
    let status = response.status().as_u16();
    let bytes = response.bytes().await?;
    let body = serde_json::from_slice(&bytes)
        .unwrap_or_else(|_| panic!("{status} without JSON: {}", String::from_utf8_lossy(&bytes)));
    Ok(Answer { status, body })
}
