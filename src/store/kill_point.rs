//! Where a test kills this process: right before or right after one of its commits, or in a verification that was started on the
//! page. Only debug builds have it.
//!
//! `HOLDPOINT_KILL_AT=before:3` kills at the third commit, before it; `after:3` when it is durable and nobody knows yet;
//! `verifying:rows:users` when a verification has compared some rows of the table.

use super::verifications::Stage;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

const SETTING: &str = "HOLDPOINT_KILL_AT";

/// The commits of this process so far, the one under way with them.
static BEGUN: AtomicU32 = AtomicU32::new(0);

static KILL_AT: LazyLock<Option<KillPoint>> =
    LazyLock::new(|| std::env::var(SETTING).ok()?.parse().ok());

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KillPoint {
    Commit {
        side: Side,
        /// Counted from 1.
        number: u32,
    },
    Verifying(Stage),
}

/// One commit on its way.
pub(super) struct Committing(u32);

/// A commit begins.
pub(super) fn before() -> Committing {
    let number = BEGUN.fetch_add(1, Ordering::SeqCst) + 1;
    die_at(KillPoint::Commit {
        side: Side::Before,
        number,
    });
    Committing(number)
}

impl Committing {
    /// The commit is durable, and nobody has been told.
    pub(super) fn after(self) {
        die_at(KillPoint::Commit {
            side: Side::After,
            number: self.0,
        });
    }
}

/// A verification is at this.
pub(super) fn verifying(stage: Stage) {
    die_at(KillPoint::Verifying(stage));
}

fn die_at(point: KillPoint) {
    if *KILL_AT == Some(point) {
        let me = std::process::id().to_string();
        // As the kernel kills: no destructor, no handler, no flush.
        let killed = std::process::Command::new("kill")
            .args(["-9", &me])
            .status();
        tracing::error!(?killed, "the process could not be killed");
        std::process::abort();
    }
}

impl FromStr for KillPoint {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (what, which) = text.split_once(':').ok_or(())?;
        let side = match what {
            "before" => Side::Before,
            "after" => Side::After,
            "verifying" => return Ok(Self::Verifying(Stage::from(which.to_owned()))),
            _ => return Err(()),
        };
        let number = which.parse().map_err(|_| ())?;
        Ok(Self::Commit { side, number })
    }
}
