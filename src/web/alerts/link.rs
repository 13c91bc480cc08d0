//! The list of exactly the cases that an alert is about.

use crate::domain::age::buckets::DueBucket;
use crate::domain::alert::{AlertPolicy, Condition};
use crate::domain::ids::Team;
use crate::domain::time::Timestamp;
use crate::service::age_list::{Unresolved, Which};
use crate::web::age::address::{Figure, Filters, ListAddress};

/// Its path and query string, for a count at a moment.
pub fn list(condition: Condition, team: &Team, at: Timestamp, policy: &AlertPolicy) -> String {
    let figure = match condition {
        Condition::Growth => Figure::Waiting(Which::All),
        Condition::DueSoon => Figure::Waiting(Which::Due(DueBucket::UnderAQuarter)),
        Condition::Overdue => Figure::Waiting(Which::Over),
        Condition::ApprovalLate => {
            Figure::Waiting(Which::ProposedUntil(at.minus(policy.not_answered_for)))
        }
        Condition::Undelivered => {
            Figure::Unresolved(Unresolved::NotTaken(at.minus(policy.not_taken_for)))
        }
    };
    let address = ListAddress {
        figure,
        at,
        filters: Filters {
            owner: Some(team.clone()),
            ..Filters::default()
        },
        counted: None,
        place: None,
    };
    address.href()
}
