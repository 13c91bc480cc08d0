//! The facts of a decision as its document holds them, in the words in which the page said them then.

use crate::domain::facts::ContentStanding;
use crate::domain::ids::StepName;
use crate::domain::judgement::{Thing, Verdict};
use crate::domain::protection::Protection;
use crate::domain::report::{AttemptOutcome, ResultRef, Seen, SeenHow, StopKind};
use crate::domain::time::Timestamp;
use crate::web::case::json_text;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::{amount, humane};
use crate::web::words;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The facts of the document.
#[derive(Debug)]
pub struct Facts {
    pub kind: Option<Msg>,
    pub stopped_at: Option<Timestamp>,
    /// Why the source stopped, in its own words.
    pub reason: Option<String>,
    pub operation_key: String,
    pub amount: Option<String>,
    /// Business references, by their names.
    pub references: Vec<(String, String)>,
    pub resume_point: Option<String>,
    pub steps: Vec<Step>,
    pub attempts: Vec<Line>,
    pub checks: Vec<Line>,
    /// What people had judged about finds.
    pub judgements: Vec<Line>,
    /// Contents, where several came under the key.
    pub contents: Vec<Line>,
    /// All of it, as it is stored.
    pub document: String,
}

/// A step as it was known then.
#[derive(Debug)]
pub struct Step {
    /// From 1.
    pub no: usize,
    pub name: String,
    pub system: String,
    pub known: Msg,
    pub key: Option<String>,
    pub results: Vec<Msg>,
    /// What was sent, whether somebody looked, and what protected a repeat.
    pub more: Vec<Msg>,
}

/// An attempt, a look, a judgement or a content.
#[derive(Debug)]
pub struct Line {
    pub what: Option<Msg>,
    pub at: Option<Timestamp>,
    pub told: Vec<Msg>,
}

impl Facts {
    /// Reads them.
    pub fn of(document: &Value) -> Self {
        let contents: Vec<Line> = list(document, "contents").map(content).collect();
        let references = document.pointer("/operation/references");
        let references = references.and_then(Value::as_object).into_iter().flatten();
        Self {
            kind: word::<StopKind>(document, "kind").map(words::kind),
            stopped_at: time(document, "stopped_at"),
            reason: pointed(document, "/stop/reason"),
            operation_key: pointed(document, "/operation/key").unwrap_or_default(),
            amount: amount_of(document),
            references: references
                .map(|(name, value)| (name.clone(), json_text::plain(value)))
                .collect(),
            resume_point: text(document, "resume_point").map(humane),
            steps: (1..).zip(list(document, "steps")).map(Step::of).collect(),
            attempts: list(document, "attempts").map(attempt).collect(),
            checks: list(document, "observations").map(check).collect(),
            judgements: list(document, "judgements").map(judgement).collect(),
            contents: if contents.len() > 1 {
                contents
            } else {
                Vec::new()
            },
            document: json_text::pretty(document),
        }
    }
}

fn amount_of(document: &Value) -> Option<String> {
    let told = document.pointer("/operation/amount")?;
    Some(amount(text(told, "value")?, text(told, "currency")?))
}

impl Step {
    fn of((no, step): (usize, &Value)) -> Self {
        let more = [sent(step), absence(step), protection(step)];
        Self {
            no,
            name: text(step, "step").map(humane).unwrap_or_default(),
            system: text(step, "system").unwrap_or_default().to_owned(),
            known: known(step),
            key: text(step, "key").map(ToOwned::to_owned),
            results: list(step, "results").map(result).collect(),
            more: more.into_iter().flatten().collect(),
        }
    }
}

fn known_word(step: &Value) -> &str {
    text(step, "knowledge").unwrap_or_default()
}

/// What was known of it, with how often it was sent or done.
fn known(step: &Value) -> Msg {
    let results = list(step, "results").count();
    match known_word(step) {
        "done" if results > 1 => msg!("knowledge-more-than-once", times = results),
        "not_done: refused" => msg!("knowledge-refused", times = counted(step, "refused")),
        "unknown: unanswered" => {
            let sent = ["acknowledged", "refused", "duplicate", "unanswered"];
            let times: i64 = sent.iter().map(|name| counted(step, name)).sum();
            msg!("knowledge-unanswered", times = times)
        }
        word => words::knowledge_word(word),
    }
}

fn counted(step: &Value, name: &str) -> i64 {
    let counted = step.get("sent").and_then(|sent| sent.get(name));
    counted.and_then(Value::as_i64).unwrap_or_default()
}

fn sent(step: &Value) -> Option<Msg> {
    let count = |name| counted(step, name);
    let all = [
        count("acknowledged"),
        count("refused"),
        count("duplicate"),
        count("unanswered"),
        count("takings"),
    ];
    let [acknowledged, refused, duplicate, unanswered, takings] = all;
    all.iter().any(|n| *n > 0).then(|| {
        msg!(
            "stored-sent",
            acknowledged = acknowledged,
            refused = refused,
            duplicate = duplicate,
            unanswered = unanswered,
            takings = takings
        )
    })
}

/// Whether somebody had looked, where that mattered: of a step whose result was not known, or proven not to be there.
fn absence(step: &Value) -> Option<Msg> {
    let known = text(step, "knowledge")?;
    let absence = step.get("absence")?;
    if let Some(at) = time(absence, "proven") {
        return Some(msg!("knowledge-absent", at = at));
    }
    let unknown = known.starts_with("unknown");
    let told = match absence.as_str() {
        Some("nobody_looked") => msg!("checks-none"),
        Some(_) | None => msg!("stored-nothing-yet"),
    };
    unknown.then_some(told)
}

