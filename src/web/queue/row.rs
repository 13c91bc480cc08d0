//! One row of a list of cases, ready to be shown.

use super::address::List;
use super::glyph::{Glyph, Here};
use crate::domain::chain::StepSign;
use crate::domain::ids::{CaseId, UserId};
use crate::domain::outcome::StoppedAgain;
use crate::domain::policy::Risk;
use crate::domain::report::StopKind;
use crate::domain::standing::{CaseProtection, CaseState, Resolution};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::queue::{CaseDetails, CaseRow};
use crate::web::back::{Back, case_href};
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::time::{left, span};
use crate::web::typeset::{amount, cut, humane, initials, short_name, type_title};
use crate::web::words;
use std::time::Duration;

/// Protection that ends sooner than this is shown as urgent.
const SOON: Duration = Duration::from_secs(30 * 60);
/// The most characters of a stop's reason in a row; the case has all of it.
const REASON_LENGTH: usize = 160;

/// One case in a list.
#[derive(Debug, Clone)]
pub struct Row {
    pub id: CaseId,
    pub kind: StopKind,
    pub href: String,
    pub standing: Standing,
    pub age: Age,
    pub title: String,
    pub tags: Vec<Msg>,
    pub amount: Option<String>,
    pub type_title: String,
    pub key: String,
    pub glyph: Glyph,
    /// "2 of 3", where anything is left to do.
    pub place: Option<Msg>,
    pub step: Option<String>,
    pub system: Option<String>,
    pub why: Why,
    pub attempts: Msg,
    pub last_attempt_at: Option<Timestamp>,
    pub protection: Protection,
    pub owner: Option<String>,
    pub desk: Desk,
    /// What somebody said of it: why it waits, or why they handed it over.
    pub said: Option<Said>,
}

/// Somebody's words about a case, in short.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    pub waits: bool,
    pub told: Msg,
    pub words: String,
}

/// Whose case it is, for the look of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Mine,
    Held,
    Free,
}

/// The first column: how long, and until when.
#[derive(Debug, Clone)]
pub enum Age {
    Waiting {
        since: Msg,
        over: Option<Msg>,
        due_at: Timestamp,
        /// When the policy lets it be if nobody answers.
        lapses_at: Option<Timestamp>,
    },
    /// Put off until then.
    PutOff {
        until: Timestamp,
        left: Msg,
        over: Option<Msg>,
    },
    Decided {
        since: Msg,
        stopped: Msg,
    },
    Resolved {
        at: Option<Timestamp>,
        after: Option<Msg>,
    },
}

/// Why it stopped.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// The source's words.
    Told(String),
    /// The source's code, where it gave no words.
    Code(String),
    /// What the kind says, where the source said nothing.
    Kind(Msg),
}

/// What protects a repeat of the step at the resume point, seen now.
#[derive(Debug, Clone, PartialEq)]
pub enum Protection {
    Until {
        until: Timestamp,
        bar: Bar,
        left: Msg,
        soon: bool,
    },
    Over {
        since: Timestamp,
    },
    Said {
        icon: Option<&'static str>,
        words: Msg,
    },
}

/// The used and the remaining part of a protection window, in tenths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    used: i64,
}

/// The last column's second line: who has it, or where it stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Desk {
    Free,
    Mine {
        initials: String,
        until: Option<Timestamp>,
    },
    Held {
        initials: String,
        name: String,
        until: Option<Timestamp>,
    },
    Said(Msg),
}

/// For whom rows are made, and from where they are opened.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    pub reader: &'a Reader,
    pub policy: &'a Policy,
    pub me: UserId,
    pub back: &'a Back,
    pub list: List,
}

impl Row {
    /// The row of a case.
    pub fn of(case: &CaseRow, setting: Setting<'_>) -> Self {
        let details = &case.details;
        let operation_type = &case.origin.operation_type;
        let glyph = Glyph::of(case);
        Self {
            id: case.id,
            kind: details.kind,
            href: case_href(case.id, setting.back),
            standing: standing(case, setting),
            age: age(case, setting),
            title: details.title.clone(),
            tags: tags(case, setting.policy),
            amount: (details.amount.as_deref())
                .map(|value| amount(value, details.currency.as_deref().unwrap_or_default())),
            type_title: type_title(operation_type, setting.policy, setting.reader),
            key: case.origin.operation_key.as_str().to_owned(),
            place: (details.resume_step_no)
                .map(|n| msg!("queue-step-of", n = n, of = details.step_count)),
            step: details
                .resume_step
                .as_ref()
                .map(|step| humane(step.as_str())),
            system: Some(humane(&details.system)).filter(|system| !system.is_empty()),
            why: why(case),
            attempts: msg!("queue-attempts", n = details.attempts),
            last_attempt_at: details.last_attempt_at,
            protection: protection(case, setting.reader.now),
            owner: Some(details.owner_team.as_str().to_owned()).filter(|team| !team.is_empty()),
            desk: desk(case, setting),
            said: said(case, setting.reader.now),
            glyph,
        }
    }
}

