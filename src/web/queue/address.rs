//! The address of a list of cases: which list, which of its cases, in which order, from where on. All of it is in the query
//! string, so that a list can be kept, sent to a colleague, and come back to.

use crate::domain::ids::{CaseId, OperationType, SystemName, Team, ViewId};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::service::queue::{Cursor, Order, Place};
use crate::web::query::{self, Address};

/// Longer values are none that any filter has.
const LONGEST_VALUE: usize = 512;

/// One page of one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueAddress {
    pub list: List,
    pub filters: Filters,
    pub order: Order,
    pub place: Place,
    pub saved: Saved,
}

/// With which saved view the list was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// The address does not say.
    Unsaid,
    /// With none, by the wish of whoever looks.
    Everything,
    View(ViewId),
}

/// The word for no view.
const EVERYTHING: &str = "none";

impl Saved {
    /// The word in an address.
    pub fn word(self) -> Option<String> {
        match self {
            Self::Unsaid => None,
            Self::Everything => Some(EVERYTHING.to_owned()),
            Self::View(id) => Some(id.to_string()),
        }
    }

    fn of(word: &str) -> Option<Self> {
        if word == EVERYTHING {
            return Some(Self::Everything);
        }
        word.parse().ok().map(|id| Self::View(ViewId(id)))
    }

    /// No view any more: said, where anything was.
    #[must_use]
    pub fn left(self) -> Self {
        match self {
            Self::Unsaid => Self::Unsaid,
            Self::Everything | Self::View(_) => Self::Everything,
        }
    }
}

/// Which cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// To review, of one stop kind.
    Lane(StopKind),
    /// Held by the person who looks, whatever their kind.
    Mine,
    /// To review, and not offered before a time that somebody named.
    PutOff,
    /// Decided, and on the way to the source and back.
    UnderWay,
    Resolved,
}

/// Which of a lane's cases. `None` leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    pub operation_type: Option<OperationType>,
    pub system: Option<SystemName>,
    pub owner: Option<Team>,
    /// The source's name.
    pub source: Option<String>,
    pub holder: Option<Holder>,
}

/// Who holds a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Free,
    Me,
}

/// What a query string says, and the names of what in it was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub address: QueueAddress,
    pub ignored: Vec<String>,
}

impl QueueAddress {
    /// The beginning of a list, with everything in it.
    pub fn of(list: List) -> Self {
        Self {
            list,
            filters: Filters::default(),
            order: Order::MostUrgent,
            place: Place::First,
            saved: Saved::Unsaid,
        }
    }

    /// Reads a query string. What it does not understand it ignores, and names.
    pub fn read(query: &str) -> Read {
        let mut read = Read {
            address: Self::of(List::Lane(StopKind::ResultUnknown)),
            ignored: Vec::new(),
        };
        for (name, value) in query::pairs(query) {
            // An empty field of the filter form.
            if value.is_empty() {
                continue;
            }
            if read.address.take(&name, &value).is_none() && !read.ignored.contains(&name) {
                read.ignored.push(name);
            }
        }
        read
    }

    /// `None` if the pair says nothing.
    fn take(&mut self, name: &str, value: &str) -> Option<()> {
        if value.len() > LONGEST_VALUE || value.contains('\0') {
            return None;
        }
        let filters = &mut self.filters;
        match name {
            "kind" => self.list = List::Lane(kind_of(value)?),
            "view" => self.list = view_of(value)?,
            "stage" => self.list = stage_of(value)?,
            "type" => filters.operation_type = Some(OperationType::from(value)),
            "system" => filters.system = Some(SystemName::from(value)),
            "owner" => filters.owner = Some(Team::from(value)),
            "source" => filters.source = Some(value.to_owned()),
            "holder" => filters.holder = Some(Holder::of(value)?),
            "sort" => self.order = order_of(value)?,
            "saved" => self.saved = Saved::of(value)?,
            "after" => self.place = Place::After(cursor_of(value)?),
            "before" => self.place = Place::Before(cursor_of(value)?),
            _ => return None,
        }
        Some(())
    }

    /// Which cases in which order, as they are saved under a name.
    pub fn filters_text(&self) -> String {
        let address = String::from(self.filtered());
        let (_, filters) = address.split_once('?').unwrap_or_default();
        filters.to_owned()
    }

    /// The same for whoever does not know which list the queue opens with: it is named as well.
    pub fn told_filters_text(&self) -> String {
        let text = self.filters_text();
        match (self.list, text.is_empty()) {
            (List::Lane(StopKind::ResultUnknown), true) => "kind=result_unknown".to_owned(),
            (List::Lane(StopKind::ResultUnknown), false) => format!("kind=result_unknown&{text}"),
            (
                List::Lane(StopKind::NextStepPending | StopKind::PayloadConflict)
                | List::Mine
                | List::PutOff
                | List::UnderWay
                | List::Resolved,
                _,
            ) => text,
        }
    }

    fn filtered(&self) -> Address {
        let filters = &self.filters;
        let (name, value) = self.list.pair();
        Address::new("/")
            .with_some(name, value)
            .with_some(
                "type",
                filters.operation_type.as_ref().map(OperationType::as_str),
            )
            .with_some("system", filters.system.as_ref().map(SystemName::as_str))
            .with_some("owner", filters.owner.as_ref().map(Team::as_str))
            .with_some("source", filters.source.as_deref())
            .with_some("holder", filters.holder.map(Holder::as_str))
            .with_some("sort", order_word(self.order))
    }

