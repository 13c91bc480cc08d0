//! The rows of a list, a page after the other. Each page is a short read of its own, so that no connection is kept while
//! whoever takes the file reads slowly. Pages follow each other by what never changes of a row (its number, or its time and
//! number), so no row is lost or written twice whatever people do meanwhile.

use super::columns::{CASES, CaseTold, DECISIONS, Decided, HISTORY};
use super::write;
use crate::domain::export::Format;
use crate::domain::ids::{CaseId, HistoryNumber, SourceId};
use crate::service::Services;
use crate::service::queue::CaseRow;
use crate::store::queue::{self, List};
use crate::store::register::{self, Filter, Place};
use crate::store::{self, history};
use std::collections::HashMap;

/// So many rows are in memory at a time.
const PAGE: usize = 500;

/// What sources are called, by their numbers.
pub(super) type Sources = HashMap<SourceId, String>;

/// How far a list was read.
#[derive(Debug)]
pub(super) enum Rows {
    Decisions {
        filter: Filter,
        /// `None`: to the end.
        place: Option<Place>,
        until: HistoryNumber,
    },
    History {
        after: HistoryNumber,
        until: HistoryNumber,
    },
    Cases {
        list: List,
        after: CaseId,
        until: CaseId,
    },
    /// The few that one person holds.
    Held(Vec<CaseRow>),
    /// There are no more, or none.
    Over,
}

/// Some rows as lines, and how many they are.
pub(super) struct Lines {
    pub bytes: Vec<u8>,
    pub rows: usize,
}

impl Rows {
    /// The next ones. `None` after the last.
    pub async fn next(
        &mut self,
        services: &Services,
        sources: &Sources,
        form: Format,
    ) -> store::Result<Option<Lines>> {
        match self {
            Self::Decisions {
                filter,
                place,
                until,
            } => {
                let Some(at) = *place else {
                    return Ok(None);
                };
                let mut db = services.db.read().await?;
                let found = register::find(&mut db, filter, at, PAGE).await?;
                drop(db);
                *place = found.after.map(Place::After);
                let entries = found.entries.into_iter();
                let told: Vec<_> = (entries.filter(|entry| entry.number <= *until))
                    .map(|entry| decided(entry, sources))
                    .collect();
                Ok(Some(lines(form, DECISIONS, &told)))
            }
            Self::History { after, until } => {
                let left = until.0.saturating_sub(after.0);
                let limit = left.min(page());
                let mut db = services.db.read().await?;
                let rows = history::after(&mut db, *after, limit).await?;
                drop(db);
                let Some(last) = rows.last() else {
                    return Ok(None);
                };
                *after = HistoryNumber(last.number);
                Ok(Some(lines(form, HISTORY, &rows)))
            }
            Self::Cases { list, after, until } => {
                let mut db = services.db.read().await?;
                let rows = queue::by_number(&mut db, list, *after, *until, page()).await?;
                drop(db);
                let Some(last) = rows.last() else {
                    return Ok(None);
                };
                *after = last.id;
                Ok(Some(cases(form, rows, sources)))
            }
            Self::Held(rows) => {
                let rows = std::mem::take(rows);
                *self = Self::Over;
                Ok(Some(cases(form, rows, sources)))
            }
            Self::Over => Ok(None),
        }
    }
}

fn page() -> i64 {
    i64::try_from(PAGE).unwrap_or(i64::MAX)
}

fn lines<R, H>(form: Format, columns: &[super::columns::Column<R, H>], rows: &[R]) -> Lines {
    Lines {
        bytes: write::rows(form, columns, rows),
        rows: rows.len(),
    }
}

fn decided(entry: register::Entry, sources: &Sources) -> Decided {
    let source = entry.source_id.and_then(|id| sources.get(&id));
    Decided {
        document: serde_json::from_str(&entry.document).unwrap_or_default(),
        source: source.cloned().unwrap_or_default(),
        entry,
    }
}

fn cases(form: Format, rows: Vec<CaseRow>, sources: &Sources) -> Lines {
    let told: Vec<_> = (rows.into_iter())
        .map(|row| CaseTold {
            source: sources
                .get(&row.origin.source_id)
                .cloned()
                .unwrap_or_default(),
            row,
        })
        .collect();
    lines(form, CASES, &told)
}
