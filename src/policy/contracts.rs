//! Reads contracts: those of the catalogue and those of the policy file, which have the same members.

use super::catalogue;
use super::fault::FaultKind;
use super::reader::{Section, Value};
use crate::domain::contract::{
    Confidence, Contract, Evidence, KeyPromise, LookUp, LookUpStrength, OnMismatch, OnRepeat,
    Stored5xx,
};
use crate::domain::ids::ContractId;
use crate::domain::text::LocalText;
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
    let base = match author {
        Author::Catalogue => None,
        Author::PolicyFile => section.optional("based_on", of_catalogue),
    };
    let title = section.or("title", base.map(|b| b.title.clone()), Value::local_text);
    let evidence = section.required("source", |value| value.section(|s| evidence(s, author)));
    let key = key_promise(section, base.map(|b| b.key));
    let key_max_length = section.optional("key_max_length", |value| {
        value.number(1..=4096, "from 1 to 4096")
    });
    let on_repeat = base.map_or(OnRepeat::Unknown, |b| b.on_repeat);
    let on_repeat = section.or("on_repeat", Some(on_repeat), Value::choice);
    let stored_5xx = base.map_or(Stored5xx::Unknown, |b| b.stored_5xx);
    let stored_5xx = section.or("stored_5xx", Some(stored_5xx), Value::choice);
    let on_mismatch = base.map_or(OnMismatch::Unknown, |b| b.on_mismatch);
    let on_mismatch = section.or("on_mismatch", Some(on_mismatch), Value::choice);
    let mut text = |name, based: fn(&Contract) -> &Option<String>| {
        let own = section.optional(name, Value::text);
        own.or_else(|| base.and_then(|b| based(b).clone()))
    };
    let key_carrier = text("key_carrier", |b| &b.key_carrier);
    let mismatch_marker = text("mismatch_marker", |b| &b.mismatch_marker);
    let in_flight_marker = text("in_flight_marker", |b| &b.in_flight_marker);
    let mut local = |name, based: fn(&Contract) -> &Option<LocalText>| {
        let own = section.optional(name, Value::local_text);
        own.or_else(|| base.and_then(|b| based(b).clone()))
    };
    let key_scope = local("key_scope", |b| &b.key_scope);
    let note = local("note", |b| &b.note);
    let settling = section.optional("settling", Value::span);
    let look_ups = section.or("look_ups", Some(Vec::new()), look_ups);
    Some(Contract {
        id,
        title: title?,
        evidence: evidence?,
        key: key?,
        key_carrier,
        key_max_length: key_max_length.or(base.and_then(|b| b.key_max_length)),
        key_scope,
        on_repeat: on_repeat?,
        stored_5xx: stored_5xx?,
        on_mismatch: on_mismatch?,
        mismatch_marker,
        in_flight_marker,
        settling: settling.or(base.and_then(|b| b.settling)),
        look_ups: with_those_of_base(look_ups?, base),
        note,
    })
}

fn of_catalogue(value: &Value<'_>) -> Option<&'static Contract> {
    let id = ContractId::new(value.text()?);
    match catalogue::contract(&id) {
        Some(contract) => Some(contract),
        None => value.fault(FaultKind::NotInCatalogue(id.to_string())),
    }
}

/// A contract's own look-ups, then those of its base that it does not write anew.
fn with_those_of_base(mut own: Vec<LookUp>, base: Option<&Contract>) -> Vec<LookUp> {
    for look_up in base.map(|b| &b.look_ups[..]).unwrap_or_default() {
        if own.iter().all(|mine| mine.name != look_up.name) {
            own.push(look_up.clone());
        }
    }
    own
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

fn key_promise(section: &mut Section<'_>, base: Option<KeyPromise>) -> Option<KeyPromise> {
    if let Some(base) = base
        && !section.has("key")
    {
        section.optional("window", Value::positive_span);
        return without_window(section, base);
    }
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
