//! Cases to review at which something ran out that a person had set: a claim, or a wait.

use super::cases::{CaseRow, select_cases};
use super::db::Dialect;
use super::{Conn, Tx};
use crate::domain::ids::CaseId;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// What can run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOut {
    /// Until the program has returned such a case to the queue it is free for whoever opens it, but not offered as the next
    /// one: return it before asking for that.
    Claim,
    /// Somebody wanted to look at the case again at a time that has come.
    Wait,
}

impl RunOut {
    /// The ones that have, and the column that tells when; each is an index of its own.
    const fn cases(self) -> (&'static str, &'static str) {
        match self {
            Self::Claim => (
                select_cases!(
                    "WHERE c.stage = 0 AND c.state = 'in_review' AND c.claimed_until <= "
                ),
                "c.claimed_until",
            ),
            Self::Wait => (
                select_cases!(
                    "WHERE c.stage = 0 AND c.look_again_at IS NOT NULL AND c.look_again_at <= "
                ),
                "c.look_again_at",
            ),
        }
    }
}

/// Whether there is some such case.
pub async fn any<'c>(conn: impl Into<Conn<'c>>, what: RunOut, now: Timestamp) -> Result<bool> {
    let sql = match what {
        RunOut::Claim => {
            "SELECT id FROM cases WHERE stage = 0 AND state = 'in_review' AND claimed_until <= $1
            ORDER BY claimed_until, id LIMIT 1"
        }
        RunOut::Wait => {
            "SELECT id FROM cases WHERE stage = 0 AND look_again_at IS NOT NULL AND look_again_at <= $1
            ORDER BY look_again_at, id LIMIT 1"
        }
    };
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, CaseId>(sql)
            .bind(now)
            .fetch_optional(c)
            .await
            .map(|found| found.is_some())
    })
}

/// Locks and reads such cases, longest ago first; those that somebody else has locked are passed over.
pub async fn lock_some(
    tx: &mut Tx,
    what: RunOut,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    let (select, since) = what.cases();
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(select);
        query.push_bind(now);
        query.push(" ORDER BY ").push(since).push(", c.id LIMIT ");
        query.push_bind(limit).push(DB::SKIP_LOCKED);
        query.build_query_as().fetch_all(c).await
    })
}
