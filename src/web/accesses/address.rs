//! The address of a page of the access log: which entries, and from where on. All of it is in the query string.

use crate::domain::access::Opened;
use crate::domain::ids::{CaseId, OperationKey};
use crate::domain::time::{Day, Timestamp};
use crate::service::access::{Asked, Cursor, Place};
use crate::web::query::{self, Address};

/// The page.
pub const PATH: &str = "/access";
/// Longer values are none that any filter has.
const LONGEST_VALUE: usize = 512;

/// One page of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessAddress {
    pub asked: Asked,
    pub place: Place,
}

/// What a query string says, and the pairs in it that were not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub address: AccessAddress,
    pub ignored: Vec<String>,
}

impl AccessAddress {
    /// The beginning of what is asked for.
    pub fn of(asked: Asked) -> Self {
        let place = Place::First;
        Self { asked, place }
    }

    /// Reads a query string. What it does not understand it leaves out, and tells: whoever shows the list says so.
    pub fn read(query: &str) -> Read {
        let mut read = Read {
            address: Self::of(Asked::default()),
            ignored: Vec::new(),
        };
        for (name, value) in query::pairs(query) {
            // An empty field of the form.
            if value.trim().is_empty() {
                continue;
            }
            let told = query::told(&name, &value);
            if read.address.take(&name, value.trim()).is_none() && !read.ignored.contains(&told) {
                read.ignored.push(told);
            }
        }
        read
    }

    /// `None` if the pair says nothing.
    fn take(&mut self, name: &str, value: &str) -> Option<()> {
        if value.len() > LONGEST_VALUE || value.contains('\0') {
            return None;
        }
        let asked = &mut self.asked;
        match name {
            "from" => asked.from = Some(Day::parse(value)?),
            "to" => asked.to = Some(Day::parse(value)?),
            "person" => asked.person = Some(value.to_owned()),
            "opened" => asked.opened = Some(Opened::parse(value)?),
            "case" => asked.case = Some(CaseId(value.parse().ok()?)),
            "key" => asked.operation_key = Some(OperationKey::from(value)),
            "after" => self.place = Place::After(cursor_of(value)?),
            "before" => self.place = Place::Before(cursor_of(value)?),
            _ => return None,
        }
        Some(())
    }

    /// The path and query string.
    pub fn href(&self) -> String {
        let asked = &self.asked;
        let day = |day: Option<Day>| day.map(|day| day.to_string());
        let case = asked.case.map(|case| case.to_string());
        let key = asked.operation_key.as_ref().map(OperationKey::as_str);
        let address = Address::new(PATH)
            .with_some("from", day(asked.from).as_deref())
            .with_some("to", day(asked.to).as_deref())
            .with_some("person", asked.person.as_deref())
            .with_some("opened", asked.opened.map(Opened::as_str))
            .with_some("case", case.as_deref())
            .with_some("key", key);
        let address = match self.place {
            Place::First => address,
            Place::After(cursor) => address.with("after", &cursor_text(cursor)),
            Place::Before(cursor) => address.with("before", &cursor_text(cursor)),
        };
        address.into()
    }

    /// The same entries from another place on.
    #[must_use]
    pub fn at(&self, place: Place) -> Self {
        Self {
            place,
            ..self.clone()
        }
    }

    /// Whether it leaves everything in.
    pub fn is_whole(&self) -> bool {
        self.asked == Asked::default()
    }
}

fn cursor_of(text: &str) -> Option<Cursor> {
    let (at, id) = text.split_once('.')?;
    Some(Cursor {
        at: Timestamp(at.parse().ok()?),
        id: id.parse().ok()?,
    })
}

fn cursor_text(cursor: Cursor) -> String {
    format!("{}.{}", cursor.at.0, cursor.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back() {
        let day = Day::parse("2026-11-29");
        let asked = Asked {
            from: day,
            to: day,
            person: Some("ольга".to_owned()),
            opened: Some(Opened::RefusedReport),
            case: Some(CaseId(20_331)),
            operation_key: Some("ship:8817&x=#/й".into()),
        };
        let at = Cursor {
            at: Timestamp(-5),
            id: 18_204,
        };
        for place in [Place::First, Place::After(at), Place::Before(at)] {
            let asked = asked.clone();
            let address = AccessAddress { asked, place };
            let href = address.href();
            let (_, query) = href.split_once('?').expect("a query");
            let read = AccessAddress::read(query);
            assert_eq!((read.address, read.ignored), (address, vec![]), "{href}");
        }
        let whole = AccessAddress::of(Asked::default());
        assert_eq!((whole.href().as_str(), whole.is_whole()), (PATH, true));
    }

    #[test]
    fn what_is_not_understood_is_named_and_the_rest_is_kept() {
        let query =
            "from=yesterday&opened=door&case=x&after=1&person=irina&key=&colour=red&colour=blue";
        let read = AccessAddress::read(query);
        let ignored = [
            "from=yesterday",
            "opened=door",
            "case=x",
            "after=1",
            "colour=red",
            "colour=blue",
        ];
        assert_eq!(read.ignored, ignored);
        let person = Some("irina".to_owned());
        let asked = Asked {
            person,
            ..Asked::default()
        };
        assert_eq!(read.address, AccessAddress::of(asked));
    }
}
