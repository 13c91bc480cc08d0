//! The chain of steps with what is known of each.

use crate::domain::facts::StepFacts;
use crate::domain::knowledge::{Knowledge, KnownResult, WhyNotDone};
use crate::domain::report::ResultRef;
use crate::domain::review::{NeverSent, Review, Sending, StepReview};
use crate::domain::time::Timestamp;
use crate::web::i18n::Msg;
use crate::web::typeset::humane;
use crate::web::words;

/// More done steps than this in a row are folded into one.
const UNFOLDED: usize = 6;

/// The chain of an operation.
#[derive(Debug, Clone)]
pub struct Stepper {
    /// Steps at the beginning that are done and folded; empty for a short chain.
    pub folded: Vec<Step>,
    pub steps: Vec<Step>,
}

/// One step of the chain.
#[derive(Debug, Clone)]
pub struct Step {
    /// Its place, from 1.
    pub no: usize,
    pub look: Look,
    pub name: String,
    pub system: String,
    /// The plain sentence that the source gave; without one the page says so.
    pub does: Option<String>,
    pub say: Msg,
    pub results: Vec<ResultLink>,
    /// Who judged that they are this operation's, where nobody else says so.
    pub judged: Vec<Msg>,
    /// When it was done, as far as the source or a sighting tells.
    pub at: Option<Timestamp>,
    /// The operation would go on here.
    pub here: bool,
    pub parts: Option<Parts>,
}

/// How many of a step's many effects are done, as they were reported.
#[derive(Debug, Clone)]
pub struct Parts {
    pub done: String,
    pub unknown: String,
    pub not_done: String,
}

/// The look of a step: a shape before a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Done,
    Unknown,
    Next,
    Refused,
    Conflict,
    Pending,
}

impl Look {
    /// The class of the list item.
    pub fn class(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Unknown => "unknown",
            Self::Next => "next",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
            Self::Pending => "pending",
        }
    }

    /// The icon of its mark, where it has one.
    pub fn icon(self) -> Option<&'static str> {
        match self {
            Self::Done => Some("check"),
            Self::Refused => Some("x"),
            Self::Next => Some("arrow-right"),
            Self::Unknown | Self::Conflict | Self::Pending => None,
        }
    }

    /// The sign of its mark, where it has one instead of its number.
    pub fn sign(self) -> Option<&'static str> {
        match self {
            Self::Unknown => Some("?"),
            Self::Conflict => Some("≠"),
            Self::Done | Self::Refused | Self::Next | Self::Pending => None,
        }
    }
}

/// A reference to what a step made, with its address where that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultLink {
    pub object_type: String,
    pub id: String,
    pub url: Option<String>,
    pub status: Option<String>,
}

impl ResultLink {
    /// The link of a reference. Only web addresses are ever made into links.
    pub fn of(result: &ResultRef) -> Self {
        Self {
            object_type: result.object_type.clone(),
            id: result.id.clone(),
            url: result.url.clone().filter(|url| is_web_address(url)),
            status: result.status.clone(),
        }
    }
}

fn is_web_address(url: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        url.get(..scheme.len())
            .is_some_and(|s| s.eq_ignore_ascii_case(scheme))
    })
}

impl Stepper {
    /// Makes the chain from a review.
    pub fn of(review: &Review<'_>) -> Self {
        let mut steps: Vec<Step> = (0..review.steps.len()).map(|i| step(review, i)).collect();
        let done = steps.iter().take_while(|s| s.look == Look::Done).count();
        let kept = if done > UNFOLDED { done - 1 } else { 0 };
        let rest = steps.split_off(kept);
        Self {
            folded: steps,
            steps: rest,
        }
    }
}

fn step(review: &Review<'_>, index: usize) -> Step {
    let step = &review.steps[index];
    let here = review.resume_point == Some(index);
    Step {
        no: index + 1,
        look: look(step, here, review.has_contested_content()),
        name: humane(step.step.name.as_str()),
        system: step.step.system.as_str().to_owned(),
        does: step.step.does.clone(),
        say: words::knowledge(step),
        results: (step.known.results.iter())
            .map(|known| ResultLink::of(&known.result))
            .collect(),
        judged: words::judged_by(review.facts, step),
        at: done_at(step),
        here,
        parts: parts(step.step),
    }
}

fn parts(step: &StepFacts) -> Option<Parts> {
    let parts = step.parts.as_ref()?;
    Some(Parts {
        done: count(&parts.done),
        unknown: count(&parts.unknown),
        not_done: count(&parts.not_done),
    })
}

/// A list of parts is told by how many there are; the whole is with the report.
fn count(parts: &serde_json::Value) -> String {
    match parts.as_array() {
        Some(items) => items.len().to_string(),
        None => super::json_text::plain(parts),
    }
}

fn look(step: &StepReview<'_>, here: bool, contested: bool) -> Look {
    if step.sending == Sending::Never(NeverSent::Skipped) {
        return Look::Pending;
    }
    match step.known.knowledge {
        Knowledge::Done | Knowledge::Undone => Look::Done,
        Knowledge::Unknown(_) => Look::Unknown,
        Knowledge::NotDone(_) if here && contested => Look::Conflict,
        Knowledge::NotDone(WhyNotDone::Refused) => Look::Refused,
        Knowledge::NotDone(WhyNotDone::NeverSent | WhyNotDone::AbsenceProven { .. }) if here => {
            Look::Next
        }
        Knowledge::NotDone(WhyNotDone::NeverSent | WhyNotDone::AbsenceProven { .. }) => {
            Look::Pending
        }
    }
}

/// The source's own time where it told one, else when the first result was seen.
fn done_at(step: &StepReview<'_>) -> Option<Timestamp> {
    if step.known.knowledge != Knowledge::Done {
        return None;
    }
    let claimed = step.step.claims.iter().filter_map(|c| c.fact.completed_at);
    claimed
        .min()
        .or_else(|| step.known.results.iter().map(|r: &KnownResult| r.at).min())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_become_links() {
        for (url, link) in [
            ("https://erp.example/so/1", true),
            ("HTTP://erp.example", true),
            ("javascript:alert(1)", false),
            ("//evil.example", false),
            ("data:text/html,x", false),
            ("é", false),
        ] {
            assert_eq!(is_web_address(url), link, "{url}");
        }
    }
}
