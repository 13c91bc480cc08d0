//! The fields of a decision's form, as they were sent. Some are named by the step they belong to.

use crate::domain::draft::{self, GivenFor};
use crate::domain::ids::Version;
use crate::domain::json::JsonFault;
use crate::domain::policy::Reason;
use crate::service::decide::{FormFault, Seen, Why};
use crate::web::i18n::{Arg, Msg, Reader, msg};
use crate::web::words;
use serde::Deserialize;

/// A form as its fields, in the order in which they were sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Fields(Vec<(String, String)>);

impl From<Vec<(String, String)>> for Fields {
    fn from(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }
}

impl Fields {
    /// These fields, and of the others those that were not sent with them. A whole form has left out its boxes on purpose;
    /// a page in between, which says with `then` where it leads, carries the words only.
    #[must_use]
    pub fn over(mut self, others: &Self) -> Self {
        let in_between = self.sent("then").is_some();
        let missing = |(name, _): &&(String, String)| {
            self.sent(name).is_none() && (in_between || !draft::is_box(name))
        };
        let more: Vec<_> = others.0.iter().filter(missing).cloned().collect();
        self.0.extend(more);
        self
    }

    /// Without what was ticked or chosen for other facts, or for other cases that share an object, than these.
    #[must_use]
    pub fn given_for(mut self, facts: &str, shared: &str) -> Self {
        let same_facts = self.get(draft::FACTS) == facts;
        let same_cases = self.get(draft::SHARED) == shared;
        self.0.retain(|(name, _)| match GivenFor::of(name) {
            GivenFor::Always => true,
            GivenFor::Facts => same_facts,
            GivenFor::SharedCases => same_cases,
        });
        self
    }

    /// All fields, in their order.
    pub fn pairs(&self) -> &Vec<(String, String)> {
        &self.0
    }

    /// Fields as a form would send them.
    #[cfg(test)]
    pub fn of<const N: usize>(fields: [(&str, &str); N]) -> Self {
        let field = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
        Self(fields.map(field).into())
    }

    /// A field's text; empty where it was not sent.
    pub fn get(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// A field's text, if it was sent.
    pub fn sent(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether a field was sent whose name begins with one of these.
    pub fn has_any<const N: usize>(&self, begin: [&str; N]) -> bool {
        (self.0.iter()).any(|(name, _)| begin.iter().any(|begin| name.starts_with(begin)))
    }

    /// What the person had before their eyes.
    pub fn seen(&self) -> Seen {
        Seen {
            version: Version(self.get("version").parse().unwrap_or(0)),
            facts_digest: self.get("digest").to_owned(),
        }
    }

    /// The person's own words.
    pub fn why(&self) -> Why {
        Why {
            reason_code: self.get("reason").to_owned(),
            justification: self.get("justification").to_owned(),
        }
    }
}

/// What is wrong with a field, and where it is.
#[derive(Debug, Clone)]
pub struct Fault {
    pub field: String,
    pub text: Msg,
}

impl Fault {
    /// A fault at a field.
    pub fn at(field: impl Into<String>, text: Msg) -> Self {
        Self {
            field: field.into(),
            text,
        }
    }

    /// What is wrong with a form, at its field.
    pub fn of(fault: &FormFault) -> Self {
        match fault {
            FormFault::UnknownReason => Self::at("reason", msg!("decide-reason-missing")),
            FormFault::ReasonDoesNotFit(fits) => {
                Self::at("reason", words::reason_does_not_fit(*fits))
            }
            FormFault::Justification(why) => {
                Self::at("justification", words::no_justification(*why))
            }
            FormFault::ReferenceMissing => Self::at("named", msg!("decide-reference-missing")),
            FormFault::OperationMissing => Self::at("named", msg!("decide-operation-missing")),
            FormFault::Payload(fault) => Self::at("payload", payload_fault(fault)),
            FormFault::MaskedPayload => Self::at("payload", msg!("decide-payload-masked")),
            FormFault::WrongPassword => Self::at("password", msg!("decide-wrong-password")),
            FormFault::PasswordPaused { until } => {
                Self::at("password", msg!("decide-password-paused", until = *until))
            }
            FormFault::TooLong => Self::at("named", msg!("decide-too-long")),
            FormFault::HoldsNotAcknowledged { cases } => Self::at(
                "holds",
                msg!("decide-holds-not-acknowledged", n = cases.len()),
            ),
        }
    }
}

/// What is wrong with a payload, and at which place of it.
fn payload_fault(fault: &JsonFault) -> Msg {
    let what = words::json_fault(&fault.kind);
    if fault.pointer.is_empty() {
        msg!("decide-payload-fault", what = what)
    } else {
        let place = Arg::Code(fault.pointer.clone());
        msg!("decide-payload-fault-at", place = place, what = what)
    }
}

/// Whether one of the faults is at this field.
pub fn has(faults: &[Fault], field: &str) -> bool {
    faults.iter().any(|fault| fault.field == field)
}

/// A reason to choose. None is chosen before the person does.
#[derive(Debug, Clone)]
pub struct ReasonChoice {
    pub code: String,
    pub title: String,
    /// What it wants to be named beside the words.
    pub wants: Option<Msg>,
    pub chosen: bool,
}

/// The policy's reasons, in the reader's language.
pub fn reasons<'r>(
    reasons: impl IntoIterator<Item = &'r Reason>,
    fields: &Fields,
    reader: &Reader,
) -> Vec<ReasonChoice> {
    use crate::domain::policy::ReasonNames;
    let chosen = fields.get("reason");
    let choice = |reason: &Reason| ReasonChoice {
        code: reason.code.as_str().to_owned(),
        title: reason.title.for_tag(reader.language.as_str()).to_owned(),
        wants: match reason.names {
            ReasonNames::Nothing => None,
            ReasonNames::Reference => Some(msg!("decide-wants-reference")),
            ReasonNames::Operation => Some(msg!("decide-wants-operation")),
        },
        chosen: reason.code.as_str() == chosen,
    };
    reasons.into_iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_ticked_for_other_facts_is_not_ticked_by_itself() {
        let draft = Fields::of([
            ("digest", "d"),
            ("holds_of", "7"),
            ("justification", "Words"),
            ("undo_1", "yes"),
            ("ack_2", "yes"),
            ("holds", "yes"),
        ]);
        assert_eq!(draft.clone().given_for("d", "7"), draft);
        let later = draft.clone().given_for("other", "7,8");
        let left = ["digest", "holds_of", "justification", "undo_1"];
        assert_eq!(
            later
                .0
                .iter()
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>(),
            left
        );

        let unticked = Fields::of([("justification", "Others")]).over(&draft);
        assert_eq!(
            (unticked.get("justification"), unticked.get("undo_1")),
            ("Others", "")
        );
        let in_between = Fields::of([("then", "compensate")]).over(&draft);
        assert_eq!(in_between.get("undo_1"), "yes");
    }
}