/// Why a case waits is more urgent to know than who handed it over before.
fn said(case: &CaseRow, now: Timestamp) -> Option<Said> {
    let details = &case.details;
    let waits = details.look_again_at.filter(|until| *until > now);
    let (told, words) = match waits {
        Some(until) => (
            msg!("queue-waits-until", at = until),
            details.waits_because.as_deref()?,
        ),
        None => (
            msg!(
                "queue-handed-by",
                who = short_name(details.handed_by.as_deref()?)
            ),
            details.handed_because.as_deref()?,
        ),
    };
    Some(Said {
        waits: waits.is_some(),
        told,
        words: cut(words, REASON_LENGTH),
    })
}

/// Whether a claim still runs: one that ran out leaves the case free, even before the program has noticed.
fn is_held(case: &CaseRow, now: Timestamp) -> bool {
    let details = &case.details;
    details.state == CaseState::InReview && details.claimed_until.is_none_or(|until| until > now)
}

fn standing(case: &CaseRow, setting: Setting<'_>) -> Standing {
    if !is_held(case, setting.reader.now) {
        Standing::Free
    } else if case.details.holder_id == Some(setting.me) {
        Standing::Mine
    } else {
        Standing::Held
    }
}

fn age(case: &CaseRow, setting: Setting<'_>) -> Age {
    let (details, now) = (&case.details, setting.reader.now);
    match setting.list {
        List::Lane(_) | List::Mine => Age::Waiting {
            since: span(now.since(details.stopped_at)),
            over: over(details, now),
            due_at: details.due_at,
            lapses_at: details.lapses_at,
        },
        List::PutOff => {
            let until = details.look_again_at.unwrap_or(now);
            Age::PutOff {
                until,
                left: left(until, now),
                over: over(details, now),
            }
        }
        List::UnderWay => Age::Decided {
            since: span(now.since(details.decided_at.unwrap_or(now))),
            stopped: span(now.since(details.stopped_at)),
        },
        List::Resolved => Age::Resolved {
            at: details.resolved_at,
            after: details
                .resolved_at
                .map(|at| span(at.since(details.stopped_at))),
        },
    }
}

/// By how much a case is over its due time.
fn over(details: &CaseDetails, now: Timestamp) -> Option<Msg> {
    (details.due_at < now).then(|| span(now.since(details.due_at)))
}

fn tags(case: &CaseRow, policy: &Policy) -> Vec<Msg> {
    let (_, origin) = policy.operation_type(&case.origin.operation_type);
    let tags = [
        (case.details.risk == Risk::High).then(|| msg!("queue-tag-high-risk")),
        case.origin
            .previous_case_id
            .map(|_| msg!("queue-tag-again")),
        (!origin.names_the_type()).then(|| msg!("queue-tag-no-policy")),
    ];
    tags.into_iter().flatten().collect()
}

fn why(case: &CaseRow) -> Why {
    let details = &case.details;
    let told = details
        .reason
        .as_deref()
        .map(str::trim)
        .filter(|reason| !reason.is_empty());
    match (details.kind, told) {
        // The source often does not know it: it only repeated itself.
        (StopKind::PayloadConflict, None) => Why::Kind(msg!("queue-why-conflict")),
        (_, Some(reason)) => Why::Told(cut(reason, REASON_LENGTH)),
        (StopKind::ResultUnknown | StopKind::NextStepPending, None)
            if !details.stop_code.is_empty() =>
        {
            match StoppedAgain::parse(&details.stop_code) {
                Some(again) => Why::Kind(words::stopped_again(again)),
                None => Why::Code(details.stop_code.clone()),
            }
        }
        (StopKind::ResultUnknown | StopKind::NextStepPending, None) => {
            Why::Kind(msg!("queue-why-none"))
        }
    }
}

