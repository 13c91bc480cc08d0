//! How long steps of cases took since the first stop, told of all of them and of each kind, owner and type.

pub use crate::store::age::moved::Took;

use crate::domain::age::Scope;
use crate::domain::age::moves::Move;
use crate::domain::age::percentile::{Percentiles, percentiles};
use crate::domain::age::window::Interval;
use crate::domain::ids::{OperationType, Team};
use crate::domain::report::StopKind;
use crate::store::age::moved::{self, Before};
use crate::store::{self, Pooled};
use std::collections::BTreeMap;

/// Times are told of the latest steps only, so that a long window costs no more than a short one.
pub const TIMES_OF: i64 = 10_000;

/// Of which cases a time is told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of {
    All,
    Kind(StopKind),
    /// Empty: what every team may see to.
    Owner(Team),
    Type(OperationType),
}

impl Of {
    /// Whether a case of that kind, owner and type is one of them.
    pub fn holds(&self, kind: StopKind, owner: &Team, operation_type: &OperationType) -> bool {
        match self {
            Self::All => true,
            Self::Kind(of) => *of == kind,
            Self::Owner(of) => of == owner,
            Self::Type(of) => of == operation_type,
        }
    }
}

/// How long one sort of step took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Times {
    /// In microseconds, of the latest [`TIMES_OF`] within the window.
    pub of: BTreeMap<Of, Percentiles<i64>>,
    /// How many of them came after the deadline.
    pub late: usize,
    /// The earliest of them, where there were more.
    pub cut: Option<Before>,
}

impl Times {
    /// What follows from steps, the latest first; at most [`TIMES_OF`] of them are told of.
    pub fn of_steps(mut took: Vec<Took>) -> Self {
        let most = usize::try_from(TIMES_OF).unwrap_or(usize::MAX);
        let more = took.len() > most;
        took.truncate(most);
        let mut ages: BTreeMap<Of, Vec<i64>> = BTreeMap::new();
        for step in &took {
            for of in [
                Of::All,
                Of::Kind(step.kind),
                Of::Owner(step.owner_team.clone()),
                Of::Type(step.operation_type.clone()),
            ] {
                ages.entry(of).or_default().push(step.age);
            }
        }
        let of = ages.into_iter();
        let of = of.filter_map(|(of, ages)| Some((of, percentiles(ages)?)));
        Self {
            of: of.collect(),
            late: took.iter().filter(|step| step.late).count(),
            cut: took.last().filter(|_| more).map(Took::place),
        }
    }

    /// Of how many steps the times are told.
    pub fn n(&self) -> usize {
        self.of.get(&Of::All).map_or(0, |all| all.n)
    }
}

/// The times of one sort of step within a time.
pub(super) async fn times(
    conn: &mut Pooled,
    scope: &Scope,
    moved: Move,
    within: Interval,
) -> store::Result<Times> {
    let took = moved::took(conn, moved, within, scope, TIMES_OF + 1).await?;
    Ok(Times::of_steps(took))
}
