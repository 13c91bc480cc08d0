//! What an operation or a message carries: any JSON.

use super::json::digest;
use serde_json::Value;
use std::sync::OnceLock;

/// A payload. It can be long, so its digest is found once, the first time that somebody asks.
#[derive(Debug, Clone)]
pub struct Payload {
    value: Value,
    digest: OnceLock<String>,
}

impl Payload {
    /// As it was sent.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The digest by which it is compared with others.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| digest(&self.value))
    }

    /// As it is stored: compact, members in their order, numbers as they were written.
    pub fn text(&self) -> String {
        self.value.to_string()
    }
}

impl From<Value> for Payload {
    fn from(value: Value) -> Self {
        Self {
            value,
            digest: OnceLock::new(),
        }
    }
}

impl PartialEq for Payload {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