fn protection(step: &Value) -> Option<Msg> {
    let end = time(step, "protection_ends");
    // What is done without an attempt that anybody told of is not "not sent yet".
    if known_word(step) == "done" && text(step, "protection") == Some("not_started") {
        return None;
    }
    Some(match (text(step, "protection")?, end) {
        ("not_started", _) => words::protection(Protection::NotStarted),
        ("in_force", Some(until)) => words::protection(Protection::InForce { until }),
        ("without_end", _) => words::protection(Protection::WithoutEnd),
        ("over", Some(since)) => words::protection(Protection::Over { since }),
        ("none", _) => msg!("stored-protection-none"),
        ("not_known", _) => msg!("stored-protection-not-known"),
        _ => return None,
    })
}

fn attempt(attempt: &Value) -> Line {
    let number = attempt.get("number").and_then(Value::as_i64);
    let step = text(attempt, "step").map(humane).unwrap_or_default();
    let status = attempt.get("http_status").and_then(Value::as_i64);
    let outcome = word::<AttemptOutcome>(attempt, "outcome").map(words::outcome);
    let told = [
        outcome,
        status.map(|status| msg!("list-of-one", item = Arg::Code(format!("HTTP {status}")))),
        text(attempt, "code").map(code),
        text(attempt, "idempotency_key").map(code),
    ];
    Line {
        what: Some(match number {
            Some(number) => msg!("stored-attempt", step = step, number = number),
            None => msg!("list-of-one", item = step),
        }),
        at: time(attempt, "started_at"),
        told: told.into_iter().flatten().collect(),
    }
}

fn check(check: &Value) -> Line {
    let matches = check.get("matches").and_then(Value::as_bool);
    let person = check.get("person").and_then(|person| text(person, "who"));
    let object = check.get("object").filter(|object| object.is_object());
    let told = [
        word::<SeenHow>(check, "how").map(words::seen_how),
        word::<Seen>(check, "seen").map(words::seen),
        object.map(result),
        matches.map(|ours| {
            if ours {
                msg!("stored-ours")
            } else {
                msg!("stored-not-ours")
            }
        }),
        text(check, "by").map(|by| msg!("stored-by", by = by)),
        person.map(|who| msg!("list-of-one", item = who)),
    ];
    Line {
        what: text(check, "system").map(|system| msg!("list-of-one", item = system)),
        at: time(check, "observed_at"),
        told: told.into_iter().flatten().collect(),
    }
}

fn judgement(judgement: &Value) -> Line {
    let thing = word::<Thing>(judgement, "thing");
    let verdict = word::<Verdict>(judgement, "verdict").map(|verdict| match verdict {
        Verdict::ThisOperations { step } => msg!("hint-judged-ours", step = step_name(&step)),
        Verdict::NotThisOperations => msg!("hint-judged-not-ours"),
    });
    let first = judgement.get("first");
    let second = judgement.get("second");
    let awaited = second.and_then(Value::as_str).is_some();
    let said = |judged: &Value| {
        let (who, grounds) = (text(judged, "by")?, text(judged, "grounds")?);
        Some(msg!("stored-judged", who = who, grounds = grounds))
    };
    let told = [
        verdict,
        first.and_then(said),
        second.and_then(said),
        awaited.then(|| msg!("stored-judgement-awaited")),
    ];
    Line {
        what: thing.map(|thing| {
            let (kind, id) = (thing.object_type.as_str(), thing.id.as_str());
            let system = thing.system.as_str();
            msg!("stored-thing", kind = kind, id = id, system = system)
        }),
        at: first.and_then(|first| time(first, "at")),
        told: told.into_iter().flatten().collect(),
    }
}

fn step_name(step: &StepName) -> String {
    humane(step.as_str())
}

fn content(content: &Value) -> Line {
    let standing = word::<ContentStanding>(content, "standing").map(|standing| match standing {
        ContentStanding::Agreed => msg!("content-agreed"),
        ContentStanding::Contested => msg!("content-changed"),
        ContentStanding::Refused => msg!("content-refused"),
    });
    Line {
        what: standing,
        at: time(content, "received_at"),
        told: text(content, "digest").map(code).into_iter().collect(),
    }
}

/// An object, with its type.
fn result(result: &Value) -> Msg {
    words::result_of(&ResultRef {
        object_type: text(result, "type")
            .or_else(|| text(result, "object_type"))
            .unwrap_or_default()
            .to_owned(),
        id: text(result, "id").unwrap_or_default().to_owned(),
        url: None,
        status: None,
    })
}

fn code(text: &str) -> Msg {
    msg!("list-of-one", item = Arg::Code(text.to_owned()))
}

fn list<'v>(of: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    let found = of.get(name).and_then(Value::as_array);
    found.into_iter().flatten()
}

fn text<'v>(of: &'v Value, name: &str) -> Option<&'v str> {
    of.get(name)?.as_str()
}

fn time(of: &Value, name: &str) -> Option<Timestamp> {
    text(of, name).and_then(Timestamp::parse)
}

fn pointed(of: &Value, pointer: &str) -> Option<String> {
    let found = of.pointer(pointer).and_then(Value::as_str);
    found.map(ToOwned::to_owned)
}

/// One of the domain's words.
fn word<T: DeserializeOwned>(of: &Value, name: &str) -> Option<T> {
    serde_json::from_value(of.get(name)?.clone()).ok()
}
