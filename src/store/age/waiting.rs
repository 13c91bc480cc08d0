//! Figures over the cases that wait for a person, and which cases they count.

use super::push_scope;
use crate::domain::age::Scope;
use crate::domain::age::buckets::{AgeBucket, DueBucket, Limits};
use crate::domain::ids::{CaseId, CauseId, OperationType, SystemName, Team};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use crate::store::cases::{CaseRow, select_cases};
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// Which of the cases that wait.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Which {
    All,
    Aged(AgeBucket),
    Due(DueBucket),
    /// Over their deadline, by however much.
    Over,
    /// Over their deadline within the hour.
    DueSoon,
    /// Over their deadline only lately.
    OverLately,
    /// They came in lately.
    New,
    /// Nobody holds them.
    Free,
    /// Somebody holds them, and half of the lease has passed without any work on them.
    Idle,
    AwaitingApproval,
    /// Waiting for approval, and proposed no later than this.
    ProposedUntil(Timestamp),
    /// Nobody has ever claimed them.
    NeverClaimed,
    /// Of one cause.
    Cause(CauseId),
    /// Those that stopped at one receiving system, or some of them; a name of nothing is of those that stopped at none.
    At(SystemName, Share),
}

/// Which of the cases of something: of a receiving system, a type, an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Share {
    All,
    New,
    Over,
    Free,
}

impl Share {
    pub const ALL: [Self; 4] = [Self::All, Self::New, Self::Over, Self::Free];

    /// How many of a group.
    pub fn count(self, group: &Waiting) -> i64 {
        match self {
            Self::All => group.cases,
            Self::New => group.new,
            Self::Over => group.over(),
            Self::Free => group.free,
        }
    }

    /// The same, wherever they stopped.
    pub const fn anywhere(self) -> Which {
        match self {
            Self::All => Which::All,
            Self::New => Which::New,
            Self::Over => Which::Over,
            Self::Free => Which::Free,
        }
    }
}

/// The moment of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moment {
    pub now: Timestamp,
    /// A deadline that is not later is soon over.
    pub soon: Timestamp,
    /// A claim that ends no later was not worked on lately.
    pub idle: Timestamp,
    /// Whatever happened since then happened lately.
    pub lately: Timestamp,
}

/// What is counted of the cases of one kind, type, owner and receiving system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    pub kind: StopKind,
    pub operation_type: OperationType,
    /// Empty where every team may see to it.
    pub owner: Team,
    /// Where they stopped; empty where that is at no system.
    pub system: SystemName,
    pub cases: i64,
    pub oldest: Timestamp,
    /// In the order of [`AgeBucket::ALL`].
    pub ages: [i64; 6],
    /// In the order of [`DueBucket::ALL`].
    pub dues: [i64; 5],
    pub due_soon: i64,
    pub over_lately: i64,
    pub new: i64,
    pub free: i64,
    pub idle: i64,
    pub awaiting_approval: i64,
    pub never_claimed: i64,
}

impl Waiting {
    /// How many are over their deadline.
    pub fn over(&self) -> i64 {
        let dues = DueBucket::ALL.into_iter().zip(self.dues);
        let over = dues.filter(|(bucket, _)| bucket.is_over());
        over.map(|(_, n)| n).sum()
    }

    /// How many of them were so before [`Moment::lately`].
    pub fn over_longer(&self) -> i64 {
        self.over() - self.over_lately
    }
}

#[derive(sqlx::FromRow)]
struct Counted {
    kind: StopKind,
    operation_type: OperationType,
    owner_team: Team,
    system: String,
    cases: i64,
    oldest: Timestamp,
    age_0: i64,
    age_1: i64,
    age_2: i64,
    age_3: i64,
    age_4: i64,
    age_5: i64,
    due_0: i64,
    due_1: i64,
    due_2: i64,
    due_3: i64,
    due_4: i64,
    due_soon: i64,
    over_lately: i64,
    new_cases: i64,
    free: i64,
    idle: i64,
    awaiting_approval: i64,
    never_claimed: i64,
}

