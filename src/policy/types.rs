//! Reads what the policy says about each type of operation.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use super::retention::{Longest, retention};
use crate::domain::ids::{OperationType, Team};
use crate::domain::lapse::LapseRule;
use crate::domain::mask::{Mask, Pointer};
use crate::domain::policy::{Risk, TypePolicy};
use crate::domain::standing::DecisionKind;
use std::collections::BTreeMap;

/// The name under which the file writes what holds for every type that it does not name.
const DEFAULT: &str = "default";
const LAPSE: &str = "lapse";

/// What the file says about types of operation.
pub(super) struct Types {
    pub(super) default: TypePolicy,
    /// The file has a default section of its own.
    pub(super) own_default: bool,
    pub(super) named: BTreeMap<OperationType, TypePolicy>,
}

/// Reads `[types.…]`. A named type takes from `[types.default]` what it leaves out.
/// `longest`: what the receiving systems promise, which nothing is kept shorter than.
pub(super) fn types(
    file: &mut Section<'_>,
    standard: Option<&TypePolicy>,
    longest: Option<&Longest>,
) -> Option<Types> {
    let entries = file.optional("types", Value::entries).unwrap_or_default();
    let is_default = |(name, _): &(&str, Value<'_>)| *name == DEFAULT;
    let default = match entries.iter().find(|entry| is_default(entry)) {
        Some((_, value)) => value.section(|s| of_default(s, standard, longest)),
        None => standard.cloned(),
    };
    let mut named = BTreeMap::new();
    for (name, value) in entries.iter().filter(|entry| !is_default(entry)) {
        if let Some(policy) = value.section(|s| titled(s, default.as_ref(), longest)) {
            named.insert(OperationType::from(*name), policy);
        }
    }
    Some(Types {
        default: default?,
        own_default: entries.iter().any(is_default),
        named,
    })
}

/// What holds for the types that the file does not name. A lapse is nothing that a type comes to by saying nothing.
fn of_default(
    section: &mut Section<'_>,
    standard: Option<&TypePolicy>,
    longest: Option<&Longest>,
) -> Option<TypePolicy> {
    section.optional(LAPSE, |value| value.fault::<()>(FaultKind::LapseOfDefault));
    untitled(section, standard, longest)
}

fn titled(
    section: &mut Section<'_>,
    base: Option<&TypePolicy>,
    longest: Option<&Longest>,
) -> Option<TypePolicy> {
    let title = section.optional("title", Value::local_text);
    let lapse = section.optional(LAPSE, |value| value.section(lapse));
    let policy = untitled(section, base, longest)?;
    if let Some(lapse) = &lapse {
        check(lapse, &policy, section);
    }
    Some(TypePolicy {
        title,
        lapse,
        ..policy
    })
}

fn lapse(section: &mut Section<'_>) -> Option<LapseRule> {
    let after = section.required("after", Value::positive_span);
    let because = section.required("because", Value::local_text);
    Some(LapseRule {
        after: after?,
        because: because?,
    })
}

fn check(lapse: &LapseRule, policy: &TypePolicy, section: &Section<'_>) {
    match policy.risk {
        Risk::Low => {}
        Risk::Normal => section.fault_at(LAPSE, FaultKind::LapseOfRisk("normal")),
        Risk::High => section.fault_at(LAPSE, FaultKind::LapseOfRisk("high")),
    }
    if lapse.after < policy.respond_within {
        section.fault_at(LAPSE, FaultKind::LapseBeforeAnswer);
    }
}

fn untitled(
    section: &mut Section<'_>,
    base: Option<&TypePolicy>,
    longest: Option<&Longest>,
) -> Option<TypePolicy> {
    let risk = section.or("risk", base.map(|b| b.risk), Value::choice);
    let owner_team = section
        .optional("owner_team", |value| value.text().map(Team::new))
        .or_else(|| base.and_then(|b| b.owner_team.clone()));
    let mut within = |name, base| section.or(name, base, Value::positive_span);
    let respond_within = within("respond_within", base.map(|b| b.respond_within));
    let resolve_within = within("resolve_within", base.map(|b| b.resolve_within));
    let approve_within = within("approve_within", base.map(|b| b.approve_within));
    let snooze_limit = within("snooze_limit", base.map(|b| b.snooze_limit));
    let second_person = base.map(|b| b.second_person.clone());
    let second_person = section.or("second_person", second_person, decisions);
    let retention = retention(section, base.map(|b| &b.retention), longest);
    let mask = section.or("mask", base.map(|b| b.mask.clone()), mask);
    let policy = TypePolicy {
        title: None,
        risk: risk?,
        owner_team,
        respond_within: respond_within?,
        resolve_within: resolve_within?,
        second_person: second_person?,
        approve_within: approve_within?,
        snooze_limit: snooze_limit?,
        retention: retention?,
        lapse: None,
        mask: mask?,
    };
    if policy.resolve_within < policy.respond_within {
        section.fault(FaultKind::ResolvedBeforeClaimed);
    }
    Some(policy)
}

/// Pointers into payloads, none twice. An empty list is one: nothing is personal.
fn mask(value: &Value<'_>) -> Option<Mask> {
    let mut pointers = Vec::new();
    for item in value.items()? {
        let Some(text) = item.text() else { continue };
        match Pointer::parse(&text) {
            Ok(pointer) if pointers.contains(&pointer) => {
                item.fault::<()>(FaultKind::ListedTwice);
            }
            Ok(pointer) => pointers.push(pointer),
            Err(why) => {
                item.fault::<()>(FaultKind::NotAPointer(why.to_string()));
            }
        }
    }
    Some(Mask::new(pointers))
}

/// Names of decisions, none twice. An empty list is one: no decision then needs a second person.
fn decisions(value: &Value<'_>) -> Option<Vec<DecisionKind>> {
    let mut kinds = Vec::new();
    for item in value.items()? {
        let Some(kind) = item.choice() else { continue };
        if kinds.contains(&kind) {
            item.fault::<()>(FaultKind::NamedTwice);
        }
        kinds.push(kind);
    }
    Some(kinds)
}
