//! Who has what waits, and where most of it is.

use super::address::{Figure as Listed, Filters};
use super::load::{Look, beside};
use super::page::{Beside, OwnerRow};
use super::words;
use crate::domain::age::buckets::DueBucket;
use crate::domain::ids::{OperationType, Team};
use crate::service::age::{Waiting, Which};
use crate::web::i18n::msg;
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

/// Where most of what waits is: with whom, and for which cause.
pub fn places(look: &Look<'_>) -> Vec<Beside> {
    let whole = |(owner, types): (&'_ Team, BTreeMap<_, Vec<&Waiting>>)| {
        let cases: i64 = types.values().flatten().map(|group| group.cases).sum();
        (cases, owner.clone())
    };
    let most = by_owner(look).into_iter().map(whole).max();
    let owner = most.map(|(cases, owner)| {
        let filters = Filters {
            owner: Some(owner.clone()),
            ..look.address.filters.clone()
        };
        let number = look.number_of(cases, Listed::Waiting(Which::All), filters);
        beside(msg!("age-most-owner", owner = words::owner(&owner)), number)
    });
    let since = look.at.minus(look.policy.growth().long);
    let causes = look.causes();
    let new = causes.iter().find(|row| row.since >= since);
    let cause = new.or(causes.first()).map(|row| {
        let (cause, at) = (row.cause.clone(), row.at.clone());
        let words = match new {
            Some(row) => msg!(
                "age-most-cause-new",
                cause = cause,
                at = at,
                since = row.since
            ),
            None => msg!("age-most-cause", cause = cause, at = at),
        };
        beside(words, row.cases.clone())
    });
    let late = most_late(look);
    owner.into_iter().chain(late).chain(cause).collect()
}

/// The type of which most are over their deadline.
fn most_late(look: &Look<'_>) -> Option<Beside> {
    let mut types: BTreeMap<&OperationType, i64> = BTreeMap::new();
    for group in &look.figures.waiting {
        *types.entry(&group.operation_type).or_default() += over(group);
    }
    let (operation_type, late) = types.into_iter().max_by_key(|(_, late)| *late)?;
    let filters = Filters {
        operation_type: Some(operation_type.clone()),
        ..look.address.filters.clone()
    };
    let title = type_title(operation_type, look.policy, &look.reader);
    let number = look.number_of(late, Listed::Waiting(Which::Over), filters);
    (late > 0).then(|| beside(msg!("age-most-late", title = title), number))
}

type ByOwner<'a> = BTreeMap<&'a Team, BTreeMap<&'a OperationType, Vec<&'a Waiting>>>;

fn by_owner<'a>(look: &Look<'a>) -> ByOwner<'a> {
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
            over: number(over, Which::Over),
            soon: number(|group| group.due_soon, Which::DueSoon),
            oldest: span(look.at.since(oldest.unwrap_or(look.at))),
        }
    }
}

/// How many are over their deadline.
pub fn over(group: &Waiting) -> i64 {
    let dues = DueBucket::ALL.into_iter().zip(group.dues);
    dues.filter(|(bucket, _)| bucket.is_over())
        .map(|(_, n)| n)
        .sum()
}
