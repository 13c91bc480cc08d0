//! One entry of the register as its page shows it.

use super::address::PATH;
use crate::domain::history::ActorKind;
use crate::domain::people::Role;
use crate::domain::register::What;
use crate::domain::report::StopKind;
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::names::Names;
use crate::service::register::Entry;
use crate::web::back::{Back, case_href};
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::typeset::{cut, type_title};
use crate::web::words;
use serde_json::Value;

/// So much of what somebody wrote stands in the list.
const SHOWN: usize = 160;

/// A row.
#[derive(Debug, Clone)]
pub struct Row {
    pub number: i64,
    pub at: Timestamp,
    pub what: Msg,
    /// The decision itself, or what was tried in vain.
    pub about: Option<Msg>,
    /// How it looks: the name for the stylesheet, and the icon.
    pub look: (&'static str, &'static str),
    pub href: Option<String>,
    pub title: String,
    pub type_title: Option<String>,
    pub key: Option<String>,
    pub stop_kind: Option<StopKind>,
    pub reason: String,
    pub words: Option<String>,
    pub by: Msg,
    pub role: Option<Msg>,
    /// The second person, and whether they refused.
    pub second: Option<(String, bool)>,
    pub fate: Option<Msg>,
    pub fate_at: Option<Timestamp>,
    pub reopened: bool,
    pub against_unknown: bool,
    pub short_hash: String,
    pub hash: String,
}

impl Row {
    /// Makes the row.
    pub fn of(entry: &Entry, names: &Names, policy: &Policy, reader: &Reader) -> Self {
        let document: Value = serde_json::from_str(&entry.document).unwrap_or(Value::Null);
        let key = entry.operation_key.as_ref().map(ToString::to_string);
        let second = !entry.answered_by.is_empty();
        let answers = matches!(entry.what, What::Approved | What::Refused);
        Self {
            number: entry.number.0,
            at: entry.at,
            what: words::register_what(entry.what),
            about: about(entry),
            look: look(entry.what, entry.kind.0),
            href: href(entry),
            title: entry
                .title
                .clone()
                .or_else(|| key.clone())
                .unwrap_or_default(),
            type_title: (entry.case_id.is_some())
                .then(|| type_title(&entry.operation_type, policy, reader)),
            key,
            stop_kind: entry.stop_kind.0,
            reason: entry.reason_code.clone(),
            words: said(&document).map(|words| cut(words, SHOWN)),
            by: by(entry, names),
            role: entry.role.parse::<Role>().ok().map(words::role),
            second: (second && !answers).then(|| {
                (
                    names.of(&entry.answered_by),
                    entry.answer.0 == Some(What::Refused),
                )
            }),
            fate: entry.fate.0.map(words::fate),
            fate_at: entry.fate_at.filter(|at| *at != entry.at),
            reopened: entry.reopened,
            against_unknown: entry.against_unknown,
            short_hash: entry.hash.chars().take(6).collect(),
            hash: entry.hash.clone(),
        }
    }
}

/// A person by their name, the policy by its rule, and the program as itself.
fn by(entry: &Entry, names: &Names) -> Msg {
    match (entry.what, entry.actor_kind) {
        (What::Lapsed, ActorKind::Policy) => {
            msg!("register-by-policy", rule = entry.actor.as_str())
        }
        (_, kind) => words::actor(kind, &entry.actor, names),
    }
}

fn about(entry: &Entry) -> Option<Msg> {
    match entry.what {
        What::TurnedAway => words::turned_away(&entry.tried, &entry.why),
        What::Decided
        | What::Proposed
        | What::Approved
        | What::Refused
        | What::Returned
        | What::Withdrawn
        | What::Lapsed => entry.kind.0.map(words::decision_kind),
    }
}

fn look(what: What, kind: Option<DecisionKind>) -> (&'static str, &'static str) {
    match (what, kind) {
        (What::TurnedAway, _) => ("away", "ban"),
        (What::Lapsed, _) => ("lapsed", "hourglass"),
        (_, Some(DecisionKind::Resume)) => ("resume", "step-forward"),
        (_, Some(DecisionKind::NewOperation)) => ("new", "file-plus-2"),
        (_, Some(DecisionKind::Compensate)) => ("comp", "undo-2"),
        (_, Some(DecisionKind::Close) | None) => ("close", "circle-x"),
    }
}

/// A decision has a page of its own; what is none leads to its case.
fn href(entry: &Entry) -> Option<String> {
    let of_case = |case| case_href(case, &Back::read(None));
    match entry.decision_id {
        Some(decision) => Some(format!("{PATH}/{decision}")),
        None => entry.case_id.map(of_case),
    }
}

fn said(document: &Value) -> Option<&str> {
    let words = ["justification", "words"].into_iter();
    words.filter_map(|name| document.get(name)?.as_str()).next()
}
