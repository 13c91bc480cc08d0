//! What the program counts for whoever watches it from outside: cases that are open, and how many ever came and went.

use crate::domain::age::growth::Flow;
use crate::domain::ids::Team;
use crate::domain::report::StopKind;
use crate::domain::standing::CaseState;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Conn;
use sqlx::Result;

/// Open cases that are told apart by nothing else.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenCases {
    pub kind: StopKind,
    pub state: CaseState,
    /// Empty where every team may see to it.
    pub owner_team: Team,
    pub cases: i64,
    /// The first stop of the oldest of them.
    pub oldest: Timestamp,
    /// How many are over their deadline.
    pub late: i64,
}

/// All open cases, in a walk along an index of them alone.
pub async fn open<'c>(conn: impl Into<Conn<'c>>, now: Timestamp) -> Result<Vec<OpenCases>> {
    let sql = "SELECT kind, state, owner_team, COUNT(*) AS cases, MIN(stopped_at) AS oldest,
            COUNT(CASE WHEN due_at < $1 THEN 1 END) AS late
        FROM cases WHERE stage = 0 GROUP BY kind, state, owner_team
        UNION ALL SELECT kind, state, owner_team, COUNT(*), MIN(stopped_at), COUNT(CASE WHEN due_at < $1 THEN 1 END)
        FROM cases WHERE stage = 1 GROUP BY kind, state, owner_team";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, OpenCases>(sql)
            .bind(now)
            .fetch_all(c)
            .await
    })
}

#[derive(sqlx::FromRow)]
struct Total {
    kind: StopKind,
    came_in: i64,
    came_back: i64,
    decided: i64,
    resolved: i64,
    lapsed: i64,
}

/// What ever came and went, by kind: the sums until the last hour that is written, and what was counted since.
pub async fn ever<'c>(conn: impl Into<Conn<'c>>) -> Result<Vec<(StopKind, Flow)>> {
    let sql = "SELECT x.kind, CAST(SUM(x.came_in) AS BIGINT) AS came_in, CAST(SUM(x.came_back) AS BIGINT) AS came_back,
            CAST(SUM(x.decided) AS BIGINT) AS decided, CAST(SUM(x.resolved) AS BIGINT) AS resolved,
            CAST(SUM(x.lapsed) AS BIGINT) AS lapsed
        FROM (SELECT kind, came_in, came_back, decided, resolved, lapsed FROM flow_totals
            UNION ALL SELECT kind, came_in, came_back, decided, resolved, lapsed FROM queue_flow
                WHERE slot >= COALESCE((SELECT hour FROM backlog_head WHERE id = 1), $1)) AS x
        GROUP BY x.kind ORDER BY x.kind";
    let rows: Vec<Total> = on!(conn.into(), |c| {
        let before_all = Timestamp(i64::MIN);
        sqlx::query_as::<DB, Total>(sql)
            .bind(before_all)
            .fetch_all(c)
            .await?
    });
    let flow = |row: Total| {
        let flow = Flow {
            came_in: row.came_in,
            came_back: row.came_back,
            decided: row.decided,
            resolved: row.resolved,
            lapsed: row.lapsed,
            ..Flow::default()
        };
        (row.kind, flow)
    };
    Ok(rows.into_iter().map(flow).collect())
}
