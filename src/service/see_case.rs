//! Seeing one case: everything that a reviewer needs before they decide.

pub use super::webhook::see::DeliverySeen;
pub use crate::store::cases::CaseRow;
pub use crate::store::decisions::DecisionRow;
pub use crate::store::follow_ups::FollowUpRow;
pub use crate::store::history::EntryRow;
pub use crate::store::holds::SharedHold;
pub use crate::store::identifiers::Hit;
pub use crate::store::instructions::InstructionRow;
pub use crate::store::reports::ReportHead;
pub use crate::store::sources::SourceRow;

use super::access::opened;
use super::case_work::standing;
use super::decide_new_operation::Successor;
use super::masking::{Masked, look};
use super::names::{self, Names};
use super::permitted::decided_by;
use super::{Answer, Person, ServiceError, Services, webhook};
use crate::domain::access::Access;
use crate::domain::case::CaseStanding;
use crate::domain::facts::{Content, ContentStanding, Facts};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, HistoryNumber, OperationId, OperationKey, ReportId, SourceId};
use crate::domain::new_operation::agreed;
use crate::domain::people::{Action, User, allows};
use crate::domain::permits::{Act, NotPermitted, Towards, permit};
use crate::domain::standing::{DecisionKind, OperationStanding, Resolution};
use crate::domain::time::Timestamp;
use crate::store::identifiers::Identifier;
use crate::store::{
    Pooled, cases, contents, decisions, follow_ups, history, holds, identifiers, instructions,
    operations, reports, sources,
};
use serde_json::Value;
use std::convert::Infallible;

/// How many entries of the history are on one page.
pub const HISTORY_PAGE: usize = 20;
const MOST_REPORTS: i64 = 200;
const MOST_CASES: i64 = 100;
const MOST_NOTES: i64 = 100;
const MOST_SHARED_HOLDS: i64 = 50;
const MOST_FOLLOW_UPS: i64 = 200;
/// Of each reference at most so many look-alikes are named.
pub const MOST_LOOK_ALIKES: usize = 5;
/// References beyond these are not compared with other operations.
const COMPARED_REFERENCES: usize = 8;

/// One case with all that belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseSeen {
    pub case: CaseRow,
    pub standing: CaseStanding,
    pub facts: Facts,
    pub operation: OperationStanding,
    /// The key of the operation that took this one's place.
    pub superseded_by: Option<OperationKey>,
    pub lineage: Lineage,
    /// Only where somebody is about to order a new operation.
    pub successor: Option<Successor>,
    pub source: SourceRow,
    /// Payloads of the agreed content and of the others, by digest; only in a dispute, and where a new operation was ordered.
    /// As the person sees them, and so is what decisions ordered.
    pub payloads: Vec<(String, Value)>,
    /// The latest reports first.
    pub reports: Vec<ReportHead>,
    /// How many reports there are, and in how many deliveries they came.
    pub report_counts: (i64, i64),
    /// Every case of the operation but this one, newest first.
    pub other_cases: Vec<CaseRow>,
    pub shared_holds: Vec<SharedHold>,
    pub look_alikes: Vec<LookAlikes>,
    /// Everything to account for of the operation, the oldest first.
    pub follow_ups: Vec<FollowUpRow>,
    /// Newest first.
    pub decisions: Vec<DecisionRow>,
    pub instructions: Vec<InstructionRow>,
    /// Notices of the instructions on their way to the source's endpoints, oldest first.
    pub deliveries: Vec<DeliverySeen>,
    /// What people noted on the operation's cases, newest first.
    pub notes: Vec<EntryRow>,
    /// How the policy let it be, if it did.
    pub lapsed: Option<EntryRow>,
    pub history: HistoryPage,
    /// What to call everybody who is named here.
    pub names: Names,
    /// Whether personal values are shown.
    pub masked: Masked,
}

impl CaseSeen {
    /// Whether a person may do that with the case now, as far as the role and the state go.
    ///
    /// # Errors
    /// What stands against it.
    pub fn permits(&self, act: Act, user: &User, now: Timestamp) -> Result<(), NotPermitted> {
        let decided_by = decided_by(self.decisions.iter());
        let towards = Towards::of(self.standing, decided_by, user.id, now);
        permit(act, user.role, towards, self.case.details.kind)
    }

    /// The payload of the agreed content, where it was read.
    pub fn agreed_payload(&self) -> Option<&Value> {
        let digest = agreed(&self.facts)?.digest.as_ref()?;
        let mut payloads = self.payloads.iter();
        payloads
            .find(|(of, _)| of == digest)
            .map(|(_, payload)| payload)
    }
}

/// The operations before and after this one, each in the other's place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lineage {
    /// The one whose place this one took.
    pub older: Option<Kin>,
    /// The one that took this one's place.
    pub newer: Option<Kin>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kin {
    pub key: OperationKey,
    /// Its latest case.
    pub case: Option<CaseId>,
}

