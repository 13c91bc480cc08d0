//! One function for each call: the public API of Holdpoint, the shop's news, and the receiving systems.

use super::Settings;
use super::journal::{list, text};
use super::shop::Job;
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::{Value, json};
use std::time::Duration;

/// Whoever has not answered by then will not be waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same for a long poll, which ends by itself.
const POLL_PATIENCE: Duration = Duration::from_secs(35);

/// What Holdpoint answered.
#[derive(Debug)]
pub enum Heard {
    Said(Value),
    /// No, and to ask again would change nothing.
    Refused(Value),
    /// There was no answer, or none to what was asked: it may be asked again.
    Nothing,
}

/// The connections that the connector has.
#[derive(Debug)]
pub struct Wire {
    http: Client,
    /// Where the API is.
    holdpoint: String,
    token: String,
    systems: String,
}

impl Wire {
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(settings: &Settings) -> reqwest::Result<Self> {
        Ok(Self {
            http: Client::builder().timeout(PATIENCE).build()?,
            holdpoint: format!("{}/api/v1", settings.holdpoint),
            token: settings.token.clone(),
            systems: settings.systems.clone(),
        })
    }

    /// Tells a stop.
    pub async fn report(&self, report: &Value) -> Heard {
        let path = format!("stops/{}", text(&report["report_id"]));
        self.call(self.http.put(self.at(&path)).json(report)).await
    }

    /// Asks whether an operation may be gone on with.
    pub async fn gate(&self, operation_key: &str) -> Heard {
        let asked = [("operation_key", operation_key)];
        match Url::parse_with_params(&self.at("gate"), asked) {
            Ok(url) => self.call(self.http.get(url)).await,
            Err(_) => Heard::Nothing,
        }
    }

    /// The instructions that came after a cursor; waits so many seconds for one.
    pub async fn offered(&self, after: i64, wait: u64) -> Heard {
        let path = format!("instructions?state=offered&after={after}&wait={wait}");
        let request = self.http.get(self.at(&path)).timeout(POLL_PATIENCE);
        self.call(request).await
    }

    /// Takes an instruction.
    pub async fn take(&self, taking: &Value) -> Heard {
        self.tell_of(taking, "take", &taking["request"]).await
    }

    /// Asks for more time.
    pub async fn renew(&self, taking: &Value) -> Heard {
        let token = json!({"take_token": taking["request"]["take_token"]});
        self.tell_of(taking, "renew", &token).await
    }

    /// Tells what became of an instruction.
    pub async fn tell(&self, taking: &Value) -> Heard {
        self.tell_of(taking, "outcome", &taking["outcome"]).await
    }

    async fn tell_of(&self, taking: &Value, what: &str, body: &Value) -> Heard {
        let path = format!("instructions/{}/{what}", text(&taking["instruction"]));
        self.call(self.http.post(self.at(&path)).json(body)).await
    }

    async fn call(&self, request: RequestBuilder) -> Heard {
        let Ok(answer) = request.bearer_auth(&self.token).send().await else {
            return Heard::Nothing;
        };
        let status = answer.status().as_u16();
        let Ok(said) = answer.json().await else {
            return Heard::Nothing;
        };
        match status {
            200..=299 => Heard::Said(said),
            // Our token is not good, or we were too many at once: nobody has heard us yet.
            401 | 403 | 429 => {
                tracing::error!("we are not let in: {said}");
                Heard::Nothing
            }
            400..=499 => Heard::Refused(said),
            _ => Heard::Nothing,
        }
    }

    fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.holdpoint)
    }

    /// What happened at the shop after that event; waits so many seconds for something. `None` if there is no answer.
    pub async fn news(&self, after: u64, wait: u64) -> Option<Value> {
        let url = format!("{}/shop/events?after={after}&wait={wait}", self.systems);
        let news = self.http.get(url).timeout(POLL_PATIENCE).send().await;
        json_of(news.and_then(Response::error_for_status)).await
    }

    /// Sends what a step asks of its system, once.
    ///
    /// # Errors
    /// If no answer came; then only a connection that was never made says that nothing was sent.
    pub async fn send(&self, job: &Job) -> reqwest::Result<Response> {
        let url = format!("{}/{}", self.systems, job.path);
        let mut request = self.http.post(url).json(&job.content);
        if let Some(key) = &job.key {
            request = request.header("Idempotency-Key", key);
        }
        request.send().await
    }

    /// What a system's search shows for a reference; `None` if there is no answer.
    pub async fn look_up(&self, path: &str, reference: &str) -> Option<Vec<Value>> {
        let url = format!("{}/{path}?reference={reference}", self.systems);
        let shown = self.http.get(url).send().await;
        let shown = json_of(shown.and_then(Response::error_for_status)).await?;
        Some(list(&shown["items"]).to_vec())
    }
}

/// The JSON of an answer, of whatever status.
pub async fn json_of(answer: reqwest::Result<Response>) -> Option<Value> {
    answer.ok()?.json().await.ok()
}
