//! Telling teams what needs them. Conditions are looked at about once a minute by one of the instances (`look`); what is to be
//! told is written in the same transaction, and sent by whoever holds a lease on it (`deliver`); people see all of it (`see`).

pub mod deliver;
pub mod look;
pub mod see;
mod sight;

use crate::domain::age::growth::GrowthPolicy;
use crate::domain::alert::{AlertPolicy, Letter, Told};

/// Who puts alerts into words.
#[derive(Debug, Clone)]
pub struct Voice {
    /// Writes what is told.
    pub write: Write,
    /// Where people reach this program, without a slash at its end: links begin with it.
    pub public_url: String,
}

/// What is told, by which policies, for people who reach the program at an address.
pub type Write = fn(&Told<'_>, &Rules<'_>, public_url: &str) -> Letter;

/// The policies by which there is an alert.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    pub alerts: &'a AlertPolicy,
    pub growth: &'a GrowthPolicy,
}
