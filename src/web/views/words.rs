//! What a view shows, in words, and why one was not saved.

use crate::domain::saved_view::{BadViewName, LONGEST_NAME, MOST_VIEWS};
use crate::policy::Policy;
use crate::service::queue::Order;
use crate::service::saved_views::ViewRefused;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::queue::address::{Holder, List, QueueAddress};
use crate::web::typeset::{humane, type_title};
use crate::web::words;

/// Which cases, in which order.
pub fn describe(address: &QueueAddress, policy: &Policy, reader: &Reader) -> Vec<Msg> {
    let filters = &address.filters;
    let part = |label: Msg, value: String| msg!("views-part", label = label, value = value);
    let parts = [
        Some(list(address.list)),
        (filters.operation_type.as_ref())
            .map(|of| part(msg!("queue-type"), type_title(of, policy, reader))),
        (filters.system.as_ref()).map(|of| part(msg!("queue-system"), humane(of.as_str()))),
        (filters.owner.as_ref()).map(|of| part(msg!("queue-owner"), of.to_string())),
        (filters.source.as_ref()).map(|of| part(msg!("queue-source"), of.clone())),
        filters.holder.map(|holder| match holder {
            Holder::Free => msg!("queue-holder-free"),
            Holder::Me => msg!("queue-holder-me"),
        }),
        match address.order {
            Order::MostUrgent => None,
            Order::LongestWaiting => Some(msg!("queue-order-waiting")),
            Order::ProtectionEndsFirst => Some(msg!("queue-order-protection")),
        },
    ];
    parts.into_iter().flatten().collect()
}

fn list(list: List) -> Msg {
    match list {
        List::Lane(kind) => words::kind(kind),
        List::Mine => msg!("queue-mine"),
        List::PutOff => msg!("queue-put-off"),
        List::UnderWay => msg!("queue-under-way"),
        List::Resolved => msg!("queue-resolved"),
    }
}

/// Why nothing was saved or changed.
pub fn refused(why: &ViewRefused) -> Msg {
    match why {
        ViewRefused::Name(BadViewName::Empty) => msg!("views-name-empty"),
        ViewRefused::Name(BadViewName::TooLong) => msg!("views-name-too-long", n = LONGEST_NAME),
        ViewRefused::Name(BadViewName::Unseen) => msg!("views-name-unseen"),
        ViewRefused::Taken => msg!("views-name-taken"),
        ViewRefused::TooMany => msg!("views-too-many", n = MOST_VIEWS),
        ViewRefused::TooLong => msg!("views-too-long"),
        ViewRefused::NotTheirs { maker } => msg!("views-not-theirs", maker = maker.as_str()),
        ViewRefused::NotTheirTeam => msg!("views-not-their-team"),
    }
}
