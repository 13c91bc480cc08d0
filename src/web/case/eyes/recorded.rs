//! One decision as the register tells of it: the decision itself with the facts it was made on, the policy's words of that
//! day, what followed, and everything that happened to the operation from its first event on.

use super::decision::DecisionSeenPage;
use crate::domain::facts::Facts;
use crate::domain::people::Role;
use crate::domain::policy::Risk;
use crate::domain::register::What;
use crate::domain::review::review;
use crate::domain::standing::{DecisionKind, DecisionState};
use crate::domain::text::LocalText;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::names::Names;
use crate::service::register::Entry;
use crate::service::see_decision::{DecisionSeen, OperationSeen, see_decision};

use crate::web::back::Back;
use crate::web::case::history::{Entry as Line, History};
use crate::web::case::ordered::Payload;
use crate::web::case::progress::Progress;
use crate::web::case::related::{OtherCase, other_cases};
use crate::web::case::stepper::{Step, Stepper};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::export::evidence;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::time::span;
use crate::web::typeset::humane;
use crate::web::words;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// The page.
#[derive(Debug, Template)]
#[template(path = "register/decision.html")]
pub struct RecordedPage {
    pub ctx: Ctx,
    pub made: DecisionSeenPage,
    /// `None` only if the case does not hold its decision.
    pub progress: Option<Progress>,
    /// The time as exports and documents write it.
    pub utc: String,
    pub source: String,
    pub policy: Option<PolicyThen>,
    pub against_unknown: bool,
    /// What to call whoever made it: a proposal is not decided by its first person alone.
    pub by: Msg,
    pub people: Msg,
    pub second: Option<Second>,
    pub proof: Option<Proof>,
    /// What is known of each operation today, the oldest first.
    pub holds: Vec<Holds>,
    pub later: Vec<OtherCase>,
    pub timeline: Vec<Moment>,
    pub is_cut: bool,
    /// Where everything about the operation is to be had as one file.
    pub evidence: Option<String>,
}

/// What the policy said on that day.
#[derive(Debug)]
pub struct PolicyThen {
    /// The reason, in the policy's words.
    pub reason: Option<String>,
    pub risk: Option<Msg>,
    pub second_person: Vec<Msg>,
    pub approve_within: Option<Msg>,
    pub take_before: Option<Msg>,
    pub minimum: Option<i64>,
}

/// Who answered the proposal.
#[derive(Debug)]
pub struct Second {
    pub title: Msg,
    pub name: String,
    /// As it was then.
    pub role: Option<Msg>,
}

/// The entry of the history that vouches for it.
#[derive(Debug)]
pub struct Proof {
    pub number: i64,
    pub hash: String,
    pub previous: String,
}

/// What the receiving systems hold of one operation.
#[derive(Debug)]
pub struct Holds {
    pub key: String,
    pub steps: Vec<Step>,
}

/// Something on the timeline.
#[derive(Debug)]
pub struct Moment {
    pub at: Timestamp,
    /// Which of the operations shown it is of; none where there is but one.
    pub operation: Option<Msg>,
    pub case: Option<i64>,
    pub what: Told,
}

/// What a moment tells.
#[derive(Debug)]
pub enum Told {
    /// An entry of the history.
    Entry(Box<Line>),
    /// What the source told of the time before.
    Fact(Msg),
}

impl Page for RecordedPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl RecordedPage {
    /// Makes the page.
    pub fn of(ctx: Ctx, mut shown: DecisionSeen, policy: &Policy) -> Self {
        shown.seen.names = shown.names.clone();
        let (seen, row) = (&shown.seen, &shown.decision);
        let back = Back::read(None);
        let place = seen.decisions.iter().position(|one| one.id == row.id);
        let first = shown.entries.first();
        let vouches = first.and_then(|first| {
            let mut rows = shown.history.iter();
            rows.find(|row| row.number == first.number.0)
        });
        let others = other_cases(seen, &back);
        Self {
            progress: place
                .and_then(|nth| Progress::of(seen, policy, &ctx, &back).into_iter().nth(nth)),
            utc: row.decided_at.to_string(),
            source: seen.source.title.clone(),
            policy: PolicyThen::of(&shown.told, &ctx),
            against_unknown: first.is_some_and(|first| first.against_unknown),
            by: match row.answer_before {
                Some(_) => msg!("recorded-proposed-by"),
                None => msg!("recorded-by"),
            },
            people: match (first.is_some_and(|first| first.four_eyes), row.state) {
                (true, DecisionState::Proposed) => msg!("recorded-two-to-agree"),
                (true, _) => msg!("recorded-two"),
                (false, _) => msg!("recorded-one"),
            },
            second: shown
                .entries
                .iter()
                .find_map(|entry| Second::of(entry, &shown.names)),
            proof: vouches.map(|row| Proof {
                number: row.number,
                hash: row.hash.clone(),
                previous: row.previous_hash.clone(),
            }),
            holds: (shown.operations.iter())
                .map(|operation| holds(operation, policy, ctx.reader.now))
                .collect(),
            later: others.into_iter().filter(|other| other.later).collect(),
            timeline: timeline(&shown, &back),
            is_cut: shown.is_cut,
            evidence: evidence::href(&ctx, seen.case.id),
            made: DecisionSeenPage::of(ctx.clone(), seen, row, policy, back),
            ctx,
        }
    }
}