/// Other operations with an equal reference: a hint, and no more.
#[derive(Debug, Clone, PartialEq)]
pub struct LookAlikes {
    pub reference: String,
    pub value: String,
    pub hits: Vec<Hit>,
    /// There are more than are named.
    pub more: bool,
}

/// A page of a case's history, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryPage {
    pub entries: Vec<EntryRow>,
    /// It is not the first page.
    pub before: Option<HistoryNumber>,
    /// Where the next page begins.
    pub next: Option<HistoryNumber>,
}

/// One content of an operation, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentSeen {
    pub digest: String,
    /// As the person sees it.
    pub payload: String,
    pub masked: Masked,
}

/// One report of an operation, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportSeen {
    pub report_id: ReportId,
    pub digest: String,
    /// As the person sees it.
    pub document: String,
    pub masked: Masked,
}

/// Reads a case. `history_before` turns the pages of its history.
///
/// # Errors
/// If there is no such case, the person may not see cases, or the database fails.
pub async fn see_case(
    services: &Services,
    person: &Person,
    id: CaseId,
    history_before: Option<HistoryNumber>,
) -> Answer<CaseSeen, Infallible> {
    let seen = see_aside(services, person, id, history_before).await?;
    let access = Access::case(id, &seen.case.origin.operation_key);
    opened(services, person, access).await;
    Ok(seen)
}

/// The same as a part of what is opened otherwise; the access log is to be told of that.
pub(super) async fn see_aside(
    services: &Services,
    person: &Person,
    id: CaseId,
    history_before: Option<HistoryNumber>,
) -> Answer<CaseSeen, Infallible> {
    may_see(person)?;
    let mut db = services.db.read().await?;
    let mut seen = read(&mut db, id, history_before).await?;
    look(services, &mut db, person, &seen.case)
        .await?
        .case(&mut seen)?;
    Ok(seen)
}

