//! The register once more, from nothing but the history: whoever verifies it compares the two.

use super::{Entered, Fate, Reading, What, word};
use std::collections::BTreeMap;

/// An entry of the history that means something to the register, and the number of the decision that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub at: i64,
    pub actor: String,
    pub reading: Reading,
    pub decision: Option<i64>,
}

/// What stays the same about a decision, and where it stands. Texts are empty where there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub kind: &'static str,
    pub reason_code: String,
    pub basis: String,
    pub four_eyes: bool,
    /// `None` where that was not told at the time.
    pub against_unknown: Option<bool>,
    pub answered_by: String,
    pub answer: &'static str,
    pub fate: &'static str,
    pub fate_at: Option<i64>,
}

impl Standing {
    /// As the first entry tells it.
    #[must_use]
    pub fn of(entered: &Entered) -> Self {
        Self {
            kind: entered.kind.map_or("", word),
            reason_code: entered.reason_code.clone(),
            basis: entered.basis.clone(),
            four_eyes: entered.what == What::Proposed,
            against_unknown: entered.against_unknown,
            answered_by: String::new(),
            answer: "",
            fate: "",
            fate_at: None,
        }
    }
}

/// Decisions, as the entries that were read until now leave them.
#[derive(Debug, Default)]
pub struct Replay(BTreeMap<i64, Standing>);

impl Replay {
    /// Reads the next entry.
    pub fn read(&mut self, told: &Told) {
        let Some(decision) = told.decision else {
            return;
        };
        if let Some(entered) = &told.reading.enters {
            let first = || Standing::of(entered);
            let standing = self.0.entry(decision).or_insert_with(first);
            if let Some(answer) = entered.what.answer() {
                standing.answer = answer;
                standing.answered_by.clone_from(&told.actor);
            }
        }
        if let (Some(standing), Some(fate)) = (self.0.get_mut(&decision), told.reading.fate) {
            standing.fate = Fate::as_str(fate);
            standing.fate_at = Some(told.at);
        }
    }

    /// Where a decision stands, if an entry told of it.
    #[must_use]
    pub fn standing(&self, decision: i64) -> Option<&Standing> {
        self.0.get(&decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::history::EntryKind;
    use serde_json::json;

    #[test]
    fn a_decision_stands_where_its_last_entry_leaves_it() {
        let mut replay = Replay::default();
        let mut read = |at, kind, actor: &str, document| {
            replay.read(&Told {
                at,
                actor: actor.to_owned(),
                reading: Reading::of(kind, &document),
                decision: Some(7),
            });
        };
        let proposed = json!({"kind": "close", "reason_code": "other", "unknown_steps": []});
        read(1, EntryKind::Proposed, "irina", proposed);
        read(2, EntryKind::Approved, "olga", json!({"decision": 7}));
        let outcome = json!({"outcome": "refused"});
        read(3, EntryKind::OutcomeReported, "shop", outcome);
        let standing = replay.standing(7).expect("it was proposed");
        assert_eq!((standing.kind, standing.four_eyes), ("close", true));
        assert_eq!(standing.against_unknown, Some(false));
        let answer = (standing.answer, standing.answered_by.as_str());
        assert_eq!(answer, ("approved", "olga"));
        assert_eq!((standing.fate, standing.fate_at), ("refused", Some(3)));
        assert_eq!(replay.standing(8), None);
    }
}
