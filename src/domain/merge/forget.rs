//! What retention leaves of facts that were told in numbers: what knowledge and protection follow from, and a digest of
//! each as it was told.

use super::union::{short_digest, sort_attempts, sort_observations};
use crate::domain::digest::sha256_hex;
use crate::domain::facts::{Facts, Told};
use crate::domain::report::{Attempt, Observation};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// What stands in the place of an identifier by which somebody looked.
const DIGEST: &str = "sha256:";

/// Leaves out of attempts and observations what only describes them, and events as a whole.
pub fn forget(facts: &mut Facts) {
    let forgotten = &mut facts.memory.forgotten;
    each(&mut facts.attempts, forgotten, bare_attempt);
    each(&mut facts.observations, forgotten, bare_observation);
    let events = facts.events.drain(..);
    forgotten.extend(events.map(|told| short_digest(&told.fact)));
    sort_attempts(facts);
    sort_observations(facts);
}

fn each<T: Clone + PartialEq + Serialize + Debug>(
    facts: &mut [Told<T>],
    forgotten: &mut BTreeSet<String>,
    bare: fn(&mut T),
) {
    for told in facts {
        let before = told.fact.clone();
        bare(&mut told.fact);
        if told.fact != before {
            forgotten.insert(short_digest(&before));
        }
    }
}

fn bare_attempt(attempt: &mut Attempt) {
    attempt.detail = Value::Null;
    attempt.extra.clear();
}

/// Two looks by different identifiers stay two.
fn bare_observation(seen: &mut Observation) {
    seen.detail = Value::Null;
    seen.extra.clear();
    if let Some(by) = seen.by.as_mut().filter(|by| !by.starts_with(DIGEST)) {
        *by = format!("{DIGEST}{}", sha256_hex(by.as_bytes()));
    }
    if let Some(person) = &mut seen.person {
        person.place.clear();
    }
    if let Some(object) = &mut seen.object {
        object.url = None;
        object.status = None;
    }
}
