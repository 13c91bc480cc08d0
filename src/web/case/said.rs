//! What people have said at the desk of a case: why it waits, who handed it over, who took it from whom; and the notes.

use crate::domain::case::CaseStanding;
use crate::domain::history::EntryKind;
use crate::domain::ids::CaseId;
use crate::domain::people::User;
use crate::domain::time::Timestamp;
use crate::service::see_case::{CaseSeen, EntryRow};
use crate::web::ctx::Ctx;
use crate::web::i18n::{Msg, msg};
use serde_json::Value;

/// What people have said.
#[derive(Debug, Clone)]
pub struct Said {
    pub waits: Option<Spoken>,
    pub handed: Option<Spoken>,
    /// The person who looks held the case, and somebody took it from them.
    pub lost: Option<Spoken>,
    /// Newest first.
    pub notes: Vec<Note>,
}

/// A sentence, and somebody's words after it.
#[derive(Debug, Clone)]
pub struct Spoken {
    pub told: Msg,
    pub words: String,
}

/// A note on this case, or on another one of the same operation.
#[derive(Debug, Clone)]
pub struct Note {
    pub at: Timestamp,
    pub who: String,
    pub words: String,
    /// The other case.
    pub of: Option<CaseId>,
}

impl Said {
    /// Collects it for the person who looks.
    pub fn of(seen: &CaseSeen, ctx: &Ctx) -> Self {
        let now = ctx.reader.now;
        let in_review = matches!(
            seen.standing,
            CaseStanding::Waiting | CaseStanding::InReview { .. }
        );
        let user = ctx.user.as_deref().filter(|_| in_review);
        let lost = user.filter(|user| seen.standing.holder(now) != Some(user.id));
        Self {
            waits: waits(seen, now),
            handed: handed(seen),
            lost: lost.and_then(|user| lost_by(user, seen)),
            notes: seen
                .notes
                .iter()
                .filter_map(|row| note(row, seen))
                .collect(),
        }
    }
}

fn waits(seen: &CaseSeen, now: Timestamp) -> Option<Spoken> {
    let details = &seen.case.details;
    let until = details.look_again_at.filter(|until| *until > now)?;
    let who = details.waits_by.clone().unwrap_or_default();
    Some(Spoken {
        told: msg!("waits-notice", at = until, who = who),
        words: details.waits_because.clone()?,
    })
}

fn handed(seen: &CaseSeen) -> Option<Spoken> {
    let details = &seen.case.details;
    Some(Spoken {
        told: msg!("handed-notice", who = details.handed_by.clone()?),
        words: details.handed_because.clone()?,
    })
}

/// Whether the last thing that happened to the person's claim is that somebody took it from them.
fn lost_by(user: &User, seen: &CaseSeen) -> Option<Spoken> {
    let name = user.name.as_str();
    for row in &seen.history.entries {
        let kind = EntryKind::parse(&row.kind)?;
        if kind == EntryKind::Claimed && row.actor == name {
            return None;
        }
        if kind != EntryKind::TakenOver && kind != EntryKind::HandedOver {
            continue;
        }
        let document: Value = serde_json::from_str(&row.document).unwrap_or_default();
        if document["former"] != name {
            continue;
        }
        let (who, at) = (seen.names.of(&row.actor), Timestamp(row.at));
        let told = if kind == EntryKind::TakenOver {
            msg!("lost-taken", who = who, at = at)
        } else {
            msg!("lost-handed", who = who, at = at)
        };
        let words = document["words"].as_str().or(document["note"].as_str());
        return Some(Spoken {
            told,
            words: words.unwrap_or_default().to_owned(),
        });
    }
    None
}

fn note(row: &EntryRow, seen: &CaseSeen) -> Option<Note> {
    let document: Value = serde_json::from_str(&row.document).ok()?;
    let of = row.case_id.map(CaseId).filter(|of| *of != seen.case.id);
    Some(Note {
        at: Timestamp(row.at),
        who: seen.names.of(&row.actor),
        words: document["note"].as_str()?.to_owned(),
        of,
    })
}
