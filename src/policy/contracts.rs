//! Reads contracts: those of the catalogue and those of the policy file, which have the same members.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use crate::domain::contract::{
    Confidence, Contract, Evidence, KeyPromise, LookUp, LookUpStrength, OnMismatch, OnRepeat,
    Stored5xx,
};
use crate::domain::ids::ContractId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a contract says about its own confidence.
#[derive(Clone, Copy)]
pub(super) enum Author {
    /// Each entry says how well it is known.
    Catalogue,
    /// The people who run this installation vouch for it.
    PolicyFile,
}

/// Reads every contract of a `[contracts.<id>]` part.
pub(super) fn contracts(
    part: &Value<'_>,
    author: Author,
) -> Option<BTreeMap<ContractId, Contract>> {
    let mut contracts = BTreeMap::new();
    for (name, value) in part.entries()? {
        let id = ContractId::from(name);
        if let Some(contract) = value.section(|section| contract(section, id.clone(), author)) {
            contracts.insert(id, contract);
        }
    }
    Some(contracts)
}

fn contract(section: &mut Section<'_>, id: ContractId, author: Author) -> Option<Contract> {
    let title = section.required("title", Value::local_text);
    let evidence = section.required("source", |value| value.section(|s| evidence(s, author)));
    let key = key_promise(section);
    let key_carrier = section.optional("key_carrier", Value::text);
    let key_max_length = section.optional("key_max_length", |value| {
        value.number(1..=4096, "from 1 to 4096")
    });
    let key_scope = section.optional("key_scope", Value::local_text);
    let on_repeat = section.or("on_repeat", Some(OnRepeat::Unknown), Value::choice);
    let stored_5xx = section.or("stored_5xx", Some(Stored5xx::Unknown), Value::choice);
    let on_mismatch = section.or("on_mismatch", Some(OnMismatch::Unknown), Value::choice);
    let mismatch_marker = section.optional("mismatch_marker", Value::text);
    let in_flight_marker = section.optional("in_flight_marker", Value::text);
    let settling = section.optional("settling", Value::span);
    let look_ups = section.or("look_ups", Some(Vec::new()), look_ups);
    let note = section.optional("note", Value::local_text);
    Some(Contract {
        id,
        title: title?,
        evidence: evidence?,
        key: key?,
        key_carrier,
        key_max_length,
        key_scope,
        on_repeat: on_repeat?,
        stored_5xx: stored_5xx?,
        on_mismatch: on_mismatch?,
        mismatch_marker,
        in_flight_marker,
        settling,
        look_ups: look_ups?,
        note,
    })
}

fn evidence(section: &mut Section<'_>, author: Author) -> Option<Evidence> {
    let title = section.required("title", Value::text);
    let url = section.optional("url", Value::text);
    let looked_at = section.required("looked_at", Value::day);
    let confidence = match author {
        Author::Catalogue => section.required("confidence", Value::choice),
        Author::PolicyFile => Some(Confidence::Own),
    };
    Some(Evidence {
        title: title?,
        url,
        looked_at: looked_at?,
        confidence: confidence?,
    })
}

/// The names of `KeyPromise`, whose spans are written apart.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PromiseName {
    NoKey,
    NeverExpires,
    Unknown,
    AtLeast,
    Exact,
    Harmless,
}

fn key_promise(section: &mut Section<'_>) -> Option<KeyPromise> {
    let name = section.required("key", Value::choice);
    let window = section.optional("window", Value::positive_span);
    let promise: fn(Duration) -> KeyPromise = match name? {
        PromiseName::NoKey => return without_window(section, KeyPromise::NoKey),
        PromiseName::NeverExpires => return without_window(section, KeyPromise::NeverExpires),
        PromiseName::Unknown => return without_window(section, KeyPromise::Unknown),
        PromiseName::Harmless => return without_window(section, KeyPromise::Harmless),
        PromiseName::AtLeast => KeyPromise::AtLeast,
        PromiseName::Exact => KeyPromise::Exact,
    };
    if !section.has("window") {
        section.fault(FaultKind::NoWindow);
    }
    window.map(promise)
}

fn without_window(section: &Section<'_>, promise: KeyPromise) -> Option<KeyPromise> {
    if section.has("window") {
        section.fault_at("window", FaultKind::WindowWithoutPromise);
    }
    Some(promise)
}

fn look_ups(value: &Value<'_>) -> Option<Vec<LookUp>> {
    let entries = value.entries()?;
    let look_up = |(name, value): (&str, Value<'_>)| value.section(|s| look_up(s, name));
    Some(entries.into_iter().filter_map(look_up).collect())
}

/// The names of `LookUpStrength`, whose lag is written apart.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StrengthName {
    Authoritative,
    Eventual,
}

fn look_up(section: &mut Section<'_>, name: &str) -> Option<LookUp> {
    let by = section.required("by", Value::local_text);
    let strength = section.required("strength", Value::choice);
    let lag = section.optional("lag", Value::positive_span);
    let executes = section.or("executes_if_absent", Some(false), Value::boolean);
    let strength = match strength? {
        StrengthName::Eventual => LookUpStrength::Eventual { lag },
        StrengthName::Authoritative => {
            if section.has("lag") {
                section.fault_at("lag", FaultKind::LagWithoutEventual);
            }
            LookUpStrength::Authoritative
        }
    };
    Some(LookUp {
        name: name.to_owned(),
        by: by?,
        strength,
        executes_if_absent: executes?,
    })
}
