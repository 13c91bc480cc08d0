//! The form above a lane: what to filter it by, and in which order.

use super::address::{Filters, Holder, ORDERS, QueueAddress, order_word};
use crate::domain::ids::{OperationType, SystemName, Team};
use crate::policy::Policy;
use crate::service::queue::{Choices, Order};
use crate::web::choices::{Choice, Select, choices, options};
use crate::web::i18n::{Reader, msg};
use crate::web::typeset::{humane, type_title};

/// The filters and orders to choose from.
#[derive(Debug, Clone)]
pub struct FilterForm {
    pub selects: Vec<Select>,
    pub holders: Vec<Choice>,
    pub orders: Vec<Choice>,
}

impl FilterForm {
    /// The form for a lane at an address.
    pub fn new(found: &Choices, address: &QueueAddress, policy: &Policy, reader: &Reader) -> Self {
        Self {
            selects: selects(found, &address.filters, policy, reader),
            holders: holders(address.filters.holder),
            orders: orders(address.order),
        }
    }
}

fn selects(found: &Choices, filters: &Filters, policy: &Policy, reader: &Reader) -> Vec<Select> {
    let types = found.types.iter();
    let types = types.map(|name| (name.as_str(), type_title(name, policy, reader)));
    let systems = found.systems.iter();
    let systems = systems.map(|name| (name.as_str(), humane(name.as_str())));
    let owners = found.owners.iter();
    let owners = owners.map(|team| (team.as_str(), team.to_string()));
    let sources = found.sources.iter();
    let sources = sources.map(|source| (source.name.as_str(), source.title.clone()));
    let chosen_type = filters.operation_type.as_ref().map(OperationType::as_str);
    let chosen_system = filters.system.as_ref().map(SystemName::as_str);
    let chosen_owner = filters.owner.as_ref().map(Team::as_str);
    vec![
        Select {
            name: "type",
            label: msg!("queue-type"),
            all: msg!("queue-type-all"),
            options: options(types, chosen_type),
        },
        Select {
            name: "system",
            label: msg!("queue-system"),
            all: msg!("queue-system-all"),
            options: options(systems, chosen_system),
        },
        Select {
            name: "owner",
            label: msg!("queue-owner"),
            all: msg!("queue-owner-all"),
            options: options(owners, chosen_owner),
        },
        Select {
            name: "source",
            label: msg!("queue-source"),
            all: msg!("queue-source-all"),
            options: options(sources, filters.source.as_deref()),
        },
    ]
}

fn holders(chosen: Option<Holder>) -> Vec<Choice> {
    let all = [None, Some(Holder::Free), Some(Holder::Me)];
    let word = |holder: Option<Holder>| holder.map_or("", Holder::as_str);
    choices(all, chosen, word, |holder| match holder {
        None => msg!("queue-holder-any"),
        Some(Holder::Free) => msg!("queue-holder-free"),
        Some(Holder::Me) => msg!("queue-holder-me"),
    })
}

fn orders(chosen: Order) -> Vec<Choice> {
    let word = |order| order_word(order).unwrap_or_default();
    choices(ORDERS, chosen, word, |order| match order {
        Order::MostUrgent => msg!("queue-order-urgent"),
        Order::LongestWaiting => msg!("queue-order-waiting"),
        Order::ProtectionEndsFirst => msg!("queue-order-protection"),
    })
}
