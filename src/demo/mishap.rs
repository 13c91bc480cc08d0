//! Mishaps to order: where a connector stops dead, or sleeps, so that one can see what its journal and its lease are good for.

use rustix::process::{Signal, getpid, kill_process};
use std::sync::{Arc, Mutex, PoisonError};

/// A moment at which a connector can die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The attempt is written down, and nothing is sent yet.
    BeforeSending,
    /// The receiver has acted, and its answer is not written down.
    BeforeSaving,
    /// The report is written down, and not sent.
    BeforeReporting,
    /// The report is answered, and the answer is not written down.
    AfterReporting,
    /// The token is written down, and nothing is taken.
    BeforeTaking,
    /// The instruction is taken, and nothing of it is written down.
    AfterTaking,
    /// The outcome is written down, and not told.
    BeforeTelling,
    /// The outcome is told, and that is not written down.
    AfterTelling,
}

impl Moment {
    pub const ALL: [Self; 8] = [
        Self::BeforeSending,
        Self::BeforeSaving,
        Self::BeforeReporting,
        Self::AfterReporting,
        Self::BeforeTaking,
        Self::AfterTaking,
        Self::BeforeTelling,
        Self::AfterTelling,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BeforeSending => "before_sending",
            Self::BeforeSaving => "before_saving",
            Self::BeforeReporting => "before_reporting",
            Self::AfterReporting => "after_reporting",
            Self::BeforeTaking => "before_taking",
            Self::AfterTaking => "after_taking",
            Self::BeforeTelling => "before_telling",
            Self::AfterTelling => "after_telling",
        }
    }
}

/// The connector died to order.
#[derive(Debug, thiserror::Error)]
#[error("died to order")]
pub struct Died;

/// What happens to a connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mishap {
    Dies,
    /// Its whole process stands still until somebody sends it `SIGCONT`, as a machine does that is moved.
    Freezes,
}

/// The mishap that is ordered; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Mishaps(Arc<Mutex<Option<Order>>>);

#[derive(Debug, Clone)]
struct Order {
    mishap: Mishap,
    moment: Moment,
    /// Only at this step, or whatever is being done.
    step: Option<String>,
}

impl Mishaps {
    /// Orders one mishap, the next time that moment comes.
    pub fn order(&self, mishap: Mishap, moment: Moment, step: Option<String>) {
        *self.ordered() = Some(Order {
            mishap,
            moment,
            step,
        });
    }

    /// Whether one is ordered that has not come yet.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.ordered().is_some()
    }

    /// A moment comes at which the connector may die or freeze; `about` is the step, where it is about one.
    ///
    /// # Errors
    /// If it dies. Whoever runs the connector sees to it that nothing more of it happens.
    pub fn may_die(&self, moment: Moment, about: &str) -> Result<(), Died> {
        let mut ordered = self.ordered();
        let strikes = ordered.as_ref().is_some_and(|order| {
            order.moment == moment && order.step.as_deref().is_none_or(|step| step == about)
        });
        if !strikes {
            return Ok(());
        }
        match ordered.take().map(|order| order.mishap) {
            Some(Mishap::Dies) => Err(Died),
            Some(Mishap::Freezes) => {
                freeze();
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn ordered(&self) -> std::sync::MutexGuard<'_, Option<Order>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns when somebody lets the process go on.
fn freeze() {
    if let Err(why) = kill_process(getpid(), Signal::STOP) {
        tracing::error!("the connector cannot stand still: {why}");
    }
}
