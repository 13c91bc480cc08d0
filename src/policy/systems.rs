//! Reads which contract each receiving system has.

use super::catalogue;
use super::fault::FaultKind;
use super::reader::{Section, Value};
use crate::domain::contract::Contract;
use crate::domain::ids::{ContractId, StepName, SystemName};
use std::collections::BTreeMap;

/// The contracts of one receiving system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct System {
    /// For every step that is not named below.
    pub(super) contract: Option<Contract>,
    pub(super) steps: BTreeMap<StepName, Contract>,
}

/// Reads `[systems]`. A contract is one of the file's own, or one of the catalogue.
pub(super) fn systems(
    part: &Value<'_>,
    own: &BTreeMap<ContractId, Contract>,
) -> Option<BTreeMap<SystemName, System>> {
    let mut systems = BTreeMap::new();
    for (name, value) in part.entries()? {
        if let Some(system) = value.section(|section| system(section, own)) {
            systems.insert(SystemName::from(name), system);
        }
    }
    Some(systems)
}

fn system(section: &mut Section<'_>, own: &BTreeMap<ContractId, Contract>) -> Option<System> {
    let contract = section.optional("contract", |value| known_contract(value, own));
    let steps = section.optional("steps", |value| steps(value, own));
    if !section.has("contract") && !section.has("steps") {
        section.fault(FaultKind::SystemWithoutContract);
    }
    Some(System {
        contract,
        steps: steps.unwrap_or_default(),
    })
}

fn steps(
    value: &Value<'_>,
    own: &BTreeMap<ContractId, Contract>,
) -> Option<BTreeMap<StepName, Contract>> {
    let step = |(name, value): (&str, Value<'_>)| {
        known_contract(&value, own).map(|contract| (StepName::from(name), contract))
    };
    Some(value.entries()?.into_iter().filter_map(step).collect())
}

fn known_contract(value: &Value<'_>, own: &BTreeMap<ContractId, Contract>) -> Option<Contract> {
    let id = ContractId::new(value.text()?);
    let known = own.get(&id).or_else(|| catalogue::contract(&id));
    match known {
        Some(contract) => Some(contract.clone()),
        None => value.fault(FaultKind::UnknownContract(id.to_string())),
    }
}
