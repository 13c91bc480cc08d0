//! What somebody tried and may not is recorded: who, what, and why they were turned away.

use super::actor::Actor;
use super::case_work::{Saved, publish};
use super::{Person, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, HistoryNumber};
use crate::domain::permits::{Act, NotPermitted};
use crate::store::cases::{self, CaseRow};
use crate::store::history::{self, NewEntry};
use crate::store::{self, Tx};
use serde_json::json;
use std::time::Duration;

/// A flood must not fill the history: the same person, deed, case and reason within this time is one entry, that of the first.
const ONCE_IN: Duration = Duration::from_secs(600);

/// Records it, in a transaction of its own: that of the deed ended without having changed anything. The case stays as it is.
pub(super) async fn turned_away(
    services: &Services,
    person: &Person,
    case: CaseId,
    tried: Act,
    why: &str,
) -> Result<(), store::Error> {
    let mut tx = services.db.begin().await?;
    // Under the lock, so that two at once are one as well.
    let Some(case) = cases::lock(&mut tx, case).await? else {
        return Ok(());
    };
    let Some(numbers) = record(services, &mut tx, person, Some(&case), tried, why).await? else {
        return Ok(());
    };
    tx.commit().await?;
    let version = case.version;
    publish(services, &case, &Saved { version, numbers });
    Ok(())
}

/// The same where it was about no case in particular.
pub(super) async fn turned_away_from_all(
    services: &Services,
    person: &Person,
    tried: Act,
    why: NotPermitted,
) -> Result<(), store::Error> {
    let mut tx = services.db.begin().await?;
    record(services, &mut tx, person, None, tried, why.as_str()).await?;
    tx.commit().await
}

async fn record(
    services: &Services,
    tx: &mut Tx,
    person: &Person,
    case: Option<&CaseRow>,
    tried: Act,
    why: &str,
) -> Result<Option<Vec<HistoryNumber>>, store::Error> {
    let now = services.now();
    let since = now.minus(ONCE_IN);
    let (actor, tried) = (Actor::Person(person), tried.as_str());
    let the_same = history::Tried {
        person: &person.name,
        tried,
        why,
    };
    let id = case.map(|case| case.id);
    if history::turned_away_since(tx, id, the_same, since).await? {
        return Ok(None);
    }
    let entry = NewEntry {
        at: now,
        case: id,
        operation: case.map(|case| case.origin.operation_id),
        actor_kind: actor.kind(),
        actor: actor.name(),
        kind: EntryKind::TurnedAway,
        document: json!({"tried": tried, "why": why, "role": person.role.to_string()}),
    };
    Ok(Some(history::append(tx, vec![entry]).await?))
}
