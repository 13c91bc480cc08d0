//! What a manager is told first: how bad it is, whether it gets worse, where it is, and whose it is.

use super::address::{Figure as Listed, Filters};
use super::load::Look;
use super::page::{BannerLine, Part, Told};
use super::signal::{movement, oldest, recent};
use super::words;
use crate::domain::ids::SystemName;
use crate::service::age::{Cause, Share, Waiting, Which};
use crate::service::age_list::Then;
use crate::web::cause::words as cause_words;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::{grouped, type_title};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// So many receiving systems are named, those with most first.
const SYSTEMS: usize = 2;

/// The lines; none if there is nothing to tell.
pub fn banner(look: &Look<'_>) -> Vec<BannerLine> {
    let signal = &look.figures.signal;
    if signal.is_quiet() {
        return Vec::new();
    }
    let line = |head, told: Vec<Told>| BannerLine { head, told };
    let lines = vec![
        line(msg!("age-how-bad"), how_bad(look)),
        line(msg!("age-worse"), worse(look)),
        line(msg!("age-where"), places(look)),
        line(msg!("age-whose"), whose(look)),
    ];
    lines
        .into_iter()
        .filter(|line| !line.told.is_empty())
        .collect()
}

fn how_bad(look: &Look<'_>) -> Vec<Told> {
    let all = all(look);
    let late = look.sum(Waiting::over);
    let over = share(look, msg!("age-bad-over"), (late, all), Which::Over);
    let waiting = part(look, msg!("age-bad-waiting"), all, Which::All);
    let oldest = oldest(&look.figures.signal).map(Told::Sentence);
    [Told::part(over), Told::part(waiting)]
        .into_iter()
        .chain(oldest)
        .collect()
}

/// How the queue moved, and how the deadlines that pass did.
fn worse(look: &Look<'_>) -> Vec<Told> {
    let moved = movement(&look.figures.signal, look.policy.growth());
    let moved = moved.into_iter().map(Told::Sentence);
    let mut told: Vec<Told> = moved.collect();
    if let Some(late) = deadlines(look) {
        // In a lull it is the deadlines that get worse, not what came in.
        let grows = look.figures.signal.growing.is_some();
        told.insert(if grows { told.len() } else { 0 }, late);
    }
    told
}

fn deadlines(look: &Look<'_>) -> Option<Told> {
    let (now, then) = (look.sum(Waiting::over), look.figures.over_then);
    let lead = match now.cmp(&then) {
        Ordering::Greater => msg!("age-worse-more"),
        Ordering::Less => msg!("age-worse-fewer"),
        Ordering::Equal if now == 0 => return None,
        Ordering::Equal => msg!("age-worse-as-many"),
    };
    let at = look.figures.moment.lately;
    let before = Part {
        words: msg!("age-worse-then", at = at),
        number: look.number(then, Listed::Waited(Then::Over, at)),
        of: None,
    };
    let now = part(look, msg!("age-worse-now"), now, Which::Over);
    Some(Told::Parts(Some(lead), vec![before, now]))
}

/// Where most of what is new is, and most of what is over its deadline; if there is neither, most of all.
fn places(look: &Look<'_>) -> Vec<Told> {
    let n = |share: Share| look.sum(|group| share.count(group));
    let at = look.figures.moment.lately;
    let new = msg!("age-where-new", at = at, n = n(Share::New));
    let over = msg!("age-where-over", n = n(Share::Over));
    let parts = [most(look, Share::New, new), most(look, Share::Over, over)];
    let mut told: Vec<Told> = parts.into_iter().flatten().collect();
    if told.is_empty() {
        let all = msg!("age-where-all", n = n(Share::All));
        told.extend(most(look, Share::All, all));
    }
    let cause = most_common(look).map(Told::part);
    cause.into_iter().chain(told).collect()
}

