//! The form above the figures: which time, and which cases.

use super::address::{AgeAddress, PERIODS, kind_word, unit_word};
use crate::domain::age::window::{Period, Unit};
use crate::domain::ids::{OperationType, Team};
use crate::domain::report::StopKind;
use crate::policy::Policy;
use crate::service::age::{Choices, SourceChoice};
use crate::service::queue::KINDS;
use crate::web::choices::{Choice, Select, choices, options};
use crate::web::i18n::{Reader, msg};
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

impl Form {
    /// The form at an address.
    pub fn new(
        address: &AgeAddress,
        found: &Choices,
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
            kinds: kinds(address.filters.kind),
            selects: selects(address, found, sources, policy, reader),
            from,
            to,
        }
    }
}

fn periods(chosen: Period) -> Vec<Choice> {
    let word = |period| {
        let known = PERIODS.into_iter().find(|(of, _)| *of == period);
        known.map_or("", |(_, word)| word)
    };
    let all = PERIODS.map(|(period, _)| period);
    choices(all, chosen, word, |period| match period {
        Period::Day => msg!("age-period-24h"),
        Period::Week => msg!("age-period-7d"),
        Period::Month => msg!("age-period-30d"),
        Period::Quarter | Period::Days(..) => msg!("age-period-92d"),
    })
}

fn units(chosen: Option<Unit>) -> Vec<Choice> {
    let all = [None, Some(Unit::Hour), Some(Unit::Day)];
    let word = |unit: Option<Unit>| unit.map_or("", unit_word);
    choices(all, chosen, word, |unit| match unit {
        None => msg!("age-by-itself"),
        Some(Unit::Hour) => msg!("age-by-hour"),
        Some(Unit::Day) => msg!("age-by-day"),
    })
}

fn kinds(chosen: Option<StopKind>) -> Vec<Choice> {
    let all = std::iter::once(None).chain(KINDS.map(Some));
    let word = |kind: Option<StopKind>| kind.map_or("", kind_word);
    let label = |kind: Option<StopKind>| kind.map_or(msg!("age-kind-all"), words::kind);
    choices(all, chosen, word, label)
}

fn selects(
    address: &AgeAddress,
    found: &Choices,
    sources: &[SourceChoice],
    policy: &Policy,
    reader: &Reader,
) -> Vec<Select> {
    let filters = &address.filters;
    let types = found.types.iter();
    let types = types.map(|name| (name.as_str(), type_title(name, policy, reader)));
    let owners = found.owners.iter();
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
