//! The address of the page: from where on it lists what is over.

use super::PATH;
use crate::domain::ids::AlertId;
use crate::domain::time::Timestamp;
use crate::service::alert::see::Before;
use crate::web::query::{self, Address};

/// The page, from a place on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AlertsAddress {
    pub before: Option<Before>,
}

impl AlertsAddress {
    /// Reads a query string. What is not understood begins at the latest.
    pub fn read(query: &str) -> Self {
        let pairs = query::pairs(query).into_iter();
        let place = |(name, value): (String, String)| {
            let (at, id) = value.split_once('.').filter(|_| name == "before")?;
            Some(Before {
                at: Timestamp(at.parse().ok()?),
                id: AlertId(id.parse().ok()?),
            })
        };
        Self {
            before: pairs.filter_map(place).next_back(),
        }
    }

    /// The path and query string.
    pub fn href(self) -> String {
        let place = self.before.map(|at| format!("{}.{}", at.at.0, at.id));
        Address::new(PATH)
            .with_some("before", place.as_deref())
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back_and_garble_is_the_beginning() {
        let before = Some(Before {
            at: Timestamp(-5),
            id: AlertId(7),
        });
        let address = AlertsAddress { before };
        let href = address.href();
        let (_, query) = href.split_once('?').expect("a query");
        assert_eq!(AlertsAddress::read(query), address);
        for garbled in ["", "before=5", "before=x.1", "before=1.x", "after=1.2"] {
            assert_eq!(AlertsAddress::read(garbled), AlertsAddress::default());
        }
        assert_eq!(AlertsAddress::default().href(), PATH);
    }
}