/// Of a share the system, the type and the owner with most of it; `None` of nothing.
fn most(look: &Look<'_>, of: Share, lead: Msg) -> Option<Told> {
    let groups = &look.figures.waiting;
    let systems = greatest(groups, of, |group| &group.system);
    let (of_type, of_that_type) = *greatest(groups, of, |group| &group.operation_type).first()?;
    let (owner, of_owner) = *greatest(groups, of, |group| &group.owner).first()?;
    let filters = || look.address.filters.clone();
    let listed = || Listed::Waiting(of.anywhere());
    let typed = Filters {
        operation_type: Some(of_type.clone()),
        ..filters()
    };
    let owned = Filters {
        owner: Some(owner.clone()),
        ..filters()
    };
    let part = |words, number| Part {
        words,
        number,
        of: None,
    };
    let title = type_title(of_type, look.policy, &look.reader);
    let at = |(system, n): &(&SystemName, i64)| {
        part(
            msg!("age-at-system", system = words::system(system)),
            look.number(*n, Listed::Waiting(Which::At((*system).clone(), of))),
        )
    };
    let mut parts: Vec<Part> = systems.iter().take(SYSTEMS).map(at).collect();
    parts.extend([
        part(
            msg!("age-of-type", title = title),
            look.number_of(of_that_type, listed(), typed),
        ),
        part(
            msg!("age-with-owner", owner = words::owner(owner)),
            look.number_of(of_owner, listed(), owned),
        ),
    ]);
    Some(Told::Parts(Some(lead), parts))
}

/// What has any of a share, and how much: the most first, of several alike the first by name.
fn greatest<'w, K: Ord>(
    groups: &'w [Waiting],
    share: Share,
    key: impl Fn(&'w Waiting) -> &'w K,
) -> Vec<(&'w K, i64)> {
    let mut all: BTreeMap<&K, i64> = BTreeMap::new();
    for group in groups {
        *all.entry(key(group)).or_default() += share.count(group);
    }
    let mut all: Vec<_> = all.into_iter().filter(|(_, n)| *n > 0).collect();
    all.sort_by_key(|(_, n)| Reverse(*n));
    all
}

/// The most common cause of those that began lately, or of all.
fn most_common(look: &Look<'_>) -> Option<Part> {
    let long = look.policy.growth().long;
    let since = look.at.minus(long);
    let causes = &look.figures.causes;
    let new = causes.iter().find(|cause| cause.since >= since);
    let most = new.or(causes.first())?;
    let cause = cause_words::cause(&most.system, &most.stop_code);
    let at = cause_words::at(&most.source_title, &most.step);
    let (what, whose) = (type_of(look, most), owner_of(most));
    let words = match new {
        Some(new) => msg!(
            "age-most-cause-new",
            long = recent(long),
            cause = cause,
            at = at,
            what = what,
            whose = whose,
            since = new.since,
            latest = new.latest
        ),
        None => msg!(
            "age-most-cause",
            cause = cause,
            at = at,
            what = what,
            whose = whose
        ),
    };
    Some(part(look, words, most.cases, Which::Cause(most.id.clone())))
}

fn type_of(look: &Look<'_>, cause: &Cause) -> Msg {
    let title = |of_type| type_title(of_type, look.policy, &look.reader);
    cause.operation_type().map_or_else(
        || msg!("age-several-types"),
        |of_type| msg!("age-of-type", title = title(of_type)),
    )
}

fn owner_of(cause: &Cause) -> Msg {
    cause.owner().map_or_else(
        || msg!("age-several-owners"),
        |owner| msg!("age-with-owner", owner = words::owner(owner)),
    )
}

/// With whom most of it waits, and how much nobody holds.
fn whose(look: &Look<'_>) -> Vec<Told> {
    let all = all(look);
    let most = greatest(&look.figures.waiting, Share::All, |group| &group.owner);
    let owner = most.first().map(|&(owner, cases)| {
        let filters = Filters {
            owner: Some(owner.clone()),
            ..look.address.filters.clone()
        };
        Part {
            words: msg!("age-most-owner", owner = words::owner(owner)),
            number: look.number_of(cases, Listed::Waiting(Which::All), filters),
            of: Some(of(all)),
        }
    });
    let free = look.sum(|group| group.free);
    let free = share(look, msg!("age-nobody-holds"), (free, all), Which::Free);
    owner.into_iter().chain([free]).map(Told::part).collect()
}

fn all(look: &Look<'_>) -> i64 {
    look.sum(|group| group.cases)
}

fn part(look: &Look<'_>, words: Msg, n: i64, which: Which) -> Part {
    Part {
        words,
        number: look.number(n, Listed::Waiting(which)),
        of: None,
    }
}

fn share(look: &Look<'_>, words: Msg, (n, all): (i64, i64), which: Which) -> Part {
    Part {
        of: Some(of(all)),
        ..part(look, words, n, which)
    }
}

fn of(all: i64) -> Msg {
    msg!("age-of", n = grouped(all))
}
