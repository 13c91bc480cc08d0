//! Signs the head of the history at an interval, and writes the anchor where the database's owner cannot reach: to a file, to
//! the log, and to a webhook.

use super::rounds;
use super::webhooks::caller::{Caller, CallerError};
use crate::domain::history::anchor::{SignedAnchor, SigningKey};
use crate::domain::webhook::{EndpointUrl, Heard};
use crate::service::anchors::{Written, note, sign_head};
use crate::service::webhook::deliver::Call;
use crate::service::{Answer, Services};
use std::convert::Infallible;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where anchors go, and how often.
#[derive(Debug)]
pub struct Anchoring {
    pub key: SigningKey,
    pub every: Duration,
    pub file: Option<PathBuf>,
    pub webhook: Option<EndpointUrl>,
}

/// Whoever signs on this instance.
#[derive(Debug)]
pub struct Anchorer {
    services: Services,
    anchoring: Anchoring,
    caller: Caller,
}

impl Anchorer {
    /// Signs for these services.
    ///
    /// # Errors
    /// If no HTTP client can be made on this machine.
    pub fn new(services: Services, anchoring: Anchoring) -> Result<Self, CallerError> {
        let caller = Caller::new(&services.webhook_hosts)?;
        Ok(Self {
            services,
            anchoring,
            caller,
        })
    }

    /// Signs until it is dropped.
    pub async fn run(self) {
        rounds::every(self.anchoring.every, async || {
            // The next round tries again.
            if let Err(error) = self.step().await {
                tracing::error!("no anchor was signed: {error}");
            }
        })
        .await;
    }

    /// Signs the head, if it has moved on, and gives the anchor.
    ///
    /// # Errors
    /// Only if the database fails.
    pub async fn step(&self) -> Answer<Option<SignedAnchor>, Infallible> {
        let Some(anchor) = sign_head(&self.services, &self.anchoring.key).await? else {
            return Ok(None);
        };
        let line = anchor.line();
        tracing::info!(anchor = line, "the history is anchored");
        let written = Written {
            to_file: self.append(&line),
            to_webhook: self.tell(&anchor).await,
        };
        note(&self.services, &anchor, written).await?;
        Ok(Some(anchor))
    }

    fn append(&self, line: &str) -> bool {
        let Some(file) = &self.anchoring.file else {
            return false;
        };
        append(file, line)
            .inspect_err(|error| tracing::error!("the anchor was not written to its file: {error}"))
            .is_ok()
    }

    /// The anchor is its own proof: the call carries no signature beside it.
    async fn tell(&self, anchor: &SignedAnchor) -> bool {
        let Some(url) = &self.anchoring.webhook else {
            return false;
        };
        let now = self.services.now();
        let call = Call {
            url: url.clone(),
            notice: format!("anchor_{}", anchor.number),
            timestamp: (now.0 / 1_000_000).to_string(),
            signature: String::new(),
            body: anchor.line(),
        };
        match self.caller.call(&call, now).await {
            Heard::Answered { status, .. } if (200..300).contains(&status) => true,
            heard @ (Heard::Answered { .. } | Heard::Failed(_)) => {
                tracing::error!("the anchor did not reach its webhook: {heard:?}");
                false
            }
        }
    }
}

fn append(file: &Path, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())?;
    file.sync_all()
}
