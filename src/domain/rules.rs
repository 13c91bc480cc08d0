//! What the rules need beside the facts: contracts and the policy's spans. Times still come in as arguments.

use super::contract::Contract;
use super::ids::{StepName, SystemName};
use std::time::Duration;

/// Finds the contract of a receiving system, or of a single step where policy names one.
pub trait Contracts {
    /// The contract that applies, or `None`: then protection is not known, which allows nothing.
    fn contract(&self, system: &SystemName, step: &StepName) -> Option<&Contract>;
}

/// The part of the policy by which knowledge and protection are judged.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub contracts: &'a dyn Contracts,
    /// Taken off the end of every protection (`domain.md` §4.1, default 5 min).
    pub safety_margin: Duration,
    /// The settling time for people's checks where the contract states none; `None`: such an absence is never proof.
    pub settling_for_people: Option<Duration>,
}
