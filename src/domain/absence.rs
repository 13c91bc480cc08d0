//! When an empty answer proves that a step's effect is not there (`domain.md` §3, "Absence").

use super::contract::{Contract, LookUpStrength};
use super::facts::{Facts, StepFacts, Told};
use super::report::{Observation, Seen, SeenHow};
use super::rules::Rules;
use super::sendings::Sendings;
use super::time::Timestamp;
use serde::Serialize;
use std::time::Duration;

/// "Nobody looked", "looked, and nothing there yet", and "looked, and it is not there" are three different things.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Absence {
    NobodyLooked,
    /// Somebody looked, and what they saw proves nothing.
    NothingYet(NotProof),
    /// An empty answer that proves the absence.
    Proven {
        observed_at: Timestamp,
    },
}

/// Why an empty answer proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotProof {
    /// It came too early; from then on an empty answer is proof.
    TooEarly { proof_from: Timestamp },
    /// Nobody says when it was seen.
    NoTime,
    /// The source did not say which of the contract's look-ups it used.
    LookUpNotNamed,
    /// The contract does not have the look-up that the source names.
    LookUpNotInContract,
    /// There is no contract for the receiving system.
    NoContract,
    /// The "look-up" is a repeat: it acts if the first attempt never arrived.
    LookUpActs,
    /// The look-up shows new records late, and the contract does not say how late at most.
    NoLag,
    /// Nobody states how long a request may still be in flight at the receiver.
    NoSettlingTime,
    /// The person says that the place does not show new records at once, or does not know.
    PlaceShowsLate,
    /// What was seen was itself not clear.
    Unclear,
    /// The receiver is still at it.
    InProgress,
}

/// What an answer of a step's receiver that shows nothing is worth now.
pub fn absence(facts: &Facts, step: &StepFacts, sent: &Sendings, rules: Rules<'_>) -> Absence {
    facts
        .observations
        .iter()
        .filter(|o| o.fact.step.as_ref() == Some(&step.name))
        .filter_map(|told| {
            let worth = match told.fact.seen {
                Seen::Absent => judge(told, step, sent, rules),
                Seen::Inconclusive => Absence::NothingYet(NotProof::Unclear),
                Seen::InProgress => Absence::NothingYet(NotProof::InProgress),
                Seen::Found => return None,
            };
            Some((worth.rank(), told.fact.observed_at, worth))
        })
        .max()
        .map_or(Absence::NobodyLooked, |(_, _, worth)| worth)
}

/// Judges one empty answer.
pub fn judge(
    told: &Told<Observation>,
    step: &StepFacts,
    sent: &Sendings,
    rules: Rules<'_>,
) -> Absence {
    let Some(observed) = told.fact.observed_at else {
        return Absence::NothingYet(NotProof::NoTime);
    };
    let observed_at = told.arrival.adjust(observed);
    match proof_from(&told.fact, step, sent, rules) {
        Err(why) => Absence::NothingYet(why),
        Ok(Some(from)) if observed_at <= from => {
            Absence::NothingYet(NotProof::TooEarly { proof_from: from })
        }
        Ok(_) => Absence::Proven { observed_at },
    }
}

/// From when on an empty answer got in this way proves absence; `None` where nothing was ever sent.
fn proof_from(
    seen: &Observation,
    step: &StepFacts,
    sent: &Sendings,
    rules: Rules<'_>,
) -> Result<Option<Timestamp>, NotProof> {
    let contract = rules.contracts.contract(&step.system, &step.name);
    match seen.how {
        SeenHow::Person => {
            if !seen.person.as_ref().is_some_and(|p| p.shows_at_once) {
                return Err(NotProof::PlaceShowsLate);
            }
            person_proof_from(contract, sent, rules)
        }
        SeenHow::LookUp | SeenHow::Response | SeenHow::Callback => {
            let contract = contract.ok_or(NotProof::NoContract)?;
            let name = seen.look_up.as_deref().ok_or(NotProof::LookUpNotNamed)?;
            look_up_proof_from(contract, name, sent)
        }
    }
}

/// From when on a person's empty answer, in a place that shows new records at once, proves absence.
pub fn person_proof_from(
    contract: Option<&Contract>,
    sent: &Sendings,
    rules: Rules<'_>,
) -> Result<Option<Timestamp>, NotProof> {
    let settling = contract
        .and_then(|c| c.settling)
        .or(rules.settling_for_people)
        .ok_or(NotProof::NoSettlingTime)?;
    Ok(sent.last_for_people.map(|t| t.plus(settling)))
}

/// From when on an empty answer of the contract's look-up proves absence.
pub fn look_up_proof_from(
    contract: &Contract,
    name: &str,
    sent: &Sendings,
) -> Result<Option<Timestamp>, NotProof> {
    let look_up = contract
        .look_up(name)
        .ok_or(NotProof::LookUpNotInContract)?;
    if look_up.executes_if_absent {
        return Err(NotProof::LookUpActs);
    }
    let lag = match look_up.strength {
        LookUpStrength::Authoritative => Duration::ZERO,
        LookUpStrength::Eventual { lag } => lag.ok_or(NotProof::NoLag)?,
    };
    let settling = contract.settling.ok_or(NotProof::NoSettlingTime)?;
    Ok(sent.last_at.map(|t| t.plus(settling).plus(lag)))
}

impl Absence {
    /// A proof says more than an answer that proves nothing; among equals the latest look counts.
    fn rank(&self) -> u8 {
        match self {
            Self::NobodyLooked => 0,
            Self::NothingYet(_) => 1,
            Self::Proven { .. } => 2,
        }
    }
}