    /// The path and query string.
    pub fn href(&self) -> String {
        let saved = self.saved.word();
        let address = self.filtered().with_some("saved", saved.as_deref());
        let address = match self.place {
            Place::First => address,
            Place::After(cursor) => address.with("after", &cursor_text(cursor)),
            Place::Before(cursor) => address.with("before", &cursor_text(cursor)),
        };
        address.into()
    }

    /// The same list from another place on.
    #[must_use]
    pub fn at(&self, place: Place) -> Self {
        Self {
            place,
            ..self.clone()
        }
    }

    /// Another lane with the same filters, from its start.
    #[must_use]
    pub fn lane(&self, kind: StopKind) -> Self {
        Self {
            list: List::Lane(kind),
            place: Place::First,
            ..self.clone()
        }
    }

    /// The same list without filters, from its start.
    #[must_use]
    pub fn unfiltered(&self) -> Self {
        Self {
            order: self.order,
            saved: self.saved.left(),
            ..Self::of(self.list)
        }
    }
}

impl List {
    /// How the list is written in an address; the first lane is not.
    pub fn pair(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Lane(StopKind::ResultUnknown) => ("kind", None),
            Self::Lane(StopKind::NextStepPending) => ("kind", Some("next_step_pending")),
            Self::Lane(StopKind::PayloadConflict) => ("kind", Some("payload_conflict")),
            Self::Mine => ("view", Some("mine")),
            Self::PutOff => ("view", Some("put_off")),
            Self::UnderWay => ("stage", Some("under_way")),
            Self::Resolved => ("stage", Some("resolved")),
        }
    }
}

impl Filters {
    /// Whether they leave everything in.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The stop kind of a word.
pub fn kind_of(word: &str) -> Option<StopKind> {
    match word {
        "result_unknown" => Some(StopKind::ResultUnknown),
        "next_step_pending" => Some(StopKind::NextStepPending),
        "payload_conflict" => Some(StopKind::PayloadConflict),
        _ => None,
    }
}

fn view_of(word: &str) -> Option<List> {
    among([List::Mine, List::PutOff], word)
}

fn stage_of(word: &str) -> Option<List> {
    among([List::UnderWay, List::Resolved], word)
}

fn among(lists: [List; 2], word: &str) -> Option<List> {
    lists.into_iter().find(|list| list.pair().1 == Some(word))
}

impl Holder {
    fn of(word: &str) -> Option<Self> {
        [Self::Free, Self::Me]
            .into_iter()
            .find(|holder| holder.as_str() == word)
    }

    /// The word in an address.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Me => "me",
        }
    }
}

/// The orders to choose from, the usual one first.
pub const ORDERS: [Order; 3] = [
    Order::MostUrgent,
    Order::LongestWaiting,
    Order::ProtectionEndsFirst,
];

fn order_of(word: &str) -> Option<Order> {
    ORDERS
        .into_iter()
        .find(|order| order_word(*order) == Some(word))
}

/// The word in an address; the usual order has none.
pub const fn order_word(order: Order) -> Option<&'static str> {
    match order {
        Order::MostUrgent => None,
        Order::LongestWaiting => Some("waiting"),
        Order::ProtectionEndsFirst => Some("protection"),
    }
}

fn cursor_of(text: &str) -> Option<Cursor> {
    let (at, case) = text.split_once('.')?;
    Some(Cursor {
        at: Timestamp(at.parse().ok()?),
        id: CaseId(case.parse().ok()?),
    })
}

fn cursor_text(cursor: Cursor) -> String {
    format!("{}.{}", cursor.at.0, cursor.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> QueueAddress {
        QueueAddress {
            list: List::Lane(StopKind::PayloadConflict),
            filters: Filters {
                operation_type: Some("re/fund & 100%".into()),
                system: Some("Склад".into()),
                owner: Some("a=b".into()),
                source: Some("shop".to_owned()),
                holder: Some(Holder::Free),
            },
            order: Order::ProtectionEndsFirst,
            place: Place::Before(Cursor {
                at: Timestamp(-5),
                id: CaseId(20418),
            }),
            saved: Saved::View(ViewId(7)),
        }
    }

    #[test]
    fn an_address_reads_back() {
        let lists = [
            List::Mine,
            List::PutOff,
            List::UnderWay,
            List::Resolved,
            List::Lane(StopKind::ResultUnknown),
        ];
        for address in lists.map(QueueAddress::of).into_iter().chain([full()]) {
            let href = address.href();
            let query = href.strip_prefix('/').unwrap().trim_start_matches('?');
            let read = QueueAddress::read(query);
            assert_eq!((read.address, read.ignored), (address, vec![]), "{href}");
        }
        assert_eq!(QueueAddress::read("").address.href(), "/");
    }

    #[test]
    fn what_is_not_understood_is_named_and_the_rest_is_kept() {
        let read = QueueAddress::read(
            "kind=all&type=refund&after=1.x&sort=%FF&holder=&system=%00&colour=red&colour=blue",
        );
        assert_eq!(read.ignored, ["kind", "after", "sort", "system", "colour"]);
        let expected = Filters {
            operation_type: Some("refund".into()),
            ..Filters::default()
        };
        assert_eq!(read.address.filters, expected);
        assert_eq!(read.address.place, Place::First);
    }
}
