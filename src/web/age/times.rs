//! How long it took until cases were claimed, decided and resolved, with how many are still open beside it.

use super::address::{Figure, Filters};
use super::load::{Look, beside};
use super::page::{Beside, Number, TimesPanel, TimesRow};
use super::words;
use crate::domain::age::moves::Move;
use crate::domain::age::percentile::percentiles;
use crate::domain::ids::{OperationType, Team};
use crate::domain::report::StopKind;
use crate::service::age::{TIMES_OF, Times, Took, Which};
use crate::service::age_list::{Steps, Unresolved};
use crate::service::queue::KINDS;
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;
use crate::web::typeset::{grouped, type_title};
use std::collections::BTreeSet;
use std::time::Duration;

/// What is open that may still get there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    NeverClaimed,
    Waiting,
    Unresolved,
}

/// Which cases a row is about.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Of {
    All,
    Kind(StopKind),
    Owner(Team),
    Type(OperationType),
}

/// The panels: to the first claim, to the first decision, to the resolution.
pub fn times(look: &Look<'_>) -> Vec<TimesPanel> {
    let figures = look.figures;
    let panel = |id, title, times: &Times, moved, open, notes| TimesPanel {
        id,
        title,
        cut: (times.are_cut).then(|| msg!("age-times-cut", n = TIMES_OF)),
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

fn steps(
    look: &Look<'_>,
    n: i64,
    moves: Vec<Move>,
    late: Option<bool>,
    filters: Filters,
) -> Number {
    let within = look.figures.window.whole();
    let steps = Steps {
        moves,
        within,
        late,
    };
    look.number_of(n, Figure::Steps(steps), filters)
}

fn came_back(look: &Look<'_>) -> Vec<Beside> {
    let n = look.figures.flow.iter().map(|flow| flow.came_back).sum();
    let number = steps(
        look,
        n,
        vec![Move::CameBack],
        None,
        look.address.filters.clone(),
    );
    vec![beside(msg!("age-came-back"), number)]
}

/// How many of those resolved were so before their deadline.
fn deadlines(look: &Look<'_>) -> Vec<Beside> {
    let took = &look.figures.resolved.took;
    if took.is_empty() || look.figures.resolved.are_cut {
        return Vec::new();
    }
    let count = |late: bool| took.iter().filter(|took| took.late == late).count();
    let (in_time, late) = (count(false), count(true));
    let number = |n: usize, late| {
        let n = i64::try_from(n).unwrap_or(i64::MAX);
        steps(
            look,
            n,
            vec![Move::Resolved],
            Some(late),
            look.address.filters.clone(),
        )
    };
    // Cut, not rounded: what says 100 has none that was late.
    let percent = in_time * 100 / took.len();
    vec![
        beside(
            msg!("age-in-time", percent = percent),
            number(in_time, false),
        ),
        beside(msg!("age-late"), number(late, true)),
    ]
}

fn rows(look: &Look<'_>, times: &Times, moved: Move, open: Open) -> Vec<TimesRow> {
    let took = &times.took;
    let owners: BTreeSet<&Team> = took
        .iter()
        .map(|t| &t.owner_team)
        .chain(open_owners(look))
        .collect();
    let types: BTreeSet<&OperationType> = took
        .iter()
        .map(|t| &t.operation_type)
        .chain(open_types(look))
        .collect();
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

impl Of {
    fn holds(&self, kind: StopKind, owner: &Team, operation_type: &OperationType) -> bool {
        match self {
            Self::All => true,
            Self::Kind(of) => *of == kind,
            Self::Owner(of) => of == owner,
            Self::Type(of) => of == operation_type,
        }
    }

    fn took(&self, took: &Took) -> bool {
        self.holds(took.kind, &took.owner_team, &took.operation_type)
    }

    fn label(&self, look: &Look<'_>) -> Msg {
        match self {
            Self::All => msg!("age-all"),
            Self::Kind(kind) => crate::web::words::kind(*kind),
            Self::Owner(team) => words::owner(team),
            Self::Type(name) => words::name(&type_title(name, look.policy, &look.reader)),
        }
    }

    fn filters(&self, look: &Look<'_>) -> Filters {
        let filters = look.address.filters.clone();
        match self {
            Self::All => filters,
            Self::Kind(kind) => look.of_kind(*kind),
            Self::Owner(team) => Filters {
                owner: Some(team.clone()),
                ..filters
            },
            Self::Type(name) => Filters {
                operation_type: Some(name.clone()),
                ..filters
            },
        }
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
    let ages: Vec<i64> = times
        .took
        .iter()
        .filter(|took| of.took(took))
        .map(|took| took.age)
        .collect();
    let n = i64::try_from(ages.len()).unwrap_or(i64::MAX);
    let shown = |age: i64| span(Duration::from_micros(u64::try_from(age).unwrap_or(0)));
    let found = percentiles(ages);
    TimesRow {
        label: of.label(look),
        head,
        times: found.map(|p| [p.p50, p.p90, p.p95].map(shown)),
        n: if times.are_cut {
            // The list holds more than the latest.
            Number {
                shown: grouped(n),
                href: None,
            }
        } else {
            steps(look, n, vec![moved], None, of.filters(look))
        },
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
    look.number_of(n, figure, of.filters(look))
}
