//! How people are called. Pages show full names; the history, its documents and the API hold sign-in names, which never
//! change and tell any two people apart.

use super::see_case::CaseSeen;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::facts::Facts;
use crate::domain::history::ActorKind;
use crate::domain::judgement::{Judgement, Second};
use crate::domain::people::{Action, allows};
use crate::store::decisions::DecisionRow;
use crate::store::history::EntryRow;
use crate::store::{self, Conn, users};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// Full names by sign-in name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// What to call the person of that sign-in name: by their full name, with the sign-in name after it where another person
    /// is called the same.
    pub fn of(&self, name: &str) -> String {
        self.0.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }
}

/// What to call these people.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn names(
    services: &Services,
    person: &Person,
    of: impl IntoIterator<Item = &str>,
) -> Answer<Names, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let of: BTreeSet<String> = of.into_iter().map(ToOwned::to_owned).collect();
    Ok(look_up(&mut services.db.read().await?, of).await?)
}

/// What to call everybody whom a case names.
pub(super) async fn of_case<'c>(
    conn: impl Into<Conn<'c>>,
    seen: &CaseSeen,
) -> store::Result<Names> {
    of_case_and(conn, seen, &[]).await
}

/// The same, and everybody whom these entries name.
pub(super) async fn of_case_and<'c>(
    conn: impl Into<Conn<'c>>,
    seen: &CaseSeen,
    entries: &[EntryRow],
) -> store::Result<Names> {
    let mut of = BTreeSet::new();
    let shown = seen.history.entries.iter().chain(&seen.notes);
    for row in shown.chain(entries) {
        add_entry(&mut of, row);
    }
    for decision in &seen.decisions {
        of.insert(decision.by_name.clone());
        of.extend(decision.answered_name.clone());
    }
    of.extend(
        seen.follow_ups
            .iter()
            .filter_map(|row| row.settled_name.clone()),
    );
    add_facts(&mut of, &seen.facts);
    look_up(conn, of).await
}

/// What to call everybody whom these entries and decisions name.
pub(super) async fn of_evidence<'c>(
    conn: impl Into<Conn<'c>>,
    entries: &[EntryRow],
    decisions: &[DecisionRow],
) -> store::Result<Names> {
    let mut of = BTreeSet::new();
    for row in entries {
        add_entry(&mut of, row);
    }
    for decision in decisions {
        of.insert(decision.by_name.clone());
        of.extend(decision.answered_name.clone());
    }
    look_up(conn, of).await
}

fn add_entry(of: &mut BTreeSet<String>, row: &EntryRow) {
    if ActorKind::parse(&row.actor_kind) == Some(ActorKind::Person) {
        of.insert(row.actor.clone());
    }
    let document: Value = serde_json::from_str(&row.document).unwrap_or_default();
    let named = ["proposed_by", "to_person"].map(|member| document[member].as_str());
    of.extend(named.into_iter().flatten().map(ToOwned::to_owned));
}

fn add_facts(of: &mut BTreeSet<String>, facts: &Facts) {
    let looked = facts
        .observations
        .iter()
        .filter_map(|told| told.fact.person.as_ref());
    of.extend(looked.map(|person| person.who.clone()));
    for judgement in &facts.judgements {
        of.extend(judges(judgement).map(ToOwned::to_owned));
    }
}

fn judges(judgement: &Judgement) -> impl Iterator<Item = &str> {
    let second = match &judgement.second {
        Second::Given(second) => Some(second.name.as_str()),
        Second::NotNeeded | Second::Awaited => None,
    };
    std::iter::once(judgement.first.name.as_str()).chain(second)
}

/// What to call these people.
pub(super) async fn look_up<'c>(
    conn: impl Into<Conn<'c>>,
    of: BTreeSet<String>,
) -> store::Result<Names> {
    let of: Vec<String> = of.into_iter().collect();
    let called = users::called(conn, &of).await?;
    let name = |called: users::Called| {
        let full_name = match (called.full_name.trim(), called.shared) {
            ("", _) => called.name.clone(),
            (full_name, true) => format!("{full_name} ({})", called.name),
            (full_name, false) => full_name.to_owned(),
        };
        (called.name, full_name)
    };
    Ok(Names(called.into_iter().map(name).collect()))
}
