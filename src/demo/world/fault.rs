//! What can go wrong at a receiving system, switched on from outside.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::str::FromStr;

/// A way in which a system fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It acts, and the connection breaks before it answers.
    AnswerLost,
    /// The connection breaks before it acts.
    RequestLost,
    /// It acts, and answers 500.
    ErrorAfterEffect,
    /// It answers 500, and has not acted.
    ErrorBeforeEffect,
    /// It refuses with 422: for good, and nothing is done.
    Refuses,
    /// It says 409, that this exists already, and does nothing: nobody learns whose it is.
    ExistsAlready,
    /// New objects stay out of its search for an hour.
    SlowIndex,
    /// It answers everything with 503.
    Outage,
}

impl Fault {
    pub const ALL: [Self; 8] = [
        Self::AnswerLost,
        Self::RequestLost,
        Self::ErrorAfterEffect,
        Self::ErrorBeforeEffect,
        Self::Refuses,
        Self::ExistsAlready,
        Self::SlowIndex,
        Self::Outage,
    ];

    /// Its name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnswerLost => "answer_lost",
            Self::RequestLost => "request_lost",
            Self::ErrorAfterEffect => "error_after_effect",
            Self::ErrorBeforeEffect => "error_before_effect",
            Self::Refuses => "refuses",
            Self::ExistsAlready => "exists_already",
            Self::SlowIndex => "slow_index",
            Self::Outage => "outage",
        }
    }

    /// Whether it happens to one request and is over, or lasts.
    const fn happens_to_a_request(self) -> bool {
        match self {
            Self::AnswerLost
            | Self::RequestLost
            | Self::ErrorAfterEffect
            | Self::ErrorBeforeEffect
            | Self::Refuses
            | Self::ExistsAlready => true,
            Self::SlowIndex | Self::Outage => false,
        }
    }
}

impl FromStr for Fault {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|f| f.name() == name).ok_or(())
    }
}

/// For how long a fault is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    Next(u32),
    UntilSwitchedOff,
}

/// The faults that are on at one system.
#[derive(Debug, Clone, Default)]
pub struct Faults(BTreeMap<Fault, Times>);

impl Faults {
    pub fn switch_on(&mut self, fault: Fault, times: Times) {
        self.0.insert(fault, times);
    }

    pub fn switch_off(&mut self, fault: Fault) {
        self.0.remove(&fault);
    }

    #[must_use]
    pub fn is_on(&self, fault: Fault) -> bool {
        self.0.contains_key(&fault)
    }

    /// What is on, each with how many times it will yet happen; `None` is until it is switched off.
    pub fn on(&self) -> impl Iterator<Item = (Fault, Option<u32>)> {
        self.0.iter().map(|(fault, times)| match times {
            Times::Next(n) => (*fault, Some(*n)),
            Times::UntilSwitchedOff => (*fault, None),
        })
    }

    /// What happens to the next request, which uses it up.
    pub fn strike(&mut self) -> Option<Fault> {
        let mut on = self.0.keys().copied();
        let fault = on.find(|fault| fault.happens_to_a_request())?;
        match self.0.get_mut(&fault) {
            Some(Times::Next(n)) if *n > 1 => *n -= 1,
            Some(Times::Next(_)) => self.switch_off(fault),
            Some(Times::UntilSwitchedOff) | None => {}
        }
        Some(fault)
    }
}
