//! Signs of life, for a list that is empty: is there really nothing to do, or does nothing come in?

use super::Conn;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// When the latest case of a kind was decided. It looks at the last 200 decisions only, so that a kind that nobody has
/// decided about for years costs no walk through all of them.
pub async fn last_decided<'c>(
    conn: impl Into<Conn<'c>>,
    kind: StopKind,
) -> Result<Option<Timestamp>> {
    let sql = "SELECT d.decided_at
        FROM (SELECT case_id, decided_at FROM decisions ORDER BY decided_at DESC, id DESC LIMIT 200) AS d
        JOIN cases c ON c.id = d.case_id WHERE c.kind = $1 ORDER BY d.decided_at DESC LIMIT 1";
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Timestamp>(sql)
            .bind(kind)
            .fetch_optional(c)
            .await
    })
}

/// When the newest stop report came, of any source and kind.
pub async fn last_reported<'c>(conn: impl Into<Conn<'c>>) -> Result<Option<Timestamp>> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, Timestamp>(
            "SELECT arrived_at FROM reports ORDER BY id DESC LIMIT 1",
        )
        .fetch_optional(c)
        .await
    })
}