impl Second {
    fn of(entry: &Entry, names: &Names) -> Option<Self> {
        let title = match entry.what {
            What::Approved => msg!("recorded-approved-by"),
            What::Refused => msg!("recorded-refused-by"),
            What::Decided
            | What::Proposed
            | What::Returned
            | What::Withdrawn
            | What::Lapsed
            | What::TurnedAway => return None,
        };
        Some(Self {
            title,
            name: names.of(&entry.actor),
            role: entry.role.parse::<Role>().ok().map(words::role),
        })
    }
}

impl PolicyThen {
    fn of(told: &Value, ctx: &Ctx) -> Option<Self> {
        let policy = told.get("policy")?;
        let reason: Option<LocalText> = word(policy, "reason");
        let seconds = |name: &str| {
            let seconds = policy.get(name).and_then(Value::as_u64);
            seconds.map(|n| span(Duration::from_secs(n)))
        };
        let kinds: Vec<DecisionKind> = word(policy, "second_person").unwrap_or_default();
        Some(Self {
            reason: reason.map(|text| text.for_tag(ctx.lang()).to_owned()),
            risk: word::<Risk>(policy, "risk").map(words::risk),
            second_person: kinds.into_iter().map(words::decision_kind).collect(),
            approve_within: seconds("approve_within_s"),
            take_before: seconds("take_before_s"),
            minimum: policy.get("justification_minimum").and_then(Value::as_i64),
        })
    }
}

fn word<T: DeserializeOwned>(of: &Value, name: &str) -> Option<T> {
    serde_json::from_value(of.get(name)?.clone()).ok()
}

fn holds(operation: &OperationSeen, policy: &Policy, now: Timestamp) -> Holds {
    let stepper = Stepper::of(&review(&operation.facts, policy.rules(), now));
    Holds {
        key: operation.key.as_str().to_owned(),
        steps: stepper.folded.into_iter().chain(stepper.steps).collect(),
    }
}

/// Everything in the order of time; what happened at one time, in the order in which it was recorded.
fn timeline(shown: &DecisionSeen, back: &Back) -> Vec<Moment> {
    let many = shown.operations.len() > 1;
    let called = |operation: &OperationSeen| {
        many.then(|| {
            msg!(
                "timeline-operation",
                source = shown.seen.source.title.as_str(),
                key = Arg::Code(operation.key.as_str().to_owned())
            )
        })
    };
    let mut all = Vec::new();
    for operation in &shown.operations {
        all.extend(before(&operation.facts, called(operation).as_ref()));
    }
    let entries = shown.history.iter().map(|row| Moment {
        at: Timestamp(row.at),
        operation: (shown.operations.iter())
            .find(|one| Some(one.id.0) == row.operation_id)
            .and_then(called),
        case: row.case_id,
        what: Told::Entry(Box::new(History::one(row, &shown.names, back))),
    });
    all.extend(entries);
    all.sort_by_key(|moment| moment.at);
    all
}

/// Events and attempts, which were before anything was recorded here.
fn before(facts: &Facts, operation: Option<&Msg>) -> Vec<Moment> {
    let moment = |at: Timestamp, what: Msg| Moment {
        at,
        operation: operation.cloned(),
        case: None,
        what: Told::Fact(what),
    };
    let authorised = facts
        .authorised_at
        .map(|at| moment(at, msg!("timeline-authorised")));
    let events = facts.events.iter().filter_map(|told| {
        let id = Arg::Code(told.fact.id.clone().unwrap_or_default());
        Some(moment(
            told.fact.received_at?,
            msg!("timeline-event", id = id),
        ))
    });
    let attempts = facts.attempts.iter().filter_map(|told| {
        let attempt = &told.fact;
        let said = msg!(
            "timeline-attempt",
            n = attempt.number.unwrap_or_default(),
            step = humane(attempt.step.as_str()),
            outcome = words::outcome(attempt.outcome)
        );
        Some(moment(attempt.started_at?, said))
    });
    authorised
        .into_iter()
        .chain(events)
        .chain(attempts)
        .collect()
}

/// Answers with the page.
pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    place: web::Path<i64>,
) -> Result<HttpResponse, PageError> {
    let shown = see_decision(&services, &me.person(), *place).await?;
    RecordedPage::of(me.ctx, shown, &services.policy).respond()
}
