//! Where a test kills this process: right before or right after one of its commits. Only debug builds have it.
//!
//! `HOLDPOINT_KILL_AT=before:3` kills at the third commit, before it; `after:3` when it is durable and nobody knows yet.

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
struct KillPoint {
    side: Side,
    /// Counted from 1.
    commit: u32,
}

/// One commit on its way.
pub(super) struct Committing(u32);

/// A commit begins.
pub(super) fn before() -> Committing {
    let commit = BEGUN.fetch_add(1, Ordering::SeqCst) + 1;
    die_at(Side::Before, commit);
    Committing(commit)
}

impl Committing {
    /// The commit is durable, and nobody has been told.
    pub(super) fn after(self) {
        die_at(Side::After, self.0);
    }
}

fn die_at(side: Side, commit: u32) {
    if *KILL_AT == Some(KillPoint { side, commit }) {
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
        let (side, commit) = text.split_once(':').ok_or(())?;
        let side = match side {
            "before" => Side::Before,
            "after" => Side::After,
            _ => return Err(()),
        };
        let commit = commit.parse().map_err(|_| ())?;
        Ok(Self { side, commit })
    }
}
