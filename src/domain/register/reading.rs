//! What an entry of the history means to the register.

use super::{Fate, What, decision_tried};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, InstructionId};
use crate::domain::standing::{DecisionKind, InstructionOutcome};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An entry of the history, read for the register.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// It is an entry of the register, too.
    pub enters: Option<Entered>,
    /// The decision that it is about.
    pub decision: Option<Named>,
    /// What became of that decision.
    pub fate: Option<Fate>,
    pub reopens: Reopens,
}

/// A decision as an entry names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    Decision(i64),
    /// By the instruction that carries it out.
    Instruction(InstructionId),
}

/// A decision after which the case, or another case of the operation, came before people again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reopens {
    #[default]
    Nothing,
    /// The one that the entries before this one, written at once, told of.
    TheSame,
    /// The last one on that case.
    LastOf(CaseId),
}

/// What the entry itself tells. Texts are empty where it tells nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    pub what: What,
    /// `None`: that of the decision it is about, if it is about one.
    pub kind: Option<DecisionKind>,
    pub role: String,
    pub reason_code: String,
    pub basis: String,
    /// `None` where that was not told at the time.
    pub against_unknown: Option<bool>,
    /// The person's own words.
    pub words: String,
    pub tried: String,
    pub why: String,
}

impl Reading {
    /// Reads an entry.
    #[expect(clippy::too_many_lines, reason = "every kind is named")]
    pub fn of(kind: EntryKind, document: &Value) -> Self {
        let telling = Telling(document);
        match kind {
            EntryKind::Decided => telling.decided(),
            EntryKind::Proposed => telling.enters(What::Proposed, Fate::Awaited),
            EntryKind::Approved => telling.enters(What::Approved, Fate::Offered),
            EntryKind::ProposalRefused => telling.enters(What::Refused, Fate::NotSent),
            EntryKind::ProposalReturned => telling.enters(What::Returned, Fate::NotSent),
            EntryKind::ProposalWithdrawn | EntryKind::InstructionWithdrawn => {
                telling.enters(What::Withdrawn, Fate::NotSent)
            }
            EntryKind::InstructionTaken => telling.taken(),
            EntryKind::OutcomeReported => telling.outcome(),
            EntryKind::InstructionExpired => telling.on("decision", Fate::TooLate),
            EntryKind::TakingLapsed => telling.on("decision", Fate::Unknown),
            EntryKind::Reopened => Self::reopening(Reopens::TheSame),
            EntryKind::CaseOpened => telling.opened(),
            EntryKind::Lapsed => Self::entering(telling.entered(What::Lapsed)),
            EntryKind::TurnedAway => Self::entering(telling.entered(What::TurnedAway)),
            EntryKind::ReportReceived
            | EntryKind::ReportRepeated
            | EntryKind::ReportConflicted
            | EntryKind::ReportLate
            | EntryKind::KindChanged
            | EntryKind::FactsAdded
            | EntryKind::Claimed
            | EntryKind::Released
            | EntryKind::ClaimLapsed
            | EntryKind::TakenOver
            | EntryKind::HandedOver
            | EntryKind::Waited
            | EntryKind::WaitEnded
            | EntryKind::OwnerSet
            | EntryKind::Noted
            | EntryKind::CheckRecorded
            | EntryKind::HintJudged
            | EntryKind::HintConfirmed
            | EntryKind::NoticeDelivered
            | EntryKind::NoticeUndelivered
            | EntryKind::NoticeRestarted
            | EntryKind::EndpointAdded
            | EntryKind::EndpointSecretChanged
            | EntryKind::EndpointSecretEnded
            | EntryKind::EndpointSwitchedOff
            | EntryKind::EndpointSwitchedOn
            | EntryKind::EndpointTested
            | EntryKind::PersonChanged
            | EntryKind::SourceChanged
            | EntryKind::ReportRefused
            | EntryKind::RowsKept
            | EntryKind::InstructionRenewed
            | EntryKind::RenewalRefused
            | EntryKind::Resolved
            | EntryKind::LapseMoved
            | EntryKind::Superseded
            | EntryKind::SurplusFound
            | EntryKind::SurplusSettled
            | EntryKind::Exported
            | EntryKind::Unmasked
            | EntryKind::Removed
            | EntryKind::AccessesSealed
            | EntryKind::JointAct
            | EntryKind::AlertBegan
            | EntryKind::AlertEnded
            | EntryKind::AlertTold
            | EntryKind::AlertNotTold
            | EntryKind::ViewChanged
            | EntryKind::AnchorSigned
            | EntryKind::Verified => Self::default(),
        }
    }

    /// Whether the register has nothing to do with it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn entering(entered: Entered) -> Self {
        Self {
            enters: Some(entered),
            ..Self::default()
        }
    }

    fn reopening(reopens: Reopens) -> Self {
        Self {
            reopens,
            ..Self::default()
        }
    }
}

/// Whether facts as seen hold a step of which it was not known whether it was done.
pub fn unknown_steps(facts_as_seen: &Value) -> bool {
    let steps = facts_as_seen.get("steps").and_then(Value::as_array);
    let known = |step: &Value| step.get("knowledge")?.as_str().map(ToOwned::to_owned);
    let mut known = steps.into_iter().flatten().filter_map(known);
    known.any(|word| word.starts_with("unknown"))
}

/// The document of an entry.
struct Telling<'a>(&'a Value);

