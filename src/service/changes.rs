//! What has changed since, whichever instance changed it: read from the history, whose numbers follow the commits.

use super::{Answer, Hint, Services};
use crate::domain::ids::HistoryNumber;
use crate::store::history;
use std::convert::Infallible;

/// How many entries are read at once.
const PAGE: i64 = 500;

/// How far the history has come.
///
/// # Errors
/// If the database fails.
pub async fn latest(services: &Services) -> Answer<HistoryNumber, Infallible> {
    let mut conn = services.db.read().await?;
    Ok(HistoryNumber(history::head(&mut conn).await?.number))
}

/// Gives out a hint for each entry after `seen` that is about a case, and returns how far it came.
///
/// # Errors
/// If the database fails.
pub async fn give_out(
    services: &Services,
    mut seen: HistoryNumber,
) -> Answer<HistoryNumber, Infallible> {
    let mut conn = services.db.read().await?;
    let head = HistoryNumber(history::head(&mut conn).await?.number);
    while seen < head {
        let changes = history::changes(&mut conn, seen, PAGE).await?;
        let Some(last) = changes.last() else {
            break;
        };
        seen = last.number;
        for change in &changes {
            services.hints.publish(Hint {
                case: change.case_id,
                source: change.source_id,
                number: Some(change.number),
            });
        }
    }
    // Entries about no case are passed over for good.
    Ok(seen.max(head))
}
