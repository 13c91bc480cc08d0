//! What an alert says, on whichever way it goes.

use super::{Condition, Word};
use crate::domain::age::growth::Signal;
use crate::domain::ids::Team;
use crate::domain::people::Language;
use crate::domain::time::Timestamp;
use chrono_tz::Tz;
use serde_json::json;

/// What is told of an alert, and for whom.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    pub word: Word,
    pub condition: Condition,
    pub team: &'a Team,
    /// How many cases it is about: at the moment, or at its end the most there were.
    pub cases: i64,
    pub since: Timestamp,
    /// The moment at which the cases were counted; of an end, since when it does not hold.
    pub at: Timestamp,
    pub signal: Option<&'a Signal>,
    /// At an end: the team's other conditions that hold, with their cases, so that an end is not taken for peace.
    pub still: &'a [(Condition, i64)],
    pub language: Language,
    pub zone: Tz,
}

/// The words of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// One line that says the thing.
    pub subject: String,
    /// What else holds, a line each.
    pub still: Vec<String>,
    /// Plain text, with the link at its end.
    pub text: String,
    /// The list of exactly these cases; of what is over, the page of the alerts.
    pub link: String,
}

/// The body of a webhook, byte for byte as it is signed and sent: `text` is what chat tools show, and the rest is for
/// programs.
#[must_use]
pub fn webhook_body(told: &Told<'_>, letter: &Letter) -> String {
    let still = letter.still.iter().map(String::as_str);
    let text: Vec<&str> = std::iter::once(letter.subject.as_str())
        .chain(still)
        .chain([letter.link.as_str()])
        .collect();
    json!({
        "type": format!("alert.{}", told.word.as_str()),
        "timestamp": told.at.to_string(),
        "text": text.join("\n"),
        "data": {
            "condition": told.condition,
            "team": told.team,
            "cases": told.cases,
            "since": told.since.to_string(),
            "url": letter.link,
        },
    })
    .to_string()
}