impl Telling<'_> {
    fn enters(&self, what: What, fate: Fate) -> Reading {
        Reading {
            enters: Some(self.entered(what)),
            ..self.on("decision", fate)
        }
    }

    /// An entry about a decision: by its number in this member, or else by its instruction.
    fn on(&self, member: &str, fate: Fate) -> Reading {
        let decision = self.0.get(member).and_then(Value::as_i64);
        let instruction = self.0.get("instruction").and_then(Value::as_str);
        let instruction = instruction.map(|id| Named::Instruction(InstructionId::new(id)));
        Reading {
            decision: decision.map(Named::Decision).or(instruction),
            fate: Some(fate),
            ..Reading::default()
        }
    }

    fn entered(&self, what: What) -> Entered {
        let kind = self.word("kind");
        let tried = self.text("tried");
        let reason_code = self.text("reason_code");
        let unknown = self.0.get("unknown_steps").and_then(Value::as_array);
        Entered {
            kind: kind.or_else(|| decision_tried(&tried)),
            basis: if kind == Some(DecisionKind::NewOperation) {
                reason_code.clone()
            } else {
                String::new()
            },
            reason_code,
            role: self.text("role"),
            against_unknown: unknown.map(|steps| !steps.is_empty()),
            words: match self.text("justification") {
                words if words.is_empty() => self.text("words"),
                words => words,
            },
            why: if tried.is_empty() {
                String::new()
            } else {
                self.text("why")
            },
            tried,
            what,
        }
    }

    /// By one person, or what was proposed before.
    fn decided(&self) -> Reading {
        if self.0.get("proposal").is_some() {
            self.on("proposal", Fate::Offered)
        } else {
            self.enters(What::Decided, Fate::Offered)
        }
    }

    /// Where nothing is to be sent, the taking is the end of it.
    fn taken(&self) -> Reading {
        let run = self.0.get("run").and_then(Value::as_array);
        let sends = run.is_some_and(|run| !run.is_empty());
        self.on("decision", if sends { Fate::UnderWay } else { Fate::Done })
    }

    fn outcome(&self) -> Reading {
        let outcome = self.word::<InstructionOutcome>("outcome");
        self.on("decision", outcome.map_or(Fate::Unknown, Fate::of))
    }

    fn opened(&self) -> Reading {
        let previous = self.0.get("previous_case").and_then(Value::as_i64);
        let reopens = previous.map(|case| Reopens::LastOf(CaseId(case)));
        Reading::reopening(reopens.unwrap_or_default())
    }

    fn text(&self, member: &str) -> String {
        let text = self.0.get(member).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    }

    fn word<T: DeserializeOwned>(&self, member: &str) -> Option<T> {
        serde_json::from_value(self.0.get(member)?.clone()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_entry_that_names_a_decision_is_read() {
        let told = json!({"decision": 7, "kind": "new_operation", "reason_code": "customer_asked", "role": "reviewer",
            "justification": "They asked.", "unknown_steps": ["pay"]});
        let read = Reading::of(EntryKind::Proposed, &told);
        let entered = read.enters.expect("it enters");
        assert_eq!(entered.what, What::Proposed);
        assert_eq!(
            (entered.basis.as_str(), entered.against_unknown),
            ("customer_asked", Some(true))
        );
        assert_eq!(
            (read.decision, read.fate),
            (Some(Named::Decision(7)), Some(Fate::Awaited))
        );
        let by_instruction =
            json!({"instruction": "01J", "because": "person", "words": "A mistake."});
        let read = Reading::of(EntryKind::InstructionWithdrawn, &by_instruction);
        assert_eq!(
            read.decision,
            Some(Named::Instruction(InstructionId::new("01J")))
        );
        assert_eq!(read.enters.expect("it enters").words, "A mistake.");
    }

    #[test]
    fn an_approval_is_entered_once() {
        let decided =
            json!({"proposal": 7, "proposed_by": "irina", "instruction": "01J", "kind": "resume"});
        let read = Reading::of(EntryKind::Decided, &decided);
        assert_eq!(
            (read.enters, read.decision),
            (None, Some(Named::Decision(7)))
        );
    }

    #[test]
    fn what_sends_nothing_is_done_when_it_is_taken() {
        let taken = |run: Value| {
            Reading::of(
                EntryKind::InstructionTaken,
                &json!({"instruction": "01J", "run": run}),
            )
        };
        assert_eq!(taken(json!([])).fate, Some(Fate::Done));
        assert_eq!(taken(json!([{"step": "pay"}])).fate, Some(Fate::UnderWay));
        let told = Reading::of(
            EntryKind::OutcomeReported,
            &json!({"instruction": "01J", "outcome": "refused"}),
        );
        assert_eq!(told.fate, Some(Fate::Refused));
    }

    #[test]
    fn who_was_turned_away_tried_a_decision_or_something_else() {
        let tried = |tried: &str| {
            let document = json!({"tried": tried, "why": "not_the_holder", "role": "auditor"});
            Reading::of(EntryKind::TurnedAway, &document)
                .enters
                .expect("it enters")
        };
        assert_eq!(tried("close").kind, Some(DecisionKind::Close));
        assert_eq!(tried("claim").kind, None);
        assert_eq!(tried("claim").why, "not_the_holder");
    }

    #[test]
    fn a_case_that_follows_another_reopens_what_was_decided_there() {
        let opened = |document| Reading::of(EntryKind::CaseOpened, &document).reopens;
        assert_eq!(
            opened(json!({"previous_case": 20001})),
            Reopens::LastOf(CaseId(20001))
        );
        assert_eq!(opened(json!({"previous_case": null})), Reopens::Nothing);
    }
}
