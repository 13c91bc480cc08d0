//! Refused reports, for those whose source sent them: no operation vanishes because its report was wrong.

use super::access::opened;
use super::actor::{Actor, Part};
use super::menu::RefusedOf;
use super::{Answer, Person, ServiceError, Services, masking};
use crate::domain::access::Access;
use crate::domain::history::EntryKind;
use crate::domain::ids::{ReportId, Team};
use crate::domain::json;
use crate::domain::people::User;
use crate::domain::report_parse::{Fault, FaultKind, parse};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::history;
use crate::store::refused_reports::{self as rows, SeenRefusedReport};
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;

/// How many refused reports a page holds.
pub const PAGE_SIZE: usize = 25;
/// So many go in one transaction.
const REMOVED_AT_ONCE: i64 = 200;
/// Longer documents are not read for a list.
const MOST_BYTES_IN_LIST: i64 = 16 * 1024;

/// A refused report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedReport {
    pub id: i64,
    pub source: String,
    pub arrived_at: Timestamp,
    /// The id that it names, or that its address did.
    pub report_id: Option<String>,
    pub channel: String,
    pub faults: Vec<ToldFault>,
    /// How many bytes came.
    pub size: i64,
    /// The bytes; `None` in a list, if they are many, and wherever they are gone.
    pub document: Option<Vec<u8>>,
    /// The bytes are there, and nobody is shown them: they cannot be read, and may hold personal values.
    pub hidden: bool,
    /// Marks stand in the place of values in it.
    pub covered: bool,
    /// When the bytes were removed, having been kept as long as the policy says.
    pub gone_at: Option<Timestamp>,
    /// How often it came, the first time included.
    pub deliveries: i64,
    pub last_delivered_at: Timestamp,
    /// A report of the same id was accepted: this one needs no more care.
    pub accepted_later: bool,
}

/// A fault and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldFault {
    /// A JSON pointer; empty for the whole report.
    pub pointer: String,
    /// What the source was answered.
    pub detail: String,
    /// The same as data; `None` if the document was not read, or if this version would not say so any more.
    pub kind: Option<FaultKind>,
}

/// Which page of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Newest,
    OlderThan(i64),
    NewerThan(i64),
}

/// A page of the list, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub reports: Vec<RefusedReport>,
    pub newer: Option<Place>,
    pub older: Option<Place>,
}

/// A page of the refused reports that a person sees.
///
/// # Errors
/// If the person sees none, or the database fails.
pub async fn page(services: &Services, user: &User, place: Place) -> Answer<Page, Infallible> {
    let team = team(user)?;
    let mut conn = services.db.read().await?;
    let limit = i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX);
    let most = MOST_BYTES_IN_LIST;
    let found = match place {
        Place::Newest => rows::older(&mut conn, team.as_ref(), None, limit, most).await?,
        Place::OlderThan(id) => {
            rows::older(&mut conn, team.as_ref(), Some(id), limit, most).await?
        }
        Place::NewerThan(id) => rows::newer(&mut conn, team.as_ref(), id, limit, most).await?,
    };
    drop(conn);
    let page = page_of(place, found, &services.policy);
    // Short ones are shown in the list.
    let shown = |report: &&RefusedReport| report.document.is_some();
    let mut ids = page.reports.iter().filter(shown).map(|report| report.id);
    if let Some(last) = ids.next() {
        let access = Access::refused_reports(ids.next_back().unwrap_or(last), last);
        opened(services, &Person::of(user), access).await;
    }
    Ok(page)
}

fn page_of(place: Place, mut found: Vec<SeenRefusedReport>, policy: &Policy) -> Page {
    let more = found.len() > PAGE_SIZE;
    found.truncate(PAGE_SIZE);
    let backwards = matches!(place, Place::NewerThan(_));
    if backwards {
        found.reverse();
    }
    let newer = found.first().map(|row| Place::NewerThan(row.id));
    let older = found.last().map(|row| Place::OlderThan(row.id));
    Page {
        newer: newer.filter(|_| {
            if backwards {
                more
            } else {
                place != Place::Newest
            }
        }),
        older: older.filter(|_| backwards || more),
        reports: found.into_iter().map(|row| told(row, policy)).collect(),
    }
}

/// One refused report, whole.
///
/// # Errors
/// If there is none of that number that the person sees, or the database fails.
pub async fn whole(services: &Services, user: &User, id: i64) -> Answer<RefusedReport, Infallible> {
    let team = team(user)?;
    let row = rows::seen(&mut services.db.read().await?, id).await?;
    let row = row.filter(|row| team.is_none_or(|team| team == row.owner_team));
    let report = row.map(|row| told(row, &services.policy));
    let report = report.ok_or(ServiceError::NotFound)?;
    opened(services, &Person::of(user), Access::refused_report(id)).await;
    Ok(report)
}

