//! Hints that something changed. They carry no content: whoever hears one reads again.

use crate::domain::ids::{CaseId, HistoryNumber, SourceId};
use tokio::sync::broadcast;

/// How many hints a slow listener may fall behind; one that fell behind further reads everything again.
const KEPT: usize = 1024;

/// Something about a case changed, and is committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    pub case: CaseId,
    pub source: SourceId,
    /// The last entry of the history that tells of it.
    pub number: HistoryNumber,
}

/// Where hints are given out to whoever listens on this instance.
#[derive(Debug, Clone)]
pub struct Hints(broadcast::Sender<Hint>);

impl Default for Hints {
    fn default() -> Self {
        Self(broadcast::Sender::new(KEPT))
    }
}

impl Hints {
    /// Tells everybody who listens now; nobody listening is fine.
    pub fn publish(&self, hint: Hint) {
        let _listeners = self.0.send(hint);
    }

    /// Listens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Hint> {
        self.0.subscribe()
    }
}
