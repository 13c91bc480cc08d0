//! What the world asks Holdpoint: as its source, over HTTP.

use reqwest::{Client, Url};
use serde::Deserialize;
use std::time::Duration;

/// Holdpoint as the world's source reaches it.
#[derive(Debug, Clone)]
pub struct Holdpoint {
    http: Client,
    address: String,
    token: String,
}

/// How an operation stands there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Gate {
    pub state: State,
    /// The newest case of the operation.
    pub case: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Clear,
    Held,
    Instructed,
    Executing,
    Done,
    Closed,
    Superseded,
}

impl State {
    /// Its name in the catalogues.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Held => "held",
            Self::Instructed => "instructed",
            Self::Executing => "executing",
            Self::Done => "done",
            Self::Closed => "closed",
            Self::Superseded => "superseded",
        }
    }

    /// Whether nothing will change it any more but a new stop.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Closed | Self::Superseded)
    }
}

impl Gate {
    /// Whether a person, or a worker after one, has yet to do something.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.case.is_some() && !self.state.is_over()
    }
}

impl Holdpoint {
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(address: &str, token: &str) -> reqwest::Result<Self> {
        let http = Client::builder().timeout(Duration::from_secs(3)).build()?;
        Ok(Self {
            http,
            address: address.to_owned(),
            token: token.to_owned(),
        })
    }

    /// How an operation stands; `None` if there is no answer.
    pub async fn gate(&self, operation_key: &str) -> Option<Gate> {
        let url = format!("{}/api/v1/gate", self.address);
        let url = Url::parse_with_params(&url, [("operation_key", operation_key)]).ok()?;
        let answer = self.http.get(url).bearer_auth(&self.token).send().await;
        answer.ok()?.error_for_status().ok()?.json().await.ok()
    }
}
