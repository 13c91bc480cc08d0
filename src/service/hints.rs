//! Hints that something changed. They carry no content: whoever hears one reads again.

use crate::domain::ids::{CaseId, HistoryNumber, SourceId};
use tokio::sync::{broadcast, watch};

/// How many hints a slow listener may fall behind; one that fell behind further reads everything again.
const KEPT: usize = 1024;

/// Something about a case changed, and is committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    pub case: CaseId,
    pub source: SourceId,
    /// The last entry of the history that tells of it; none where the history tells nothing, only the case's page.
    pub number: Option<HistoryNumber>,
}

/// Where hints are given out to whoever listens on this instance.
#[derive(Debug, Clone)]
pub struct Hints {
    given_out: broadcast::Sender<Hint>,
    closed: watch::Sender<bool>,
}

impl Default for Hints {
    fn default() -> Self {
        Self {
            given_out: broadcast::Sender::new(KEPT),
            closed: watch::Sender::new(false),
        }
    }
}

impl Hints {
    /// Tells everybody who listens now; nobody listening is fine.
    pub fn publish(&self, hint: Hint) {
        let _listeners = self.given_out.send(hint);
    }

    /// Listens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Hint> {
        self.given_out.subscribe()
    }

    /// Tells those who would listen for ever that the program stops.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Whether the program stops.
    pub fn are_closed(&self) -> bool {
        *self.closed.borrow()
    }

    /// Waits until the program stops.
    pub async fn closed(&self) {
        let mut closed = self.closed.subscribe();
        // It cannot fail: this is one of its senders.
        let _closed = closed.wait_for(|closed| *closed).await;
    }
}
