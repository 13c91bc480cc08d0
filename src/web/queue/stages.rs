//! The stages above every list of the queue: to review, under way, resolved, and what stays to be accounted for.

use super::address::{List, QueueAddress};
use super::page::Tab;
use crate::domain::report::StopKind;
use crate::service::queue_head::Head;
use crate::service::surplus::COUNT_CAP;
use crate::web::follow_ups;
use crate::web::i18n::msg;
use crate::web::typeset::{capped, grouped};

/// Which of them is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Here {
    List(List),
    FollowUps,
}

/// How much there is in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub to_review: i64,
    pub put_off: i64,
    pub under_way: i64,
    /// Counted no further than the cap.
    pub follow_ups: i64,
}

/// The stages, seen from one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages {
    pub here: Here,
    pub counts: Counts,
}

impl Stages {
    /// The stages with their counts.
    pub fn of(here: Here, head: &Head) -> Self {
        Self {
            here,
            counts: Counts {
                to_review: head.lanes.iter().map(|(_, head)| head.cases).sum(),
                put_off: head.put_off,
                under_way: head.under_way,
                follow_ups: head.follow_ups,
            },
        }
    }

    /// A link to each.
    pub fn tabs(&self) -> [Tab; 5] {
        let tab = |list, here, label, count| Tab {
            href: QueueAddress::of(list).href(),
            here,
            label,
            count,
        };
        let (here, counts) = (self.here, self.counts);
        let is = |list| here == Here::List(list);
        [
            tab(
                List::Lane(StopKind::ResultUnknown),
                matches!(here, Here::List(List::Lane(_))),
                msg!("queue-to-review"),
                Some(grouped(counts.to_review)),
            ),
            tab(
                List::PutOff,
                is(List::PutOff),
                msg!("queue-put-off"),
                Some(grouped(counts.put_off)),
            ),
            tab(
                List::UnderWay,
                is(List::UnderWay),
                msg!("queue-under-way"),
                Some(grouped(counts.under_way)),
            ),
            tab(
                List::Resolved,
                is(List::Resolved),
                msg!("queue-resolved"),
                None,
            ),
            Tab {
                href: follow_ups::PATH.to_owned(),
                here: here == Here::FollowUps,
                label: msg!("queue-follow-ups"),
                count: Some(capped(counts.follow_ups, COUNT_CAP)),
            },
        ]
    }

    /// Some counts, for samples of pages.
    #[cfg(test)]
    pub fn sample(here: Here) -> Self {
        let counts = Counts {
            to_review: 12_345,
            put_off: 3,
            under_way: 2,
            follow_ups: COUNT_CAP,
        };
        Self { here, counts }
    }
}
