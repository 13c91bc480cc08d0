//! The contracts shipped with the program: what known receiving systems promise, each with where and when it was read.
//!
//! Vendors change their terms. An entry says what was seen on its day, and leaves open what was not seen.

use super::contracts::{self, Author};
use super::{embedded, reader};
use crate::domain::contract::Contract;
use crate::domain::ids::ContractId;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Every contract of the catalogue, by its id.
pub fn contracts() -> &'static BTreeMap<ContractId, Contract> {
    static CONTRACTS: OnceLock<BTreeMap<ContractId, Contract>> = OnceLock::new();
    CONTRACTS.get_or_init(|| {
        embedded(reader::read_document(
            include_str!("catalogue.toml"),
            |file| {
                file.required("contracts", |part| {
                    contracts::contracts(part, Author::Catalogue)
                })
            },
        ))
    })
}

/// The contract of that id, if the catalogue has it.
pub fn contract(id: &ContractId) -> Option<&'static Contract> {
    contracts().get(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::contract::{Confidence, KeyPromise, LookUpStrength, OnRepeat};
    use std::time::Duration;

    fn entry(id: &str) -> &'static Contract {
        contract(&id.into()).expect("an entry of the catalogue")
    }

    #[test]
    fn every_entry_is_read_and_says_where_it_was_read() {
        assert_eq!(contracts().len(), 42);
        for contract in contracts().values() {
            assert!(matches!(
                contract.evidence.confidence,
                Confidence::SeenInSource | Confidence::FromMemory
            ));
            if contract.evidence.confidence == Confidence::SeenInSource {
                assert!(contract.evidence.url.is_some(), "{}", contract.id);
            }
        }
    }

    #[test]
    fn what_is_only_remembered_promises_nothing() {
        for contract in contracts().values() {
            if contract.evidence.confidence == Confidence::FromMemory
                && contract.id.as_str() != "generic-sets-a-state"
            {
                assert!(
                    matches!(contract.key, KeyPromise::NoKey | KeyPromise::Unknown),
                    "{}",
                    contract.id
                );
            }
        }
    }

    #[test]
    fn a_system_without_a_key_acts_again() {
        for contract in contracts().values() {
            let without_key = contract.key == KeyPromise::NoKey;
            assert_eq!(
                without_key,
                contract.on_repeat == OnRepeat::NewEffect,
                "{}",
                contract.id
            );
        }
    }

    #[test]
    fn no_vendor_states_a_settling_time_so_no_absence_is_proof_by_the_catalogue_alone() {
        assert!(contracts().values().all(|c| c.settling.is_none()));
    }

    #[test]
    fn every_look_up_that_is_a_repeat_is_marked() {
        for contract in contracts().values() {
            for look_up in &contract.look_ups {
                assert_eq!(
                    look_up.by.en.starts_with("a repeat"),
                    look_up.executes_if_absent,
                    "{} {}",
                    contract.id,
                    look_up.name
                );
            }
        }
    }

    #[test]
    fn entries_are_as_their_vendors_wrote() {
        let hours = |n: u64| Duration::from_secs(n * 60 * 60);
        assert_eq!(entry("yookassa").key, KeyPromise::Exact(hours(24)));
        assert_eq!(entry("adyen").key, KeyPromise::AtLeast(hours(7 * 24)));
        let search = entry("stripe-v1").look_up("search").expect("a look-up");
        let lag = Some(Duration::from_secs(60));
        assert_eq!(search.strength, LookUpStrength::Eventual { lag });
        for natural_key in ["tbank-eacq", "cdek-v2", "retailcrm-v5", "shipstation-v2"] {
            assert_eq!(entry(natural_key).key, KeyPromise::Unknown, "{natural_key}");
        }
        assert_eq!(entry("moysklad").key, KeyPromise::NeverExpires);
    }
}
