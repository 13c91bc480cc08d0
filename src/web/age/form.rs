//! The form above the figures: which time, and which cases.

use super::address::{AgeAddress, PERIODS, kind_word, unit_word};
use crate::domain::age::window::{Period, Unit};
use crate::domain::ids::{OperationType, Team};
use crate::policy::Policy;
use crate::service::age::{Choices, SourceChoice};
use crate::service::queue::KINDS;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::queue::form::{Value, options};
use crate::web::typeset::type_title;
use crate::web::words;

/// The choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    pub periods: Vec<Choice>,
    pub units: Vec<Choice>,
    pub kinds: Vec<Choice>,
    pub selects: Vec<Select>,
    /// Two days, where such are chosen.
    pub from: String,
    pub to: String,
}

/// A choice of ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub value: &'static str,
    pub label: Msg,
    pub chosen: bool,
}

/// A choice among names.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    pub name: &'static str,
    pub label: Msg,
    pub all: Msg,
    pub options: Vec<Value>,
}

impl Form {
    /// The form at an address.
    pub fn new(
        address: &AgeAddress,
        choices: &Choices,
        sources: &[SourceChoice],
        policy: &Policy,
        reader: &Reader,
    ) -> Self {
        let (from, to) = match address.period {
            Period::Days(first, last) => (first.to_string(), last.to_string()),
            Period::Day | Period::Week | Period::Month | Period::Quarter => Default::default(),
        };
        Self {
            periods: periods(address.period),
            units: units(address.unit),
            kinds: kinds(address),
            selects: selects(address, choices, sources, policy, reader),
            from,
            to,
        }
    }
}

fn periods(chosen: Period) -> Vec<Choice> {
    let label = |period| match period {
        Period::Day => msg!("age-period-24h"),
        Period::Week => msg!("age-period-7d"),
        Period::Month => msg!("age-period-30d"),
        Period::Quarter | Period::Days(..) => msg!("age-period-92d"),
    };
    let choice = |(period, value)| Choice {
        value,
        label: label(period),
        chosen: period == chosen,
    };
    PERIODS.map(choice).into()
}

fn units(chosen: Option<Unit>) -> Vec<Choice> {
    let choice = |unit: Option<Unit>, label| Choice {
        value: unit.map_or("", unit_word),
        label,
        chosen: unit == chosen,
    };
    vec![
        choice(None, msg!("age-by-itself")),
        choice(Some(Unit::Hour), msg!("age-by-hour")),
        choice(Some(Unit::Day), msg!("age-by-day")),
    ]
}

fn kinds(address: &AgeAddress) -> Vec<Choice> {
    let all = Choice {
        value: "",
        label: msg!("age-kind-all"),
        chosen: address.filters.kind.is_none(),
    };
    let of = KINDS.map(|kind| Choice {
        value: kind_word(kind),
        label: words::kind(kind),
        chosen: address.filters.kind == Some(kind),
    });
    std::iter::once(all).chain(of).collect()
}

fn selects(
    address: &AgeAddress,
    choices: &Choices,
    sources: &[SourceChoice],
    policy: &Policy,
    reader: &Reader,
) -> Vec<Select> {
    let filters = &address.filters;
    let types = choices.types.iter();
    let types = types.map(|name| (name.as_str(), type_title(name, policy, reader)));
    let owners = choices.owners.iter();
    let owners = owners.map(|team| (team.as_str(), team.to_string()));
    let sources = sources.iter();
    let sources = sources.map(|source| (source.name.as_str(), source.title.clone()));
    let chosen_type = filters.operation_type.as_ref().map(OperationType::as_str);
    vec![
        Select {
            name: "owner",
            label: msg!("queue-owner"),
            all: msg!("queue-owner-all"),
            options: options(owners, filters.owner.as_ref().map(Team::as_str)),
        },
        Select {
            name: "type",
            label: msg!("queue-type"),
            all: msg!("queue-type-all"),
            options: options(types, chosen_type),
        },
        Select {
            name: "source",
            label: msg!("queue-source"),
            all: msg!("queue-source-all"),
            options: options(sources, filters.source.as_deref()),
        },
    ]
}
