//! The form above a lane: what to filter it by, and in which order.

use super::address::{Filters, Holder, ORDERS, QueueAddress, order_word};
use crate::domain::ids::{OperationType, SystemName, Team};
use crate::policy::Policy;
use crate::service::queue::{Choices, Order};
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::typeset::{humane, type_title};

/// The filters and orders to choose from.
#[derive(Debug, Clone)]
pub struct FilterForm {
    pub selects: Vec<Select>,
    pub holders: Vec<Choice>,
    pub orders: Vec<Choice>,
}

/// A choice among values that occur in the lane.
#[derive(Debug, Clone)]
pub struct Select {
    pub name: &'static str,
    pub label: Msg,
    /// What stands for no choice.
    pub all: Msg,
    pub options: Vec<Value>,
}

/// One value, shown in the words of its source or of the policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub value: String,
    pub label: String,
    pub chosen: bool,
}

/// One of our own choices.
#[derive(Debug, Clone)]
pub struct Choice {
    pub value: &'static str,
    pub label: Msg,
    pub chosen: bool,
}

impl FilterForm {
    /// The form for a lane at an address.
    pub fn new(
        choices: &Choices,
        address: &QueueAddress,
        policy: &Policy,
        reader: &Reader,
    ) -> Self {
        Self {
            selects: selects(choices, &address.filters, policy, reader),
            holders: holders(address.filters.holder),
            orders: ORDERS
                .map(|order| order_choice(order, address.order))
                .into(),
        }
    }
}

fn selects(choices: &Choices, filters: &Filters, policy: &Policy, reader: &Reader) -> Vec<Select> {
    let types = choices.types.iter();
    let types = types.map(|name| (name.as_str(), type_title(name, policy, reader)));
    let systems = choices.systems.iter();
    let systems = systems.map(|name| (name.as_str(), humane(name.as_str())));
    let owners = choices.owners.iter();
    let owners = owners.map(|team| (team.as_str(), team.to_string()));
    let sources = choices.sources.iter();
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

/// The values by their labels. A chosen one stays in the list even if no case of the lane has it any more.
pub fn options<'a>(
    values: impl Iterator<Item = (&'a str, String)>,
    chosen: Option<&str>,
) -> Vec<Value> {
    let mut options: Vec<_> = values
        .map(|(value, label)| Value {
            value: value.to_owned(),
            label,
            chosen: chosen == Some(value),
        })
        .collect();
    if let Some(gone) = chosen.filter(|_| !options.iter().any(|option| option.chosen)) {
        options.push(Value {
            value: gone.to_owned(),
            label: humane(gone),
            chosen: true,
        });
    }
    options.sort_by_cached_key(|option| option.label.to_lowercase());
    options
}

fn holders(chosen: Option<Holder>) -> Vec<Choice> {
    let choice = |holder: Option<Holder>, label| Choice {
        value: holder.map_or("", Holder::as_str),
        label,
        chosen: holder == chosen,
    };
    vec![
        choice(None, msg!("queue-holder-any")),
        choice(Some(Holder::Free), msg!("queue-holder-free")),
        choice(Some(Holder::Me), msg!("queue-holder-me")),
    ]
}

fn order_choice(order: Order, chosen: Order) -> Choice {
    let label = match order {
        Order::MostUrgent => msg!("queue-order-urgent"),
        Order::LongestWaiting => msg!("queue-order-waiting"),
        Order::ProtectionEndsFirst => msg!("queue-order-protection"),
    };
    Choice {
        value: order_word(order).unwrap_or_default(),
        label,
        chosen: order == chosen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_value_that_no_case_has_any_more_stays_chosen() {
        let values = [("wms", "Warehouse".to_owned()), ("erp", "ERP".to_owned())];
        let options = options(values.into_iter(), Some("mail"));
        let labels: Vec<_> = options.iter().map(|option| option.label.as_str()).collect();
        assert_eq!(labels, ["ERP", "mail", "Warehouse"]);
        assert!(
            options
                .iter()
                .all(|option| option.chosen == (option.value == "mail"))
        );
    }
}
