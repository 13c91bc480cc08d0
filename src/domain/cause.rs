//! Cases that stopped for the same cause: of one kind, reported by one source, at one step towards one receiving system, under
//! one stop code.
//!
//! The cause is where an operation *stopped*, not where it may go on: a check that finds the result moves the resume point,
//! and the case stays with the others that stopped beside it. Kinds are different problems (`domain.md` §2), so cases of two
//! kinds never share a cause.

use super::digest::sha256_hex;
use super::ids::{CauseId, SourceId, StepName, SystemName};
use super::report::StopKind;
use super::review::{Review, StepReview};
use serde_json::json;

/// The hexadecimal digits of an identifier: enough that two causes never meet.
const DIGITS: usize = 32;

/// What cases of one group have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cause {
    pub kind: StopKind,
    pub source: SourceId,
    /// The step at which they stopped; empty where there is none.
    pub step: String,
    /// Its receiving system; empty where there is none.
    pub system: String,
    /// What the source called the stop; empty where it called it nothing.
    pub stop_code: String,
}

impl Cause {
    /// The same for the same cause, on every instance.
    pub fn id(&self) -> CauseId {
        let parts = json!([
            self.kind,
            self.source,
            self.step,
            self.system,
            self.stop_code
        ]);
        let mut digits = sha256_hex(parts.to_string());
        digits.truncate(DIGITS);
        CauseId::new(digits)
    }
}

/// Reads an identifier as an address tells it.
pub fn parse(text: &str) -> Option<CauseId> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (text.len() == DIGITS && text.bytes().all(is_digit)).then(|| CauseId::new(text))
}

/// Where an operation stopped: the step that its latest stop names, or the resume point where it names none.
pub fn stopped_at(review: &Review<'_>) -> Option<(StepName, SystemName)> {
    let named = review.facts.stop.step.as_ref();
    let named = named.and_then(|name| review.steps.iter().find(|s| s.step.name == *name));
    let at = named
        .or_else(|| review.at_undoing())
        .or_else(|| review.at_resume_point());
    let place = |at: &StepReview<'_>| (at.step.name.clone(), at.step.system.clone());
    at.map(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause() -> Cause {
        Cause {
            kind: StopKind::ResultUnknown,
            source: SourceId(1),
            step: "create_task".to_owned(),
            system: "wms".to_owned(),
            stop_code: "timeout".to_owned(),
        }
    }

    #[test]
    fn each_part_makes_another_cause_and_nothing_else_does() {
        let all = [
            cause(),
            Cause {
                kind: StopKind::NextStepPending,
                ..cause()
            },
            Cause {
                source: SourceId(2),
                ..cause()
            },
            Cause {
                step: "create_taskwms".to_owned(),
                system: String::new(),
                ..cause()
            },
            Cause {
                system: "erp".to_owned(),
                ..cause()
            },
            Cause {
                stop_code: String::new(),
                ..cause()
            },
        ];
        let ids: std::collections::BTreeSet<_> = all.iter().map(Cause::id).collect();
        assert_eq!(ids.len(), all.len());
        assert_eq!(cause().id(), cause().id());
        assert_eq!(parse(cause().id().as_str()), Some(cause().id()));
        for wrong in ["", "0", &"G".repeat(32), &"a".repeat(33), "../../../../"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
