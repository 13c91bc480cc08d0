//! At which receiving systems the cases that wait have stopped.

use super::address::Figure as Listed;
use super::load::Look;
use super::page::SystemRow;
use super::words;
use crate::domain::ids::SystemName;
use crate::service::age::{Share, Waiting, Which};
use crate::web::time::span;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The systems, that at which most wait first.
pub fn systems(look: &Look<'_>) -> Vec<SystemRow> {
    let mut all: BTreeMap<&SystemName, Vec<&Waiting>> = BTreeMap::new();
    for group in &look.figures.waiting {
        all.entry(&group.system).or_default().push(group);
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(_, groups)| Reverse(sum(groups, Share::All)));
    all.into_iter()
        .map(|(system, groups)| row(look, system, &groups))
        .collect()
}

fn row(look: &Look<'_>, system: &SystemName, groups: &[&Waiting]) -> SystemRow {
    let number = |share| {
        let listed = Listed::Waiting(Which::At(system.clone(), share));
        look.number(sum(groups, share), listed)
    };
    let oldest = groups.iter().map(|group| group.oldest).min();
    SystemRow {
        system: words::system(system),
        waiting: number(Share::All),
        new: number(Share::New),
        over: number(Share::Over),
        free: number(Share::Free),
        oldest: span(look.at.since(oldest.unwrap_or(look.at))),
    }
}

fn sum(groups: &[&Waiting], share: Share) -> i64 {
    groups.iter().map(|group| share.count(group)).sum()
}
