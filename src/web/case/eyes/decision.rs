//! One decision, with the facts exactly as the person saw them who made it: from the document that is stored with it, and
//! not from what is known today.

use crate::domain::ids::CaseId;
use crate::domain::json::{self, digest};
use crate::domain::people::Role;
use crate::domain::report::{AttemptOutcome, Seen, StopKind};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::see_case::{CaseSeen, DecisionRow};
use crate::web::back::{Back, case_href};
use crate::web::case::json_text;
use crate::web::case::ordered::{Ordered, Payload};
use crate::web::case::progress::reason_title;
use crate::web::case::show::{Asked, see};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::typeset::humane;
use crate::web::words;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The page.
#[derive(Debug, Template)]
#[template(path = "case/eyes/decision.html")]
pub struct DecisionSeenPage {
    pub ctx: Ctx,
    pub back: Back,
    pub id: CaseId,
    pub case_href: String,
    pub title: String,
    pub decision: i64,
    pub meant: Msg,
    pub state: Msg,
    pub by: String,
    pub role: Option<Msg>,
    pub at: Timestamp,
    pub version: i64,
    pub reason: String,
    pub reason_code: String,
    pub justification: String,
    pub answer: Option<Answer>,
    pub facts: Facts,
    pub digest: String,
    /// Retention has removed the facts.
    pub removed: bool,
    /// The stored document gives the digest that is stored beside it.
    pub matches: bool,
    /// What was ordered, in sentences.
    pub ordered: Option<Ordered>,
    /// The same, as it is stored.
    pub order: String,
}

/// What the second person said.
#[derive(Debug)]
pub struct Answer {
    pub by: String,
    pub at: Option<Timestamp>,
    pub words: String,
}

/// The facts of the document.
#[derive(Debug)]
pub struct Facts {
    pub kind: Option<Msg>,
    pub operation_key: String,
    pub resume_point: Option<String>,
    pub steps: Vec<Step>,
    pub attempts: Vec<Line>,
    pub checks: Vec<Line>,
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
    pub results: Vec<String>,
    pub protection_ends: Option<Timestamp>,
}

/// An attempt, or a look.
#[derive(Debug)]
pub struct Line {
    pub what: String,
    pub at: Option<Timestamp>,
    pub told: Option<Msg>,
}

impl Page for DecisionSeenPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl DecisionSeenPage {
    /// Makes the page.
    pub fn of(ctx: Ctx, seen: &CaseSeen, row: &DecisionRow, policy: &Policy, back: Back) -> Self {
        let document = json::parse(row.facts_as_seen.as_bytes()).unwrap_or(Value::Null);
        let reason = reason_title(policy.reasons(), row.kind, &row.reason_code, &ctx.reader);
        let order = json::parse(row.document.as_bytes()).unwrap_or(Value::Null);
        Self {
            id: seen.case.id,
            case_href: case_href(seen.case.id, &back),
            title: seen.case.details.title.clone(),
            decision: row.id,
            meant: words::decision_kind(row.kind),
            state: words::decision_state(row.state),
            by: row.by_name.clone(),
            role: row.role.parse::<Role>().ok().map(words::role),
            at: row.decided_at,
            version: row.case_version.0,
            reason: reason.unwrap_or_else(|| row.reason_code.clone()),
            reason_code: row.reason_code.clone(),
            justification: row.justification.clone(),
            answer: row.answered_name.clone().map(|by| Answer {
                by,
                at: row.answered_at,
                words: row.answer_words.clone().unwrap_or_default(),
            }),
            removed: row.facts_as_seen.is_empty(),
            matches: digest(&document) == row.facts_digest,
            digest: row.facts_digest.clone(),
            facts: Facts::of(&document),
            ordered: Ordered::of(&row.document, seen.agreed_payload()),
            order: json_text::pretty(&order),
            ctx,
            back,
        }
    }
}

impl Facts {
    fn of(document: &Value) -> Self {
        Self {
            kind: word::<StopKind>(document, "kind").map(words::kind),
            operation_key: pointed(document, "/operation/key"),
            resume_point: text(document, "resume_point").map(humane),
            steps: (1..).zip(list(document, "steps")).map(Step::of).collect(),
            attempts: list(document, "attempts").map(attempt).collect(),
            checks: list(document, "observations").map(check).collect(),
            document: json_text::pretty(document),
        }
    }
}

impl Step {
    fn of((no, step): (usize, &Value)) -> Self {
        Self {
            no,
            name: text(step, "step").map(humane).unwrap_or_default(),
            system: text(step, "system").unwrap_or_default().to_owned(),
            known: words::knowledge_word(text(step, "knowledge").unwrap_or_default()),
            key: text(step, "key").map(ToOwned::to_owned),
            results: list(step, "results")
                .map(|result| pointed(result, "/id"))
                .collect(),
            protection_ends: text(step, "protection_ends").and_then(Timestamp::parse),
        }
    }
}

fn attempt(attempt: &Value) -> Line {
    Line {
        what: text(attempt, "step").map(humane).unwrap_or_default(),
        at: text(attempt, "started_at").and_then(Timestamp::parse),
        told: word::<AttemptOutcome>(attempt, "outcome").map(words::outcome),
    }
}

fn check(check: &Value) -> Line {
    Line {
        what: text(check, "system").unwrap_or_default().to_owned(),
        at: text(check, "observed_at").and_then(Timestamp::parse),
        told: word::<Seen>(check, "seen").map(words::seen),
    }
}

fn list<'v>(of: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    let found = of.get(name).and_then(Value::as_array);
    found.into_iter().flatten()
}

fn text<'v>(of: &'v Value, name: &str) -> Option<&'v str> {
    of.get(name)?.as_str()
}

fn pointed(of: &Value, pointer: &str) -> String {
    let found = of.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_default().to_owned()
}

/// One of the domain's words.
fn word<T: DeserializeOwned>(of: &Value, name: &str) -> Option<T> {
    serde_json::from_value(of.get(name)?.clone()).ok()
}

pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    place: web::Path<(String, i64)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me, &place.0, None).await?;
    let back = Back::read(asked.back.as_deref());
    let row = seen.decisions.iter().find(|row| row.id == place.1);
    let row = row.ok_or(PageError::NotFound)?;
    DecisionSeenPage::of(me.ctx, &seen, row, &services.policy, back).respond()
}
