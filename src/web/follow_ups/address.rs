//! The address of a list of follow-ups: which of them, from where on.

use super::PATH;
use crate::domain::ids::{FollowUpId, Team};
use crate::domain::time::Timestamp;
use crate::service::surplus::{Cursor, Place, Wanted};
use crate::web::query::{self, Address};

/// Longer names no team has.
const LONGEST_VALUE: usize = 512;
/// The word for those that are over their due time.
const OVER: &str = "over";

/// One page of one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUpsAddress {
    pub wanted: Wanted,
    pub place: Place,
}

impl FollowUpsAddress {
    /// The beginning of a list.
    pub fn of(wanted: Wanted) -> Self {
        let place = Place::First;
        Self { wanted, place }
    }

    /// Reads a query string. What is not understood leaves everything in.
    pub fn read(query: &str) -> Self {
        let mut address = Self::of(Wanted::default());
        for (name, value) in query::pairs(query) {
            if value.is_empty() || value.len() > LONGEST_VALUE || value.contains('\0') {
                continue;
            }
            match name.as_str() {
                "owner" => address.wanted.owner = Some(Team::new(value)),
                "due" => address.wanted.over = value == OVER,
                "after" => address.place = cursor(&value).map_or(Place::First, Place::After),
                "before" => address.place = cursor(&value).map_or(Place::First, Place::Before),
                _ => {}
            }
        }
        address
    }

    /// The same list from another place on.
    #[must_use]
    pub fn at(&self, place: Place) -> Self {
        let wanted = self.wanted.clone();
        Self { wanted, place }
    }

    /// The path and query string.
    pub fn href(&self) -> String {
        let text = |at: Cursor| format!("{}.{}", at.due_at.0, at.id);
        let address = Address::new(PATH)
            .with_some("owner", self.wanted.owner.as_ref().map(Team::as_str))
            .with_some("due", self.wanted.over.then_some(OVER));
        let address = match self.place {
            Place::First => address,
            Place::After(at) => address.with("after", &text(at)),
            Place::Before(at) => address.with("before", &text(at)),
        };
        address.into()
    }
}

fn cursor(text: &str) -> Option<Cursor> {
    let (due_at, id) = text.split_once('.')?;
    Some(Cursor {
        due_at: Timestamp(due_at.parse().ok()?),
        id: FollowUpId(id.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back_and_garble_is_the_first_page_of_everything() {
        let at = Cursor {
            due_at: Timestamp(-5),
            id: FollowUpId(7),
        };
        let wanted = Wanted {
            owner: Some(Team::new("R&D/Ё")),
            over: true,
        };
        for place in [Place::First, Place::After(at), Place::Before(at)] {
            let wanted = wanted.clone();
            let address = FollowUpsAddress { wanted, place };
            let href = address.href();
            let (_, query) = href.split_once('?').expect("a query");
            assert_eq!(FollowUpsAddress::read(query), address);
        }
        let whole = FollowUpsAddress::of(Wanted::default());
        for garbled in ["after=5", "after=x.1", "after=1.x", "due=x", "owner=", ""] {
            assert_eq!(FollowUpsAddress::read(garbled), whole, "{garbled}");
        }
    }
}
