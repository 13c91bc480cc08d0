//! How long it took until cases were claimed, decided and resolved, with how many are still open beside it.

use super::address::{Figure, Filters};
use super::load::{Look, beside};
use super::page::{Beside, Number, TimesPanel, TimesRow};
use super::words;
use crate::domain::age::moves::Move;
use crate::domain::ids::{OperationType, Team};
use crate::service::age::Which;
use crate::service::age_list::{Steps, Unresolved};
use crate::service::age_times::{Of, TIMES_OF, Times};
use crate::service::queue::KINDS;
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;
use crate::web::typeset::type_title;
use std::collections::BTreeSet;
use std::time::Duration;

/// What is open that may still get there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    NeverClaimed,
    Waiting,
    Unresolved,
}

/// The panels: to the first claim, to the first decision, to the resolution.
pub fn times(look: &Look<'_>) -> Vec<TimesPanel> {
    let figures = look.figures;
    let panel = |id, title, times: &Times, moved, open, notes| TimesPanel {
        id,
        title,
        cut: (times.cut).map(|_| msg!("age-times-cut", n = TIMES_OF)),
        rows: rows(look, times, moved, open),
        notes,
    };
    vec![
        panel(
            "claimed",
            msg!("age-to-claim"),
            &figures.claimed,
            Move::Claimed,
            Open::NeverClaimed,
            Vec::new(),
        ),
        panel(
            "decided",
            msg!("age-to-decision"),
            &figures.decided,
            Move::Decided,
            Open::Waiting,
            came_back(look),
        ),
        panel(
            "resolved",
            msg!("age-to-resolution"),
            &figures.resolved,
            Move::Resolved,
            Open::Unresolved,
            deadlines(look),
        ),
    ]
}

/// Steps within the window.
fn steps(look: &Look<'_>, moved: Move) -> Steps {
    Steps {
        moves: vec![moved],
        within: look.figures.window.whole(),
        late: None,
        from: None,
    }
}

fn came_back(look: &Look<'_>) -> Vec<Beside> {
    let n = look.figures.flow.iter().map(|flow| flow.came_back).sum();
    let number = look.number(n, Figure::Steps(steps(look, Move::CameBack)));
    vec![beside(msg!("age-came-back"), number)]
}

/// How many of those resolved were so before their deadline.
fn deadlines(look: &Look<'_>) -> Vec<Beside> {
    let resolved = &look.figures.resolved;
    let (n, late) = (resolved.n(), resolved.late);
    if n == 0 {
        return Vec::new();
    }
    let number = |n: usize, late| {
        let steps = Steps {
            late: Some(late),
            from: resolved.cut,
            ..steps(look, Move::Resolved)
        };
        look.number(count(n), Figure::Steps(steps))
    };
    let in_time = n.saturating_sub(late);
    // Cut, not rounded: what says 100 has none that was late.
    let percent = in_time * 100 / n;
    vec![
        beside(
            msg!("age-in-time", percent = percent),
            number(in_time, false),
        ),
        beside(msg!("age-late"), number(late, true)),
        // Those that are not resolved count in no share.
        beside(msg!("age-still-over"), look.over()),
    ]
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn rows(look: &Look<'_>, times: &Times, moved: Move, open: Open) -> Vec<TimesRow> {
    let owners = times.of.keys().filter_map(|of| match of {
        Of::Owner(team) => Some(team),
        Of::All | Of::Kind(_) | Of::Type(_) => None,
    });
    let types = times.of.keys().filter_map(|of| match of {
        Of::Type(name) => Some(name),
        Of::All | Of::Kind(_) | Of::Owner(_) => None,
    });
    let owners: BTreeSet<&Team> = owners.chain(open_owners(look)).collect();
    let types: BTreeSet<&OperationType> = types.chain(open_types(look)).collect();
    let mut rows = vec![row(look, times, moved, open, &Of::All, None)];
    let kinds: Vec<_> = KINDS.map(Of::Kind).into();
    let owners: Vec<_> = owners.into_iter().cloned().map(Of::Owner).collect();
    let types: Vec<_> = types.into_iter().cloned().map(Of::Type).collect();
    let groups = [
        (msg!("age-by-kind"), kinds),
        (msg!("age-by-owner"), owners),
        (msg!("age-by-type"), types),
    ];
    for (head, group) in groups {
        for (nth, of) in group.iter().enumerate() {
            let head = (nth == 0).then(|| head.clone());
            rows.push(row(look, times, moved, open, of, head));
        }
    }
    rows
}

fn open_owners<'a>(look: &'a Look<'_>) -> impl Iterator<Item = &'a Team> {
    let waiting = look.figures.waiting.iter().map(|group| &group.owner);
    waiting.chain(look.figures.under_way.iter().map(|group| &group.owner_team))
}

fn open_types<'a>(look: &'a Look<'_>) -> impl Iterator<Item = &'a OperationType> {
    let waiting = look
        .figures
        .waiting
        .iter()
        .map(|group| &group.operation_type);
    waiting.chain(
        look.figures
            .under_way
            .iter()
            .map(|group| &group.operation_type),
    )
}

fn label(of: &Of, look: &Look<'_>) -> Msg {
    match of {
        Of::All => msg!("age-all"),
        Of::Kind(kind) => crate::web::words::kind(*kind),
        Of::Owner(team) => words::owner(team),
        Of::Type(name) => words::name(&type_title(name, look.policy, &look.reader)),
    }
}

/// The page's filters, and that.
fn filters(of: &Of, look: &Look<'_>) -> Filters {
    let filters = look.address.filters.clone();
    match of {
        Of::All => filters,
        Of::Kind(kind) => look.of_kind(*kind),
        Of::Owner(team) => Filters {
            owner: Some(team.clone()),
            ..filters
        },
        Of::Type(name) => Filters {
            operation_type: Some(name.clone()),
            ..filters
        },
    }
}

fn row(
    look: &Look<'_>,
    times: &Times,
    moved: Move,
    open: Open,
    of: &Of,
    head: Option<Msg>,
) -> TimesRow {
    let found = times.of.get(of);
    let shown = |age: i64| span(Duration::from_micros(u64::try_from(age).unwrap_or(0)));
    let steps = Steps {
        from: times.cut,
        ..steps(look, moved)
    };
    let n = found.map_or(0, |found| count(found.n));
    TimesRow {
        label: label(of, look),
        head,
        times: found.map(|p| [p.p50, p.p90, p.p95].map(shown)),
        n: look.number_of(n, Figure::Steps(steps), filters(of, look)),
        open: still_open(look, open, of),
    }
}

fn still_open(look: &Look<'_>, open: Open, of: &Of) -> Number {
    let waiting = look.figures.waiting.iter();
    let waiting = waiting.filter(|group| of.holds(group.kind, &group.owner, &group.operation_type));
    let (n, figure) = match open {
        Open::NeverClaimed => (
            waiting.map(|group| group.never_claimed).sum(),
            Figure::Waiting(Which::NeverClaimed),
        ),
        Open::Waiting => (
            waiting.map(|group| group.cases).sum(),
            Figure::Waiting(Which::All),
        ),
        Open::Unresolved => {
            let groups = look.figures.under_way.iter();
            let groups = groups
                .filter(|group| of.holds(group.kind, &group.owner_team, &group.operation_type));
            let under_way: i64 = groups.map(|group| group.cases).sum();
            let n = waiting.map(|group| group.cases).sum::<i64>() + under_way;
            (n, Figure::Unresolved(Unresolved::All))
        }
    };
    look.number_of(n, figure, filters(of, look))
}
