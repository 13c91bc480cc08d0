//! The addresses of groups of one cause, and of the acts on their cases.

use crate::domain::cause;
use crate::domain::ids::{CaseId, CauseId, JointActId};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::service::cause::After;
use crate::service::queue::Cursor;
use crate::web::query::{self, Address};
use crate::web::queue::address::{List, kind_of};

/// Where the groups are.
pub const PATH: &str = "/causes";
/// The field that names a case.
pub const CASE: &str = "case";

/// The groups of a lane.
pub fn groups_href(kind: StopKind) -> String {
    let (name, value) = List::Lane(kind).pair();
    Address::new(PATH).with_some(name, value).into()
}

/// The groups of a lane that come after one of them.
pub fn groups_after_href(kind: StopKind, after: &After) -> String {
    let (name, value) = List::Lane(kind).pair();
    let place = format!("{}.{}", after.cases, after.id);
    let address = Address::new(PATH).with_some(name, value);
    address.with("after", &place).into()
}

/// One group.
pub fn group_href(cause: &CauseId) -> String {
    format!("{PATH}/{cause}")
}

/// One group, from one of its cases on.
pub fn group_after_href(cause: &CauseId, after: Cursor) -> String {
    let place = format!("{}.{}", after.at.0, after.id);
    let address = Address::new(&group_href(cause));
    address.with("after", &place).into()
}

/// One group with some cases marked, as they were before a page on which they are not seen to after all.
pub fn group_with_marks_href(cause: &CauseId, cases: impl Iterator<Item = CaseId>) -> String {
    let begun = Address::new(&group_href(cause));
    let marked = |address: Address, case: CaseId| address.with(CASE, &case.0.to_string());
    cases.fold(begun, marked).into()
}

/// One group with the cases of a page marked.
pub fn group_marked_href(cause: &CauseId, from: Option<Cursor>) -> String {
    let place = from.map(|from| format!("{}.{}", from.at.0, from.id));
    let address = Address::new(&group_href(cause)).with_some("after", place.as_deref());
    address.with("marked", "all").into()
}

/// Which cases of the page are marked, as its address tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkedTold {
    Nothing,
    All,
    These(Vec<CaseId>),
    /// An act was asked for, and no case was marked.
    None,
    /// An act was asked for on more cases than one act takes.
    TooMany,
}

impl MarkedTold {
    /// Reads it from a query.
    pub fn read(query: &str) -> Self {
        let pairs = query::pairs(query);
        let told = pairs.iter().find(|(name, _)| name == "marked");
        match told.map(|(_, value)| value.as_str()) {
            Some("all") => Self::All,
            Some("none") => Self::None,
            Some("too-many") => Self::TooMany,
            Some(_) | None => {
                let named = pairs.iter().filter(|(name, _)| name == CASE);
                let ids = named.filter_map(|(_, id)| id.parse().ok().map(CaseId));
                Some(ids.collect::<Vec<_>>())
                    .filter(|ids| !ids.is_empty())
                    .map_or(Self::Nothing, Self::These)
            }
        }
    }

    /// Whether a case of the page is marked.
    pub fn marks(&self, case: CaseId) -> bool {
        match self {
            Self::All => true,
            Self::These(cases) => cases.contains(&case),
            Self::Nothing | Self::None | Self::TooMany => false,
        }
    }
}

/// What came of an act on several cases.
pub fn joint_href(id: JointActId) -> String {
    format!("/together/{id}")
}

/// The group that is at a path.
pub fn cause_of(path: &str) -> Option<CauseId> {
    cause::parse(path.strip_prefix(PATH)?.strip_prefix('/')?)
}

/// Which lane, and where in it a page begins.
pub fn read_groups(query: &str) -> (StopKind, Option<After>) {
    let mut kind = StopKind::ResultUnknown;
    let mut after = None;
    for (name, value) in query::pairs(query) {
        match name.as_str() {
            "kind" => kind = kind_of(&value).unwrap_or(kind),
            "after" => after = read_after(&value),
            _ => {}
        }
    }
    (kind, after)
}

fn read_after(text: &str) -> Option<After> {
    let (cases, id) = text.split_once('.')?;
    Some(After {
        cases: cases.parse().ok()?,
        id: cause::parse(id)?,
    })
}

/// Where in a group a page begins.
pub fn read_place(query: &str) -> Option<Cursor> {
    let pairs = query::pairs(query).into_iter();
    let (_, place) = pairs.rev().find(|(name, _)| name == "after")?;
    let (at, id) = place.split_once('.')?;
    Some(Cursor {
        at: Timestamp(at.parse().ok()?),
        id: CaseId(id.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_back() {
        let id = CauseId::new("0af9".repeat(8));
        let kind = StopKind::PayloadConflict;
        let after = After {
            cases: 7,
            id: id.clone(),
        };
        let href = groups_after_href(kind, &after);
        let query = href.split_once('?').unwrap().1;
        assert_eq!(read_groups(query), (kind, Some(after)));
        assert_eq!(cause_of(&group_href(&id)), Some(id.clone()));
        let place = Cursor {
            at: Timestamp(-3),
            id: CaseId(5),
        };
        let href = group_with_marks_href(&id, [CaseId(3), CaseId(9)].into_iter());
        let told = MarkedTold::read(href.split_once('?').unwrap().1);
        assert_eq!(told, MarkedTold::These(vec![CaseId(3), CaseId(9)]));
        assert!(told.marks(CaseId(9)) && !told.marks(CaseId(5)));
        let href = group_after_href(&id, place);
        assert_eq!(read_place(href.split_once('?').unwrap().1), Some(place));
        assert_eq!(
            read_groups("kind=x&after=1.x&colour=red"),
            (StopKind::ResultUnknown, None)
        );
        assert_eq!(read_place("after=x"), None);
    }
}
