//! What whoever watches the program from outside is told of its cases and its calls.

use super::{Answer, Services};
use crate::domain::age::growth::Flow;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::store::age::totals;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use crate::store::age::totals::OpenCases;

/// The figures of one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    pub now: Timestamp,
    pub open: Vec<OpenCases>,
    /// What ever came and went: it never becomes less, whatever is started anew.
    pub ever: Vec<(StopKind, Flow)>,
    /// Calls of webhooks since this program was started.
    pub calls: Calls,
}

/// Counts what is open, and what ever came and went.
///
/// # Errors
/// Only if the database fails.
pub async fn numbers(services: &Services) -> Answer<Numbers, Infallible> {
    let now = services.now();
    let mut conn = services.db.read().await?;
    Ok(Numbers {
        now,
        open: totals::open(&mut conn, now).await?,
        ever: totals::ever(&mut conn).await?,
        calls: services.calls.so_far(),
    })
}

/// How calls of webhooks ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Calls {
    pub delivered: u64,
    /// To be made again later.
    pub failed: u64,
    /// Not to be made again.
    pub given_up: u64,
}

/// Counts calls of webhooks. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct CallCounts(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    delivered: AtomicU64,
    failed: AtomicU64,
    given_up: AtomicU64,
}

impl CallCounts {
    /// Adds calls that have ended.
    pub(super) fn add(&self, calls: Calls) {
        let Calls {
            delivered,
            failed,
            given_up,
        } = calls;
        self.0.delivered.fetch_add(delivered, Ordering::Relaxed);
        self.0.failed.fetch_add(failed, Ordering::Relaxed);
        self.0.given_up.fetch_add(given_up, Ordering::Relaxed);
    }

    /// How calls ended until now.
    pub fn so_far(&self) -> Calls {
        Calls {
            delivered: self.0.delivered.load(Ordering::Relaxed),
            failed: self.0.failed.load(Ordering::Relaxed),
            given_up: self.0.given_up.load(Ordering::Relaxed),
        }
    }
}