impl From<Counted> for Waiting {
    fn from(row: Counted) -> Self {
        Self {
            kind: row.kind,
            operation_type: row.operation_type,
            owner: row.owner_team,
            system: SystemName::new(row.system),
            cases: row.cases,
            oldest: row.oldest,
            ages: [
                row.age_0, row.age_1, row.age_2, row.age_3, row.age_4, row.age_5,
            ],
            dues: [row.due_0, row.due_1, row.due_2, row.due_3, row.due_4],
            due_soon: row.due_soon,
            over_lately: row.over_lately,
            new: row.new_cases,
            free: row.free,
            idle: row.idle,
            awaiting_approval: row.awaiting_approval,
            never_claimed: row.never_claimed,
        }
    }
}

/// The condition of [`Which`], the same for counts and for lists.
pub(in crate::store) fn push_which<DB: Database>(
    query: &mut QueryBuilder<DB>,
    which: &Which,
    at: Moment,
) where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    match which {
        Which::All => {
            query.push("c.stage = 0");
        }
        Which::Aged(bucket) => push_limits(query, "c.stopped_at", bucket.stopped(at.now)),
        Which::Due(bucket) => {
            push_limits(query, "c.due_at", bucket.due(at.now));
            push_share_left(query, *bucket, at.now);
        }
        Which::Over => {
            query.push("c.due_at < ").push_bind(at.now);
        }
        Which::DueSoon => {
            query.push("c.due_at >= ").push_bind(at.now);
            query.push(" AND c.due_at <= ").push_bind(at.soon);
        }
        Which::OverLately => {
            query.push("c.due_at < ").push_bind(at.now);
            query.push(" AND c.due_at >= ").push_bind(at.lately);
        }
        Which::New => {
            query.push("c.came_in_at >= ").push_bind(at.lately);
        }
        Which::Free => {
            query.push("(c.state = 'waiting' OR (c.state = 'in_review' AND c.claimed_until <= ");
            query.push_bind(at.now).push("))");
        }
        Which::Idle => {
            query.push("c.state = 'in_review' AND c.claimed_until > ");
            query.push_bind(at.now).push(" AND c.claimed_until <= ");
            query.push_bind(at.idle);
        }
        Which::AwaitingApproval => {
            query.push("c.state = 'awaiting_approval'");
        }
        Which::ProposedUntil(until) => {
            query.push(
                "c.state = 'awaiting_approval' AND EXISTS (
                SELECT 1 FROM decisions d WHERE d.case_id = c.id AND d.state = 'proposed' AND d.decided_at <= ",
            );
            query.push_bind(*until).push(")");
        }
        Which::NeverClaimed => {
            query.push("c.first_claimed_at IS NULL");
        }
        Which::Cause(cause) => {
            query.push("c.cause = ").push_bind(cause.clone());
        }
        Which::At(system, share) => {
            query.push("c.cause_system = ").push_bind(system.clone());
            query.push(" AND ");
            push_which(query, &share.anywhere(), at);
        }
    }
}

fn push_limits<DB: Database>(query: &mut QueryBuilder<DB>, column: &str, limits: Limits)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let Limits { after, until } = limits;
    if let Some(after) = after {
        query.push(format_args!("{column} > ")).push_bind(after);
    }
    if after.is_some() && until.is_some() {
        query.push(" AND ");
    }
    if let Some(until) = until {
        query.push(format_args!("{column} <= ")).push_bind(until);
    }
}

/// What tells the cases apart that are not over: see [`DueBucket::of`].
fn push_share_left<DB: Database>(query: &mut QueryBuilder<DB>, bucket: DueBucket, now: Timestamp)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let comparison = match bucket {
        DueBucket::InTime => ">=",
        DueBucket::UnderAQuarter => "<",
        DueBucket::Over | DueBucket::OverADay | DueBucket::OverThreeDays => return,
    };
    query.push(" AND (c.due_at - ").push_bind(now);
    query.push(format_args!(") * 4 {comparison} c.due_at - c.stopped_at"));
}