fn protection(case: &CaseRow, now: Timestamp) -> Protection {
    let details = &case.details;
    let said = |icon, words| Protection::Said { icon, words };
    match (details.protection, details.protection_until) {
        (CaseProtection::Until, Some(until)) if until > now => Protection::Until {
            until,
            bar: Bar::of(details.protection_since.unwrap_or(until), until, now),
            left: left(until, now),
            soon: until.since(now) < SOON,
        },
        (CaseProtection::Until, Some(since)) => Protection::Over { since },
        (CaseProtection::WithoutEnd, _) => {
            said(Some("shield-check"), msg!("queue-protection-without-end"))
        }
        (CaseProtection::Stored5xx, _) => {
            said(Some("shield-off"), msg!("queue-protection-stored-5xx"))
        }
        (CaseProtection::None, _) => said(Some("shield-off"), msg!("queue-protection-none")),
        (CaseProtection::Until | CaseProtection::NotKnown, _) => said(
            Some("shield-question-mark"),
            msg!("queue-protection-not-known"),
        ),
        (CaseProtection::NotNeeded, _) => said(None, not_needed(case)),
    }
}

/// Why nothing has to protect a repeat: it would be none.
fn not_needed(case: &CaseRow) -> Msg {
    match Glyph::of(case).here {
        None => msg!("queue-protection-all-done"),
        Some((_, Here::Sign(StepSign::Refused))) => msg!("queue-protection-refused"),
        Some((_, Here::Sign(StepSign::NotThere))) => msg!("queue-protection-not-there"),
        Some((_, Here::Sign(StepSign::NeverSent))) => msg!("queue-protection-never-sent"),
        Some((_, Here::Conflict)) => msg!("queue-protection-not-needed"),
        Some((
            _,
            Here::Sign(StepSign::Done | StepSign::Undone | StepSign::Skipped | StepSign::Unknown),
        )) => msg!("queue-protection-not-needed"),
    }
}

impl Bar {
    fn of(since: Timestamp, until: Timestamp, now: Timestamp) -> Self {
        let whole = until.since(since).as_micros().max(1);
        let used = now.since(since).as_micros().min(whole);
        Self {
            used: i64::try_from(used * 1000 / whole).unwrap_or(1000),
        }
    }

    /// Where the remaining part begins: "45.0%".
    pub fn begins(self) -> String {
        percent(self.used)
    }

    /// How wide the remaining part is.
    pub fn width(self) -> String {
        percent(1000 - self.used)
    }
}

fn percent(tenths: i64) -> String {
    format!("{}.{}%", tenths / 10, tenths % 10)
}

fn desk(case: &CaseRow, setting: Setting<'_>) -> Desk {
    let details = &case.details;
    match details.state {
        CaseState::Waiting => Desk::Free,
        CaseState::InReview => holder(case, setting),
        CaseState::AwaitingApproval => Desk::Said(msg!("queue-desk-awaiting-approval")),
        CaseState::Decided => Desk::Said(msg!("queue-desk-decided")),
        CaseState::Executing => Desk::Said(msg!("queue-desk-executing")),
        CaseState::Resolved => Desk::Said(resolved(details.resolution)),
    }
}

fn holder(case: &CaseRow, setting: Setting<'_>) -> Desk {
    let (name, until) = (case.holder_name.as_deref(), case.details.claimed_until);
    let name = name.unwrap_or_default();
    match standing(case, setting) {
        Standing::Free => Desk::Free,
        Standing::Mine => Desk::Mine {
            initials: initials(name),
            until,
        },
        Standing::Held => Desk::Held {
            initials: initials(name),
            name: short_name(name),
            until,
        },
    }
}

/// How a case ended, in a few words.
fn resolved(resolution: Option<Resolution>) -> Msg {
    match resolution {
        Some(Resolution::Resumed) => msg!("queue-desk-resumed"),
        Some(Resolution::ConfirmedComplete) => msg!("queue-desk-confirmed-complete"),
        Some(Resolution::NewOperation) => msg!("queue-desk-new-operation"),
        Some(Resolution::CarriedOut) => msg!("queue-desk-carried-out"),
        Some(Resolution::Compensated) => msg!("queue-desk-compensated"),
        Some(Resolution::Closed) => msg!("queue-desk-closed"),
        Some(Resolution::Lapsed) => msg!("queue-desk-lapsed"),
        None => msg!("queue-desk-resolved"),
    }
}
