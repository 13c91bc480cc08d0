//! Which conditions hold for which teams. What is counted here is what the lists behind the numbers hold: the conditions are
//! theirs.

use crate::domain::age::buckets::DueBucket;
use crate::domain::ids::Team;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use crate::store::age::unresolved::{Unresolved, push_unresolved};
use crate::store::age::waiting::{Moment, Which, push_which};
use sqlx::{QueryBuilder, Result};

/// How many cases of a team a condition is about.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Counted {
    pub owner_team: Team,
    pub cases: i64,
    /// The earliest of what [`Earliest`] names.
    pub earliest: Timestamp,
}

/// What the condition counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earliest {
    Stop,
    Deadline,
    /// From then on less than a quarter of the time was left.
    LastQuarter,
    Proposal,
}

impl Earliest {
    const fn column(self) -> &'static str {
        match self {
            Self::Stop => "c.stopped_at",
            Self::Deadline => "c.due_at",
            Self::LastQuarter => "c.due_at - (c.due_at - c.stopped_at) / 4",
            Self::Proposal => {
                "(SELECT d.decided_at FROM decisions d WHERE d.case_id = c.id AND d.state = 'proposed')"
            }
        }
    }
}

/// Cases that wait, by team.
pub async fn waiting<'c>(
    conn: impl Into<Conn<'c>>,
    which: &Which,
    earliest: Earliest,
    at: Moment,
) -> Result<Vec<Counted>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(format_args!(
            "SELECT c.owner_team, COUNT(*) AS cases, MIN({}) AS earliest FROM cases c WHERE c.stage = 0 AND ",
            earliest.column()
        ).to_string());
        push_which(&mut query, which, at);
        query.push(" GROUP BY c.owner_team ORDER BY c.owner_team");
        query.build_query_as().fetch_all(c).await
    })
}

/// Decided cases whose instruction has not reached its source, by team; each since its instruction was offered.
pub async fn not_taken<'c>(
    conn: impl Into<Conn<'c>>,
    offered_by: Timestamp,
) -> Result<Vec<Counted>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.owner_team, COUNT(*) AS cases, MIN((
                SELECT i.offered_at FROM instructions i WHERE i.case_id = c.id AND i.state = 'offered'
            )) AS earliest FROM cases c WHERE ",
        );
        push_unresolved(&mut query, Unresolved::NotTaken(offered_by));
        query.push(" GROUP BY c.owner_team ORDER BY c.owner_team");
        query.build_query_as().fetch_all(c).await
    })
}

/// The bucket of cases that are about to pass their deadline, as the page of the queue's age has it.
pub const ABOUT_TO_PASS: Which = Which::Due(DueBucket::UnderAQuarter);
