//! The policy that holds for a case's type of operation, and where that was decided.

use crate::domain::policy::{PolicyOrigin, TypePolicy};
use crate::domain::text::LocalText;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::time::span;
use crate::web::words;

/// What the policy says about operations of a type.
#[derive(Debug, Clone)]
pub struct AppliedPolicy {
    /// The section that holds.
    pub origin: Msg,
    /// How soon a case has to be claimed and resolved.
    pub respond: Msg,
    pub resolve: Msg,
    /// The decisions that a second person has to approve, and how long a proposal waits for one.
    pub second_person: Vec<Msg>,
    pub approve: Msg,
    /// After which time an unanswered unknown result is let be, and why.
    pub lapse: Option<(Msg, String)>,
}

impl AppliedPolicy {
    /// Puts it in words.
    pub fn of(policy: &TypePolicy, origin: PolicyOrigin, reader: &Reader) -> Self {
        let because = |text: &LocalText| text.for_tag(reader.language.as_str()).to_owned();
        let lapse = policy.lapse.as_ref();
        let second_person = policy.second_person.iter();
        Self {
            origin: match origin {
                PolicyOrigin::OwnSection => msg!("policy-own-section"),
                PolicyOrigin::DefaultSection => msg!("policy-default-section"),
                PolicyOrigin::Standard => msg!("policy-standard"),
            },
            respond: span(policy.respond_within),
            resolve: span(policy.resolve_within),
            second_person: second_person
                .map(|kind| words::decision_kind(*kind))
                .collect(),
            approve: span(policy.approve_within),
            lapse: lapse.map(|rule| (span(rule.after), because(&rule.because))),
        }
    }
}
