//! One decision, with the facts exactly as the person saw them who made it: from the document that is stored with it, and
//! not from what is known today.

use super::facts::Facts;
use crate::domain::ids::CaseId;
use crate::domain::json::{self, digest};
use crate::domain::people::Role;
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::masking::Masked;
use crate::service::see_case::{CaseSeen, DecisionRow};
use crate::web::back::{Back, case_href};
use crate::web::case::json_text;
use crate::web::case::ordered::{Ordered, Payload};
use crate::web::case::progress::reason_title;
use crate::web::case::related::{KinLink, LineageLinks};
use crate::web::case::show::{Asked, see};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::words;
use actix_web::{HttpResponse, web};
use askama::Template;
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
    /// The case and its version, in words.
    pub seen_at: Msg,
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
    /// The operation that began by it, where it did.
    pub newer: Option<KinLink>,
    /// What was ordered, in sentences.
    pub ordered: Option<Ordered>,
    /// The same, as it is stored.
    pub order: String,
    pub masked: Masked,
}

/// What the second person said.
#[derive(Debug)]
pub struct Answer {
    pub by: String,
    pub at: Option<Timestamp>,
    pub words: String,
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
            by: seen.names.of(&row.by_name),
            role: row.role.parse::<Role>().ok().map(words::role),
            at: row.decided_at,
            version: row.case_version.0,
            seen_at: msg!(
                "seen-case-version",
                id = seen.case.id.0.to_string(),
                version = row.case_version.0
            ),
            reason: reason.unwrap_or_else(|| row.reason_code.clone()),
            reason_code: row.reason_code.clone(),
            justification: row.justification.clone(),
            answer: row.answered_name.as_deref().map(|by| Answer {
                by: seen.names.of(by),
                at: row.answered_at,
                words: row.answer_words.clone().unwrap_or_default(),
            }),
            removed: row.facts_as_seen.is_empty(),
            matches: digest(&document) == row.facts_digest,
            digest: row.facts_digest.clone(),
            facts: Facts::of(&document),
            newer: LineageLinks::of(seen, &back)
                .newer
                .filter(|_| row.kind == DecisionKind::NewOperation),
            ordered: Ordered::of(&row.document, seen.agreed_payload()),
            order: json_text::pretty(&order),
            masked: seen.masked,
            ctx,
            back,
        }
    }
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
