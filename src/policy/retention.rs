//! Reads how long what is known of operations is kept.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use super::systems::System;
use crate::domain::contract::{Contract, KeyPromise};
use crate::domain::ids::SystemName;
use crate::domain::retention::Retention;
use std::collections::BTreeMap;
use std::time::Duration;

/// How the file writes that something is never removed.
pub(super) const FOR_GOOD: &str = "for good";

/// The longest time for which a receiving system promises to recognise a key.
pub(super) struct Longest {
    system: SystemName,
    window: Duration,
}

/// Of all receiving systems the one that recognises keys longest. A promise without an end sets no time: what it needs,
/// the keys and when they went out first, is kept for good.
pub(super) fn longest(systems: &BTreeMap<SystemName, System>) -> Option<Longest> {
    let windows = systems.iter().flat_map(|(name, system)| {
        let contracts = system.contract.iter().chain(system.steps.values());
        contracts.filter_map(move |contract| Some((window(contract)?, name)))
    });
    let (window, system) = windows.max()?;
    let system = system.clone();
    Some(Longest { system, window })
}

fn window(contract: &Contract) -> Option<Duration> {
    match contract.key {
        KeyPromise::AtLeast(window) | KeyPromise::Exact(window) => Some(window),
        KeyPromise::NoKey
        | KeyPromise::NeverExpires
        | KeyPromise::Unknown
        | KeyPromise::Harmless => None,
    }
}

/// Reads the three members of a type of operation.
pub(super) fn retention(
    section: &mut Section<'_>,
    base: Option<&Retention>,
    longest: Option<&Longest>,
) -> Option<Retention> {
    let horizon = base.map(|b| b.replay_horizon);
    let replay_horizon = section.or("replay_horizon", horizon, Value::positive_span)?;
    let reports = section.or("keep_reports", base.map(|b| b.reports), kept_for)?;
    let cases = section.or("keep_cases", base.map(|b| b.cases), kept_for)?;
    let retention = Retention {
        reports,
        cases,
        replay_horizon,
    };
    // What a section only takes over was looked at where it stands.
    if ["replay_horizon", "keep_reports", "keep_cases"]
        .iter()
        .any(|name| section.has(name))
    {
        check(section, &retention, longest);
    }
    Some(retention)
}

fn check(section: &Section<'_>, retention: &Retention, longest: Option<&Longest>) {
    let Retention {
        reports,
        cases,
        replay_horizon,
    } = *retention;
    for (name, kept) in [("keep_reports", reports), ("keep_cases", cases)] {
        let Some(kept) = kept else { continue };
        if kept < replay_horizon {
            section.fault_at(name, FaultKind::ShorterThanReplays(replay_horizon));
        }
        if let Some(longest) = longest.filter(|longest| kept < longest.window) {
            let (system, window) = (longest.system.to_string(), longest.window);
            section.fault_at(name, FaultKind::ShorterThanProtection { system, window });
        }
    }
    let gone_first = |cases: Duration| reports.is_none_or(|reports| cases < reports);
    if cases.is_some_and(gone_first) {
        section.fault_at("keep_cases", FaultKind::CaseGoneBeforeReports);
    }
}

/// A span, or `"for good"`.
fn kept_for(value: &Value<'_>) -> Option<Option<Duration>> {
    if value.is_text(FOR_GOOD) {
        return Some(None);
    }
    value.positive_span().map(Some)
}
