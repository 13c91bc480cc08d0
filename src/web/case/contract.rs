//! The contract of a step's receiver, and the protection that follows from it.

use crate::domain::contract::{Contract, KeyPromise};
use crate::domain::review::{Review, StepReview};
use crate::domain::time::Timestamp;
use crate::web::i18n::{Arg, Msg, Reader, msg};
use crate::web::time::span;
use crate::web::typeset::humane;
use crate::web::words;
use std::time::Duration;

/// Contract and protection of one step.
#[derive(Debug, Clone)]
pub struct Protection {
    pub no: usize,
    pub step: String,
    pub system: String,
    pub here: bool,
    pub key: Option<String>,
    /// The source sent the key as an empty text.
    pub key_was_empty: bool,
    pub other_keys: Vec<String>,
    pub protection: Msg,
    pub first_attempt: Option<Timestamp>,
    /// Until when the source believes that the receiver knows the key.
    pub valid_until: Option<Timestamp>,
    pub margin: Duration,
    pub contract: Option<Terms>,
}

/// What the receiver promises, in the reader's language.
#[derive(Debug, Clone)]
pub struct Terms {
    pub title: String,
    pub key: Msg,
    /// A window is counted, so the safety margin matters.
    pub has_window: bool,
    pub scope: Option<String>,
    pub on_repeat: Msg,
    pub on_mismatch: Msg,
    pub stored_5xx: Msg,
    pub settling: Option<Duration>,
    pub look_ups: Vec<(String, Msg)>,
    pub note: Option<String>,
    pub evidence: String,
    pub evidence_url: Option<String>,
    pub looked_at: Msg,
    pub confidence: Msg,
}

impl Protection {
    /// By how much earlier than the window protection ends.
    pub fn margin_words(&self) -> Msg {
        span(self.margin)
    }
}

impl Terms {
    /// How long a request may be in flight at the receiver, where it says so.
    pub fn settling_words(&self) -> Option<Msg> {
        self.settling.map(span)
    }
}

/// The protection of every step; that of the resume point is shown first and open.
pub fn protections(review: &Review<'_>, margin: Duration, reader: &Reader) -> Vec<Protection> {
    let mut all: Vec<Protection> = (review.steps.iter().enumerate())
        .map(|(index, step)| of_step(step, index, review.resume_point, margin, reader))
        .collect();
    all.sort_by_key(|protection| !protection.here);
    all
}

fn of_step(
    step: &StepReview<'_>,
    index: usize,
    resume_point: Option<usize>,
    margin: Duration,
    reader: &Reader,
) -> Protection {
    Protection {
        no: index + 1,
        step: humane(step.step.name.as_str()),
        system: step.step.system.as_str().to_owned(),
        here: resume_point == Some(index),
        key: step.step.own_key().map(|key| key.as_str().to_owned()),
        key_was_empty: step.step.key_was_empty,
        other_keys: (step.step.other_keys.iter())
            .map(|key| key.as_str().to_owned())
            .collect(),
        protection: words::protection(step.protection),
        first_attempt: step.known.sent.first_at,
        valid_until: step.step.key_valid_until,
        margin,
        contract: step.contract.map(|contract| terms(contract, reader)),
    }
}

fn terms(contract: &Contract, reader: &Reader) -> Terms {
    let tag = reader.language.as_str();
    Terms {
        title: contract.title.for_tag(tag).to_owned(),
        key: words::key_promise(contract.key),
        has_window: match contract.key {
            KeyPromise::AtLeast(_) | KeyPromise::Exact(_) => true,
            KeyPromise::NoKey
            | KeyPromise::NeverExpires
            | KeyPromise::Unknown
            | KeyPromise::Harmless => false,
        },
        scope: (contract.key_scope.as_ref()).map(|scope| scope.for_tag(tag).to_owned()),
        on_repeat: words::on_repeat(contract.on_repeat),
        on_mismatch: words::on_mismatch(contract.on_mismatch),
        stored_5xx: words::stored_5xx(contract.stored_5xx),
        settling: contract.settling,
        look_ups: (contract.look_ups.iter())
            .map(|look_up| {
                let by = look_up.by.for_tag(tag).to_owned();
                (by, words::look_up_strength(look_up.strength))
            })
            .collect(),
        note: (contract.note.as_ref()).map(|note| note.for_tag(tag).to_owned()),
        evidence: contract.evidence.title.clone(),
        evidence_url: contract.evidence.url.clone(),
        looked_at: msg!(
            "protection-looked-at",
            day = Arg::Word(contract.evidence.looked_at.to_string().into())
        ),
        confidence: words::confidence(contract.evidence.confidence),
    }
}
