//! Somebody at a browser, seen from the wire: cookies, forms with their tokens, and what comes back.

use super::no_answer;
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, StatusCode};

/// One browser's session.
pub struct Person {
    client: Client,
    base: String,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Reply {
    /// A header's text; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |v| v.to_str().expect("a header of text"))
    }

    /// The token that the page's forms carry.
    pub fn token(&self) -> String {
        self.field("token")
    }

    /// What a hidden or filled-in field of the page holds.
    pub fn field(&self, name: &str) -> String {
        let mark = format!("name=\"{name}\"");
        let (_, after) = self.body.split_once(&mark).unwrap_or_else(|| {
            panic!(
                "no field {name} in the answer {}: {}",
                self.status, self.body
            )
        });
        let tag = after.split('>').next().expect("a tag");
        let (_, value) = tag.split_once("value=\"").expect("a value");
        let value = value.split('"').next().expect("a value's end");
        value.replace("&#38;", "&").replace("&amp;", "&")
    }

    /// The status, and where else it says to look.
    pub fn goes_to(&self) -> (u16, &str) {
        (self.status.as_u16(), self.header("location"))
    }
}

impl Person {
    /// Somebody who has not signed in, at the application under `base`.
    pub fn new(base: &str) -> Self {
        let client = Client::builder()
            .cookie_store(true)
            // A connection that is kept may be one to a program that was killed.
            .pool_max_idle_per_host(0)
            .redirect(Policy::none())
            .build()
            .expect("a client");
        let base = base.to_owned();
        Self { client, base }
    }

    /// Opens a page.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[], None).await
    }

    /// Sends a form as a page of ours does.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.send(Method::POST, path, &[("origin", &self.base)], Some(fields))
            .await
    }

    /// Sends a form, and takes the file that comes back.
    pub async fn bytes(&self, path: &str, fields: &[(&str, &str)]) -> Vec<u8> {
        let request = self.client.post(format!("{}{path}", self.base));
        let request = request.header("origin", &self.base).form(fields);
        let response = request
            .send()
            .await
            .unwrap_or_else(|error| no_answer(&error));
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let bytes = response.bytes().await;
        bytes.unwrap_or_else(|error| no_answer(&error)).to_vec()
    }

    /// Any request.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        fields: Option<&[(&str, &str)]>,
    ) -> Reply {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(fields) = fields {
            request = request.form(fields);
        }
        let response = request
            .send()
            .await
            .unwrap_or_else(|error| no_answer(&error));
        Reply {
            status: response.status(),
            headers: response.headers().clone(),
            body: response
                .text()
                .await
                .unwrap_or_else(|error| no_answer(&error)),
        }
    }

    /// Tries to sign in.
    pub async fn sign_in(&self, name: &str, password: &str) -> Reply {
        let token = self.get("/sign-in").await.token();
        let fields = [("token", &*token), ("name", name), ("password", password)];
        self.post("/sign-in", &fields).await
    }
}
