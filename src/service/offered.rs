//! What a source has not taken yet, with a wait for what is to come.

use super::actor::{Actor, Part};
use super::together::Together;
use super::{Answer, Hint, Services, Source};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, HistoryNumber, InstructionId, SourceId};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::store::history;
use crate::store::instructions::{self, InstructionRow};
use crate::store::{self, Db};
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, timeout_at};

/// The longest wait.
pub const LONGEST_WAIT: Duration = Duration::from_secs(25);
const PAGE: i64 = 500;
/// So many are noted as delivered in one statement.
const AT_ONCE: usize = 100;

/// An instruction on offer. What to do comes with the answer to taking it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub instruction: InstructionId,
    pub case: CaseId,
    pub action: DecisionKind,
    /// The place in the list, in the order of commits.
    pub cursor: HistoryNumber,
    pub offered_at: Timestamp,
    pub take_before: Timestamp,
    pub not_after: Option<Timestamp>,
}

impl From<InstructionRow> for Offer {
    fn from(row: InstructionRow) -> Self {
        Self {
            instruction: row.id,
            case: row.case_id,
            action: row.action,
            cursor: row.number,
            offered_at: row.offered_at,
            take_before: row.take_before,
            not_after: row.not_after,
        }
    }
}

/// All that is on offer to a source after a cursor. If there is nothing, waits for something to come, without holding
/// a connection meanwhile. What another instance decides is heard of as well: the watcher gives out hints of it.
///
/// # Errors
/// Only if the database fails.
pub async fn offered(
    services: &Services,
    source: &Source,
    after: HistoryNumber,
    wait: Duration,
) -> Answer<Vec<Offer>, Infallible> {
    let end = Instant::now() + wait.min(LONGEST_WAIT);
    // Listening begins before the first look, so that nothing falls in between.
    let mut hints = services.hints.listen();
    loop {
        let offers = all(services, source, after).await?;
        if !offers.is_empty() || wait.is_zero() {
            return Ok(offers);
        }
        let heard = timeout_at(end, hear_of(&mut hints, source.id));
        tokio::select! {
            heard = heard => if heard.is_err() {
                return Ok(offers);
            },
            () = services.hints.closed() => return Ok(offers),
        }
    }
}

/// Waits for a hint about the source, or for the news that hints were missed.
async fn hear_of(hints: &mut Receiver<Hint>, source: SourceId) {
    while let Ok(hint) = hints.recv().await {
        // Without a number it tells that something on offer was handed out, and nothing new is on offer.
        if hint.source == source && hint.number.is_some() {
            return;
        }
    }
}

async fn all(
    services: &Services,
    source: &Source,
    mut after: HistoryNumber,
) -> Result<Vec<Offer>, store::Error> {
    if newest(services, source.id)
        .await?
        .is_none_or(|newest| newest <= after)
    {
        return Ok(Vec::new());
    }
    let mut connection = services.db.read().await?;
    let mut offers: Vec<Offer> = Vec::new();
    let mut new = Vec::new();
    loop {
        let page = instructions::offered(&mut connection, source.id, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.number;
        let unheard = page.iter().filter(|row| row.delivered_at.is_none());
        new.extend(unheard.map(|row| (row.id.clone(), row.case_id)));
        offers.extend(page.into_iter().map(Offer::from));
    }
    drop(connection);
    deliver(services, source.id, &new).await?;
    Ok(offers)
}

/// How far what is on offer goes. Mostly there is nothing, and those who look at the same time look together.
pub type Newest = Together<SourceId, HistoryNumber>;

async fn newest(
    services: &Services,
    source: SourceId,
) -> Result<Option<HistoryNumber>, store::Error> {
    let db = services.db.clone();
    let find = move |sources| find(db.clone(), sources);
    services.offers.ask(source, find).await
}

async fn find(
    db: Db,
    sources: Vec<SourceId>,
) -> Result<HashMap<SourceId, HistoryNumber>, store::Error> {
    instructions::newest_offers(&mut db.read().await?, &sources).await
}

/// The case shows when its instruction first reached the source, and whoever looks at it sees that at once.
async fn deliver(
    services: &Services,
    source: SourceId,
    new: &[(InstructionId, CaseId)],
) -> Result<(), store::Error> {
    let now = services.now();
    for some in new.chunks(AT_ONCE) {
        let mut tx = services.db.begin().await?;
        if instructions::delivered(&mut tx, some.iter().map(|(id, _)| id), now).await? {
            let ids: Vec<_> = some.iter().map(|(id, _)| id).collect();
            let told = json!({"what": "instructions_given", "instructions": ids});
            let by = Actor::Program(Part::Rules);
            history::append(&mut tx, vec![by.of_no_case(EntryKind::RowsKept, told, now)]).await?;
            tx.commit().await?;
        }
        for (_, case) in some {
            services.hints.publish(Hint {
                case: *case,
                source,
                number: None,
            });
        }
    }
    Ok(())
}
