//! How each act is asked for by hand: as complete as it has to be to reach the rules, and not complete enough to be done.

use crate::desk::world::TASK;
use crate::support::world::PASSWORD;
use holdpoint::domain::ids::{CaseId, FollowUpId};
use holdpoint::service::decide::Seen;

/// Fewer characters than any justification has.
const SHORT: &str = "no";

/// A request, and where its form and the link to it are.
pub struct Probe {
    pub path: String,
    pub fields: Vec<(&'static str, String)>,
    /// The page of the form, where it is not that of the case.
    pub page: Option<String>,
    /// What the page of the case links to where it is possible.
    pub link: Option<String>,
}

/// A case as it is now.
pub struct At {
    pub case: CaseId,
    pub seen: Seen,
    /// What waits for a second person there, if anything does.
    pub proposal: i64,
    pub follow_up: FollowUpId,
}

/// The word under which the history tells that it was tried.
pub fn tried(act: &str) -> &str {
    match act {
        "confirm" => "confirm_judgement",
        "new" => "new_operation",
        "owner" => "set_owner",
        same => same,
    }
}

/// The request for an act, by its head in the table.
pub fn probe(act: &str, at: &At) -> Probe {
    let below = |page: &str| format!("/cases/{}/{page}", at.case);
    let desk = |deed: &str, fields| on_its_page(below(&format!("desk/{deed}")), fields);
    match act {
        "claim" | "release" => on_the_case(below(act), vec![]),
        "check" => on_the_case(below("checks"), check()),
        "judge" => on_the_case(below("judgements"), judgement("not")),
        "confirm" => on_the_case(below("judgements"), judgement("confirm")),
        "settle" => Probe {
            link: None,
            ..on_its_page(
                format!("/follow-ups/{}", at.follow_up),
                vec![("settlement", "kept".to_owned()), ("words", SHORT.into())],
            )
        },
        "resume" | "compensate" | "close" => on_its_page(below(act), decision(at)),
        "new" => on_its_page(below("new-operation"), another(at)),
        "approve" | "refuse" => Probe {
            // Whoever sees the case may look at what was proposed.
            link: None,
            ..on_its_page(below("approval"), answer(at, act))
        },
        "withdraw" => on_its_page(below("withdraw"), words(SHORT)),
        "wait" => desk("wait", words(SHORT)),
        "hand_over" => desk("hand-over", words("")),
        "note" => desk("note", words("")),
        "take_over" => desk("take-over", words(SHORT)),
        "owner" => desk("owner", vec![("to", "team:Nobody's".to_owned())]),
        other => panic!("the table has an act {other:?} that nobody knows how to try"),
    }
}

type Fields = Vec<(&'static str, String)>;

fn on_the_case(path: String, fields: Fields) -> Probe {
    Probe {
        path,
        fields,
        page: None,
        link: None,
    }
}

fn on_its_page(path: String, fields: Fields) -> Probe {
    Probe {
        page: Some(path.clone()),
        link: Some(path.clone()),
        path,
        fields,
    }
}

fn words(words: &str) -> Fields {
    vec![("words", words.to_owned())]
}

/// A look without an identifier.
fn check() -> Fields {
    vec![
        ("step", TASK.to_owned()),
        ("place", "warehouse console".to_owned()),
        ("seen", "absent".to_owned()),
        ("at_once", "yes".to_owned()),
    ]
}

/// Of a find that nobody reported.
fn judgement(verdict: &str) -> Fields {
    vec![
        ("system", "wms".to_owned()),
        ("object_type", "task".to_owned()),
        ("id", "WT-0".to_owned()),
        ("seen", "0".to_owned()),
        ("verdict", verdict.to_owned()),
        ("grounds", SHORT.to_owned()),
    ]
}

fn seen(at: &At) -> Fields {
    vec![
        ("version", at.seen.version.0.to_string()),
        ("digest", at.seen.facts_digest.clone()),
    ]
}

fn decision(at: &At) -> Fields {
    let mut fields = seen(at);
    fields.push(("reason", "other".to_owned()));
    fields.push(("justification", SHORT.to_owned()));
    fields
}

fn another(at: &At) -> Fields {
    let mut fields = decision(at);
    fields.push(("key", "ship:another".to_owned()));
    fields.push(("password", PASSWORD.to_owned()));
    fields
}

fn answer(at: &At, verdict: &str) -> Fields {
    let mut fields = seen(at);
    fields.push(("proposal", at.proposal.to_string()));
    fields.push(("verdict", verdict.to_owned()));
    fields.push(("words", SHORT.to_owned()));
    fields
}
