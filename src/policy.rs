//! The policy file: what this installation has decided about its receiving systems and its types of operation.
//!
//! It is read once, at start. A file with faults is refused as a whole, with every fault and its line. What the file
//! leaves out is as in `policy/standard.toml`, which is also the whole policy where there is no file.

mod accesses;
mod alerts;
pub mod catalogue;
mod contracts;
mod fault;
mod figures;
mod growth;
mod reader;
mod reasons;
mod retention;
mod span;
mod systems;
#[cfg(test)]
mod tests;
mod types;

pub use fault::{Fault, FaultKind, Faults};

use crate::domain::age::growth::GrowthPolicy;
use crate::domain::alert::AlertPolicy;
use crate::domain::contract::Contract;
use crate::domain::ids::{ContractId, OperationType, StepName, SystemName, Team};
use crate::domain::mask::Mask;
use crate::domain::policy::{Margins, PolicyOrigin, ReasonCodes, TypePolicy};
use crate::domain::retention::Kept;
use crate::domain::rules::{Contracts, Rules};
use contracts::Author;
use reader::{Section, Value};
use span::span;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use std::{fs, io};
use systems::System;
use thiserror::Error;

/// What this installation has decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    margins: Margins,
    growth: GrowthPolicy,
    figures_kept: Duration,
    accesses_kept: Duration,
    alerts: AlertPolicy,
    default_type: TypePolicy,
    /// The file says itself what holds for the types that it does not name.
    own_default: bool,
    types: BTreeMap<OperationType, TypePolicy>,
    systems: BTreeMap<SystemName, System>,
    reasons: ReasonCodes,
}

impl Policy {
    /// The policy of an installation without a policy file: no receiving system has a contract, so that no protection
    /// is known and nothing unknown is sent again.
    pub fn standard() -> &'static Self {
        static STANDARD: OnceLock<Policy> = OnceLock::new();
        STANDARD.get_or_init(|| embedded(read(include_str!("policy/standard.toml"), None)))
    }

    /// Reads a policy file.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn read(text: &str) -> Result<Self, Faults> {
        read(text, Some(Self::standard()))
    }

    /// Reads the policy file at a path.
    ///
    /// # Errors
    /// The file cannot be read, or has faults.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let text = fs::read_to_string(path).map_err(|why| LoadError::Unreadable {
            path: path.to_owned(),
            why,
        })?;
        Self::read(&text).map_err(|faults| LoadError::Faulty {
            path: path.to_owned(),
            faults,
        })
    }

    /// For how many receiving systems and for how many types of operation it decides something of their own.
    pub fn extent(&self) -> (usize, usize) {
        (self.systems.len(), self.types.len())
    }

    /// What the rules need of this policy.
    pub fn rules(&self) -> Rules<'_> {
        Rules {
            contracts: self,
            safety_margin: self.margins.safety_margin,
            settling_for_people: self.margins.settling_for_people,
        }
    }

    /// The contract of a receiving system, or of one of its steps where the file names one. Without a contract,
    /// protection is not known.
    pub fn contract_for(&self, system: &SystemName, step: Option<&StepName>) -> Option<&Contract> {
        let system = self.systems.get(system)?;
        step.and_then(|step| system.steps.get(step))
            .or(system.contract.as_ref())
    }

    /// What holds for a type of operation, and where that was decided.
    pub fn operation_type(&self, operation_type: &OperationType) -> (&TypePolicy, PolicyOrigin) {
        match self.types.get(operation_type) {
            Some(named) => (named, PolicyOrigin::OwnSection),
            None if self.own_default => (&self.default_type, PolicyOrigin::DefaultSection),
            None => (&self.default_type, PolicyOrigin::Standard),
        }
    }

    /// What is personal of the payloads of any of these types.
    pub fn mask<'t>(&self, types: impl IntoIterator<Item = &'t OperationType>) -> Mask {
        let masks = types
            .into_iter()
            .map(|name| &self.operation_type(name).0.mask);
        Mask::union(masks)
    }

    /// What is personal of the payloads of any type at all.
    pub fn every_mask(&self) -> Mask {
        let types = std::iter::once(&self.default_type).chain(self.types.values());
        Mask::union(types.map(|of_type| &of_type.mask))
    }

    /// What holds for a type that the file does not name.
    pub fn default_type(&self) -> &TypePolicy {
        &self.default_type
    }

    /// By which words of the policy documents or cases of a type go, once they were kept so long.
    pub fn rule_of_removal(&self, operation_type: &OperationType, left: Kept) -> String {
        let (of_type, origin) = self.operation_type(operation_type);
        let section = if origin.names_the_type() {
            operation_type.as_str()
        } else {
            "default"
        };
        let (member, after) = match left {
            Kept::Everything | Kept::Facts => ("keep_reports", of_type.retention.reports),
            Kept::Keys => ("keep_cases", of_type.retention.cases),
        };
        let after = after.map_or_else(|| retention::FOR_GOOD.to_owned(), |after| span(&after));
        format!("types.{section}.{member} = {after:?}")
    }

    /// By which words of the policy cases of a type are let be, if it has any.
    pub fn rule_of_lapse(&self, operation_type: &OperationType) -> Option<String> {
        let (of_type, _) = self.operation_type(operation_type);
        let after = span(&of_type.lapse.as_ref()?.after);
        Some(format!(
            "types.{operation_type}.lapse = {{ after = {after:?} }}"
        ))
    }

    /// The teams to which the file gives cases; one may come several times.
    pub fn owner_teams(&self) -> impl Iterator<Item = &Team> {
        let types = std::iter::once(&self.default_type).chain(self.types.values());
        types.filter_map(|of_type| of_type.owner_team.as_ref())
    }

    /// Times and limits that hold for every type of operation.
    pub fn margins(&self) -> Margins {
        self.margins
    }

    /// From when on the queue is said to grow.
    pub fn growth(&self) -> &GrowthPolicy {
        &self.growth
    }

    /// How long figures of the queue's age can be looked into.
    #[must_use]
    pub const fn figures_kept(&self) -> Duration {
        self.figures_kept
    }

    /// How long it is kept who opened what.
    #[must_use]
    pub const fn accesses_kept(&self) -> Duration {
        self.accesses_kept
    }

    /// Who is told of what.
    pub fn alerts(&self) -> &AlertPolicy {
        &self.alerts
    }

    /// The reasons that reviewers choose from.
    pub fn reasons(&self) -> &ReasonCodes {
        &self.reasons
    }
}

