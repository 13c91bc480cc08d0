//! Which entries a page shows, and where the pages before and after it begin.

use super::find::{Cursor, Place};

/// The places of a page.
pub(super) struct Places {
    pub shown: Vec<Cursor>,
    pub before: Option<Cursor>,
    pub after: Option<Cursor>,
    pub all: Option<i64>,
    pub is_cut: bool,
}

impl Places {
    /// Of a scan that goes on in the direction of the page, with one more than the page takes.
    pub fn of(mut found: Vec<Cursor>, place: Place, size: usize, all: Option<i64>) -> Self {
        let more = found.len() > size;
        found.truncate(size);
        if matches!(place, Place::Before(_)) {
            found.reverse();
        }
        let (first, last) = (found.first().copied(), found.last().copied());
        let (before, after) = match place {
            Place::First => (None, last.filter(|_| more)),
            Place::After(cursor) => (first.or(Some(cursor)), last.filter(|_| more)),
            Place::Before(cursor) => (first.filter(|_| more), last.or(Some(cursor))),
        };
        Self {
            shown: found,
            before,
            after,
            all,
            is_cut: false,
        }
    }

    /// Of all there are, latest first.
    pub fn among(all: &[Cursor], place: Place, size: usize) -> Self {
        let found: Vec<Cursor> = match place {
            Place::First => all.iter().take(size + 1).copied().collect(),
            Place::After(cursor) => {
                let older = all.iter().filter(|at| **at < cursor);
                older.take(size + 1).copied().collect()
            }
            Place::Before(cursor) => {
                let newer = all.iter().rev().filter(|at| **at > cursor);
                newer.take(size + 1).copied().collect()
            }
        };
        let all = i64::try_from(all.len()).ok();
        Self::of(found, place, size, all)
    }

    /// Of those that were found in the direction of the page before the place where enough was looked at, if there is one.
    pub fn looked(found: Vec<Cursor>, furthest: Option<Cursor>, place: Place, size: usize) -> Self {
        let furthest = furthest.filter(|_| found.len() <= size);
        let places = Self::of(found, place, size, None);
        let Some(furthest) = furthest else {
            return places;
        };
        let (before, after) = match place {
            Place::First | Place::After(_) => (places.before, Some(furthest)),
            Place::Before(_) => (Some(furthest), places.after),
        };
        Self {
            before,
            after,
            is_cut: true,
            ..places
        }
    }
}
