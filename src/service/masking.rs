//! What of payloads a person sees: where the policy says that values are personal, marks stand in their place until the person
//! has them shown. Every use case that gives payloads to people covers them here; what goes to sources is never covered.

use super::case_work::WorkError;
use super::permitted::towards;
use super::see_case::CaseSeen;
use super::{Person, Services};
use crate::domain::facts::Facts;
use crate::domain::history::EntryKind;
use crate::domain::json;
use crate::domain::mask::{Mask, SHOWN_FOR, Veil};
use crate::domain::order::Order;
use crate::domain::people::{Action, Grade, grade};
use crate::domain::permits::{NotPermitted, may_unmask};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::cases::CaseRow;
use crate::store::{Pooled, history, operations};
use serde_json::Value;
use std::iter::once;

/// Whether personal values are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Masked {
    /// There are none, by the policy.
    Nothing,
    /// Marks stand in their place; and whether the person may have them shown.
    Hidden(Result<(), NotPermitted>),
    /// The person had them shown, and sees them for a while.
    Shown { until: Timestamp },
}

impl Masked {
    /// Whether marks stand in the place of values.
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::Hidden(_))
    }

    /// Until when the person sees the values that they had shown.
    pub const fn until(self) -> Option<Timestamp> {
        match self {
            Self::Shown { until } => Some(until),
            Self::Nothing | Self::Hidden(_) => None,
        }
    }

    /// Why the person may not have them shown.
    pub fn not_permitted(self) -> Option<NotPermitted> {
        match self {
            Self::Hidden(may) => may.err(),
            Self::Nothing | Self::Shown { .. } => None,
        }
    }
}

/// How one person looks at the payloads of one case's operation.
#[derive(Debug, Clone)]
pub(super) struct Look {
    /// Empty where nothing is covered.
    mask: Mask,
    pub masked: Masked,
}

/// What a stored text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    Payload,
    Report,
    Instruction,
}

/// How a person looks at the payloads of a case's operation now.
///
/// # Errors
/// If the database fails, or holds a document that cannot be read.
pub(super) async fn look(
    services: &Services,
    db: &mut Pooled,
    person: &Person,
    case: &CaseRow,
) -> Result<Look, WorkError> {
    let mask = mask(services, db, case).await?;
    if mask.is_empty() {
        let masked = Masked::Nothing;
        return Ok(Look { mask, masked });
    }
    let now = services.now();
    if grade(person.role, Action::Unmask) != Grade::No {
        let of = (case.id, EntryKind::Unmasked);
        let last = history::last_by(&mut *db, of, &person.name, now.minus(SHOWN_FOR)).await?;
        if let Some(last) = last {
            let until = last.plus(SHOWN_FOR);
            let (mask, masked) = (Mask::default(), Masked::Shown { until });
            return Ok(Look { mask, masked });
        }
    }
    let towards = towards(&mut *db, case, person, now).await?;
    let masked = Masked::Hidden(may_unmask(person.role, towards));
    Ok(Look { mask, masked })
}

/// The types of all contents count, for which of them is the operation's may be what is in dispute.
async fn mask(services: &Services, db: &mut Pooled, case: &CaseRow) -> Result<Mask, WorkError> {
    let policy = &services.policy;
    if policy.every_mask().is_empty() {
        return Ok(Mask::default());
    }
    let operation = operations::get(&mut *db, case.origin.operation_id).await?;
    let facts = operation.map(|row| serde_json::from_str::<Facts>(&row.facts));
    let facts = facts.transpose()?;
    let contents = facts.iter().flat_map(|facts| &facts.contents);
    let types = contents.map(|content| &content.operation_type);
    Ok(policy.mask(types.chain(once(&case.origin.operation_type))))
}

impl Look {
    /// A payload as the person sees it.
    #[must_use]
    pub fn payload(&self, mut payload: Value) -> Value {
        Veil::new(&self.mask).cover(&mut payload);
        payload
    }

    /// The text of a payload, as it is stored. What nothing is covered of stays as it was sent, to the byte.
    ///
    /// # Errors
    /// If it is no JSON.
    pub fn content(&self, text: String) -> serde_json::Result<String> {
        Ok(self.together().text(text, Document::Payload)?.text)
    }