/// Removes what refused reports held, once they were kept as long as the policy keeps reports of a type that it does not
/// name, counted from when they came last. Gives how many; there may be more.
///
/// # Errors
/// If the database fails.
pub async fn remove_kept_long_enough(services: &Services) -> Answer<usize, Infallible> {
    let Some(kept_for) = services.policy.default_type().retention.reports else {
        return Ok(0);
    };
    let now = services.now();
    let mut tx = services.db.begin().await?;
    let until = now.minus(kept_for);
    let removed = rows::remove_documents(&mut tx, until, now, REMOVED_AT_ONCE).await?;
    if removed > 0 {
        let told = json!({"what": "refused_reports_removed", "reports": removed});
        let by = Actor::Program(Part::Housekeeping);
        history::append(&mut tx, vec![by.of_no_case(EntryKind::RowsKept, told, now)]).await?;
        tx.commit().await?;
    }
    Ok(removed)
}

/// The team whose sources the person sees; `None`: every source.
fn team(user: &User) -> Answer<Option<Team>, Infallible> {
    match RefusedOf::seen_by(user) {
        RefusedOf::EverySource => Ok(None),
        RefusedOf::Team(team) => Ok(Some(team)),
        RefusedOf::Nobody => Err(ServiceError::NotAllowed),
    }
}

fn told(row: SeenRefusedReport, policy: &Policy) -> RefusedReport {
    let (faults, held) = (faults(&row), row.document.is_some());
    let seen = row
        .document
        .and_then(|bytes| masking::refused(bytes, policy));
    RefusedReport {
        faults,
        hidden: held && seen.is_none(),
        covered: seen.as_ref().is_some_and(|seen| seen.has_marks),
        id: row.id,
        source: row.source_title,
        arrived_at: row.arrived_at,
        report_id: row.report_id,
        channel: row.channel,
        size: row.size,
        document: seen.map(|seen| seen.bytes),
        gone_at: row.gone_at,
        deliveries: row.deliveries,
        last_delivered_at: row.last_delivered_at,
        accepted_later: row.accepted_later,
    }
}

/// A fault as it is stored beside the report.
#[derive(Deserialize)]
struct StoredFault {
    pointer: String,
    detail: String,
}

/// The faults as they were answered, and, where the document still says so, as data that can be told in any language.
fn faults(row: &SeenRefusedReport) -> Vec<ToldFault> {
    let stored: Vec<StoredFault> = serde_json::from_str(&row.faults).unwrap_or_default();
    let address = row.report_id.clone().map(ReportId::new);
    let mut again = row
        .document
        .as_deref()
        .map_or_else(Vec::new, |document| read_again(document, address));
    let mut kind_of = |fault: &StoredFault| {
        let same = |known: &Fault| {
            known.pointer == fault.pointer && known.kind.to_string() == fault.detail
        };
        let at = again.iter().position(same)?;
        Some(again.swap_remove(at).kind)
    };
    stored
        .into_iter()
        .map(|fault| ToldFault {
            kind: kind_of(&fault),
            pointer: fault.pointer,
            detail: fault.detail,
        })
        .collect()
}

fn read_again(document: &[u8], address: Option<ReportId>) -> Vec<Fault> {
    match json::parse(document) {
        Ok(value) => parse(value, address.as_ref()).err().unwrap_or_default(),
        Err(faults) => faults.into_iter().map(Into::into).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::SourceId;

    fn row(id: i64, document: &str, faults: &str) -> SeenRefusedReport {
        SeenRefusedReport {
            id,
            source_id: SourceId(1),
            source_title: "Shop".to_owned(),
            owner_team: "fulfilment".into(),
            arrived_at: Timestamp(0),
            report_id: None,
            channel: "call".to_owned(),
            faults: faults.to_owned(),
            size: 2,
            gone_at: None,
            document: Some(document.as_bytes().to_vec()),
            deliveries: 1,
            last_delivered_at: Timestamp(0),
            accepted_later: false,
        }
    }

    #[test]
    fn faults_are_told_as_data_where_the_document_still_has_them() {
        let stored = r#"[{"pointer":"/stop","detail":"missing"},{"pointer":"/x","detail":"of an older version"}]"#;
        let told = faults(&row(1, r#"{"report_id":"r"}"#, stored));
        assert_eq!(told[0].kind, Some(FaultKind::Missing));
        assert_eq!(told[1].kind, None);
        assert_eq!(told[1].detail, "of an older version");
    }

    #[test]
    fn pages_go_on_in_both_directions() {
        let policy = Policy::standard();
        let rows =
            |ids: std::ops::Range<i64>| -> Vec<_> { ids.map(|id| row(id, "{}", "[]")).collect() };
        let first = page_of(
            Place::Newest,
            rows(100..126).into_iter().rev().collect(),
            policy,
        );
        assert_eq!(
            (first.newer, first.older),
            (None, Some(Place::OlderThan(101)))
        );
        let last = page_of(Place::OlderThan(101), rows(100..101), policy);
        assert_eq!(
            (last.newer, last.older),
            (Some(Place::NewerThan(100)), None)
        );
        let back = page_of(Place::NewerThan(100), rows(101..127), policy);
        assert_eq!(back.reports.len(), PAGE_SIZE);
        assert_eq!(back.newer, Some(Place::NewerThan(125)));
        assert_eq!(back.older, Some(Place::OlderThan(101)));
    }
}
