//! What somebody tried and may not is recorded: who, what, and why they were turned away.

use super::actor::Actor;
use super::case_work::{Saved, publish};
use super::{Person, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::CaseId;
use crate::domain::standing::DecisionKind;
use crate::store::history::{self, NewEntry};
use crate::store::{self, cases};
use serde_json::json;
use std::time::Duration;

/// A flood must not fill the history: the same person, deed and case within this time is one entry.
const ONCE_IN: Duration = Duration::from_secs(60);

/// What somebody tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    Claim,
    Decide(DecisionKind),
    Approve,
    Refuse,
    Withdraw,
    ConfirmJudgement,
}

impl Tried {
    fn as_str(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::Decide(DecisionKind::Resume) => "resume",
            Self::Decide(DecisionKind::NewOperation) => "new_operation",
            Self::Decide(DecisionKind::Compensate) => "compensate",
            Self::Decide(DecisionKind::Close) => "close",
            Self::Approve => "approve",
            Self::Refuse => "refuse",
            Self::Withdraw => "withdraw",
            Self::ConfirmJudgement => "confirm_judgement",
        }
    }
}

/// Records it, in a transaction of its own: that of the deed ended without having changed anything. The case stays as it is.
pub(super) async fn turned_away(
    services: &Services,
    person: &Person,
    case: CaseId,
    tried: Tried,
    why: &str,
) -> Result<(), store::Error> {
    let mut tx = services.db.begin().await?;
    // Under the lock, so that two at once are one as well.
    let Some(case) = cases::lock(&mut tx, case).await? else {
        return Ok(());
    };
    let now = services.now();
    let since = now.minus(ONCE_IN);
    let (actor, tried) = (Actor::Person(person), tried.as_str());
    if history::turned_away_since(&mut tx, case.id, &person.name, tried, since).await? {
        return Ok(());
    }
    let entry = NewEntry {
        at: now,
        case: Some(case.id),
        operation: Some(case.origin.operation_id),
        actor_kind: actor.kind(),
        actor: actor.name(),
        kind: EntryKind::TurnedAway,
        document: json!({"tried": tried, "why": why, "role": person.role.to_string()}),
    };
    let numbers = history::append(&mut tx, vec![entry]).await?;
    tx.commit().await?;
    let version = case.version;
    publish(services, &case, &Saved { version, numbers });
    Ok(())
}
