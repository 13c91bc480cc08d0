//! Nothing was recorded: the case is not what the person saw, or not theirs to decide. Their text is kept.

use super::fields::Fields;
use super::form::DecisionForm;
use crate::domain::history::Entry;
use crate::domain::ids::{CaseId, Version};
use crate::domain::permits::NotPermitted;
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::service::Services;
use crate::service::decide::{Against, DecisionRefused};
use crate::service::names::Names;
use crate::web::back::{Back, case_href};
use crate::web::case::show::see;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::words;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

/// The page of a decision that came too late.
#[derive(Debug, Template)]
#[template(path = "case/changed.html")]
pub struct ChangedPage {
    pub ctx: Ctx,
    pub back: Back,
    pub case: CaseId,
    pub case_href: String,
    pub headline: Msg,
    pub seen: Version,
    pub now: Version,
    /// What is known of a step now, and was not.
    pub changes: Vec<Change>,
    /// What happened since, oldest first.
    pub events: Vec<(Timestamp, Msg)>,
    /// The case is at the version that the person saw, and only the facts are others.
    pub other_facts: Option<OtherFacts>,
    pub justification: String,
    pub reason: String,
    pub meant: Msg,
    pub way_on: WayOn,
    pub pressed_at: Timestamp,
    /// The decision's own page, for the way on.
    pub page: &'static str,
}

/// How the person can go on with their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayOn {
    /// Look at the case as it is now, with the text in the form again.
    LookAgain,
    /// Take the case first.
    Take,
    /// The case is not to be decided by this person now; the text can be copied.
    None,
}

/// By their digests, the facts that the form was made on, and those that hold now.
#[derive(Debug, Clone)]
pub struct OtherFacts {
    pub sent: String,
    pub now: String,
}

/// One thing that changed.
#[derive(Debug, Clone)]
pub struct Change {
    pub step: String,
    pub was: Option<Msg>,
    pub is: Msg,
}

impl Page for ChangedPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// Whether this very form was sent before and recorded: a button pressed twice, or a page sent again, is no second decision
/// and no conflict.
pub async fn sent_before(
    services: &Services,
    me: &SignedIn,
    case: &str,
    kind: DecisionKind,
    fields: &Fields,
) -> Result<bool, PageError> {
    let now = see(services, me, case, None).await?;
    let (seen, why) = (fields.seen(), fields.why());
    Ok(now.decisions.first().is_some_and(|last| {
        last.by_user == me.person().id
            && last.kind == kind
            && last.case_version == seen.version
            && last.facts_digest == seen.facts_digest
            && last.reason_code == why.reason_code
            && last.justification == why.justification.trim()
    }))
}

impl ChangedPage {
    /// Explains why nothing was recorded.
    pub fn of(
        ctx: Ctx,
        case: CaseId,
        back: Back,
        form: DecisionForm,
        fields: &Fields,
        (refused, names): (&DecisionRefused, &Names),
        facts_now: String,
    ) -> Self {
        let seen = fields.seen();
        let same_version = refused.against == Against::Changed && seen.version == refused.version;
        let other_facts = same_version.then_some(OtherFacts {
            sent: seen.facts_digest,
            now: facts_now,
        });
        let changes: Vec<Change> = refused.since.iter().flat_map(changes).collect();
        Self {
            case_href: case_href(case, &back),
            pressed_at: ctx.reader.now,
            headline: match other_facts {
                Some(_) => msg!("changed-headline-facts"),
                None => headline(&refused.against),
            },
            seen: seen.version,
            now: refused.version,
            events: (refused.since.iter())
                .map(|entry| event(entry, names))
                .collect(),
            other_facts,
            changes,
            justification: fields.get("justification").to_owned(),
            reason: fields.get("reason").to_owned(),
            meant: form.meant(),
            way_on: way_on(&refused.against),
            page: form.slug(),
            ctx,
            back,
            case,
        }
    }

    /// The page as an answer: the case is in another state than the person thought.
    pub fn conflict(&self) -> Result<HttpResponse, PageError> {
        self.respond_with(StatusCode::CONFLICT)
    }
}

fn headline(against: &Against) -> Msg {
    match against {
        Against::Authority { why, holder } => words::not_permitted(*why, holder.as_deref()),
        Against::Changed | Against::Form(_) | Against::Rules(_) | Against::FormAndRules(..) => {
            msg!("changed-headline")
        }
    }
}

fn way_on(against: &Against) -> WayOn {
    match against {
        Against::Authority {
            why: NotPermitted::NotClaimed,
            ..
        } => WayOn::Take,
        Against::Authority { .. } => WayOn::None,
        Against::Changed | Against::Form(_) | Against::Rules(_) | Against::FormAndRules(..) => {
            WayOn::LookAgain
        }
    }
}

fn event(entry: &Entry, names: &Names) -> (Timestamp, Msg) {
    let who = words::actor(entry.actor_kind, &entry.actor, names);
    (entry.at, words::entry(entry.kind, who))
}

/// What an entry says about knowledge that it changed.
fn changes(entry: &Entry) -> Vec<Change> {
    let told = entry.document.get("knowledge").and_then(|k| k.as_array());
    let change = |change: &serde_json::Value| {
        let word = |name: &str| change.get(name)?.as_str().map(words::knowledge_word);
        Some(Change {
            step: change.get("step")?.as_str()?.to_owned(),
            was: word("was"),
            is: word("is")?,
        })
    };
    told.into_iter().flatten().filter_map(change).collect()
}
