//! Who has what waits.

use super::address::{Figure as Listed, Filters};
use super::load::Look;
use super::page::OwnerRow;
use super::words;
use crate::domain::ids::{OperationType, Team};
use crate::service::age::{Waiting, Which};
use crate::web::time::span;
use crate::web::typeset::type_title;
use std::collections::BTreeMap;

/// What an owner has of one type, or of all.
struct Share<'a> {
    owner: &'a Team,
    operation_type: Option<&'a OperationType>,
    groups: Vec<&'a Waiting>,
}

/// The owners by name, each with what they have of each type; of several types the sum comes first.
pub fn owners(look: &Look<'_>) -> Vec<OwnerRow> {
    let mut rows = Vec::new();
    for (owner, types) in by_owner(look) {
        let whole = types.values().flatten().copied().collect();
        let mut shares = Vec::new();
        if types.len() > 1 {
            shares.push(Share {
                owner,
                operation_type: None,
                groups: whole,
            });
        }
        shares.extend(types.into_iter().map(|(operation_type, groups)| Share {
            owner,
            operation_type: Some(operation_type),
            groups,
        }));
        let row = |(nth, share): (usize, &Share<'_>)| share.row(look, nth > 0);
        rows.extend(shares.iter().enumerate().map(row));
    }
    rows
}

/// What each owner has, by type.
pub type ByOwner<'a> = BTreeMap<&'a Team, BTreeMap<&'a OperationType, Vec<&'a Waiting>>>;

/// What each owner has, by type.
pub fn by_owner<'a>(look: &Look<'a>) -> ByOwner<'a> {
    let mut all = ByOwner::new();
    for group in &look.figures.waiting {
        let types = all.entry(&group.owner).or_default();
        types.entry(&group.operation_type).or_default().push(group);
    }
    all
}

impl Share<'_> {
    fn row(&self, look: &Look<'_>, again: bool) -> OwnerRow {
        let narrowed = look.address.filters.clone();
        let filters = Filters {
            owner: Some(self.owner.clone()),
            operation_type: self.operation_type.cloned().or(narrowed.operation_type),
            ..look.address.filters.clone()
        };
        let number = |n: fn(&Waiting) -> i64, which| {
            let n = self.groups.iter().map(|group| n(group)).sum();
            look.number_of(n, Listed::Waiting(which), filters.clone())
        };
        let oldest = self.groups.iter().map(|group| group.oldest).min();
        let title = |name| type_title(name, look.policy, &look.reader);
        OwnerRow {
            owner: words::owner(self.owner),
            again,
            operation_type: self.operation_type.map(title),
            waiting: number(|group| group.cases, Which::All),
            over: number(Waiting::over, Which::Over),
            soon: number(|group| group.due_soon, Which::DueSoon),
            oldest: span(look.at.since(oldest.unwrap_or(look.at))),
        }
    }
}
