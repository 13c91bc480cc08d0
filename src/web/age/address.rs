//! The addresses of the page and of the lists behind its numbers: which cases, which time, and for a list the moment at
//! which it was counted, so that it holds what the number says.

use super::figure;
pub use super::figure::{Figure, Place};
use crate::domain::age::window::{Period, Unit};
use crate::domain::ids::{OperationType, Team};
use crate::domain::report::StopKind;
use crate::domain::time::{Day, Timestamp};
use crate::service::queue::KINDS;
use crate::web::query::{self, Address};

/// The page.
pub const PATH: &str = "/age";
/// The lists behind its numbers.
pub const CASES_PATH: &str = "/age/cases";
/// Longer values are none that any filter has.
pub(super) const LONGEST_VALUE: usize = 512;

/// Which cases. `None` leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    /// The source's name.
    pub source: Option<String>,
    pub operation_type: Option<OperationType>,
    /// Empty: those that every team may see to.
    pub owner: Option<Team>,
    pub kind: Option<StopKind>,
}

/// The page, of some cases and some time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgeAddress {
    pub filters: Filters,
    pub period: Period,
    pub unit: Option<Unit>,
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListAddress {
    pub figure: Figure,
    /// The moment of the figures.
    pub at: Timestamp,
    pub filters: Filters,
    /// What the figure said.
    pub counted: Option<i64>,
    pub place: Option<Place>,
}

/// What was read, and the names of what was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub address: AgeAddress,
    pub ignored: Vec<String>,
}

impl Filters {
    /// `None` if the pair is no filter, or says nothing.
    fn take(&mut self, name: &str, value: &str) -> Option<()> {
        if value.len() > LONGEST_VALUE || value.contains('\0') {
            return None;
        }
        match name {
            "source" => self.source = Some(value.to_owned()),
            "type" => self.operation_type = Some(OperationType::from(value)),
            "owner" => self.owner = Some(Team::from(value)),
            "kind" => self.kind = Some(kind_of(value)?),
            _ => return None,
        }
        Some(())
    }

    fn write(&self, address: Address) -> Address {
        let operation_type = self.operation_type.as_ref().map(OperationType::as_str);
        address
            .with_some("source", self.source.as_deref())
            .with_some("type", operation_type)
            .with_some("owner", self.owner.as_ref().map(Team::as_str))
            .with_some("kind", self.kind.map(kind_word))
    }
}

/// The word for a stop kind in an address.
pub const fn kind_word(kind: StopKind) -> &'static str {
    match kind {
        StopKind::ResultUnknown => "result_unknown",
        StopKind::NextStepPending => "next_step_pending",
        StopKind::PayloadConflict => "payload_conflict",
    }
}

fn kind_of(word: &str) -> Option<StopKind> {
    KINDS.into_iter().find(|kind| kind_word(*kind) == word)
}

/// The periods to choose from, with their words in an address; the first needs none.
pub const PERIODS: [(Period, &str); 4] = [
    (Period::Day, "24h"),
    (Period::Week, "7d"),
    (Period::Month, "30d"),
    (Period::Quarter, "92d"),
];

impl AgeAddress {
    /// Reads a query string. What it does not understand it ignores, and names.
    pub fn read(query: &str) -> Read {
        let mut address = Self::default();
        let (mut ignored, mut from, mut to) = (Vec::new(), None, None);
        for (name, value) in query::pairs(query) {
            // An empty field of the form.
            if value.is_empty() {
                continue;
            }
            let understood = match name.as_str() {
                "window" => period_of(&value).map(|period| address.period = period),
                "by" => unit_of(&value).map(|unit| address.unit = Some(unit)),
                "from" => Day::parse(&value).map(|day| from = Some(day)),
                "to" => Day::parse(&value).map(|day| to = Some(day)),
                _ => address.filters.take(&name, &value),
            };
            if understood.is_none() && !ignored.contains(&name) {
                ignored.push(name);
            }
        }
        if let Some((first, last)) = from.zip(to).or_else(|| from.or(to).map(|day| (day, day))) {
            address.period = Period::Days(first.min(last), first.max(last));
        }
        Read { address, ignored }
    }

    /// The path and query string.
    pub fn href(&self) -> String {
        let address = Address::new(PATH);
        let address = match self.period {
            Period::Days(first, last) => address
                .with("from", &first.to_string())
                .with("to", &last.to_string()),
            period @ (Period::Day | Period::Week | Period::Month | Period::Quarter) => {
                address.with_some("window", period_word(period))
            }
        };
        let address = address.with_some("by", self.unit.map(unit_word));
        self.filters.write(address).into()
    }
}

/// The usual period has no word.
fn period_word(period: Period) -> Option<&'static str> {
    let found = PERIODS.into_iter().find(|(of, _)| *of == period);
    found
        .filter(|_| period != Period::Day)
        .map(|(_, word)| word)
}

fn period_of(word: &str) -> Option<Period> {
    let found = PERIODS.into_iter().find(|(_, of)| *of == word);
    found.map(|(period, _)| period)
}

/// The word for a unit in an address.
pub const fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Hour => "hour",
        Unit::Day => "day",
    }
}

fn unit_of(word: &str) -> Option<Unit> {
    [Unit::Hour, Unit::Day]
        .into_iter()
        .find(|unit| unit_word(*unit) == word)
}

impl ListAddress {
    /// Reads a query string; `None` if it names no list.
    pub fn read(query: &str) -> Option<Self> {
        let pairs = query::pairs(query);
        let of = |name: &str| {
            let found = pairs.iter().find(|(of, _)| of == name);
            found.map(|(_, value)| value.as_str())
        };
        let time = |name: &str| of(name)?.parse().ok().map(Timestamp);
        let mut filters = Filters::default();
        for (name, value) in &pairs {
            // What is not understood here leaves more in than the number said; better no list.
            if ["source", "type", "owner", "kind"].contains(&name.as_str()) {
                filters.take(name, value)?;
            }
        }
        let place = of("after").and_then(Place::read);
        Some(Self {
            figure: figure::read(of("figure")?, of, time)?,
            at: time("at")?,
            filters,
            counted: of("n").and_then(|n| n.parse().ok()),
            place,
        })
    }

    /// The same list from another place on.
    #[must_use]
    pub fn after(&self, place: Place) -> Self {
        Self {
            place: Some(place),
            ..self.clone()
        }
    }

    /// The path and query string.
    pub fn href(&self) -> String {
        let address = Address::new(CASES_PATH).with("figure", figure::word(&self.figure));
        let address = figure::write(&self.figure, address).with("at", &self.at.0.to_string());
        let place = self.place.map(Place::word);
        let counted = self.counted.map(|n| n.to_string());
        self.filters
            .write(address)
            .with_some("n", counted.as_deref())
            .with_some("after", place.as_deref())
            .into()
    }
}

#[cfg(test)]
mod tests;