async fn read(
    db: &mut Pooled,
    id: CaseId,
    history_before: Option<HistoryNumber>,
) -> Answer<CaseSeen, Infallible> {
    let case = cases::get(&mut *db, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let operation = operations::get(&mut *db, case.origin.operation_id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let source = sources::get(&mut *db, case.origin.source_id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let facts: Facts = serde_json::from_str(&operation.facts)?;
    let decisions = decisions_of(&mut *db, id).await?;
    let differ = has_dispute(&facts) || has_new_operation(&decisions);
    let mut seen = CaseSeen {
        standing: standing(&case.details),
        operation: operation.standing,
        lineage: Lineage {
            older: kin(&mut *db, source.id, operation.supersedes).await?,
            newer: kin(&mut *db, source.id, operation.superseded_by.clone()).await?,
        },
        successor: None,
        superseded_by: operation.superseded_by,
        payloads: if differ {
            payloads(&mut *db, operation.id).await?
        } else {
            Vec::new()
        },
        reports: reports::heads_of_operation(&mut *db, operation.id, MOST_REPORTS).await?,
        report_counts: reports::counts_of_operation(&mut *db, operation.id).await?,
        other_cases: other_cases(&mut *db, operation.id, id).await?,
        shared_holds: holds::shared(&mut *db, &facts.holds, operation.id, MOST_SHARED_HOLDS)
            .await?,
        look_alikes: look_alikes(&mut *db, operation.id, &facts).await?,
        follow_ups: follow_ups::of_operation(&mut *db, operation.id, MOST_FOLLOW_UPS).await?,
        decisions,
        instructions: instructions::of_case(&mut *db, id).await?,
        deliveries: webhook::see::of_case(&mut *db, id).await?,
        notes: history::notes_of_operation(&mut *db, operation.id, MOST_NOTES).await?,
        lapsed: lapsed(&mut *db, &case).await?,
        history: history_page(&mut *db, id, history_before).await?,
        names: Names::default(),
        masked: Masked::Nothing,
        case,
        facts,
        source,
    };
    seen.names = names::of_case(&mut *db, &seen).await?;
    Ok(seen)
}

async fn lapsed(db: &mut Pooled, case: &CaseRow) -> Answer<Option<EntryRow>, Infallible> {
    if case.details.resolution != Some(Resolution::Lapsed) {
        return Ok(None);
    }
    Ok(history::last_of_case(db, case.id, EntryKind::Lapsed).await?)
}

/// Reads one content of a case's operation.
///
/// # Errors
/// If there is no such content, the person may not see cases, or the database fails.
pub async fn see_content(
    services: &Services,
    person: &Person,
    id: CaseId,
    digest: &str,
) -> Answer<ContentSeen, Infallible> {
    may_see(person)?;
    let mut db = services.db.read().await?;
    let case = cases::get(&mut db, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let content = contents::get(&mut db, case.origin.operation_id, digest)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let look = look(services, &mut db, person, &case).await?;
    drop(db);
    let access = Access::content(id, &case.origin.operation_key, digest);
    opened(services, person, access).await;
    Ok(ContentSeen {
        digest: content.digest,
        payload: look.content(content.payload)?,
        masked: look.masked,
    })
}

/// Reads one report of a case's operation, as it was sent.
///
/// # Errors
/// If there is no such report, the person may not see cases, or the database fails.
pub async fn see_report(
    services: &Services,
    person: &Person,
    id: CaseId,
    report: i64,
) -> Answer<ReportSeen, Infallible> {
    may_see(person)?;
    let mut db = services.db.read().await?;
    let case = cases::get(&mut db, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let report = reports::get(&mut db, case.origin.operation_id, report)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let look = look(services, &mut db, person, &case).await?;
    drop(db);
    let key = &case.origin.operation_key;
    let access = Access::report(id, key, report.report_id.as_str());
    opened(services, person, access).await;
    Ok(ReportSeen {
        report_id: report.report_id,
        digest: report.digest,
        document: look.report(report.document)?,
        masked: look.masked,
    })
}

fn may_see(person: &Person) -> Answer<(), Infallible> {
    if allows(person.role, Action::SeeCases) {
        Ok(())
    } else {
        Err(ServiceError::NotAllowed)
    }
}

fn has_dispute(facts: &Facts) -> bool {
    let contested = |c: &Content| c.standing == ContentStanding::Contested;
    facts.contents.iter().any(contested)
}

fn has_new_operation(decisions: &[DecisionRow]) -> bool {
    let of_new = |row: &DecisionRow| row.kind == DecisionKind::NewOperation;
    decisions.iter().any(of_new)
}

/// Only where contents are compared the payloads themselves are needed; otherwise a page loads them when somebody opens them.
async fn payloads(
    db: &mut Pooled,
    operation: OperationId,
) -> Answer<Vec<(String, Value)>, Infallible> {
    let mut payloads = Vec::new();
    for row in contents::of_operation(db, operation).await? {
        payloads.push((row.digest, serde_json::from_str(&row.payload)?));
    }
    Ok(payloads)
}

async fn other_cases(
    db: &mut Pooled,
    operation: OperationId,
    this: CaseId,
) -> Answer<Vec<CaseRow>, Infallible> {
    let mut all = cases::of_operation(db, operation, MOST_CASES).await?;
    all.retain(|case| case.id != this);
    Ok(all)
}

async fn kin(
    db: &mut Pooled,
    source: SourceId,
    key: Option<OperationKey>,
) -> Answer<Option<Kin>, Infallible> {
    let Some(key) = key else {
        return Ok(None);
    };
    let case = match operations::by_key(&mut *db, source, &key).await? {
        Some(operation) => cases::of_operation(&mut *db, operation.id, 1).await?.pop(),
        None => None,
    };
    let case = case.map(|case| case.id);
    Ok(Some(Kin { key, case }))
}

async fn look_alikes(
    db: &mut Pooled,
    operation: OperationId,
    facts: &Facts,
) -> Answer<Vec<LookAlikes>, Infallible> {
    let mut found = Vec::new();
    let comparable = facts.references.iter().filter_map(|(name, value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
        };
        (!text.trim().is_empty()).then_some((name, text))
    });
    for (name, value) in comparable.take(COMPARED_REFERENCES) {
        let identifier = Identifier {
            operation,
            name: format!("reference:{name}"),
            term: value.clone(),
        };
        let limit = i64::try_from(MOST_LOOK_ALIKES + 1).unwrap_or(i64::MAX);
        let mut hits = identifiers::look_alikes(&mut *db, &identifier, limit).await?;
        let more = hits.len() > MOST_LOOK_ALIKES;
        hits.truncate(MOST_LOOK_ALIKES);
        if !hits.is_empty() {
            found.push(LookAlikes {
                reference: name.clone(),
                value,
                hits,
                more,
            });
        }
    }
    Ok(found)
}

async fn decisions_of(db: &mut Pooled, id: CaseId) -> Answer<Vec<DecisionRow>, Infallible> {
    let mut all = decisions::of_case(db, id).await?;
    all.sort_by_key(|decision| std::cmp::Reverse(decision.id));
    Ok(all)
}

async fn history_page(
    db: &mut Pooled,
    id: CaseId,
    before: Option<HistoryNumber>,
) -> Answer<HistoryPage, Infallible> {
    let limit = i64::try_from(HISTORY_PAGE + 1).unwrap_or(i64::MAX);
    let mut entries = history::of_case(db, id, before, limit).await?;
    let more = entries.len() > HISTORY_PAGE;
    entries.truncate(HISTORY_PAGE);
    let next = entries.last().filter(|_| more);
    Ok(HistoryPage {
        next: next.map(|entry| HistoryNumber(entry.number)),
        entries,
        before,
    })
}