/// Everything that is counted of the cases that wait, in one walk along an index.
pub async fn waiting<'c>(
    conn: impl Into<Conn<'c>>,
    scope: &Scope,
    at: Moment,
) -> Result<Vec<Waiting>> {
    let rows: Vec<Counted> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "SELECT c.kind, c.operation_type, c.owner_team, c.cause_system AS system, COUNT(*) AS cases,
                MIN(c.stopped_at) AS oldest",
        );
        for (nth, bucket) in AgeBucket::ALL.into_iter().enumerate() {
            push_count(&mut query, &Which::Aged(bucket), at, &format!("age_{nth}"));
        }
        for (nth, bucket) in DueBucket::ALL.into_iter().enumerate() {
            push_count(&mut query, &Which::Due(bucket), at, &format!("due_{nth}"));
        }
        push_count(&mut query, &Which::DueSoon, at, "due_soon");
        push_count(&mut query, &Which::OverLately, at, "over_lately");
        push_count(&mut query, &Which::New, at, "new_cases");
        push_count(&mut query, &Which::Free, at, "free");
        push_count(&mut query, &Which::Idle, at, "idle");
        push_count(
            &mut query,
            &Which::AwaitingApproval,
            at,
            "awaiting_approval",
        );
        push_count(&mut query, &Which::NeverClaimed, at, "never_claimed");
        query.push(" FROM cases c WHERE c.stage = 0");
        push_scope(&mut query, "c", scope);
        query.push(
            " GROUP BY c.kind, c.operation_type, c.owner_team, c.cause_system
            ORDER BY c.kind, c.operation_type, c.owner_team, c.cause_system",
        );
        query.build_query_as().fetch_all(c).await?
    });
    Ok(rows.into_iter().map(Waiting::from).collect())
}

fn push_count<DB: Database>(query: &mut QueryBuilder<DB>, which: &Which, at: Moment, name: &str)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(", COUNT(CASE WHEN ");
    push_which(query, which, at);
    query.push(format_args!(" THEN 1 END) AS {name}"));
}

/// Where in a list of cases the page before ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct After {
    pub at: Timestamp,
    pub id: CaseId,
}

/// Cases that wait, the oldest first.
pub async fn list<'c>(
    conn: impl Into<Conn<'c>>,
    which: &Which,
    scope: &Scope,
    at: Moment,
    after: Option<After>,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(select_cases!("WHERE c.stage = 0 AND "));
        push_which(&mut query, which, at);
        push_scope(&mut query, "c", scope);
        push_page(&mut query, "c.stopped_at", after, limit);
        query.build_query_as().fetch_all(c).await
    })
}

pub(super) fn push_page<DB: Database>(
    query: &mut QueryBuilder<DB>,
    column: &str,
    after: Option<After>,
    limit: i64,
) where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    if let Some(after) = after {
        query.push(format_args!(" AND ({column}, c.id) > ("));
        query.push_bind(after.at).push(", ").push_bind(after.id);
        query.push(")");
    }
    query.push(format_args!(" ORDER BY {column}, c.id LIMIT "));
    query.push_bind(limit);
}

/// How many cases a list holds.
pub async fn count<'c>(
    conn: impl Into<Conn<'c>>,
    which: &Which,
    scope: &Scope,
    at: Moment,
) -> Result<i64> {
    on!(conn.into(), |c| {
        let mut query =
            QueryBuilder::<DB>::new("SELECT COUNT(*) FROM cases c WHERE c.stage = 0 AND ");
        push_which(&mut query, which, at);
        push_scope(&mut query, "c", scope);
        query.build_query_scalar().fetch_one(c).await
    })
}
