//! Reports that could not be understood, kept whole, so that no operation vanishes because its report was wrong.

use super::batch::{comes_again, padded, to_insert};
use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{SourceId, Team};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// A report that was refused.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct RefusedReportRow {
    pub id: i64,
    pub source_id: SourceId,
    pub arrived_at: Timestamp,
    /// The id it names, where one could be read.
    pub report_id: Option<String>,
    pub channel: String,
    /// The bytes as they came; they need not be text.
    pub document: Vec<u8>,
    /// A JSON list of pointers and what is wrong there.
    pub faults: String,
    /// By which a repeat is recognised; `None` of reports that came before repeats were counted.
    pub digest: Option<String>,
    /// How often it came, the first time included.
    pub deliveries: i64,
    pub last_delivered_at: Timestamp,
    /// When the bytes were removed, having been kept long enough.
    pub gone_at: Option<Timestamp>,
}

/// A report to keep as refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefusedReport {
    pub source_id: SourceId,
    pub arrived_at: Timestamp,
    pub report_id: Option<String>,
    /// How it came: by one call, as a line of a batch, from a file.
    pub channel: String,
    pub document: Vec<u8>,
    pub faults: String,
    /// Of all that makes a repeat the same as what came before.
    pub digest: String,
    /// How often it came now.
    pub deliveries: i64,
}

/// Keeps refused reports, each of another digest, and gives how many were not here before. Of one that was, the count and the
/// time move on; its bytes are here again if they were removed, and it counts as one that was not.
pub async fn insert(tx: &mut Tx, rows: &[NewRefusedReport]) -> Result<usize> {
    let mut new = 0;
    for some in to_insert(rows) {
        let known = known(tx, some).await?;
        let kept: Vec<(i64, String)> = on!((&mut *tx).into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(
                "INSERT INTO refused_reports (source_id, arrived_at, report_id, channel, document, faults,
                    digest, deliveries, last_delivered_at) ",
            );
            query.push_values(some, |mut row, refused| {
                row.push_bind(refused.source_id)
                    .push_bind(refused.arrived_at)
                    .push_bind(refused.report_id.as_deref().map(storable))
                    .push_bind(&refused.channel)
                    .push_bind(&refused.document)
                    .push_bind(&refused.faults)
                    .push_bind(&refused.digest)
                    .push_bind(refused.deliveries)
                    .push_bind(refused.arrived_at);
            });
            query.push(
                " ON CONFLICT (source_id, digest) DO UPDATE SET
                    deliveries = refused_reports.deliveries + excluded.deliveries,
                    last_delivered_at = excluded.last_delivered_at,
                    document = excluded.document, gone_at = NULL
                RETURNING id, digest",
            );
            query
                .build_query_as()
                .persistent(comes_again(some.len()))
                .fetch_all(c)
                .await?
        });
        for (id, _) in kept.iter().filter(|(_, digest)| !known.contains(digest)) {
            tx.wrote(Vouched::RefusedReports, *id);
            new += 1;
        }
    }
    Ok(new)
}

/// The digests of those that are here with their bytes.
async fn known(tx: &mut Tx, rows: &[NewRefusedReport]) -> Result<Vec<String>> {
    let Some(first) = rows.first() else {
        return Ok(Vec::new());
    };
    on!(tx.into(), |c| {
        let mut query = sqlx::QueryBuilder::<DB>::new(
            "SELECT digest FROM refused_reports WHERE gone_at IS NULL AND source_id = ",
        );
        query.push_bind(first.source_id).push(" AND digest IN (");
        let mut list = query.separated(", ");
        for row in padded(rows) {
            list.push_bind(&row.digest);
        }
        query.push(")");
        query.build_query_scalar().fetch_all(c).await
    })
}

/// Removes the bytes of those that came last until then, the first of them first, at most so many; gives how many.
pub async fn remove_documents(
    tx: &mut Tx,
    until: Timestamp,
    now: Timestamp,
    limit: i64,
) -> Result<usize> {
    let sql = "UPDATE refused_reports SET document = $1, gone_at = $2 WHERE id IN
        (SELECT id FROM refused_reports WHERE gone_at IS NULL AND last_delivered_at <= $3
            ORDER BY last_delivered_at LIMIT $4) RETURNING id";
    let removed: Vec<i64> = on!((&mut *tx).into(), |c| {
        let removed = sqlx::query_scalar::<DB, i64>(sql).bind(&b""[..]);
        let removed = removed.bind(now).bind(until).bind(limit);
        removed.fetch_all(c).await?
    });
    for id in &removed {
        tx.wrote(Vouched::RefusedReports, *id);
    }
    Ok(removed.len())
}