/// Why a policy file was not taken.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("the policy file {} cannot be read", .path.display())]
    Unreadable {
        path: PathBuf,
        #[source]
        why: io::Error,
    },
    #[error("the policy file {} has faults:\n{faults}", .path.display())]
    Faulty { path: PathBuf, faults: Faults },
}

impl Contracts for Policy {
    fn contract(&self, system: &SystemName, step: &StepName) -> Option<&Contract> {
        self.contract_for(system, Some(step))
    }
}

/// What is compiled into the program; a test reads each of these texts.
#[expect(
    clippy::panic,
    reason = "a program with a broken policy of its own must not start"
)]
fn embedded<T>(read: Result<T, Faults>) -> T {
    match read {
        Ok(value) => value,
        Err(faults) => panic!("the program's own TOML has faults:\n{faults}"),
    }
}

fn read(text: &str, base: Option<&Policy>) -> Result<Policy, Faults> {
    reader::read_document(text, |file| policy(file, base))
}

fn policy(file: &mut Section<'_>, base: Option<&Policy>) -> Option<Policy> {
    let margins = file.section("defaults", |s| margins(s, base.map(|b| &b.margins)));
    let growth = file.section("growth", |s| growth::growth(s, base.map(|b| &b.growth)));
    let kept = base.map(|b| b.figures_kept);
    let figures_kept = file.section("figures", |s| figures::kept(s, kept));
    let kept = base.map(|b| b.accesses_kept);
    let accesses_kept = file.section("accesses", |s| accesses::kept(s, kept));
    let alerts = file.section("alerts", |s| alerts::alerts(s, base.map(|b| &b.alerts)));
    let reasons = reasons::reasons(file, base.map(|b| &b.reasons));
    let own = file.or("contracts", Some(BTreeMap::new()), own_contracts);
    let own = own.unwrap_or_default();
    let systems = file.or("systems", Some(BTreeMap::new()), |part| {
        systems::systems(part, &own)
    });
    let longest = systems.as_ref().and_then(retention::longest);
    let types = types::types(file, base.map(|b| &b.default_type), longest.as_ref())?;
    Some(Policy {
        margins: margins?,
        growth: growth?,
        figures_kept: figures_kept?,
        accesses_kept: accesses_kept?,
        alerts: alerts?,
        default_type: types.default,
        own_default: types.own_default && base.is_some(),
        types: types.named,
        systems: systems?,
        reasons: reasons?,
    })
}

fn own_contracts(part: &Value<'_>) -> Option<BTreeMap<ContractId, Contract>> {
    for (name, value) in part.entries()? {
        if catalogue::contract(&ContractId::from(name)).is_some() {
            value.fault::<()>(FaultKind::NameOfCatalogue);
        }
    }
    contracts::contracts(part, Author::PolicyFile)
}

fn margins(section: &mut Section<'_>, base: Option<&Margins>) -> Option<Margins> {
    let safety_margin = section.or("safety_margin", base.map(|b| b.safety_margin), Value::span);
    let mut lease = |name, base: Option<Duration>| section.or(name, base, Value::positive_span);
    let take_before = lease("take_before", base.map(|b| b.take_before));
    let claim_lease = lease("claim_lease", base.map(|b| b.claim_lease));
    let take_lease = lease("take_lease", base.map(|b| b.take_lease));
    let settling_for_people = section.or(
        "settling_for_people",
        base.map(|b| b.settling_for_people),
        settling_for_people,
    );
    let justification_minimum = section.or(
        "justification_minimum",
        base.map(|b| b.justification_minimum),
        |value| value.number(1..=1000, "from 1 to 1000"),
    );
    Some(Margins {
        safety_margin: safety_margin?,
        take_before: take_before?,
        claim_lease: claim_lease?,
        take_lease: take_lease?,
        settling_for_people: settling_for_people?,
        justification_minimum: justification_minimum?,
    })
}

/// A span, or `"none"`: then an absence that a person saw is proof only where the contract states a settling time.
fn settling_for_people(value: &Value<'_>) -> Option<Option<Duration>> {
    if value.is_text("none") {
        return Some(None);
    }
    value.span().map(Some)
}
