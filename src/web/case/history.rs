//! What happened to a case, newest first.

use super::{json_text, let_be};
use crate::domain::history::vouched::MEMBER;
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::ids::{CaseId, HistoryNumber};
use crate::domain::time::Timestamp;
use crate::service::names::Names;
use crate::service::see_case::{EntryRow, HistoryPage};
use crate::web::back::{Back, case_href};
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::words;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A page of the history.
#[derive(Debug, Clone)]
pub struct History {
    pub entries: Vec<Entry>,
    /// It is not the first page.
    pub turned: bool,
    pub next: Option<HistoryNumber>,
}

/// One entry.
#[derive(Debug, Clone)]
pub struct Entry {
    pub number: i64,
    pub at: Timestamp,
    pub sentence: Msg,
    /// The page of the decision that it tells of.
    pub decision: Option<String>,
    /// Another case that the entry tells of.
    pub other: Option<(CaseId, String)>,
    /// Words that somebody typed.
    pub said: Option<String>,
    /// What there is to tell beyond the sentence, as it is stored.
    pub document: Option<String>,
    pub short_hash: String,
    pub hash: String,
}

impl History {
    /// Makes the page.
    pub fn of(page: &HistoryPage, names: &Names, back: &Back) -> Self {
        Self {
            entries: (page.entries.iter())
                .map(|row| entry(row, names, back))
                .collect(),
            turned: page.before.is_some(),
            next: page.next,
        }
    }

    /// One entry of it.
    pub fn one(row: &EntryRow, names: &Names, back: &Back) -> Entry {
        entry(row, names, back)
    }
}

/// Members of an entry's document that hold a person's own words.
const WORDS: [&str; 5] = ["justification", "words", "note", "reason_text", "detail"];

fn entry(row: &EntryRow, names: &Names, back: &Back) -> Entry {
    let document: Value = serde_json::from_str(&row.document).unwrap_or(Value::Null);
    let kind = EntryKind::parse(&row.kind);
    let said = WORDS
        .iter()
        .filter(|_| !kind.is_some_and(stands_elsewhere))
        .find_map(|name| document.get(name)?.as_str())
        .map(ToOwned::to_owned);
    Entry {
        number: row.number,
        at: Timestamp(row.at),
        sentence: sentence(row, names, &document),
        decision: decision(row, &document),
        other: other_case(row, &document, back),
        said,
        document: has_more(&document).then(|| json_text::pretty(&document)),
        short_hash: row.hash.chars().take(6).collect(),
        hash: row.hash.clone(),
    }
}

/// Notes have their own place on the page of the case, and so has what was said with a decision and with its answer.
fn stands_elsewhere(kind: EntryKind) -> bool {
    [
        EntryKind::Noted,
        EntryKind::Decided,
        EntryKind::Proposed,
        EntryKind::Approved,
        EntryKind::ProposalRefused,
    ]
    .contains(&kind)
}

fn decision(row: &EntryRow, document: &Value) -> Option<String> {
    let told = document
        .get("decision")
        .or_else(|| document.get("proposal"))?;
    Some(format!(
        "/cases/{}/decisions/{}",
        row.case_id?,
        told.as_i64()?
    ))
}

/// The case of the operation that came in this one's place, or before this case.
fn other_case(row: &EntryRow, document: &Value, back: &Back) -> Option<(CaseId, String)> {
    let kind = EntryKind::parse(&row.kind)?;
    let name = if kind == EntryKind::Superseded {
        "case"
    } else if kind == EntryKind::CaseOpened {
        "previous_case"
    } else {
        return None;
    };
    let case = CaseId(document.get(name)?.as_i64()?);
    Some((case, case_href(case, back)))
}

/// The version alone is not worth a fold, nor is the digest of the rows that were written.
fn has_more(document: &Value) -> bool {
    document.as_object().is_some_and(|members| {
        members
            .keys()
            .any(|name| name != "version" && name != MEMBER)
    })
}

/// A kind of a later version of the program has no sentence here; it is named as it is stored.
fn sentence(row: &EntryRow, names: &Names, document: &Value) -> Msg {
    let Some(kind) = EntryKind::parse(&row.kind) else {
        return msg!("list-of-one", item = row.kind.as_str());
    };
    let who = ActorKind::parse(&row.actor_kind).unwrap_or(ActorKind::Program);
    let text = |name: &str| document.get(name).and_then(Value::as_str);
    let told = match text("proposed_by") {
        Some(proposer) if kind == EntryKind::Decided => {
            msg!("history-decided-as-proposed", who = names.of(proposer))
        }
        Some(_) | None => words::entry(kind, words::actor(who, &row.actor, names)),
    };
    let about = if kind == EntryKind::Lapsed {
        let_be::counted(document)
    } else if kind == EntryKind::LapseMoved {
        let_be::moved(document)
    } else if kind == EntryKind::Exported {
        exported(document)
    } else {
        about(document, names)
    };
    match about {
        Some(about) => msg!("history-about", told = told, about = about),
        None => told,
    }
}

/// Of a case everything is exported that there is of its operation; lists belong to no case.
fn exported(document: &Value) -> Option<Msg> {
    let is_of_case = document.get("what").and_then(Value::as_str) == Some("evidence");
    is_of_case.then(|| match document.get("files").and_then(Value::as_i64) {
        Some(files) => msg!("history-evidence-whole", n = files),
        None => msg!("history-evidence"),
    })
}

/// What it was about, where one word of its document says it.
fn about(document: &Value, names: &Names) -> Option<Msg> {
    let text = |name: &str| document.get(name).and_then(Value::as_str);
    let code = |text: &str| msg!("list-of-one", item = Arg::Code(text.to_owned()));
    if let Some(to) = text("to_person") {
        Some(msg!("handed-to", who = names.of(to)))
    } else if let Some(team) = text("to_team") {
        Some(msg!("handed-to", who = team))
    } else if let (Some(tried), Some(why)) = (text("tried"), text("why")) {
        words::turned_away(tried, why)
    } else if let Some(stale) = text("because").and_then(words::stale_word)
        && document.get("instruction").is_none()
    {
        Some(stale)
    } else if let Some(id) = text("report_id").or_else(|| text("report")) {
        Some(code(id))
    } else if let Some(old) = text("supersedes") {
        Some(msg!("history-in-place-of", key = Arg::Code(old.to_owned())))
    } else if let Some(new) = text("by") {
        Some(code(new))
    } else if let Some(resolution) = word(document, "/resolution") {
        Some(words::resolution(resolution))
    } else if let Some(outcome) = word(document, "/outcome") {
        Some(words::instruction_outcome(outcome))
    } else if let Some(kind) = word(document, "/is") {
        Some(words::kind(kind))
    } else if let Some(decided) = word(document, "/kind") {
        Some(words::decision_kind(decided))
    } else if let Some(stopped) = word(document, "/kind") {
        Some(words::kind(stopped))
    } else if let Some(seen) =
        word(document, "/observation/seen").or_else(|| word(document, "/seen"))
    {
        Some(words::seen(seen))
    } else {
        text("worker").or_else(|| text("endpoint")).map(code)
    }
}

/// One of the domain's words in a document.
fn word<T: DeserializeOwned>(document: &Value, pointer: &str) -> Option<T> {
    serde_json::from_value(document.pointer(pointer)?.clone()).ok()
}