/// A source's refused reports before the one given (`None` for the first page), newest first.
pub async fn list<'c>(
    conn: impl Into<Conn<'c>>,
    source: SourceId,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<RefusedReportRow>> {
    let sql =
        "SELECT * FROM refused_reports WHERE source_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, RefusedReportRow>(sql)
            .bind(source)
            .bind(before.unwrap_or(i64::MAX))
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// One refused report.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: i64) -> Result<Option<RefusedReportRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, RefusedReportRow>("SELECT * FROM refused_reports WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// A refused report as people see it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SeenRefusedReport {
    pub id: i64,
    pub source_id: SourceId,
    /// What people call the source.
    pub source_title: String,
    pub owner_team: Team,
    pub arrived_at: Timestamp,
    pub report_id: Option<String>,
    pub channel: String,
    pub faults: String,
    /// How many bytes came.
    pub size: i64,
    /// The bytes, unless they are more than were asked for, or gone.
    pub document: Option<Vec<u8>>,
    pub gone_at: Option<Timestamp>,
    /// How often it came, the first time included.
    pub deliveries: i64,
    pub last_delivered_at: Timestamp,
    /// A report of the same id was accepted later.
    pub accepted_later: bool,
}

/// What every function for people selects; `$1` is the greatest document that is read.
macro_rules! select_seen {
    ($rest:literal) => {
        concat!(
            "SELECT f.id, f.source_id, s.title AS source_title, s.owner_team, f.arrived_at, f.report_id, f.channel,
                f.faults, f.deliveries, f.last_delivered_at, f.gone_at, CAST(LENGTH(f.document) AS BIGINT) AS size,
                CASE WHEN LENGTH(f.document) <= $1 AND f.gone_at IS NULL THEN f.document END AS document,
                EXISTS (SELECT 1 FROM reports r WHERE r.source_id = f.source_id AND r.report_id = f.report_id)
                    AS accepted_later
            FROM refused_reports f JOIN sources s ON s.id = f.source_id ",
            $rest
        )
    };
}

/// Refused reports of the sources that a team owns (`None`: of all), newest first: those older than `before`.
pub async fn older<'c>(
    conn: impl Into<Conn<'c>>,
    team: Option<&Team>,
    before: Option<i64>,
    limit: i64,
    most_bytes: i64,
) -> Result<Vec<SeenRefusedReport>> {
    let sql = select_seen!(
        "WHERE ($2 IS NULL OR s.owner_team = $2) AND f.id < $3 ORDER BY f.id DESC LIMIT $4"
    );
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SeenRefusedReport>(sql)
            .bind(most_bytes)
            .bind(team)
            .bind(before.unwrap_or(i64::MAX))
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// The same, those newer than `after`, the ones next to it first.
pub async fn newer<'c>(
    conn: impl Into<Conn<'c>>,
    team: Option<&Team>,
    after: i64,
    limit: i64,
    most_bytes: i64,
) -> Result<Vec<SeenRefusedReport>> {
    let sql = select_seen!(
        "WHERE ($2 IS NULL OR s.owner_team = $2) AND f.id > $3 ORDER BY f.id LIMIT $4"
    );
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SeenRefusedReport>(sql)
            .bind(most_bytes)
            .bind(team)
            .bind(after)
            .bind(limit)
            .fetch_all(c)
            .await
    })
}

/// One of them, whole.
pub async fn seen<'c>(conn: impl Into<Conn<'c>>, id: i64) -> Result<Option<SeenRefusedReport>> {
    on!(conn.into(), |c| {
        sqlx::query_as::<DB, SeenRefusedReport>(select_seen!("WHERE f.id = $2"))
            .bind(i64::MAX)
            .bind(id)
            .fetch_optional(c)
            .await
    })
}
