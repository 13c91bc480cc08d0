//! A case that the policy let be: by which rule, and what stays uncertain. Nobody decided, and nothing here says so.

use crate::domain::text::LocalText;
use crate::domain::time::Timestamp;
use crate::service::see_case::CaseSeen;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::time::span;
use crate::web::typeset::humane;
use serde_json::Value;
use std::time::Duration;

/// What the history quotes.
#[derive(Debug, Clone)]
pub struct LetBe {
    pub at: Timestamp,
    /// As the policy file had it.
    pub rule: String,
    /// The policy's reason, in the reader's language.
    pub because: Option<String>,
    /// After how long, and since when.
    pub counted: Option<Msg>,
    pub uncertain: Vec<String>,
}

impl LetBe {
    /// Reads it.
    pub fn of(seen: &CaseSeen, reader: &Reader) -> Option<Self> {
        let entry = seen.lapsed.as_ref()?;
        let document: Value = serde_json::from_str(&entry.document).unwrap_or_default();
        let because: Option<LocalText> = serde_json::from_value(document["because"].clone()).ok();
        let steps = document["stays_uncertain"].as_array();
        let steps = steps.into_iter().flatten().filter_map(Value::as_str);
        Some(Self {
            at: Timestamp(entry.at),
            rule: entry.actor.clone(),
            because: because.map(|text| text.for_tag(reader.language.as_str()).to_owned()),
            counted: counted(&document),
            uncertain: steps.map(humane).collect(),
        })
    }
}

/// After how long, and since when.
pub fn counted(document: &Value) -> Option<Msg> {
    let after = Duration::from_secs(document.get("after_seconds")?.as_u64()?);
    let since = Timestamp::parse(document.get("since")?.as_str()?)?;
    Some(msg!("let-be-counted", after = span(after), since = since))
}

/// Why it is not let be at the time that was said, or when instead.
pub fn moved(document: &Value) -> Option<Msg> {
    let to = document.get("to").and_then(Value::as_str);
    let to = to.and_then(Timestamp::parse);
    Some(match (document.get("because")?.as_str()?, to) {
        ("answer_begun", _) => msg!("history-lapse-moved-answer"),
        (_, Some(at)) => msg!("history-lapse-moved-later", at = at),
        (_, None) => msg!("history-lapse-moved-person"),
    })
}