    /// The text of a whole report, with every payload in it.
    ///
    /// # Errors
    /// As [`Look::content`].
    pub fn report(&self, text: String) -> serde_json::Result<String> {
        Ok(self.together().text(text, Document::Report)?.text)
    }

    /// For several documents that are looked at together.
    fn together(&self) -> Together<'_> {
        Together(Veil::new(&self.mask))
    }

    /// The same, for documents that come one after the other.
    pub(super) fn into_together(self) -> Together<'static> {
        Together(Veil::lasting(self.mask))
    }

    /// Everything of a case that holds payloads, under one veil: they are compared with each other.
    pub(super) fn case(&self, seen: &mut CaseSeen) -> serde_json::Result<()> {
        seen.masked = self.masked;
        let mut together = self.together();
        for (_, payload) in &mut seen.payloads {
            together.0.cover(payload);
        }
        for decision in &mut seen.decisions {
            let order = std::mem::take(&mut decision.document);
            decision.document = together.order(order)?.text;
        }
        for instruction in &mut seen.instructions {
            let told = std::mem::take(&mut instruction.document);
            instruction.document = together.text(told, Document::Instruction)?.text;
        }
        Ok(())
    }
}

/// Documents under one veil: what is equal in them looks equal.
#[derive(Debug)]
pub(super) struct Together<'m>(Veil<'m>);

/// A document as the person sees it.
pub(super) struct Covered {
    pub text: String,
    /// Whether marks stand in it, so that it does not give its digest any more.
    pub has_marks: bool,
}

impl Covered {
    fn not(text: String) -> Self {
        let has_marks = false;
        Self { text, has_marks }
    }
}

impl Together<'_> {
    /// Covers a stored text. What nothing is covered of stays as it is, to the byte.
    ///
    /// # Errors
    /// If it is not what it is said to be.
    pub fn text(&mut self, text: String, is: Document) -> serde_json::Result<Covered> {
        // Retention leaves an empty text where a document was.
        if self.0.is_empty() || text.is_empty() {
            return Ok(Covered::not(text));
        }
        let before: Value = serde_json::from_str(&text)?;
        let mut document = before.clone();
        match is {
            Document::Payload => self.0.cover(&mut document),
            Document::Report => self.0.cover_report(&mut document),
            Document::Instruction => self.0.cover_payloads(&mut document),
        }
        let has_marks = document != before;
        let text = if has_marks {
            document.to_string()
        } else {
            text
        };
        Ok(Covered { text, has_marks })
    }

    /// What a decision ordered.
    ///
    /// # Errors
    /// As [`Together::text`].
    pub fn order(&mut self, text: String) -> serde_json::Result<Covered> {
        if self.0.is_empty() {
            return Ok(Covered::not(text));
        }
        let mut order: Order = serde_json::from_str(&text)?;
        let payload = match &mut order {
            Order::NewOperation(plan) => &mut plan.content.payload,
            Order::Resume(_) | Order::Compensate(_) | Order::Close(_) => {
                return Ok(Covered::not(text));
            }
        };
        let before = payload.clone();
        self.0.cover(payload);
        if *payload == before {
            return Ok(Covered::not(text));
        }
        let (text, has_marks) = (serde_json::to_string(&order)?, true);
        Ok(Covered { text, has_marks })
    }
}

/// A report that was refused, as everybody sees it. Nobody can say where in it payloads are, and nobody looks at it under a
/// reason: what may be personal is covered, and what cannot even be read is not shown.
pub(super) fn refused(document: Vec<u8>, policy: &Policy) -> Option<RefusedSeen> {
    let mask = policy.every_mask();
    let as_sent = |bytes| {
        let has_marks = false;
        Some(RefusedSeen { bytes, has_marks })
    };
    if mask.is_empty() {
        return as_sent(document);
    }
    let sent = json::parse(&document).ok()?;
    let mut covered = sent.clone();
    Veil::new(&mask).cover_anywhere(&mut covered);
    if covered == sent {
        return as_sent(document);
    }
    let (bytes, has_marks) = (covered.to_string().into_bytes(), true);
    Some(RefusedSeen { bytes, has_marks })
}

/// A refused report as it is shown.
pub(super) struct RefusedSeen {
    pub bytes: Vec<u8>,
    /// Whether marks stand in it.
    pub has_marks: bool,
}
